import type { BatchStatus } from '../funding/batch'
import { type FundableSale, ineligibleReason } from './ineligible'

/**
 * Refines the statuses *unfunded* and *in a batch*. `ready` can be funded now; `refused`: the partner refused it for
 * good; `held` is unfunded and needs a review.
 * `moving`: its batch is being approved or sent; `stopped`: its batch stopped; `unknown`: its batch has an unknown
 * outcome.
 */
export const SALE_STAGES = ['ready', 'refused', 'held', 'moving', 'stopped', 'unknown'] as const
export type SaleStage = (typeof SALE_STAGES)[number]

export const STAGE_LABELS: Readonly<Record<SaleStage, string>> = {
  ready: 'Ready to fund',
  refused: 'Refused by the partner',
  held: 'Needs review before funding',
  moving: 'In a batch being approved or sent',
  stopped: 'In a stopped batch',
  unknown: 'In a batch with an unknown outcome',
}

/**
 * The stage of a sale; null if its money is settled or it has none. `batchStatus`: the status of the batch that has it.
 * `isRefused`: the partner refused it in a batch for good, see `isFinalRefusal`.
 */
export function saleStage(
  sale: FundableSale & { isRefused: boolean },
  batchStatus: BatchStatus | null,
): SaleStage | null {
  if (sale.funding === 'unfunded') {
    if (ineligibleReason(sale) !== null) return 'held'
    return sale.isRefused ? 'refused' : 'ready'
  }
  if (sale.funding !== 'in-batch') return null
  return batchStatus === 'stopped' || batchStatus === 'unknown' ? batchStatus : 'moving'
}
