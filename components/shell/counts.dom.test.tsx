import { act, render, screen } from '@testing-library/react'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Bell } from '@/components/notifications/bell'
import { routes } from '@/lib/routes'
import type { Counts } from '@/lib/server/counts/views'
import { CountsProvider, useCounts } from './counts'
import { NavLinks } from './nav-links'

const NAV = [{ area: 'funding' as const, label: 'Funding', href: routes.funding }]
const counts = (unread: number, funding: number): Counts => ({ unread, latest: null, waiting: { funding } })

let answer: Counts
const fetched = vi.fn(async (_address: string) => Response.json(answer))
beforeEach(() => {
  vi.useFakeTimers()
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let page: ReturnType<typeof useCounts>
function OpenPage() {
  page = useCounts()
  return null
}
const frame = (first: Counts, path: string) => (
  <PathnameContext value={path}>
    <CountsProvider first={first}>
      <NavLinks items={NAV} />
      <Bell />
      <OpenPage />
    </CountsProvider>
  </PathnameContext>
)
const shown = () => [
  screen.getByRole('link', { name: /^Notifications/ }).getAttribute('aria-label'),
  screen.queryByText('waiting')?.parentElement?.textContent ?? null,
]
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('bell and navigation show new server renders, an answer every half minute, and one with each page', async () => {
  const { rerender } = render(frame(counts(1, 1), '/'))
  expect(shown()).toEqual(['Notifications, 1 unread', '1 waiting'])
  expect(fetched).not.toHaveBeenCalled()

  const afterAction = counts(0, 2)
  rerender(frame(afterAction, '/'))
  expect(shown()).toEqual(['Notifications', '2 waiting'])

  answer = counts(3, 0)
  await pass(30_000)
  expect(shown()).toEqual(['Notifications, 3 unread', null])

  answer = counts(4, 5)
  rerender(frame(afterAction, '/funding'))
  await pass(0)
  expect(shown()).toEqual(['Notifications, 4 unread', '5 waiting'])
})

it('a page can update both at once, and an older answer does not replace a newer render', async () => {
  const first = counts(0, 0)
  const { rerender } = render(frame(first, '/'))
  answer = counts(1, 2)
  await act(async () => void (await page.recount()))
  expect(shown()).toEqual(['Notifications, 1 unread', '2 waiting'])

  const asked = page.recount
  rerender(frame(counts(7, 8), '/'))
  answer = counts(6, 6)
  await act(async () => void (await asked()))
  expect(shown()).toEqual(['Notifications, 7 unread', '8 waiting'])
})

it('marking as read is shown at once, and then as the desk counts', async () => {
  render(frame(counts(3, 0), '/'))
  const marked = Promise.withResolvers<void>()
  act(() => void page.marking(2, marked.promise))
  expect(shown()[0]).toBe('Notifications, 1 unread')
  answer = counts(2, 0)
  marked.resolve()
  await pass(0)
  expect(shown()[0]).toBe('Notifications, 2 unread')
})
