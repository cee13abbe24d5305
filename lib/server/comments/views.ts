import type { CommentDraft } from '@/lib/domain/comments/inputs'
import type { CommentSubject } from '@/lib/domain/comments/subject'

export type CommentPartView = { text: string } | { mention: string; id: string; isMe: boolean }

export type CommentView = {
  id: string
  by: string
  /** Of whoever reads. */
  isOwn: boolean
  at: string
  editedAt: string | null
  removed: { by: string; at: string } | null
  parts: CommentPartView[]
  /** The text as it is stored, for whoever may still change it. */
  editable: string | null
  mayRemove: boolean
}

/** What changes while a page is open. */
export type LiveComments = {
  comments: CommentView[]
  /** There are earlier ones, which are not among them. */
  isMore: boolean
  /** Equal while no one added, edited or removed one. */
  tag: string
}

export type CommentsView = LiveComments & {
  subject: CommentSubject
  draft: { textId: string; content: CommentDraft } | null
}

export type Mentionable = { id: string; name: string }
