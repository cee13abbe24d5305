import * as z from 'zod/mini'

/** What browser and server both check of the commands about applications. */

export const revisionInput = z.object({ applicationId: z.uuid() })

/** What one call may change: more than a page of the list shows. */
export const MAX_CHOSEN = 100

export const rowsInput = z.object({
  applicationIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_CHOSEN)),
})

/** Whom each was given to, and whose it was before. */
export const undoAssignInput = z.object({
  rows: z
    .array(z.object({ applicationId: z.uuid(), from: z.nullable(z.uuid()), to: z.nullable(z.uuid()) }))
    .check(z.minLength(1), z.maxLength(MAX_CHOSEN)),
})

export const withdrawInput = z.extend(rowsInput, {
  /** Why, in the person's words; for the audit log. */
  reason: z.string().check(z.trim(), z.maxLength(500, 'Use at most 500 characters.')),
})
