import type { BatchStatus } from '@/lib/domain/funding/batch'

/** What pages know of sales and the batches that have them: plain values, moments as ISO text, amounts in cents. */

export type SaleBatch = { id: string; number: number; status: BatchStatus }

/** A batch that names a sale, and what became of the sale in it. */
export type NamedBatch = SaleBatch & {
  outcome: 'funded' | 'failed' | 'unknown' | 'withdrawn' | 'in-batch'
  /** By name: who had it sent without an answer, and alone said that the partner has nothing of it. */
  absentBy?: string
}

/** Open sales of one receiver: unfunded ones, by how long ago they were received. */
export type AgeingRow = {
  profileId: string
  merchantId: string
  /** Of the receiver. */
  label: string
  sales: number
  amountMinor: number
  /** Sales and cents by age, as `AGES` of lib/domain/callbacks/ageing.ts has them. */
  ages: readonly { sales: number; amountMinor: number }[]
  /** Of them, those that cannot be funded before somebody has looked: conflicts and amounts that are not known. */
  held: { sales: number; amountMinor: number }
  /** Sales that only drafts have, and so are still open: in none of the figures above. */
  draft: { sales: number; amountMinor: number }
  /** Funded sales that got less than all of it, and what is left of them (cents): in none of the figures above. */
  left: { sales: number; amountMinor: number }
  oldestAt: string
}
