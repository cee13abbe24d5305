/**
 * Whether money can go to a merchant: only to an active one. `paused` and `closed` both stop it; a closed one is
 * not offered any more.
 */
export const MERCHANT_STATES = ['active', 'paused', 'closed'] as const
export type MerchantState = (typeof MERCHANT_STATES)[number]

/** A share of a split as it is kept: a percentage as text, or cents as digits; the last one has neither. */
export type StoredShare = { merchantId: string; percent?: string; fixedMinor?: string }

/** What a second person confirms of a merchant. */
export type MerchantTerms = {
  name: string
  applicationId: string | null
  state: MerchantState
  split: StoredShare[]
}
