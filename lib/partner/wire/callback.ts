import { z } from 'zod'
import { EXP_DATE_FORMAT, REFERENCE_FORMAT, TRAN_DATE_FORMAT } from '@/lib/domain/callbacks/readings'

/**
 * The response callback's form fields (interface, "Events"), all text. Undocumented fields are accepted and kept. As
 * usual in forms, an empty field counts as missing.
 */

const orEmpty = (format: RegExp): RegExp => new RegExp(`^$|${format.source}`)

export const wireCallbackSchema = z.looseObject({
  // Always present. `resp_code` is currently 000; the receiver decides what any other code means.
  resp_code: z.string().min(1),
  resp_text: z.string(),
  tran_id: z.string().min(1),
  tran_amount: z.string().min(1),
  tran_date: z.string().regex(TRAN_DATE_FORMAT, { error: 'must have the format MM/DD/YYYY HH:MM:SS AM/PM' }),
  // When provided.
  auth_code: z.string().optional(),
  card_id: z.string().optional(),
  hpp_tran_id: z.string().optional(),
  invoice_number: z.string().optional(),
  client_ref_number: z.string().optional(),
  // Other.
  acct_number: z.string().optional(),
  exp_date: z.string().regex(orEmpty(EXP_DATE_FORMAT), { error: 'must have the format MMYY' }).optional(),
  billing_address: z.string().optional(),
  billing_zip: z.string().optional(),
  currency_code: z.string().default('840'),
  tran_type: z.string().optional(),
  retrieval_ref_number: z
    .string()
    .regex(orEmpty(REFERENCE_FORMAT), { error: 'must have 12 digits' })
    .optional(),
})

export type WireCallback = z.output<typeof wireCallbackSchema>

/** Interface, "Response callback": content type of the event's request. */
export const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded'
