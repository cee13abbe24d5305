import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { UnsentTexts } from '@/lib/server/applications/unsent-texts'
import { StepAsks } from './step-asks'

const APPLICATION = '6e1b2a34-0000-4000-8000-000000000009'
const ask = (id: string, label: string) => ({
  id,
  place: 'merchant.website',
  path: 'merchant.website',
  label,
  note: 'It does not open.',
  by: 'Uma',
  at: '2026-06-01T09:00:00.000Z',
  answer: '',
  isDone: false,
  added: null,
  files: [],
})
const router = {
  back() {},
  forward() {},
  refresh() {},
  push() {},
  replace() {},
  prefetch() {},
} as unknown as NonNullable<React.ContextType<typeof AppRouterContext>>

const open = (id: string, unsent: UnsentTexts = {}) =>
  render(
    <AppRouterContext value={router}>
      <StepAsks applicationId={APPLICATION} asks={[ask(id, 'Website')]} unsent={unsent} mayAnswer />
    </AppRouterContext>,
  )
const box = () => screen.queryByLabelText<HTMLTextAreaElement>('Answer: Website')

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ ok: true }))
})
afterEach(() => vi.unstubAllGlobals())

it('opens an unfinished answer as it was left, in this tab or on the desk', async () => {
  const person = userEvent.setup()
  open('a')
  expect(box()).toBeNull()
  await person.click(screen.getByRole('button', { name: /Answer in words/ }))
  await person.type(screen.getByLabelText('Answer: Website'), 'It opens in <b>May</b>')
  cleanup()
  open('a')
  expect(box()?.value).toBe('It opens in <b>May</b>')
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  cleanup()
  open('a')
  expect(box()).toBeNull()
  cleanup()
  open('b', { 'answer-b': { textId: crypto.randomUUID(), content: 'Half a' } })
  expect(box()?.value).toBe('Half a')
})

it('closing an answer returns the focus to its opener', async () => {
  const person = userEvent.setup()
  open('c')
  await person.tab()
  await person.tab()
  await person.keyboard('{Enter}')
  expect(document.activeElement).toBe(box())
  await person.tab()
  await person.tab()
  await person.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Answer in words/ }))
})

it('a requested document has a visible upload link to its slot until it was added', () => {
  const wanted = {
    ...ask('d', 'Voided check'),
    place: 'documents.voided-check',
    path: 'documents.voided-check',
  }
  const page = (more: Partial<typeof wanted> = {}, mayAnswer = true) => (
    <AppRouterContext value={router}>
      <StepAsks
        applicationId={APPLICATION}
        asks={[{ ...wanted, ...more }]}
        unsent={{}}
        mayAnswer={mayAnswer}
      />
    </AppRouterContext>
  )
  const upload = () => screen.queryByRole('link', { name: 'Upload for Voided check' })
  const { rerender } = render(page())
  expect(upload()?.getAttribute('href')).toBe(`/applications/${APPLICATION}/documents#documents.voided-check`)
  rerender(page({ isDone: true }))
  expect(upload()).toBeNull()
  rerender(page({}, false))
  expect(upload()).toBeNull()
})
