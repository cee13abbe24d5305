import type { Anomaly, EventState, FundingStatus } from './event'
import { US_DOLLARS } from './readings'

/**
 * Reasons in the sale itself why it cannot be funded. `link-amount`: its amount differs from its payment link's, and
 * no one has closed that yet.
 */
const BY_SALE = [
  'in-draft',
  'in-batch',
  'funded',
  'outside',
  'no-sale',
  'conflict',
  'amount-unknown',
  'other-currency',
  'link-amount',
] as const
export type IneligibleReason = (typeof BY_SALE)[number]

/** Reasons in the split: the merchant's state in the directory, a payee of its split, or the sale's amount. */
const BY_SPLIT = [
  'no-merchant',
  'merchant-unknown',
  'merchant-unconfirmed',
  'merchant-paused',
  'merchant-closed',
  'payee-not-payable',
  'sale-too-small',
] as const
export type IneligibleSplit = (typeof BY_SPLIT)[number]

/** Every reason why a sale stays out of a batch. `told-twice`: another selected event names the same transaction. */
const LEFT_OUT = [...BY_SALE, 'told-twice', ...BY_SPLIT] as const
export type Ineligible = (typeof LEFT_OUT)[number]

export type FundableSale = {
  state: EventState
  funding: FundingStatus
  amountMinor: number | null
  currencyCode: string
  anomalies: readonly Anomaly[]
}

/**
 * Why a sale cannot be funded now; null if it can. Funding amounts have no currency (interface, "Funding request"), so
 * only US dollars are accepted.
 */
export function ineligibleReason(sale: FundableSale): IneligibleReason | null {
  const { state, funding, amountMinor, currencyCode, anomalies } = sale
  if (funding === 'none') return 'no-sale'
  if (funding !== 'unfunded') return funding
  if (state === 'conflict') return 'conflict'
  if (amountMinor === null || amountMinor <= 0) return 'amount-unknown'
  if (currencyCode !== US_DOLLARS) return 'other-currency'
  return anomalies.includes('link-amount-differs') && state !== 'closed' ? 'link-amount' : null
}

/** Whether a sale can go into a batch. */
export const isFundable = (sale: FundableSale): boolean => ineligibleReason(sale) === null
