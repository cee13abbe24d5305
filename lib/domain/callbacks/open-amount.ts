import type { FundingStatus } from './event'
import { US_DOLLARS } from './readings'

/**
 * How much of a sale is still to be funded, in cents: the whole amount if no submitted batch has it, on hold or not;
 * else the rest of a partly funded sale. Null if nothing is left, or if the amount in dollars is unknown. Every total
 * of open sales uses this.
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

/** The same rule in words. */
export const OPEN_WORDS =
  'Amounts are in US dollars and include sales on hold. Sales in another currency or of unknown amount are counted only.'
