import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { fundingBatches } from '@/lib/db/schema/funding'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import {
  closeFailuresProblem,
  type FailuresFacts,
  reopenFailuresProblem,
} from '@/lib/domain/funding/closed-failures'
import type { closeFailuresInput } from '@/lib/domain/funding/inputs'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { transactionsOf } from './attempt'
import {
  auditBatch,
  type BatchRow,
  isUnsent,
  listRequests,
  lockBatch,
  type RequestRow,
  wrongState,
} from './data'
import type { MoveResult } from './submit'
import { hasOpenFailures } from './withdraw'

type CloseFailures = z.output<typeof closeFailuresInput>

/**
 * Says that the failed transactions of a batch need nothing more, for example because the callback log does not have
 * them and no one will retry them. Pays nothing and changes no sale, so one person is enough.
 */
export const closeFailures = (ctx: Ctx, input: CloseFailures): Promise<MoveResult> =>
  setFailuresClosed(ctx, input, 'funding-failures-closed', closeFailuresProblem, {
    failuresClosedBy: ctx.actor.id,
    failuresClosedAt: ctx.now(),
    failuresClosedNote: sanitizeNote(input.note),
  })

/** Undoes that: the batch needs attention again while its failed transactions do. */
export const reopenFailures = (ctx: Ctx, input: CloseFailures): Promise<MoveResult> =>
  setFailuresClosed(ctx, input, 'funding-failures-reopened', reopenFailuresProblem, FAILURES_NOT_CLOSED)

/** Also set when the outcome of a request is reopened, because its failures change. */
export const FAILURES_NOT_CLOSED = {
  failuresClosedBy: null,
  failuresClosedAt: null,
  failuresClosedNote: null,
}

const setFailuresClosed = (
  ctx: Ctx,
  { batchId, note }: CloseFailures,
  action: AuditAction,
  problemOf: (facts: FailuresFacts) => string | null,
  set: Partial<typeof fundingBatches.$inferInsert>,
): Promise<MoveResult> =>
  ctx.db.transaction(async (tx: Tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, batchId)
    const problem = problemOf(await failuresOf(tx, batch, await listRequests(tx, batchId)))
    if (problem !== null) return wrongState(`${problem} Nothing was changed.`)
    await tx
      .update(fundingBatches)
      .set({ ...set, updatedAt: ctx.now() })
      .where(eq(fundingBatches.id, batchId))
    await auditBatch(ctx, tx, action, batchId, { failed: batch.failed, note })
    return { ok: true, status: batch.status }
  })

/** What decides whether the failed transactions of a batch can be closed or reopened. */
export async function failuresOf(
  db: DbOrTx,
  { id, status, failuresClosedAt }: BatchRow,
  requests: readonly RequestRow[],
): Promise<FailuresFacts> {
  return {
    status,
    unsent: requests.filter(isUnsent).reduce((sum, request) => sum + transactionsOf(request), 0),
    isOpen: await hasOpenFailures(db, id),
    isClosed: failuresClosedAt !== null,
  }
}
