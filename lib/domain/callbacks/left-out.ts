import type { Anomaly, EventState, FundingStanding } from './event'

/**
 * Why a sale does not go into a batch. `told-twice`: another event that is chosen names the same transaction.
 * `link-amount`: another amount came than its payment link asked for, and nobody has closed that yet.
 */
export const LEFT_OUT = [
  'in-batch',
  'funded',
  'outside',
  'no-sale',
  'conflict',
  'amount-unknown',
  'other-currency',
  'link-amount',
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
  anomalies: readonly Anomaly[]
}

/**
 * Why a sale cannot be funded now; null where it can. Funding amounts have no currency of their own (interface,
 * "Funding request"), so only US dollars are taken.
 */
export function whyLeftOut(sale: FundableSale): Exclude<LeftOut, 'told-twice'> | null {
  const { state, funding, amountMinor, currencyCode, anomalies } = sale
  if (funding === 'none') return 'no-sale'
  if (funding !== 'unfunded') return funding
  if (state === 'conflict') return 'conflict'
  if (amountMinor === null || amountMinor <= 0) return 'amount-unknown'
  if (currencyCode !== US_DOLLARS) return 'other-currency'
  return anomalies.includes('link-amount-differs') && state !== 'closed' ? 'link-amount' : null
}

/** Whether a sale can be put into a batch. */
export const isFundable = (sale: FundableSale): boolean => whyLeftOut(sale) === null
