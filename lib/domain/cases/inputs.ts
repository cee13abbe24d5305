import * as z from 'zod/mini'

/** What browser and server both check of the commands about cases. */

export const caseInput = z.object({ applicationId: z.uuid() })

export const assignCaseInput = z.extend(caseInput, {
  /** Whose it was when the assigner looked, so that no one's claim is undone unseen. */
  from: z.nullable(z.uuid()),
  to: z.uuid('Choose an underwriter.'),
})

export const withdrawAskInput = z.extend(caseInput, {
  /** What the page showed: not one that was sent since. */
  requestId: z.uuid(),
  /** Null: all of it. */
  itemId: z.nullable(z.uuid()),
  reason: z
    .string()
    .check(z.trim(), z.minLength(3, 'Enter a reason.'), z.maxLength(500, 'Use at most 500 characters.')),
})

export const withdrawDeclineInput = z.extend(caseInput, {
  /** The decision that the page showed, so that a newer one is not withdrawn unseen. */
  decisionId: z.uuid(),
  reason: z
    .string()
    .check(z.trim(), z.minLength(3, 'Enter a reason.'), z.maxLength(500, 'Use at most 500 characters.')),
})

export const changeModeInput = z.extend(caseInput, {
  partnerUnderwrites: z.enum(['yes', 'no'], 'Choose who underwrites.'),
  reason: z
    .string()
    .check(z.trim(), z.minLength(3, 'Enter a reason.'), z.maxLength(500, 'Use at most 500 characters.')),
})
