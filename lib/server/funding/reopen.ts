import { and, asc, between, desc, eq, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import {
  fundingAttempts,
  fundingBatches,
  fundingFailures,
  fundingLines,
  fundingRequests,
} from '@/lib/db/schema/funding'
import { listWords } from '@/lib/domain/funding/approval'
import type { reopenRequestInput } from '@/lib/domain/funding/inputs'
import { refreshFunding } from '@/lib/server/sales/funding-status'
import type { Ctx } from '@/lib/server/services'
import { restingStatus, setRequestState, transactionsOf } from './attempt'
import { auditBatch, listRequests, lockBatch, type RequestRow, wrongState } from './data'
import type { MoveResult } from './submit'

/**
 * Takes back what somebody said of a request whose answer was lost: its outcome is as unknown as before. One person is
 * enough, because nothing can be paid while it is unknown; what they say next takes two again. What was said stays where
 * a retry has taken up what it called missing: the retry would pay what nobody knows to be unpaid.
 */
export const reopenRequest = (
  ctx: Ctx,
  { batchId, attemptId, note }: z.output<typeof reopenRequestInput>,
): Promise<MoveResult> =>
  ctx.db.transaction(async (tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, batchId)
    const said = await findSaid(tx, batchId, attemptId)
    if (!said)
      return wrongState(
        'Its outcome is no longer one that someone recorded, or it was sent again since. Nothing was changed.',
      )
    const { request, resolution, missing } = said
    const retried = await listRetries(tx, batchId, request)
    if (retried.length > 0)
      return wrongState(
        `Its missing transactions were retried in ${listWords(retried.map((number) => `B-${number}`))}, so it cannot be reopened. Discard ${retried.length === 1 ? 'that batch' : 'those batches'} first, if not sent yet.`,
      )
    await setRequestState(tx, batchId, request.n, 'unknown')
    // The partner named none of a request whose answer was lost: these are the ones that a person named.
    await tx
      .delete(fundingFailures)
      .where(
        and(
          eq(fundingFailures.batchId, batchId),
          between(fundingFailures.transactionNo, request.firstTransaction, request.lastTransaction),
        ),
      )
    await tx
      .update(fundingAttempts)
      .set({
        saidBy: null,
        saidAt: null,
        saidNote: null,
        saidMissing: null,
        resolution: null,
        resolvedBy: null,
        resolvedAt: null,
        resolutionNote: null,
      })
      .where(eq(fundingAttempts.id, attemptId))
    const status =
      batch.status === 'sending'
        ? batch.status
        : restingStatus((await listRequests(tx, batchId)).map(({ state }) => state))
    const failed = missing?.length ?? 0
    const found = resolution === 'found' ? transactionsOf(request) - failed : 0
    await tx
      .update(fundingBatches)
      .set({
        status,
        succeeded: batch.succeeded - found,
        failed: batch.failed - failed,
        updatedAt: ctx.now(),
      })
      .where(eq(fundingBatches.id, batchId))
    await auditBatch(ctx, tx, 'funding-outcome-reopened', batchId, {
      request: request.n,
      attemptId,
      note,
      was: resolution,
      from: batch.status,
      to: status,
    })
    await refreshFunding(tx, { batchId, transactions: request })
    return { ok: true, status }
  })

const taken = alias(fundingLines, 'taken')

/** By number: the retries that have transactions of this request, but for those that were discarded. */
async function listRetries(
  tx: Tx,
  batchId: string,
  { firstTransaction, lastTransaction }: RequestRow,
): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ number: fundingBatches.number })
    .from(fundingBatches)
    .innerJoin(taken, eq(taken.batchId, fundingBatches.id))
    .innerJoin(
      fundingLines,
      and(
        eq(fundingLines.batchId, batchId),
        between(fundingLines.transactionNo, firstTransaction, lastTransaction),
        eq(fundingLines.transactionId, taken.transactionId),
        eq(fundingLines.retrievalReferenceNumber, taken.retrievalReferenceNumber),
      ),
    )
    .where(
      and(
        eq(fundingBatches.parentId, batchId),
        eq(fundingBatches.purpose, 'retry'),
        ne(fundingBatches.status, 'discarded'),
      ),
    )
    .orderBy(asc(fundingBatches.number))
  return rows.map(({ number }) => number)
}

type Said = { request: RequestRow; resolution: 'found' | 'absent'; missing: readonly number[] | null }

/** The last attempt of a request, where a person said how it ended and nothing followed from that yet. */
async function findSaid(tx: Tx, batchId: string, attemptId: string): Promise<Said | null> {
  const [last] = await tx
    .select({
      id: fundingAttempts.id,
      request: fundingRequests,
      resolution: fundingAttempts.resolution,
      missing: fundingAttempts.saidMissing,
    })
    .from(fundingAttempts)
    .innerJoin(
      fundingRequests,
      and(
        eq(fundingRequests.batchId, fundingAttempts.batchId),
        eq(fundingRequests.n, fundingAttempts.request),
      ),
    )
    .where(
      and(
        eq(fundingAttempts.batchId, batchId),
        eq(
          fundingAttempts.request,
          tx
            .select({ n: fundingAttempts.request })
            .from(fundingAttempts)
            .where(eq(fundingAttempts.id, attemptId)),
        ),
      ),
    )
    .orderBy(desc(fundingAttempts.sequence))
    .limit(1)
  if (last?.id !== attemptId) return null
  const { request, resolution, missing } = last
  return canReopen(request, resolution) ? { request, resolution, missing } : null
}

/** Whether a request still stands as a person's word left it. */
export const canReopen = (
  { state }: Pick<RequestRow, 'state'>,
  resolution: string | null,
): resolution is 'found' | 'absent' =>
  (resolution === 'found' && state === 'accepted') || (resolution === 'absent' && state === 'not-sent')
