import { act, render } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLiveLinks } from './use-live-links'

type Router = NonNullable<ComponentProps<typeof AppRouterContext>['value']>
type Links = Parameters<typeof useLiveLinks>[0]

/** The rows of the log, latest first. */
let log: { n: number; clientRefNumber: string }[]
beforeEach(() => {
  vi.useFakeTimers()
  log = [{ n: 1, clientRefNumber: 'elsewhere' }]
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Record<string, string> }) => {
    const tag = `"${log.length}"`
    return headers['if-none-match'] === tag
      ? new Response(null, { status: 304 })
      : Response.json({ items: log, more: false, counts: {} }, { headers: { etag: tag } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(links: Links) {
  const refresh = vi.fn()
  function List() {
    return <p>{useLiveLinks(links)}</p>
  }
  render(
    <AppRouterContext value={{ refresh } as unknown as Router}>
      <List />
    </AppRouterContext>,
  )
  return refresh
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const links = [
  { reference: 'INV-1', sales: [] },
  { reference: '', sales: [] },
] as unknown as Links

it('refreshes the page once for each sale of its links', async () => {
  const refresh = open(links)
  await pass(11_000)
  expect(refresh).not.toHaveBeenCalled()
  log = [{ n: 2, clientRefNumber: 'INV-1' }, ...log]
  await pass(6_000)
  expect(refresh).toHaveBeenCalledTimes(1)
  // A callback without a reference belongs to no link.
  log = [{ n: 3, clientRefNumber: '' }, ...log]
  await pass(11_000)
  expect(refresh).toHaveBeenCalledTimes(1)
  log = [{ n: 4, clientRefNumber: 'INV-1' }, ...log]
  await pass(6_000)
  expect(refresh).toHaveBeenCalledTimes(2)
})

it('does not refresh for sales that the page already shows', async () => {
  log = [{ n: 2, clientRefNumber: 'INV-1' }]
  const refresh = open([{ reference: 'INV-1', sales: [{ n: 2 }] }] as unknown as Links)
  await pass(11_000)
  expect(refresh).not.toHaveBeenCalled()
})
