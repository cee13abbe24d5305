import 'server-only'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import { requireContext } from '@/lib/server/context'
import { viewComments } from './comments'
import type { CommentsView } from './views'

/** For the page of the subject, which has asked who may open it. Null for whoever sees the page and no comments. */
export const loadComments = async (subject: CommentSubject): Promise<CommentsView | null> =>
  viewComments(await requireContext('account:own'), subject)
