import * as z from 'zod/mini'
import { note } from '../values/note'
import { MERCHANT_STATES } from './merchant'
import { MAX_MERCHANT_FILE_BYTES } from './merchant-file'
import { MAX_MERCHANT_SEARCH, PENDING } from './merchant-list-query'

/**
 * Inputs of the commands about merchants. `readMerchant` reports mistakes that a person can make; these schemas reject
 * what no form sends.
 */

const merchantId = z.string().check(z.maxLength(1_000))
/** `version`: the version that the form started from. A newer one is never overwritten. */
const chosen = { merchantId, version: z.int() }

const typed = {
  merchantId,
  name: z.string().check(z.maxLength(1_000)),
  /** The application's number, or empty. */
  application: z.string().check(z.maxLength(100)),
  split: z
    .array(
      z.object({
        merchantId,
        percent: z.optional(z.string().check(z.maxLength(40))),
        fixedMinor: z.optional(z.string().check(z.maxLength(40))),
      }),
    )
    .check(z.maxLength(100)),
}

/** Similar merchants that the person entering or confirming this one has seen, and says are different. */
const differsFrom = z._default(z.array(merchantId).check(z.maxLength(100)), [])

export const enterMerchantInput = z.object({ ...typed, differsFrom })
export const changeMerchantInput = z.object({
  ...typed,
  state: z.enum(MERCHANT_STATES),
  version: chosen.version,
})
export const stopMerchantInput = z.object({
  merchantId,
  state: z.enum(['paused', 'closed']),
  reason: note(),
})

/** The most merchants that one click confirms. */
export const MOST_CONFIRMED = 2_000
export const confirmMerchantsInput = z.object({
  merchants: z.array(z.object({ ...chosen, differsFrom })).check(z.minLength(1), z.maxLength(MOST_CONFIRMED)),
})
/** The list's filters, as in its URL. */
export const findPendingInput = z.object({
  search: z.string().check(z.maxLength(MAX_MERCHANT_SEARCH)),
  state: z.nullable(z.enum(MERCHANT_STATES)),
  waiting: z.nullable(z.enum(PENDING)),
})
export const rejectMerchantInput = z.object({ ...chosen, note: note() })
export const withdrawMerchantInput = z.object(chosen)

export const merchantFileInput = z.object({ text: z.string().check(z.maxLength(MAX_MERCHANT_FILE_BYTES)) })

export const proposeSplitInput = z.pick(changeMerchantInput, { merchantId: true, split: true })
export const readSplitInput = z.object({ merchantId })
