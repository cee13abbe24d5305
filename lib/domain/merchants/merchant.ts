/**
 * Whether money can go to a merchant: only if it is active. `paused` and `closed` both stop it; a closed merchant is no
 * longer offered.
 */
export const MERCHANT_STATES = ['active', 'paused', 'closed'] as const
export type MerchantState = (typeof MERCHANT_STATES)[number]

/** A share of a split as stored: a percentage as text, or cents as digits. The last share has neither. */
export type StoredShare = { merchantId: string; percent?: string; fixedMinor?: string }

/** The terms of a merchant that a second person confirms. */
export type MerchantTerms = {
  name: string
  applicationId: string | null
  state: MerchantState
  split: StoredShare[]
}
