import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useBatchNews } from './use-batch-news'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Shown = Parameters<typeof useBatchNews>[0] & { version?: number }

function Page({ version, ...shown }: Shown) {
  return <p>{useBatchNews(shown, version ?? null) ?? 'as shown'}</p>
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const answering = (changed: string | null) => {
  const ask = vi.fn((_: string) => Promise.resolve(Response.json({ changed })))
  vi.stubGlobal('fetch', ask)
  return ask
}

it('polls the shown batch, says how it changed, and forgets that with the next page', async () => {
  const ask = answering('Fay recalled it.')
  const page = render(<Page id="1" status="waiting" contentSha256="a" />)
  expect(screen.getByText('as shown')).toBeTruthy()
  await pass(5_000)
  expect(ask.mock.calls[0]?.[0]).toBe('/api/funding/batches/1/progress?status=waiting&content=a')
  expect(screen.getByText('Fay recalled it.')).toBeTruthy()
  answering('Fay submitted it for approval.')
  await pass(5_000)
  expect(screen.getByText('Fay submitted it for approval.')).toBeTruthy()
  page.rerender(<Page id="1" status="waiting" contentSha256="b" />)
  expect(screen.getByText('as shown')).toBeTruthy()
})

it('polls a draft, too, which has no frozen content', async () => {
  const ask = answering('Fay submitted it for approval.')
  render(<Page id="1" status="draft" contentSha256={null} />)
  await pass(5_000)
  expect(ask.mock.calls[0]?.[0]).toBe('/api/funding/batches/1/progress?status=draft')
  expect(screen.getByText('Fay submitted it for approval.')).toBeTruthy()
})

it('says that somebody edited a draft’s rows until the page has them', async () => {
  const ask = answering('Fay edited it. Row 2 changed.')
  const page = render(<Page id="1" status="draft" contentSha256={null} version={3} />)
  await pass(5_000)
  expect(ask.mock.calls[0]?.[0]).toBe('/api/funding/batches/1/progress?status=draft&version=3')
  expect(screen.getByText('Fay edited it. Row 2 changed.')).toBeTruthy()
  page.rerender(<Page id="1" status="draft" contentSha256={null} version={4} />)
  expect(screen.getByText('as shown')).toBeTruthy()
})

it('does not poll a batch that nobody can recall', async () => {
  const ask = answering('Fay recalled it.')
  render(<Page id="1" status="done" contentSha256="a" />)
  await pass(20_000)
  expect(ask).not.toHaveBeenCalled()
})
