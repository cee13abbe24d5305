import * as z from 'zod/mini'

/** Input schemas of the application commands, checked by browser and server. */

export const revisionInput = z.object({ applicationId: z.uuid() })

/** The most applications that one call may change: more than a page of the list shows. */
export const MAX_CHOSEN = 100

export const rowsInput = z.object({
  applicationIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_CHOSEN)),
})

/** Each application's current and previous assignee. */
export const undoAssignInput = z.object({
  rows: z
    .array(z.object({ applicationId: z.uuid(), from: z.nullable(z.uuid()), to: z.nullable(z.uuid()) }))
    .check(z.minLength(1), z.maxLength(MAX_CHOSEN)),
})

export const withdrawInput = z.extend(rowsInput, {
  /** The reason in the person's own words, for the audit log. */
  reason: z.string().check(z.trim(), z.maxLength(500, 'Use at most 500 characters.')),
})
