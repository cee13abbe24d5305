import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { fundingBatches, fundingClosedFailures } from '@/lib/db/schema/funding'
import { closeFailuresProblem, reopenFailuresProblem } from '@/lib/domain/funding/closed-failures'
import type { closeFailuresInput, reopenFailuresInput } from '@/lib/domain/funding/inputs'
import { counted } from '@/lib/domain/values/counted'
import { listOpenFailures } from '@/lib/server/sales/open-failures'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { auditBatch, isUnsent, listRequests, lockBatch, wrongState } from './data'
import type { MoveResult } from './submit'

/** How many of the closed transactions the audit log names. */
const NAMED = 100

/**
 * Says that the open failed transactions of a batch need nothing more, for example because the callback log does not
 * have them and no one will retry them. Pays nothing and changes no sale, so one person is enough. Those that are
 * dealt with elsewhere now are not closed: if that is undone, they need attention again.
 */
export const closeFailures = (
  ctx: Ctx,
  { batchId, failures, note }: z.output<typeof closeFailuresInput>,
): Promise<MoveResult> =>
  ctx.db.transaction(async (tx: Tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, batchId)
    const open = await listOpenFailures(tx, batchId)
    const problem = closeFailuresProblem({
      status: batch.status,
      hasUnsent: (await listRequests(tx, batchId)).some(isUnsent),
      open: open.length,
      isClosed: batch.failuresClosedAt !== null,
    })
    if (problem !== null) return wrongState(`${problem} Nothing was changed.`)
    if (open.length !== failures)
      return {
        ok: false,
        reason: 'stale',
        message: `You were shown ${counted(failures, 'failed transaction')} to close, and now there ${open.length === 1 ? 'is' : 'are'} ${open.length.toLocaleString('en-US')}. Look at them before you close them.`,
      }
    const numbers = open.map(({ transaction_no }) => transaction_no)
    await tx.execute(sql`
      insert into ${fundingClosedFailures} (batch_id, transaction_no)
      select ${batchId}::uuid, json_array_elements_text(${JSON.stringify(numbers)}::json)::int`)
    const now = ctx.now()
    await tx
      .update(fundingBatches)
      .set({
        failuresClosedBy: ctx.actor.id,
        failuresClosedAt: now,
        failuresClosedNote: sanitizeNote(note),
        updatedAt: now,
      })
      .where(eq(fundingBatches.id, batchId))
    await auditBatch(ctx, tx, 'funding-failures-closed', batchId, {
      transactions: open.length,
      named: open.slice(0, NAMED).map(({ name }) => name),
      note,
    })
    return { ok: true, status: batch.status }
  })

/** Undoes all of that: the batch needs attention again while its failed transactions do. */
export const reopenFailures = (
  ctx: Ctx,
  { batchId, note }: z.output<typeof reopenFailuresInput>,
): Promise<MoveResult> =>
  ctx.db.transaction(async (tx: Tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, batchId)
    const problem = reopenFailuresProblem({ isClosed: batch.failuresClosedAt !== null })
    if (problem !== null) return wrongState(`${problem} Nothing was changed.`)
    const transactions = await deleteClosed(tx, batchId)
    await tx
      .update(fundingBatches)
      .set({ ...FAILURES_NOT_CLOSED, updatedAt: ctx.now() })
      .where(eq(fundingBatches.id, batchId))
    await auditBatch(ctx, tx, 'funding-failures-reopened', batchId, { transactions, note })
    return { ok: true, status: batch.status }
  })

/** With `deleteClosed`, also for a batch whose failures change. */
export const FAILURES_NOT_CLOSED = {
  failuresClosedBy: null,
  failuresClosedAt: null,
  failuresClosedNote: null,
}

/** Returns how many there were. */
export async function deleteClosed(tx: Tx, batchId: string): Promise<number> {
  const gone = await tx
    .delete(fundingClosedFailures)
    .where(eq(fundingClosedFailures.batchId, batchId))
    .returning({ transactionNo: fundingClosedFailures.transactionNo })
  return gone.length
}
