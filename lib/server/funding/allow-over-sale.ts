import { eq } from 'drizzle-orm'
import { z } from 'zod'
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
import { reviewLines, subjectOf } from './check-lines'
import { totalsOf } from './create-batch'
import { auditBatch, type BatchRow, listLines, lockBatch, type WrongState, wrongState } from './data'
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

/** Why this person may not let a transaction come to more than its sale; null where they may. */
export function overSaleProblem(
  ctx: Ctx,
  { workedOnBy }: Pick<BatchRow, 'workedOnBy'>,
  overSale: boolean,
): string | null {
  if (!overSale) return 'Your settings do not allow amounts above the sale. Lower the amount.'
  return workedOnBy.includes(ctx.actor.id)
    ? 'You worked on this batch. Ask a colleague with approval rights to allow the amount, or lower it.'
    : null
}

/**
 * A person with approval rights says that one transaction of a draft may come to more than its sale, up to what it
 * comes to now. Only where Settings let them, and by nobody who worked on the batch: every approver sees it.
 */
export const allowOverSale = (ctx: Ctx, input: AllowOverSale): Promise<AllowOverSaleResult> =>
  ctx.db.transaction(async (tx): Promise<AllowOverSaleResult> => {
    const batch = await lockBatch(tx, input.batchId)
    const { overSale } = await loadFundingRules(tx)
    const problem = overSaleProblem(ctx, await withJudges(tx, batch), overSale)
    if (problem !== null) return { ok: false, reason: 'not-allowed', message: problem }
    if (!canEditBatch(batch.status)) return wrongState('Only a draft can be changed. Return the batch first.')
    if (batch.version !== input.version) {
      return {
        ok: false,
        reason: 'stale',
        message: 'The batch changed after you opened this page. Reload, and look at the amount again.',
      }
    }
    await lockFundingStatus(tx)
    const lines = await listLines(tx, batch.id)
    const subject = subjectOf(batch)
    const terms = termsOf(ctx, batch)
    const { problems, index } = await reviewLines(tx, subject, lines, terms)
    const line = lines.find(({ row }) => row === input.row)
    const first = lines.find(({ transactionNo }) => transactionNo === line?.transactionNo)
    const over = problems.find(({ row, code }) => row === first?.row && code === 'over-sale')
    const { saleMinor, afterMinor } = over?.amounts ?? {}
    if (!first || saleMinor === undefined || afterMinor === undefined)
      return wrongState('This transaction is not above its sale. There is nothing to allow.')
    const key = transactionKey(first, index.findTransactionId)
    const shares = new Map<string, number>()
    for (const { transactionNo, merchantId, amountMinor } of lines)
      if (transactionNo === first.transactionNo && (amountMinor ?? 0n) > 0n)
        shares.set(merchantId, (shares.get(merchantId) ?? 0) + Number(amountMinor))
    const said = {
      allowedMinor: afterMinor,
      saleMinor,
      payees: [...shares.keys()],
      amounts: [...shares.values()],
      by: ctx.actor.id,
      at: ctx.now(),
      reason: sanitizeNote(input.reason),
    }
    await tx
      .insert(fundingOverrides)
      .values({ batchId: batch.id, key, ...said })
      .onConflictDoUpdate({ target: [fundingOverrides.batchId, fundingOverrides.key], set: said })
    const { totals } = await reviewLines(tx, subject, lines, terms)
    await tx
      .update(fundingBatches)
      .set({ ...totals, updatedAt: ctx.now() })
      .where(eq(fundingBatches.id, batch.id))
    await auditBatch(ctx, tx, 'funding-over-sale-allowed', batch.id, {
      transaction: transactionName(key),
      saleMinor: String(saleMinor),
      allowedMinor: String(afterMinor),
      merchants: said.payees,
      amounts: said.amounts,
      reason: input.reason,
    })
    return { ok: true, totals: totalsOf(totals) }
  })
