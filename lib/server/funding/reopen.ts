import { and, between, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
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
import { lockFundingStatus, refreshFunding } from '@/lib/server/sales/funding-status'
import type { Ctx } from '@/lib/server/services'
import { restingStatus, setRequestState, transactionsOf } from './attempt'
import { deleteClosed, FAILURES_NOT_CLOSED } from './close-failures'
import { auditBatch, type BatchRow, listRequests, lockBatch, type RequestRow, wrongState } from './data'
import { linesElsewhere } from './lines-elsewhere'
import type { MoveResult } from './submit'

/**
 * Undoes a recorded outcome of a request whose answer was lost; it is unknown again. One person is enough, because
 * nothing can be paid while it is unknown, and recording an outcome again takes two people again.
 * Refused if a retry has taken up what was recorded as missing, since the retry might pay it twice; or if another
 * batch, submitted since, pays these transactions or may, since sending the request again would reset its amounts.
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
    const { request, resolution, missing, sequence } = said
    const retried = await listRetries(tx, batchId, request)
    if (retried.length > 0)
      return wrongState(
        `Its missing transactions were retried in ${listWords(retried.map((number) => `B-${number}`))}, so it cannot be reopened. Discard ${retried.length === 1 ? 'that batch' : 'those batches'} first, if not sent yet.`,
      )
    // Submitting takes the same lock, so that each sees what the other has written.
    await lockFundingStatus(tx)
    const since = await listTakenUp(tx, batch, request, sequence)
    if (since.length > 0)
      return wrongState(
        `Its transactions are in ${listWords(since.map((number) => `B-${number}`))} since, so it cannot be reopened: they could be paid by both. Recall or withdraw what was not sent there; what was sent has replaced the amounts of this batch.`,
      )
    await setRequestState(tx, batchId, request.n, 'unknown')
    // There was no answer, so these failures are the ones that a person recorded.
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
    await deleteClosed(tx, batchId)
    await tx
      .update(fundingBatches)
      .set({
        status,
        succeeded: batch.succeeded - found,
        failed: batch.failed - failed,
        // What was closed is no longer what failed.
        ...FAILURES_NOT_CLOSED,
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
      ...(batch.failuresClosedAt !== null && { failuresReopened: true }),
    })
    await refreshFunding(tx, { batchId, transactions: request })
    return { ok: true, status }
  })

const taken = alias(fundingLines, 'taken')

/** The numbers of retries with transactions of this request, except discarded ones. */
async function listRetries(tx: Tx, batchId: string, request: RequestRow): Promise<number[]> {
  // Two queries: PostgreSQL uses no index for an `or` of both.
  const byName = await listRetriesWith(
    tx,
    batchId,
    request,
    and(
      eq(fundingLines.transactionId, taken.transactionId),
      eq(fundingLines.retrievalReferenceNumber, taken.retrievalReferenceNumber),
    ),
  )
  // Lines whose identifier was corrected in the retry.
  const byRow = await listRetriesWith(tx, batchId, request, eq(fundingLines.row, taken.row))
  return [...new Set([...byName, ...byRow])].sort((one, other) => one - other)
}

async function listRetriesWith(
  tx: Tx,
  batchId: string,
  { firstTransaction, lastTransaction }: RequestRow,
  isIt: SQL | undefined,
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
        isIt,
      ),
    )
    .where(
      and(
        eq(fundingBatches.parentId, batchId),
        eq(fundingBatches.purpose, 'retry'),
        ne(fundingBatches.status, 'discarded'),
      ),
    )
  return rows.map(({ number }) => number)
}

/**
 * The numbers of batches that were submitted with these transactions after the outcome was recorded, and that pay
 * them or may. Not if the partner refused them there or they will never be sent.
 */
async function listTakenUp(
  tx: Tx,
  batch: BatchRow,
  request: RequestRow,
  sequence: number,
): Promise<number[]> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    select distinct batches.number
    from ${linesElsewhere(batch, request)}
    where batches.status <> 'discarded'
      and (
        requests.state in ('waiting', 'sending', 'unknown')
        or requests.state in ('accepted', 'not-sent')
          and exists (
            select from funding_attempts attempts where attempts.batch_id = others.batch_id
              and attempts.request = requests.n and attempts.sequence > ${sequence}
          )
          and not exists (
            select from funding_failures failures where failures.batch_id = others.batch_id
              and failures.transaction_no = others.transaction_no
          )
      )
    order by batches.number`)
  return rows.map(({ number }) => Number(number))
}

type Said = {
  request: RequestRow
  resolution: 'found' | 'absent'
  missing: readonly number[] | null
  /** The attempt's number; later attempts have higher ones. */
  sequence: number
}

/** The request's last attempt, if its outcome was recorded by a person and can still be undone. */
async function findSaid(tx: Tx, batchId: string, attemptId: string): Promise<Said | null> {
  const [last] = await tx
    .select({
      id: fundingAttempts.id,
      request: fundingRequests,
      resolution: fundingAttempts.resolution,
      missing: fundingAttempts.saidMissing,
      sequence: fundingAttempts.sequence,
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
  const { request, resolution, missing, sequence } = last
  return canReopen(request, resolution) ? { request, resolution, missing, sequence } : null
}

/**
 * Whether a request is still as the recorded outcome left it. A withdrawn request is too: although it will never be
 * sent again, its first attempt may have been applied.
 */
export const canReopen = (
  { state }: Pick<RequestRow, 'state'>,
  resolution: string | null,
): resolution is 'found' | 'absent' =>
  (resolution === 'found' && state === 'accepted') ||
  (resolution === 'absent' && (state === 'not-sent' || state === 'withdrawn'))
