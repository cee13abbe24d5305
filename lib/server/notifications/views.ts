import type { NoticeKind, NoticeSubject } from '@/lib/domain/notifications/notice'

export type NoticeView = {
  kind: NoticeKind
  at: string
  by: string | null
  isUnread: boolean
  hasEnded: boolean
}

/** What is about one application or batch, latest first. */
export type NoticeGroup = {
  type: NoticeSubject
  id: string
  number: number
  name: string
  notices: NoticeView[]
}

export type NotificationsView = { groups: NoticeGroup[]; unread: number; isMore: boolean }
