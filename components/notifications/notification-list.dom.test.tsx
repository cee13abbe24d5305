import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
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
      note: null,
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

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

it('goes to the next that is to be marked, and after the last stays at its subject', async () => {
  const person = userEvent.setup()
  render(<NotificationList view={view} />)
  await person.click(screen.getByRole('button', { name: 'Mark B-1 as read' }))
  expect(focused()).toBe('Mark B-3 as read')
})

it('the last one leaves the focus at its subject', async () => {
  const person = userEvent.setup()
  render(<NotificationList view={{ ...view, groups: view.groups.slice(0, 2), unread: 1 }} />)
  await person.click(screen.getByRole('button', { name: 'Mark B-1 as read' }))
  expect(focused()).toBe('B-1')
})
