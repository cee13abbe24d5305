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
import { auditBatch, type BatchRow, listRequests, lockBatch, type RequestRow, wrongState } from './data'
import { linesElsewhere } from './lines-elsewhere'
import type { MoveResult } from './submit'

/**
 * Takes back what somebody said of a request whose answer was lost: its outcome is as unknown as before. One person is
 * enough, because nothing can be paid while it is unknown; what they say next takes two again. What was said stays where
 * a retry has taken up what it called missing, or another batch what it called found: the retry would pay what nobody
 * knows to be unpaid, and sent again it would set amounts that the other batch has replaced.
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
    // Who submits takes turns with this: either finds what the other has written.
    await lockFundingStatus(tx)
    const since = await listTakenUp(tx, batch, request, sequence)
    if (since.length > 0)
      return wrongState(
        `Its transactions are in ${listWords(since.map((number) => `B-${number}`))} since, so it cannot be reopened: they could be paid by both. Recall or withdraw what was not sent there; what was sent has replaced the amounts of this batch.`,
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
async function listRetries(tx: Tx, batchId: string, request: RequestRow): Promise<number[]> {
  // One after the other: of either one or the other no index is used.
  const byName = await listRetriesWith(
    tx,
    batchId,
    request,
    and(
      eq(fundingLines.transactionId, taken.transactionId),
      eq(fundingLines.retrievalReferenceNumber, taken.retrievalReferenceNumber),
    ),
  )
  // Whose identifier was mended in the retry.
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
 * By number: the batches that were submitted with transactions of this request when it was no longer unknown, and that
 * pay them or may. Not where the partner refused them there, or where nobody sends them any more.
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
  /** Of the attempt: what was tried later has a higher one. */
  sequence: number
}

/** The last attempt of a request, where a person said how it ended and nothing followed from that yet. */
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
 * Whether a request still stands as a person's word left it. One that was withdrawn after it does: what nobody sends any
 * more may have been applied the first time.
 */
export const canReopen = (
  { state }: Pick<RequestRow, 'state'>,
  resolution: string | null,
): resolution is 'found' | 'absent' =>
  (resolution === 'found' && state === 'accepted') ||
  (resolution === 'absent' && (state === 'not-sent' || state === 'withdrawn'))
