import type { Anomaly, EventState, FundingStatus } from './event'

/** Why a sale cannot be funded, by what it is itself. `link-amount`: another amount came than its payment link asked for, and nobody has closed that yet. */
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

/** Why a sale cannot be split: by its merchant in the directory, by a payee of its split, or by its amount. */
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

/** Why a sale does not go into a batch. `told-twice`: another event that is chosen names the same transaction. */
const LEFT_OUT = [...BY_SALE, 'told-twice', ...BY_SPLIT] as const
export type Ineligible = (typeof LEFT_OUT)[number]

/** ISO 4217; the partner's default (interface, "Events", currency_code). */
const US_DOLLARS = '840'

export type FundableSale = {
  state: EventState
  funding: FundingStatus
  amountMinor: number | null
  currencyCode: string
  anomalies: readonly Anomaly[]
}

/**
 * Why a sale cannot be funded now; null where it can. Funding amounts have no currency of their own (interface,
 * "Funding request"), so only US dollars are taken.
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

/** Whether a sale can be put into a batch. */
export const isFundable = (sale: FundableSale): boolean => ineligibleReason(sale) === null
