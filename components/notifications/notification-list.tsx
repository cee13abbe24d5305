'use client'

import { Bell } from 'lucide-react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { PageHeader } from '@/components/shell/page-header'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { NOTICE_LABELS } from '@/lib/domain/notifications/notice'
import { routes } from '@/lib/routes'
import { markReadAction } from '@/lib/server/notifications/actions'
import type { NoticeGroup, NoticeView, NotificationsView } from '@/lib/server/notifications/views'
import { markedRead } from './unread'

/** What this person was told, by subject, latest first. */
export function NotificationList({ view: { groups, unread, isMore } }: { view: NotificationsView }) {
  const { run, busy, trouble } = useDeskAction(markReadAction)
  const upTo = groups[0]?.notices[0]?.at
  const mark = async (group: NoticeGroup | null) => {
    const until = group ? group.notices[0]?.at : upTo
    if (!until) return
    const called = await run({ subject: group && { type: group.type, id: group.id }, upTo: until })
    if (called?.ok) markedRead()
  }
  return (
    <>
      <PageHeader
        title="Notifications"
        subtitle={unread === 0 ? 'No unread notifications' : `${unread > 99 ? '99+' : unread} unread`}
        actions={
          unread > 0 && (
            <Button busy={busy} onClick={() => void mark(null)}>
              Mark all as read
            </Button>
          )
        }
      />
      <TroubleNotice trouble={trouble} />
      <Panel flush>
        {groups.length === 0 ? (
          <EmptyState icon={<Bell />} title="No notifications yet">
            Requests, decisions, approvals and mentions for you appear here.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {groups.map((group) => (
              <Group key={`${group.type} ${group.id}`} group={group} onRead={() => void mark(group)} />
            ))}
          </ul>
        )}
      </Panel>
      {isMore && <p className="mt-3 text-sm text-muted">Only the latest 100 notifications are shown.</p>}
    </>
  )
}

function Group({ group, onRead }: { group: NoticeGroup; onRead: () => void }) {
  const name = `${group.label} ${group.name}`.trim()
  const hasUnread = group.notices.some(({ isUnread }) => isUnread)
  return (
    <li
      aria-label={name}
      className="flex items-start justify-between gap-x-3 gap-y-1 px-4 py-3 max-sm:flex-col"
    >
      <div className="min-w-0">
        <Link
          href={group.notices[0]?.path ?? routes.notifications}
          // Whoever opens the subject has read what was said about it.
          onClick={hasUnread ? onRead : undefined}
          className="font-medium break-words hover:underline"
        >
          {name}
        </Link>
        <ul className="mt-1 flex flex-col gap-1 text-sm">
          {group.notices.map((notice) => (
            <Notice key={notice.kind} notice={notice} onRead={hasUnread ? onRead : undefined} />
          ))}
        </ul>
      </div>
      {hasUnread && (
        <Button size="small" variant="ghost" aria-label={`Mark ${name} as read`} onClick={onRead}>
          Mark as read
        </Button>
      )}
    </li>
  )
}

function Notice({
  notice: { kind, at, by, path, isUnread, hasEnded },
  onRead,
}: {
  notice: NoticeView
  onRead: (() => void) | undefined
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-muted">
      <span className={isUnread ? 'font-semibold text-ink' : undefined}>
        {path.includes('#') ? (
          <Link href={path} onClick={onRead} className="underline">
            {NOTICE_LABELS[kind]}
          </Link>
        ) : (
          NOTICE_LABELS[kind]
        )}
      </span>
      {isUnread && <Badge tone="progress">Unread</Badge>}
      {hasEnded && <Badge tone="neutral">Closed</Badge>}
      <span>
        {by && `${by}, `}
        <DateTime at={at} />
      </span>
    </li>
  )
}
