import type { BatchStatus } from '@/lib/domain/funding/batch'
import type { Refusal } from '@/lib/domain/funding/failure-advice'

/** Sales and their batches as pages see them: plain values, times as ISO text, amounts in cents. */

export type SaleBatch = { id: string; number: number; status: BatchStatus }

/** Where and why the partner refused a sale for good. */
export type RefusedSale = Refusal & { batch: SaleBatch }

/** A batch that contains a sale, and the sale's outcome in it. */
export type NamedBatch = SaleBatch & {
  outcome: 'funded' | 'failed' | 'unknown' | 'withdrawn' | 'in-batch'
  /** Why it failed: the partner's reason for the sale, otherwise for its whole request. */
  refusal?: Refusal
  /** The name of the person who sent it without getting an answer, and alone recorded that the partner has nothing. */
  absentBy?: string
}

/** One receiver's open (unfunded) sales, by age since receipt. */
export type AgeingRow = {
  profileId: string
  merchantId: string
  /** The receiver's label. */
  label: string
  sales: number
  amountMinor: number
  /** Sales and cents by age, as `AGES` of lib/domain/callbacks/ageing.ts has them. */
  ages: readonly { sales: number; amountMinor: number }[]
  /** The ones that a person must review before they can be funded: conflicts and unknown amounts. */
  held: { sales: number; amountMinor: number }
  /** Sales that are only in drafts, and so are still open; not in the figures above. */
  draft: { sales: number; amountMinor: number }
  /** Sales funded below their full amount, and what is left of them (cents); not in the figures above. */
  left: { sales: number; amountMinor: number }
  oldestAt: string
}
