import { type EventState, type FundingStanding, isFundable } from './event'

/** Why a sale does not go into a batch. `told-twice`: another event that is chosen names the same transaction. */
export const LEFT_OUT = [
  'in-batch',
  'funded',
  'outside',
  'no-sale',
  'conflict',
  'amount-unknown',
  'other-currency',
  'told-twice',
] as const
export type LeftOut = (typeof LEFT_OUT)[number]

/** ISO 4217; the partner's default (interface, "Events", currency_code). */
const US_DOLLARS = '840'

export type FundableSale = {
  state: EventState
  funding: FundingStanding
  amountMinor: number | null
  currencyCode: string
}

/**
 * Why a sale cannot be funded now; null where it can. Funding amounts have no currency of their own (interface,
 * "Funding request"), so only US dollars are taken.
 */
export function whyLeftOut(sale: FundableSale): Exclude<LeftOut, 'told-twice'> | null {
  if (sale.funding === 'none') return 'no-sale'
  if (sale.funding !== 'unfunded') return sale.funding
  if (sale.state === 'conflict') return 'conflict'
  if (!isFundable(sale)) return 'amount-unknown'
  return sale.currencyCode === US_DOLLARS ? null : 'other-currency'
}
