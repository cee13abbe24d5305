import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import {
  fundingAttempts,
  fundingBatches,
  fundingFailures,
  fundingRequests,
  fundingUnmatchedErrors,
} from '@/lib/db/schema/funding'
import { type BatchStatus, type FundingRequestState, statusAfter } from '@/lib/domain/funding/batch'
import type { FundingFigures } from '@/lib/domain/funding/figures'
import type { AnsweredError, FundingFailure } from '@/lib/domain/funding/match-answer'
import type { AttemptEnd, AttemptKind } from '@/lib/server/attempts/ledger'
import { refreshFunding } from '@/lib/server/sales/funding-status'
import { type BatchRow, listRequests, lockBatch, type RequestRow, type StoredLine } from './data'
import { judgeAnswer } from './judge-answer'

/** The funding-specific part of an attempt; attempts/ledger.ts does the sending. */

export type FundingRequest = {
  batch: BatchRow
  request: RequestRow
  lines: readonly StoredLine[]
  requestText: string
}

export type RequestEnd = AttemptEnd & {
  /** Whether the batch's next request may be sent after this one. */
  goesOn: boolean
  /** Not sent, but will be sent again automatically. */
  waits: boolean
  figures: FundingFigures | null
  errorCode: string | null
  errorMessage: string | null
  failures: FundingFailure[]
  /** Errors that name no transaction of the request. */
  unmatched: readonly AnsweredError[]
  /** Counts of transactions. */
  succeeded: number
  failed: number
}

const NOTHING_TOLD = {
  waits: false,
  figures: null,
  errorCode: null,
  errorMessage: null,
  failures: [],
  unmatched: [],
  succeeded: 0,
  failed: 0,
} satisfies Partial<RequestEnd>

/** The raw answer is cut here; its figures and failures are stored in full. */
const MAX_ANSWER = 100_000

/** The result: whether to send the next request. */
export const fundingAttempt: AttemptKind<
  FundingRequest,
  RequestEnd,
  { batch: BatchRow; n: number },
  boolean
> = {
  name: 'funding',
  table: fundingAttempts,
  abandonedAfterMs: 5 * 60_000,
  // Nothing to prepare: each request carries its profile's key.
  ready: async () => {},

  async send({ funding }, { batch, request, lines, requestText }) {
    return judgeAnswer(request, await funding.send(batch.profileId, requestText), lines)
  },

  failed: (_context, { request }, { problems: _, ...end }) => ({
    ...NOTHING_TOLD,
    ...end,
    goesOn: false,
    failed: end.state === 'refused' ? transactionsOf(request) : 0,
  }),

  asUnknown: (end) => ({ ...end, goesOn: false, failures: [], failed: 0 }),

  // The desk failed, not the partner, so the rest of the batch is sent.
  lost: (wasSent) => ({
    ...NOTHING_TOLD,
    state: wasSent ? 'unknown' : 'not-sent',
    goesOn: true,
    waits: !wasSent,
    message: wasSent
      ? 'The desk stopped after this was sent and before the answer was stored. The partner may have applied it: look there before anything is sent again.'
      : 'The desk stopped before this was sent. Nothing reached the partner, and it is sent automatically.',
    httpStatus: null,
    answer: null,
  }),

  async lock(tx, attemptId) {
    const [attempt] = await tx
      .select({ batchId: fundingAttempts.batchId, n: fundingAttempts.request })
      .from(fundingAttempts)
      .where(eq(fundingAttempts.id, attemptId))
    if (!attempt) throw new Error('An attempt is gone.')
    const { batchId, n } = attempt
    // Locked before the state is read: everything that ends an attempt holds the batch's lock.
    const batch = await lockBatch(tx, batchId)
    const attempts = await tx
      .select({
        id: fundingAttempts.id,
        state: fundingAttempts.state,
        resolution: fundingAttempts.resolution,
        request: fundingAttempts.request,
      })
      .from(fundingAttempts)
      .where(eq(fundingAttempts.batchId, batchId))
      .orderBy(desc(fundingAttempts.sequence))
    const state = attempts.find(({ id }) => id === attemptId)?.state ?? 'unknown'
    const resolved = attempts.find(({ request, resolution }) => request === n && resolution !== null)
    return { state, isRepeat: resolved?.resolution === 'sent-again', subject: { batch, n } }
  },

  async record(tx, { batch, n }, end, { by, attemptId, now }) {
    const batchId = batch.id
    await setRequestState(tx, batchId, n, end.waits ? 'waiting' : end.state)
    await insertFailures(tx, batchId, end.failures)
    await insertUnmatched(tx, attemptId, end.unmatched)
    const requests = await listRequests(tx, batchId)
    const states = requests.map(({ state }) => state)
    const request = requests.find((one) => one.n === n)
    const goesOn = end.goesOn && states.includes('waiting')
    const status = goesOn ? batch.status : restingStatus(states)
    const { httpStatus, figures, errorCode, errorMessage, message } = end
    const counted = { succeeded: batch.succeeded + end.succeeded, failed: batch.failed + end.failed }
    return {
      result: goesOn,
      columns: { figures, errorCode, errorMessage, answer: end.answer?.slice(0, MAX_ANSWER) ?? null },
      changes: [
        tx
          .update(fundingBatches)
          .set({ status, ...counted, updatedAt: now })
          .where(eq(fundingBatches.id, batchId)),
      ],
      audit: {
        at: now,
        actorId: by.actor?.id ?? null,
        action: `funding-request-${end.state}`,
        subject: ['funding-batch', batchId],
        requestId: by.requestId,
        detail: {
          request: n,
          attemptId,
          from: batch.status,
          to: status,
          httpStatus,
          figures,
          failures: end.failures.length,
          failedInBatch: counted.failed,
          ...(end.unmatched.length > 0 && { unmatchedErrors: end.unmatched.length }),
          message,
        },
      },
      afterwards: async (tx) => request && refreshFunding(tx, { batchId, transactions: request }),
    }
  },
}

/** The status of a batch when nothing of it is being sent. Requests that still wait need a person to send them. */
export function restingStatus(states: readonly FundingRequestState[]): BatchStatus {
  const status = statusAfter(states)
  return status === 'sending' ? 'stopped' : status
}

export const setRequestState = (tx: Tx, batchId: string, n: number, state: FundingRequestState) =>
  tx
    .update(fundingRequests)
    .set({ state })
    .where(and(eq(fundingRequests.batchId, batchId), eq(fundingRequests.n, n)))

export const transactionsOf = ({
  firstTransaction,
  lastTransaction,
}: Pick<RequestRow, 'firstTransaction' | 'lastTransaction'>): number => lastTransaction - firstTransaction + 1

/** As one JSON parameter, since there can be 10,000 of them. */
export async function insertFailures(
  tx: Tx,
  batchId: string,
  failures: readonly FundingFailure[],
): Promise<void> {
  if (failures.length === 0) return
  const rows = failures.map(({ transactionNo, errorCode, errorMessage }) => [
    transactionNo,
    errorCode,
    errorMessage,
  ])
  await tx.execute(sql`
    insert into ${fundingFailures} (batch_id, transaction_no, error_code, error_message)
    select ${batchId}::uuid, (failure->>0)::int, failure->>1, failure->>2
    from json_array_elements(${JSON.stringify(rows)}::json) as failures (failure)
    on conflict (batch_id, transaction_no) do update
      set error_code = excluded.error_code, error_message = excluded.error_message`)
}

/** As `insertFailures`, for errors that match no transaction: an answer may hold tens of thousands. */
async function insertUnmatched(tx: Tx, attemptId: string, errors: readonly AnsweredError[]): Promise<void> {
  if (errors.length === 0) return
  const rows = errors.map(({ transactionId, retrievalReferenceNumber, errorCode, errorMessage }) => [
    transactionId,
    retrievalReferenceNumber,
    errorCode,
    errorMessage,
  ])
  await tx.execute(sql`
    insert into ${fundingUnmatchedErrors}
      (attempt_id, n, transaction_id, retrieval_reference_number, error_code, error_message)
    select ${attemptId}::uuid, n, error->>0, error->>1, error->>2, error->>3
    from json_array_elements(${JSON.stringify(rows)}::json) with ordinality as errors (error, n)`)
}
