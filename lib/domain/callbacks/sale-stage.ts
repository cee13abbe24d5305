import type { BatchStatus } from '../funding/batch'
import { type FundableSale, ineligibleReason } from './ineligible'

/**
 * What *unfunded* and *in a batch* leave open. `ready` can be funded now; `held` is unfunded and waits for a review.
 * `moving` is in a batch that is being approved or sent; `stopped` in one that stopped; `unknown` in one whose
 * outcome is unknown.
 */
export const SALE_STAGES = ['ready', 'held', 'moving', 'stopped', 'unknown'] as const
export type SaleStage = (typeof SALE_STAGES)[number]

export const STAGE_LABELS: Readonly<Record<SaleStage, string>> = {
  ready: 'Ready to fund',
  held: 'Needs review before funding',
  moving: 'In a batch being approved or sent',
  stopped: 'In a stopped batch',
  unknown: 'In a batch with an unknown outcome',
}

/** The stage of a sale; null where its money is settled, or where there is none. `batchStatus`: of the batch that has it. */
export function saleStage(sale: FundableSale, batchStatus: BatchStatus | null): SaleStage | null {
  if (sale.funding === 'unfunded') return ineligibleReason(sale) === null ? 'ready' : 'held'
  if (sale.funding !== 'in-batch') return null
  return batchStatus === 'stopped' || batchStatus === 'unknown' ? batchStatus : 'moving'
}
