import * as z from 'zod/mini'
import { COMMENT_SUBJECTS } from './subject'

/** A callback is known by its number, the others by a UUID. */
export const commentSubject = z
  .strictObject({ type: z.enum(COMMENT_SUBJECTS), id: z.string().check(z.maxLength(40)) })
  .check(
    z.refine(({ type, id }) =>
      type === 'callback' ? /^[1-9]\d{0,14}$/.test(id) : z.uuid().safeParse(id).success,
    ),
  )

/** Far beyond what a comment may have: what is too long is said in words, not by a refused request. */
const typed = z.string().check(z.maxLength(200_000))

/** `id` is that of the text in the form: a comment that is sent twice is one. */
export const addCommentInput = z.strictObject({ subject: commentSubject, id: z.uuid(), text: typed })
/** `seen`: the text that was changed. */
export const editCommentInput = z.strictObject({ id: z.uuid(), text: typed, seen: typed })
export const removeCommentInput = z.strictObject({ id: z.uuid() })

export const MAX_COMMENT_DRAFT_BYTES = 256 * 1024

const draftContent = z.strictObject({
  text: typed,
  people: z
    .array(z.strictObject({ id: z.uuid(), name: z.string().check(z.maxLength(300)) }))
    .check(z.maxLength(200)),
})
export type CommentDraft = z.output<typeof draftContent>

export const keepCommentDraftInput = z.strictObject({
  subject: commentSubject,
  textId: z.uuid(),
  /** Null once there is nothing to keep. */
  content: z.nullable(draftContent),
})
