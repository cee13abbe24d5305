import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import {
  type AttemptState,
  auditLog,
  fundingAttempts,
  fundingBatches,
  fundingFailures,
  fundingRequests,
  fundingUnmatchedErrors,
} from '@/lib/db/schema/desk'
import {
  type BatchStatus,
  type FundingRequestState,
  nextBatchStatus,
  statusAfter,
} from '@/lib/domain/funding/batch'
import type { FundingFigures } from '@/lib/domain/funding/figures'
import type { AnsweredError, FundingFailure } from '@/lib/domain/funding/match-answer'
import { log } from '@/lib/log'
import { isPartnerError } from '@/lib/partner/errors'
import { fundingRequestText } from '@/lib/partner/mapping/funding-request'
import { lockStandings, refreshFunding } from '@/lib/server/callbacks/funding-standing'
import { persistently } from '@/lib/server/persistently'
import { storable } from '@/lib/server/storable'
import type { Ctx, World } from '@/lib/server/world'
import { frozenLines, reviewLines, subjectOf } from './check-lines'
import {
  auditBatch,
  type BatchRow,
  listLines,
  listRequests,
  lockBatch,
  moveBatch,
  type RequestRow,
  wrongState,
} from './data'
import { judgeAnswer } from './judge-answer'
import { termsOf } from './lines'
import { profileProblem } from './profiles'
import { type batchSchema, changedSince, type MoveResult, requestSha256 } from './submit'

/**
 * Sends what is approved, or the rest of what had stopped: a person's press, and the job does the rest. Requests
 * of which nothing reached the partner wait again; one that was refused as a whole is taken up in a new batch.
 */
export async function sendBatch(ctx: Ctx, { batchId }: z.output<typeof batchSchema>): Promise<MoveResult> {
  const result = await ctx.db.transaction(async (tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, batchId)
    const requests = await listRequests(tx, batchId)
    const problem = sendProblem(ctx, batch, requests)
    if (problem !== null) return wrongState(problem)
    const status = nextBatchStatus(batch.status, 'send')
    if (!status) return wrongState('It was sent already, or cannot be sent in its present state.')
    await tx
      .update(fundingRequests)
      .set({ state: 'waiting' })
      .where(and(eq(fundingRequests.batchId, batchId), eq(fundingRequests.state, 'not-sent')))
    await moveBatch(tx, batchId, ctx.now(), status)
    await auditBatch(ctx, tx, SENDING, batchId, {
      from: batch.status,
      to: status,
      requests: requests.filter(isUnsent).map(({ n }) => n),
    })
    return { ok: true, status }
  })
  if (result.ok) await queueSoon(ctx, batchId)
  return result
}

const SENDING = 'funding-batch-sending'

/** Why a batch cannot be sent now, in words; null where it can. */
export function sendProblem(
  world: Pick<World, 'funding'>,
  batch: Pick<BatchRow, 'status' | 'profileId' | 'amountUnit'>,
  requests: readonly Pick<RequestRow, 'state'>[],
): string | null {
  if (batch.status === 'unknown')
    return 'First say how the request ended of which nobody knows. Nothing is sent before that.'
  if (batch.status !== 'approved' && batch.status !== 'stopped')
    return 'It was sent already, or cannot be sent in its present state. Nothing was sent now.'
  if (!requests.some(isUnsent))
    return 'Nothing is left to be sent: what the partner refused can be taken up in a new batch.'
  return profileProblem(world, batch)
}

const isUnsent = ({ state }: Pick<RequestRow, 'state'>): boolean =>
  state === 'waiting' || state === 'not-sent'

/** A batch that stands as *sending* is queued again every minute, so that asking for it now may fail without harm. */
export async function queueSoon(world: World, batchId: string): Promise<void> {
  try {
    await queueBatch(world, batchId)
  } catch (error) {
    log.warn({ err: error, batch: batchId }, 'a batch could not be queued now')
  }
}

const queueBatch = (world: World, batchId: string): Promise<void> =>
  world.jobs.enqueue('send-funding-batch', batchId, { batchId })

/** Every batch that is under way: at the start, and every minute. Harmless for one that a job is sending. */
export async function queueSendingBatches(world: World): Promise<void> {
  const sending = await world.db
    .select({ id: fundingBatches.id })
    .from(fundingBatches)
    .where(eq(fundingBatches.status, 'sending'))
  for (const { id } of sending) await queueBatch(world, id)
}

/**
 * Sends a batch, one request after the other. It stops after one that was not sent or whose outcome is unknown:
 * nothing is sent into trouble. While the process ends it begins no other, and the next start goes on.
 */
export async function sendFundingBatch(world: World, { batchId }: { batchId: string }): Promise<void> {
  while (!world.jobs.isStopping()) {
    const claim = await claimRequest(world, batchId)
    if (!claim) return
    const end = await sendRequest(world, claim)
    // How it ended is known only here until it is stored.
    const goesOn = await persistently(() => settleRequest(world, 'job', claim.attemptId, end))
    if (!goesOn) return
  }
}

/** `problem`: what the desk knows against sending it; null where nothing is. */
type Claim = { attemptId: string; batch: BatchRow; request: RequestRow; problem: string | null }

/**
 * Takes the next request, under the lock of its batch, and writes its attempt before anything is sent. Null while
 * another job has one, and when none is left: then the batch gets its end.
 */
const claimRequest = (world: World, batchId: string): Promise<Claim | null> =>
  world.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, batchId)
    if (batch.status !== 'sending' || (await hasOpenAttempt(tx, batchId))) return null
    const requests = await listRequests(tx, batchId)
    const request = requests.find(({ state }) => state === 'waiting')
    if (!request) {
      const status = restingStatus(requests.map(({ state }) => state))
      await moveBatch(tx, batchId, world.now(), status)
      await auditBatch(
        { now: world.now, actor: null, requestId: 'job' },
        tx,
        'funding-batch-ended',
        batchId,
        {
          from: batch.status,
          to: status,
        },
      )
      return null
    }
    const attemptId = crypto.randomUUID()
    await tx.insert(fundingAttempts).values({
      id: attemptId,
      batchId,
      request: request.n,
      state: 'prepared',
      preparedAt: world.now(),
      preparedBy: await findSender(tx, batchId),
    })
    await setRequestState(tx, batchId, request.n, 'sending')
    // Under the lock, and in the transaction that makes it count: no other batch can take a sale in between.
    return { attemptId, batch, request, problem: await moneyProblem(world, tx, batch, request) }
  })

const BEFORE_SENDING =
  'Nothing was sent. Remove the cause and send again, or withdraw the rest and fund it in a new batch.'

/** What the desk knows against the money of a request that is to be sent now, in words; null where nothing is. */
async function moneyProblem(
  world: World,
  tx: Tx,
  batch: BatchRow,
  request: RequestRow,
): Promise<string | null> {
  await lockStandings(tx)
  const lines = await listLines(tx, batch.id, request)
  const { moneyErrors, index } = await reviewLines(tx, subjectOf(batch), lines, termsOf(world, batch))
  if (moneyErrors.length > 0) return changedSince(moneyErrors, lines, BEFORE_SENDING)
  return (await isNamedTwice(tx, batch.id, request, index.names))
    ? `A transaction of this request stands in another request of the batch, under its other identifier. ${BEFORE_SENDING}`
    : null
}

/** Whether another request of the batch has one of these transactions by its other name, as the log knows by now. */
async function isNamedTwice(
  tx: Tx,
  batchId: string,
  { firstTransaction, lastTransaction }: RequestRow,
  names: ReadonlyMap<string, string>,
): Promise<boolean> {
  if (names.size === 0) return false
  const pairs = JSON.stringify([...names].map(([reference, id]) => ({ reference, id })))
  const { rows } = await tx.execute(sql`
    select from json_to_recordset(${pairs}::json) as names (reference text, id text)
      join funding_lines lines on lines.batch_id = ${batchId}::uuid
        and (lines.transaction_id = names.id or lines.retrieval_reference_number = names.reference)
    group by names.id
    having bool_or(lines.transaction_no between ${firstTransaction} and ${lastTransaction})
      and bool_or(lines.transaction_no not between ${firstTransaction} and ${lastTransaction})
    limit 1`)
  return rows.length > 0
}

const OPEN_STATES = ['prepared', 'sending'] as const satisfies AttemptState[]

async function hasOpenAttempt(tx: Tx, batchId: string): Promise<boolean> {
  const [open] = await tx
    .select({ id: fundingAttempts.id })
    .from(fundingAttempts)
    .where(and(eq(fundingAttempts.batchId, batchId), inArray(fundingAttempts.state, OPEN_STATES)))
  return open !== undefined
}

/** Whoever had it sent last, or again. */
async function findSender(tx: Tx, batchId: string): Promise<string | null> {
  const [last] = await tx
    .select({ actorId: auditLog.actorId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'funding-batch'),
        eq(auditLog.subjectId, batchId),
        inArray(auditLog.action, [SENDING, 'funding-outcome-sent-again']),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
  return last?.actorId ?? null
}

/** Where a batch rests when nothing of it is on its way. What only waits goes on when a person says so. */
export function restingStatus(states: readonly FundingRequestState[]): BatchStatus {
  const status = statusAfter(states)
  return status === 'sending' ? 'stopped' : status
}

export const setRequestState = (tx: Tx, batchId: string, n: number, state: FundingRequestState) =>
  tx
    .update(fundingRequests)
    .set({ state })
    .where(and(eq(fundingRequests.batchId, batchId), eq(fundingRequests.n, n)))

/** How an attempt ended: what goes into the ledger, and what happens to its request. */
export type RequestEnd = {
  state: Exclude<AttemptState, 'prepared' | 'sending'>
  /** `waiting` for one that a crash kept from being sent. */
  requestState: Exclude<FundingRequestState, 'sending'>
  /** Whether the next request is sent after it. */
  goesOn: boolean
  message: string
  httpStatus: number | null
  answer: string | null
  figures: FundingFigures | null
  errorCode: string | null
  errorMessage: string | null
  failures: FundingFailure[]
  /** Errors that match no transaction of the request. */
  unmatched: readonly AnsweredError[]
  /** Transactions. */
  succeeded: number
  failed: number
}

export const NO_ANSWER = {
  httpStatus: null,
  answer: null,
  figures: null,
  errorCode: null,
  errorMessage: null,
  failures: [],
  unmatched: [],
  succeeded: 0,
  failed: 0,
} satisfies Partial<RequestEnd>

/** One request, and how it ended; never throws. */
async function sendRequest(
  world: World,
  { attemptId, batch, request, ...claim }: Claim,
): Promise<RequestEnd> {
  let sending = false
  try {
    const { amountUnit } = batch
    const problem = claim.problem ?? profileProblem(world, batch)
    if (problem !== null) return notSent(problem)
    const lines = await listLines(world.db, batch.id, request)
    const requestText = fundingRequestText(frozenLines(lines), amountUnit ?? 'minor')
    if (amountUnit === null || requestSha256(requestText) !== request.requestSha256) {
      log.error({ batch: batch.id, request: request.n }, 'a frozen request is not what it was')
      return notSent(NOT_AS_APPROVED)
    }
    const answer = await world.funding.send(batch.profileId, requestText, {
      async beforeSend() {
        await markSending(world, attemptId)
        sending = true
      },
    })
    return judgeAnswer(request, answer, lines)
  } catch (error) {
    return endOfError(error, sending, request)
  }
}

const NOT_AS_APPROVED =
  'The lines of this request are not what was approved, so nothing of it was sent. Tell an admin: the audit log shows who changed what.'

const notSent = (message: string): RequestEnd => ({
  ...NO_ANSWER,
  state: 'not-sent',
  requestState: 'not-sent',
  goesOn: false,
  message,
})

/** What is no answer of the partner broke in our own code: before the mark nothing went out, after it nobody knows. */
function endOfError(error: unknown, sending: boolean, request: RequestRow): RequestEnd {
  const known = isPartnerError(error) ? error : null
  if (!known) log.error({ err: error, request: request.n }, 'sending a batch broke off inside the desk')
  const refused = known?.kind === 'refused'
  const notApplied = known ? known.outcome === 'not-applied' : !sending
  const state = refused ? 'refused' : notApplied ? 'not-sent' : 'unknown'
  return {
    ...NO_ANSWER,
    state,
    requestState: state,
    goesOn: false,
    message:
      known?.message ??
      `Sending broke off inside the desk${sending ? '. Whether the partner has it is not known: look there first.' : ' before anything was sent.'}`,
    httpStatus: known?.httpStatus ?? null,
    answer: known?.rawText ?? null,
    failed: refused ? transactionsOf(request) : 0,
  }
}

export const transactionsOf = ({
  firstTransaction,
  lastTransaction,
}: Pick<RequestRow, 'firstTransaction' | 'lastTransaction'>): number => lastTransaction - firstTransaction + 1

async function markSending(world: World, attemptId: string): Promise<void> {
  const marked = await world.db
    .update(fundingAttempts)
    .set({ state: 'sending', sendingAt: world.now() })
    .where(and(eq(fundingAttempts.id, attemptId), eq(fundingAttempts.state, 'prepared')))
    .returning({ id: fundingAttempts.id })
  if (marked.length !== 1) throw new Error('The attempt was settled by somebody else before it was sent.')
}

/** One of many errors is kept to its first 100,000 characters: its figures and failures are kept whole. */
const MAX_ANSWER = 100_000

/**
 * Writes an attempt's end, its failures, and where its request and its batch stand now, together. An attempt ends
 * once: false for one that has an end already, and where no other request is to be sent.
 */
export const settleRequest = (
  world: World,
  requestId: 'job' | 'recovery',
  attemptId: string,
  given: RequestEnd,
  /** Where the attempt has to stand for this to be true of it. */
  from: readonly AttemptState[] = OPEN_STATES,
): Promise<boolean> =>
  world.db.transaction(async (tx) => {
    const [attempt] = await tx
      .select({ batchId: fundingAttempts.batchId, n: fundingAttempts.request })
      .from(fundingAttempts)
      .where(eq(fundingAttempts.id, attemptId))
    if (!attempt) throw new Error('An attempt is gone.')
    const { batchId, n } = attempt
    const batch = await lockBatch(tx, batchId)
    const known = await asFarAsKnown(tx, attempt, given)
    const end = storable({ ...known, answer: known.answer?.slice(0, MAX_ANSWER) ?? null })
    const now = world.now()
    const ended = await tx
      .update(fundingAttempts)
      .set({
        state: end.state,
        answeredAt: now,
        httpStatus: end.httpStatus,
        figures: end.figures,
        errorCode: end.errorCode,
        errorMessage: end.errorMessage,
        answer: end.answer,
        message: end.message,
      })
      .where(and(eq(fundingAttempts.id, attemptId), inArray(fundingAttempts.state, [...from])))
      .returning({ id: fundingAttempts.id })
    if (ended.length === 0) {
      log.warn({ attempt: attemptId }, 'an answer came too late')
      return false
    }
    await setRequestState(tx, batchId, n, end.requestState)
    await insertFailures(tx, batchId, end.failures)
    await insertUnmatched(tx, attemptId, end.unmatched)
    const requests = await listRequests(tx, batchId)
    const states = requests.map(({ state }) => state)
    const request = requests.find((one) => one.n === n)
    const goesOn = end.goesOn && states.includes('waiting')
    const status = goesOn ? batch.status : restingStatus(states)
    await tx
      .update(fundingBatches)
      .set({
        status,
        succeeded: batch.succeeded + end.succeeded,
        failed: batch.failed + end.failed,
        updatedAt: now,
      })
      .where(eq(fundingBatches.id, batchId))
    await auditBatch(
      { now: () => now, actor: null, requestId },
      tx,
      `funding-request-${end.state}`,
      batchId,
      {
        request: n,
        attemptId,
        from: batch.status,
        to: status,
        httpStatus: end.httpStatus,
        figures: end.figures,
        failures: end.failures.length,
        ...(end.unmatched.length > 0 && { unmatchedErrors: end.unmatched.length }),
        message: end.message,
      },
    )
    if (request) await refreshFunding(tx, { batchId, transactions: request })
    return goesOn
  })

/**
 * Where somebody had a request of unknown outcome sent again, and that was not taken (401, 403, no connection) or was
 * refused as a whole, nobody knows any better than before: the first one may have been applied.
 */
async function asFarAsKnown(
  tx: Tx,
  { batchId, n }: { batchId: string; n: number },
  end: RequestEnd,
): Promise<RequestEnd> {
  if (end.requestState !== 'not-sent' && end.requestState !== 'refused') return end
  const [last] = await tx
    .select({ resolution: fundingAttempts.resolution })
    .from(fundingAttempts)
    .where(
      and(
        eq(fundingAttempts.batchId, batchId),
        eq(fundingAttempts.request, n),
        isNotNull(fundingAttempts.resolution),
      ),
    )
    .orderBy(desc(fundingAttempts.resolvedAt))
    .limit(1)
  if (last?.resolution !== 'sent-again') return end
  return {
    ...end,
    state: 'unknown',
    requestState: 'unknown',
    goesOn: false,
    failures: [],
    failed: 0,
    message: `${end.message} What was sent before may have been applied: that is as unknown as it was.`,
  }
}

/** As one JSON: there can be 10,000 of them. */
async function insertFailures(tx: Tx, batchId: string, failures: readonly FundingFailure[]): Promise<void> {
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

/** The same of errors that match nothing: an answer may hold tens of thousands. */
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
