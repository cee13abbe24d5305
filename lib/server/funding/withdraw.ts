import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { fundingAttempts, fundingRequests } from '@/lib/db/schema/funding'
import { batchInput } from '@/lib/domain/funding/inputs'
import { note as requiredNote } from '@/lib/domain/values/note'
import { refreshFunding } from '@/lib/server/sales/funding-status'
import { hasOpenFailures } from '@/lib/server/sales/open-failures'
import type { Ctx } from '@/lib/server/services'
import { restingStatus, transactionsOf } from './attempt'
import { auditBatch, isUnsent, listRequests, lockBatch, moveBatch, wrongState } from './data'
import type { MoveResult } from './submit'

export const withdrawRestSchema = z.strictObject({
  ...batchInput.shape,
  note: requiredNote(),
})

/**
 * Withdraws the unsent rest of a stopped batch: it will never be sent, and its transactions can go into another
 * batch. A request that is waiting to be sent again is not withdrawn, because its first attempt may have been
 * applied.
 */
export const withdrawRest = (
  ctx: Ctx,
  { batchId, note }: z.output<typeof withdrawRestSchema>,
): Promise<MoveResult> =>
  ctx.db.transaction(async (tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, batchId)
    const requests = await listRequests(tx, batchId)
    const unsent = requests.filter(isUnsent)
    if (batch.status !== 'stopped' || unsent.length === 0)
      return wrongState('Only what is left unsent in a stopped batch can be withdrawn. Nothing was changed.')
    const sentBefore = await listSentBefore(tx, batchId)
    const rest = unsent.filter(({ n, state }) => state !== 'waiting' || !sentBefore.has(n))
    if (rest.length === 0) {
      return wrongState(
        'What is left may have been applied and is waiting to be sent again, so it cannot be withdrawn. Send the rest instead.',
      )
    }
    const given = new Set(rest.map(({ n }) => n))
    await tx
      .update(fundingRequests)
      .set({ state: 'withdrawn' })
      .where(
        and(
          eq(fundingRequests.batchId, batchId),
          inArray(
            fundingRequests.n,
            rest.map(({ n }) => n),
          ),
        ),
      )
    const status = restingStatus(
      requests.map((request) => (given.has(request.n) ? 'withdrawn' : request.state)),
    )
    await moveBatch(tx, batchId, ctx.now(), status)
    await auditBatch(ctx, tx, 'funding-rest-withdrawn', batchId, {
      requests: rest.map(({ n }) => n),
      transactions: rest.reduce((sum, request) => sum + transactionsOf(request), 0),
      note,
      from: batch.status,
      to: status,
    })
    await refreshFunding(tx, { batchId })
    return { ok: true, status }
  })

/** Requests that a person chose to send again. */
async function listSentBefore(tx: Tx, batchId: string): Promise<Set<number>> {
  const rows = await tx
    .select({ n: fundingAttempts.request })
    .from(fundingAttempts)
    .where(and(eq(fundingAttempts.batchId, batchId), eq(fundingAttempts.resolution, 'sent-again')))
  return new Set(rows.map(({ n }) => n))
}

/** The batch has unsent requests. */
const hasUnsent = sql`exists (
  select from funding_requests requests
  where requests.batch_id = funding_batches.id and requests.state in ('waiting', 'not-sent')
)`

/** Nothing of the batch is or will be under way. */
export const isOver = sql<boolean>`(
  funding_batches.status = 'done' or (funding_batches.status = 'stopped' and not ${hasUnsent})
)`

/**
 * Batches that need a person: outcome unknown, stopped with something unsent, or ended with refused transactions that
 * no one has dealt with or closed.
 */
export const needsAttention = sql`(
  funding_batches.status = 'unknown' or (funding_batches.status = 'stopped' and ${hasUnsent})
  or (funding_batches.status in ('done', 'stopped') and ${hasOpenFailures})
)`
