'use client'

import { Bell } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type RefObject, useRef, useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { usePromptAction } from '@/components/forms/use-prompt-action'
import { useShownEarly } from '@/components/forms/use-shown-early'
import { useCounts } from '@/components/shell/counts'
import { isBeingRead } from '@/components/shell/is-being-read'
import { PageHeader } from '@/components/shell/page-header'
import { usePoll } from '@/components/shell/use-live'
import { focusContent } from '@/components/shell/use-page-focus'
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

/** People keep this page open and wait for news, so it polls often. */
const EVERY_MS = 5_000

/** The person's notifications, grouped by subject, latest first. */
export function NotificationList({ view }: { view: NotificationsView }) {
  const [{ groups, unread, isMore }, showAtOnce] = useShownEarly(view, withRead)
  const { press, busy, trouble } = usePromptAction(showAtOnce, { unanswered: 'try-again' })
  const leaving = useDeskAction(markReadAction)
  const { recount, marking } = useCounts()
  const upTo = groups[0]?.notices[0]?.at
  const list = useRef<HTMLDivElement>(null)
  const { isHeld, show, onPoint } = useNews(upTo ?? null, list)
  const asked = (group: NoticeGroup | null) => {
    const until = group ? group.notices[0]?.at : upTo
    return until ? { subject: group && { type: group.type, id: group.id }, upTo: until } : null
  }
  function mark(group: NoticeGroup | null, button: HTMLButtonElement) {
    const input = asked(group)
    if (busy || input === null) return
    // The button disappears and would take the focus with it.
    if (group) focusAfter(button)
    else focusContent()
    marking(
      unread - withRead(view, group).unread,
      press(group, () => markReadAction(input)),
    )
  }
  /** Opening a subject marks its notifications as read. The next page does not wait for that. */
  function open(group: NoticeGroup) {
    const input = asked(group)
    if (input) void leaving.run(input).then(recount)
  }
  return (
    <>
      <PageHeader
        title="Notifications"
        subtitle={unread === 0 ? 'No unread notifications' : `${unread > 99 ? '99+' : unread} unread`}
        actions={
          unread > 0 && (
            <Button busy={busy} onClick={(event) => mark(null, event.currentTarget)}>
              Mark all as read
            </Button>
          )
        }
      />
      <TroubleNotice trouble={trouble} />
      <div role="status" className="sticky top-[calc(var(--top-bar)+0.25rem)] z-10 flex h-0 justify-center">
        {isHeld && (
          <Button
            variant="primary"
            size="small"
            className="mt-1 rounded-full px-3 shadow-raised"
            onClick={show}
          >
            New notifications — show
          </Button>
        )}
      </div>
      <div ref={list} onPointerMove={onPoint}>
        <Panel flush>
          {groups.length === 0 ? (
            <EmptyState icon={<Bell />} title="No notifications yet">
              Requests, decisions, approvals and mentions for you appear here.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {groups.map((group) => (
                <Group
                  key={`${group.type} ${group.id}`}
                  group={group}
                  onRead={(button) => mark(group, button)}
                  onOpen={() => open(group)}
                />
              ))}
            </ul>
          )}
        </Panel>
      </div>
      {isMore && <p className="mt-3 text-sm text-muted">Only the latest 100 notifications are shown.</p>}
    </>
  )
}

/** Reloads the page when notifications arrive. While the person is reading the list, offers a button instead. */
function useNews(shown: string | null, list: RefObject<HTMLElement | null>) {
  const router = useRouter()
  const { recount } = useCounts()
  const [heldOver, setHeldOver] = useState<{ shown: string | null } | null>(null)
  const pointedAt = useRef(0)
  usePoll(
    async () => {
      const now = await recount()
      if (now === null || now.latest === shown) return null
      if (isBeingRead(list.current, pointedAt.current)) setHeldOver({ shown })
      else router.refresh()
      return null
    },
    true,
    EVERY_MS,
  )
  return {
    isHeld: heldOver?.shown === shown,
    show() {
      router.refresh()
      scrollTo({ top: 0, behavior: 'instant' })
      focusContent()
    },
    onPoint() {
      pointedAt.current = Date.now()
    },
  }
}

/** Moves the focus to the next button, or else to the link of this subject. */
function focusAfter(button: HTMLButtonElement): void {
  const item = button.closest('li')
  const buttons = [...(item?.parentElement?.querySelectorAll('button') ?? [])]
  const next = buttons[buttons.indexOf(button) + 1] ?? item?.querySelector('a')
  next?.focus()
}

/** The view as it will be once the desk has marked one group, or every group, as read. */
function withRead(view: NotificationsView, read: NoticeGroup | null): NotificationsView {
  const isRead = ({ type, id }: NoticeGroup) => read === null || (type === read.type && id === read.id)
  const gone = view.groups.filter(isRead).flatMap(({ notices }) => notices.filter(({ isUnread }) => isUnread))
  return {
    ...view,
    unread: read === null ? 0 : Math.max(0, view.unread - gone.length),
    groups: view.groups.map((group) =>
      isRead(group)
        ? { ...group, notices: group.notices.map((notice) => ({ ...notice, isUnread: false })) }
        : group,
    ),
  }
}

function Group({
  group,
  onRead,
  onOpen,
}: {
  group: NoticeGroup
  onRead: (button: HTMLButtonElement) => void
  onOpen: () => void
}) {
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
          onClick={hasUnread ? onOpen : undefined}
          className="font-medium break-words hover:underline"
        >
          {name}
        </Link>
        <ul className="mt-1 flex flex-col gap-1 text-sm">
          {group.notices.map((notice) => (
            <Notice key={notice.kind} notice={notice} onOpen={hasUnread ? onOpen : undefined} />
          ))}
        </ul>
      </div>
      {hasUnread && (
        <Button
          size="small"
          variant="ghost"
          aria-label={`Mark ${name} as read`}
          onClick={(event) => onRead(event.currentTarget)}
        >
          Mark as read
        </Button>
      )}
    </li>
  )
}

function Notice({
  notice: { kind, at, by, words, path, isUnread, hasEnded },
  onOpen,
}: {
  notice: NoticeView
  onOpen: (() => void) | undefined
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-muted">
      <span className={isUnread ? 'font-semibold text-ink' : undefined}>
        {path.includes('#') ? (
          <Link href={path} onClick={onOpen} className="underline">
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
      {words.length > 0 && (
        <ul className="basis-full border-s-2 border-line ps-2 text-ink">
          {words.map((line) => (
            <li key={line} className="break-words">
              <bdi>{line}</bdi>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
