import type { Route } from 'next'
import type { NoticeKind, NoticeSubject } from '@/lib/domain/notifications/notice'

export type NoticeView = {
  kind: NoticeKind
  at: string
  by: string | null
  /** The words of whoever returned or recalled a batch. */
  note: string | null
  /** Where it leads: the page of its subject, at the comment where it is of one. */
  path: Route
  isUnread: boolean
  hasEnded: boolean
}

/** What is about one subject, latest first. */
export type NoticeGroup = {
  type: NoticeSubject
  id: string
  /** `A-12`, `B-3`, `Callback 57`, `Connection: token`. */
  label: string
  name: string
  notices: NoticeView[]
}

export type NotificationsView = { groups: NoticeGroup[]; unread: number; isMore: boolean }
