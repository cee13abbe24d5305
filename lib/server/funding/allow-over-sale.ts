import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { fundingBatches, fundingOverrides } from '@/lib/db/schema/funding'
import { canEditBatch } from '@/lib/domain/funding/batch'
import { transactionKey, transactionName } from '@/lib/domain/funding/check-money'
import { note } from '@/lib/domain/values/note'
import type { Outcome } from '@/lib/domain/values/outcome'
import { lockFundingStatus } from '@/lib/server/sales/funding-status'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { loadFundingRules } from '@/lib/server/settings'
import { withJudges } from './approvals'
import { checkedBatchOf, type JudgedLines, reviewLines } from './check-lines'
import { totalsOf } from './create-batch'
import {
  auditBatch,
  type BatchRow,
  listLines,
  lockBatch,
  type StoredLine,
  type WrongState,
  wrongState,
} from './data'
import { termsOf } from './lines'
import type { LineTotals } from './views'

export const allowOverSaleSchema = z.strictObject({
  batchId: z.uuid(),
  version: z.int().min(1),
  /** Any line of the transaction. */
  row: z.int().min(0),
  reason: note(),
})
export type AllowOverSale = z.output<typeof allowOverSaleSchema>

export type AllowOverSaleResult = Outcome<{ totals: LineTotals }, 'stale' | 'not-allowed'> | WrongState

/** Why this person may not allow an amount above the sale; null if they may. */
export function overSaleProblem(
  ctx: Ctx,
  { workedOnBy }: Pick<BatchRow, 'workedOnBy'>,
  isAllowedBySettings: boolean,
): string | null {
  if (!isAllowedBySettings) return 'Your settings do not allow amounts above the sale. Lower the amount.'
  return workedOnBy.includes(ctx.actor.id)
    ? 'You worked on this batch. Ask a colleague with approval rights to allow the amount, or lower it.'
    : null
}

/**
 * Allows one transaction of a draft to exceed its sale, up to its current amount. Only with approval rights, if
 * Settings allow it, and for no one who worked on the batch. Every approver sees it.
 */
export const allowOverSale = (ctx: Ctx, input: AllowOverSale): Promise<AllowOverSaleResult> =>
  ctx.db.transaction(async (tx): Promise<AllowOverSaleResult> => {
    const batch = await lockBatch(tx, input.batchId)
    const refusal = await refusalOf(ctx, tx, batch, input.version)
    if (refusal) return refusal
    await lockFundingStatus(tx)
    const lines = await listLines(tx, batch.id)
    const review = () => reviewLines(tx, checkedBatchOf(batch), lines, termsOf(ctx, batch))
    const transaction = transactionAboveSale(lines, await review(), input.row)
    if (!transaction) return wrongState('This transaction is not above its sale. There is nothing to allow.')
    await storeOverride(ctx, tx, batch.id, transaction, input.reason)
    // With the override stored, the error becomes a warning, so the batch's totals are computed again.
    const { totals } = await review()
    await tx
      .update(fundingBatches)
      .set({ ...totals, updatedAt: ctx.now() })
      .where(eq(fundingBatches.id, batch.id))
    return { ok: true, totals: totalsOf(totals) }
  })

async function refusalOf(
  ctx: Ctx,
  tx: Tx,
  batch: BatchRow,
  version: number,
): Promise<Extract<AllowOverSaleResult, { ok: false }> | null> {
  const { overSale } = await loadFundingRules(tx)
  const problem = overSaleProblem(ctx, await withJudges(tx, batch), overSale)
  if (problem !== null) return { ok: false, reason: 'not-allowed', message: problem }
  if (!canEditBatch(batch.status)) return wrongState('Only a draft can be changed. Return the batch first.')
  return batch.version === version
    ? null
    : {
        ok: false,
        reason: 'stale',
        message: 'The batch changed after you opened this page. Reload, and look at the amount again.',
      }
}

type TransactionAboveSale = {
  key: string
  saleMinor: number
  afterMinor: number
  /** Cents by merchant. */
  shares: ReadonlyMap<string, number>
}

/** The transaction of this row, if it exceeds its sale. The problem is reported on its first line. */
function transactionAboveSale(
  lines: readonly StoredLine[],
  { problems, index }: JudgedLines,
  row: number,
): TransactionAboveSale | null {
  const line = lines.find((one) => one.row === row)
  const first = lines.find(({ transactionNo }) => transactionNo === line?.transactionNo)
  const problem = problems.find(({ row, code }) => row === first?.row && code === 'over-sale')
  const { saleMinor, afterMinor } = problem?.amounts ?? {}
  if (!first || saleMinor === undefined || afterMinor === undefined) return null
  const shares = new Map<string, number>()
  for (const { transactionNo, merchantId, amountMinor } of lines)
    if (transactionNo === first.transactionNo && (amountMinor ?? 0n) > 0n)
      shares.set(merchantId, (shares.get(merchantId) ?? 0) + Number(amountMinor))
  return { key: transactionKey(first, index.findTransactionId), saleMinor, afterMinor, shares }
}

async function storeOverride(
  ctx: Ctx,
  tx: Tx,
  batchId: string,
  { key, saleMinor, afterMinor, shares }: TransactionAboveSale,
  reason: string,
): Promise<void> {
  const payees = [...shares.keys()]
  const amounts = [...shares.values()]
  const override = {
    allowedMinor: afterMinor,
    saleMinor,
    payees,
    amounts,
    by: ctx.actor.id,
    at: ctx.now(),
    reason: sanitizeNote(reason),
  }
  await tx
    .insert(fundingOverrides)
    .values({ batchId, key, ...override })
    .onConflictDoUpdate({ target: [fundingOverrides.batchId, fundingOverrides.key], set: override })
  await auditBatch(ctx, tx, 'funding-over-sale-allowed', batchId, {
    transaction: transactionName(key),
    saleMinor: String(saleMinor),
    allowedMinor: String(afterMinor),
    merchants: payees,
    amounts,
    reason,
  })
}
