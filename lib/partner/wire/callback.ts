import { z } from 'zod'

/**
 * The response callback's form fields (interface, "Events"), all of them text. Fields that the interface does not
 * show are tolerated and kept, and one that is given empty is one that is not given, as forms have it.
 */

/** Interface, "Events": MM/DD/YYYY HH:MM:SS AM/PM, in no named time zone. */
const tranDate = z
  .string()
  .regex(/^(?:0[1-9]|1[0-2])\/(?:0[1-9]|[12]\d|3[01])\/\d{4} (?:0[1-9]|1[0-2]):[0-5]\d:[0-5]\d [AP]M$/, {
    error: 'must have the format MM/DD/YYYY HH:MM:SS AM/PM',
  })

export const wireCallbackSchema = z.looseObject({
  // Always. resp_code is 000 at present; another one is for the reader to judge.
  resp_code: z.string().min(1),
  resp_text: z.string(),
  tran_id: z.string().min(1),
  tran_amount: z.string().min(1),
  tran_date: tranDate,
  // When provided.
  auth_code: z.string().optional(),
  card_id: z.string().optional(),
  hpp_tran_id: z.string().optional(),
  invoice_number: z.string().optional(),
  client_ref_number: z.string().optional(),
  // Other.
  acct_number: z.string().optional(),
  exp_date: z
    .string()
    .regex(/^(?:(?:0[1-9]|1[0-2])\d\d)?$/, { error: 'must have the format MMYY' })
    .optional(),
  billing_address: z.string().optional(),
  billing_zip: z.string().optional(),
  currency_code: z.string().default('840'),
  tran_type: z.string().optional(),
  retrieval_ref_number: z
    .string()
    .regex(/^(?:\d{12})?$/, { error: 'must have exactly 12 digits' })
    .optional(),
})

export type WireCallback = z.output<typeof wireCallbackSchema>

/** Interface, "Events": the code of an approved sale, the only one that is posted. */
export const APPROVED_RESP_CODE = '000'

/** Interface, "Response callback": of the event's request. */
export const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded'
