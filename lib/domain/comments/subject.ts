import type { Permission } from '@/lib/domain/access/permissions'

/** What can be commented on, as the audit log names it. A case is its application: both pages show the same comments. */
export const COMMENT_SUBJECTS = ['application', 'funding-batch', 'callback'] as const
export type CommentSubjectType = (typeof COMMENT_SUBJECTS)[number]
export type CommentSubject = { type: CommentSubjectType; id: string }

/**
 * Who reads and writes them: whoever may open the subject. An application is opened by whoever may read what it says
 * of people, since comments do that too.
 */
export const COMMENT_PERMISSION: Readonly<Record<CommentSubjectType, Permission>> = {
  application: 'applicants:read',
  'funding-batch': 'funding:read',
  callback: 'callbacks:read',
}
