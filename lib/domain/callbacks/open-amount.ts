import type { FundingStatus } from './event'
import { US_DOLLARS } from './readings'

/**
 * What of a sale is still to be funded, in cents: all of one that no submitted batch has, on hold or not, else what a
 * funded one has left. Null where nothing is, or nobody knows how many dollars. Every sum of open sales is of these.
 */
export function openMinor({
  funding,
  amountMinor,
  currencyCode,
  leftMinor,
}: {
  funding: FundingStatus
  amountMinor: number | null
  currencyCode: string
  leftMinor: number | null
}): number | null {
  if (funding !== 'unfunded' && funding !== 'in-draft') return leftMinor
  return currencyCode === US_DOLLARS ? amountMinor : null
}

/** The same for people. */
export const OPEN_WORDS =
  'Amounts are in US dollars and include sales on hold. Sales in another currency or of unknown amount are counted only.'
