import * as z from 'zod/mini'
import { MAIL_TIMES } from './mail-choices'
import { NOTICE_SUBJECTS } from './notice'

/**
 * `upTo` is the latest notification on the page, so that newer ones stay unread. Without a subject, marks those of all
 * subjects.
 */
export const markReadInput = z.strictObject({
  subject: z.nullable(
    z.strictObject({ type: z.enum(NOTICE_SUBJECTS), id: z.string().check(z.minLength(1), z.maxLength(300)) }),
  ),
  upTo: z.iso.datetime(),
})

export const changeMailChoicesInput = z.strictObject({
  personal: z.enum(MAIL_TIMES),
  boarding: z.enum(MAIL_TIMES),
  money: z.enum(MAIL_TIMES),
  operations: z.enum(MAIL_TIMES),
})
