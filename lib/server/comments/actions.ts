'use server'

import { addCommentInput, editCommentInput, removeCommentInput } from '@/lib/domain/comments/inputs'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { addComment, editComment, removeComment } from './comments'

/** Pages that show a subject's comments. */
const pagesOf = ({ type, id }: CommentSubject) =>
  ({
    application: [routes.application(id), routes.underwritingCase(id)],
    'funding-batch': [routes.fundingBatch(id)],
    callback: [routes.callback(Number(id))],
  })[type]

/** Which permission is asked depends on the subject: the use case asks it. */
export const addCommentAction = deskAction('account:own', addCommentInput, addComment, {
  revalidates: ({ subject }) => pagesOf(subject),
})

/** These two name a comment and not its subject: every page is read anew. */
const EVERY_PAGE = { revalidates: routes.home }

export const editCommentAction = deskAction('account:own', editCommentInput, editComment, EVERY_PAGE)

export const removeCommentAction = deskAction('account:own', removeCommentInput, removeComment, EVERY_PAGE)
