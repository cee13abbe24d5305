import type { Route } from 'next'
import type { NoticeKind, NoticeSubject } from '@/lib/domain/notifications/notice'

export type NoticeView = {
  kind: NoticeKind
  at: string
  by: string | null
  /** What that person wrote with the change, by line. */
  words: string[]
  /** The subject's page, at the comment if the notification is about one. */
  path: Route
  isUnread: boolean
  hasEnded: boolean
}

/** The notifications about one subject, latest first. */
export type NoticeGroup = {
  type: NoticeSubject
  id: string
  /** `A-12`, `B-3`, `Callback 57`, `Connection: token`. */
  label: string
  name: string
  notices: NoticeView[]
}

export type NotificationsView = { groups: NoticeGroup[]; unread: number; isMore: boolean }
