import { act, render as renderPlain, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps, ReactElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { CountsProvider } from '@/components/shell/counts'
import type { Counts } from '@/lib/server/counts/views'
import type { NotificationsView } from '@/lib/server/notifications/views'
import { NotificationList } from './notification-list'

const group = (id: string, isUnread: boolean) => ({
  type: 'funding-batch' as const,
  id,
  label: id,
  name: '',
  notices: [
    {
      kind: 'batch-to-approve' as const,
      at: '2026-11-20T08:00:00.000Z',
      by: 'Fay',
      words: [],
      path: `/funding/${id}`,
      isUnread,
      hasEnded: false,
    },
  ],
})

const view = {
  groups: [group('B-1', true), group('B-2', false), group('B-3', true)],
  unread: 2,
  isMore: false,
} as unknown as NotificationsView

const refresh = vi.fn()
const router = { refresh } as unknown as ComponentProps<typeof AppRouterContext>['value']
const render = (page: ReactElement) =>
  renderPlain(page, {
    wrapper: ({ children }) => <AppRouterContext value={router}>{children}</AppRouterContext>,
  })
afterEach(() => {
  refresh.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

it('moves the focus to the next button, and after the last to its subject', async () => {
  const person = userEvent.setup()
  render(<NotificationList view={view} />)
  await person.click(screen.getByRole('button', { name: 'Mark B-1 as read' }))
  expect(focused()).toBe('Mark B-3 as read')
})

it('keeps the focus at the subject of the last one', async () => {
  const person = userEvent.setup()
  render(<NotificationList view={{ ...view, groups: view.groups.slice(0, 2), unread: 1 }} />)
  await person.click(screen.getByRole('button', { name: 'Mark B-1 as read' }))
  expect(focused()).toBe('B-1')
})

it('loads new notifications by itself, or on request while the list is in use', async () => {
  vi.useFakeTimers()
  const counts: Counts = { unread: 2, latest: '2026-11-20T08:00:00.000Z', waiting: {} }
  let answer = counts
  vi.stubGlobal('fetch', async () => Response.json(answer))
  render(
    <CountsProvider first={counts}>
      <NotificationList view={view} />
    </CountsProvider>,
  )
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(5_000)
  expect(refresh).not.toHaveBeenCalled()

  answer = { ...counts, latest: '2026-11-20T08:01:00.000Z' }
  act(() => screen.getByRole('button', { name: 'Mark B-3 as read' }).focus())
  await pass(5_000)
  expect(refresh).not.toHaveBeenCalled()
  act(() => screen.getByRole('button', { name: 'New notifications — show' }).click())
  expect(refresh).toHaveBeenCalledTimes(1)

  act(() => (document.activeElement as HTMLElement).blur())
  await pass(5_000)
  expect(refresh).toHaveBeenCalledTimes(2)
})
