import { z } from 'zod'

/**
 * The request to the hosted payment page (interface, "Hosted payment request fields"): its four fields, from a form or
 * a link's query. The interface gives neither formats nor lengths; these are the sandbox's own.
 */

export const MAX_REFERENCE_LENGTH = 255

/** The event returns this unchanged, so line breaks are not allowed: an HTML form would alter them. */
const reference = z
  .string()
  .max(MAX_REFERENCE_LENGTH)
  .regex(/^\P{Cc}*$/u, { error: 'must be one line of text without control characters' })

export const wireHostedPaymentSchema = z.looseObject({
  profile_id: z.string().min(1).max(40),
  /** US dollars. */
  payment_amount: z.string().regex(/^(?=.*[1-9])\d{1,8}(?:\.\d{1,2})?$/, {
    error: 'must be an amount in US dollars between 0.01 and 99999999.99, such as 125.00',
  }),
  invoice_number: reference.optional(),
  client_reference_number: reference.optional(),
})
