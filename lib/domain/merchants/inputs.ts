import * as z from 'zod/mini'
import { note } from '../values/note'
import { MERCHANT_STATES } from './merchant'
import { MAX_MERCHANT_FILE_BYTES } from './merchant-file'
import { MAX_MERCHANT_SEARCH, PENDING } from './merchant-list-query'

/** The commands about merchants. What is wrong with a merchant is said by `readMerchant`: here is what no form sends. */

const merchantId = z.string().check(z.maxLength(1_000))
/** `version`: what the form started from; a newer one is never overwritten. */
const chosen = { merchantId, version: z.int() }

const typed = {
  merchantId,
  name: z.string().check(z.maxLength(1_000)),
  /** Its number, or empty. */
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

/** The merchants that look like this one, and that whoever enters or confirms it has seen to be others. */
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

/** As many as are confirmed in one press. */
export const MOST_CONFIRMED = 2_000
export const confirmMerchantsInput = z.object({
  merchants: z.array(z.object({ ...chosen, differsFrom })).check(z.minLength(1), z.maxLength(MOST_CONFIRMED)),
})
/** What the list is filtered by, as its address says it. */
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
