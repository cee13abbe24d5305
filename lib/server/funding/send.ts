import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { fundingAttempts, fundingBatches, fundingRequests } from '@/lib/db/schema/funding'
import { nextBatchStatus } from '@/lib/domain/funding/batch'
import type { batchInput } from '@/lib/domain/funding/inputs'
import type { LineProblem } from '@/lib/domain/funding/line-problem'
import { newRisks } from '@/lib/domain/funding/warning-groups'
import { log } from '@/lib/log'
import { fundingRequestText } from '@/lib/partner/mapping/funding-request'
import { attempt, type BeginAttempt, OPEN_STATES, type Written } from '@/lib/server/attempts/ledger'
import { lockFundingStatus } from '@/lib/server/sales/funding-status'
import type { Ctx, Services } from '@/lib/server/services'
import { type FundingRequest, fundingAttempt, restingStatus, setRequestState } from './attempt'
import { frozenLines, type JudgedLines, reviewLines, subjectOf } from './check-lines'
import {
  auditBatch,
  type BatchRow,
  isUnsent,
  listLines,
  listRequests,
  lockBatch,
  moveBatch,
  type RequestRow,
  type StoredLine,
  wrongState,
} from './data'
import { termsOf } from './lines'
import { overtaken } from './overtaken'
import { profileProblem } from './profiles'
import { changedSince, type MoveResult, requestSha256 } from './submit'

/**
 * Starts sending an approved batch or the rest of a stopped one; a job does the sending. Requests that did not reach
 * the partner wait again; those refused as a whole can only go into a new batch.
 */
export async function sendBatch(ctx: Ctx, { batchId }: z.output<typeof batchInput>): Promise<MoveResult> {
  const result = await ctx.db.transaction(async (tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, batchId)
    const requests = await listRequests(tx, batchId)
    const problem = sendProblem(ctx, batch, requests) ?? (await unseenProblem(ctx, tx, batch))
    const status = nextBatchStatus(batch.status, 'send')
    if (!status && batch.status !== 'unknown')
      return overtaken(ctx, tx, batch, 'Nothing was sent by this press.')
    if (problem !== null || !status) return wrongState(problem ?? CANNOT_SEND)
    await tx
      .update(fundingRequests)
      .set({ state: 'waiting' })
      .where(and(eq(fundingRequests.batchId, batchId), eq(fundingRequests.state, 'not-sent')))
    await tx.update(fundingBatches).set({ restUnseenSince: null }).where(eq(fundingBatches.id, batchId))
    await moveBatch(tx, batchId, ctx.now(), status, ctx.actor.id)
    await auditBatch(ctx, tx, 'funding-batch-sending', batchId, {
      from: batch.status,
      to: status,
      requests: requests.filter(isUnsent).map(({ n }) => n),
    })
    return { ok: true, status }
  })
  if (result.ok) await queueSoon(ctx, batchId)
  return result
}

const CANNOT_SEND = 'It was sent already, or cannot be sent in its present state. Nothing was sent now.'

/** Why a batch cannot be sent now; null if it can. */
export function sendProblem(
  services: Pick<Services, 'funding'>,
  batch: Pick<BatchRow, 'status' | 'profileId' | 'amountUnit'>,
  requests: readonly Pick<RequestRow, 'state'>[],
): string | null {
  if (batch.status === 'unknown')
    return 'Resolve the request with the unknown outcome first. Nothing was sent.'
  if (batch.status !== 'approved' && batch.status !== 'stopped') return CANNOT_SEND
  if (!requests.some(isUnsent))
    return 'Nothing is left to be sent: what the partner refused can be taken up in a new batch.'
  return profileProblem(services, batch)
}

/** Queues a batch now. Failing is harmless, because batches with status `sending` are queued again every minute. */
export async function queueSoon(services: Services, batchId: string): Promise<void> {
  try {
    await queueBatch(services, batchId)
  } catch (error) {
    log.warn({ err: error, batch: batchId }, 'a batch could not be queued now')
  }
}

const queueBatch = (services: Services, batchId: string): Promise<void> =>
  services.jobs.enqueue('send-funding-batch', batchId, { batchId })

/**
 * Queues all batches with status `sending`, at the start and every minute. Harmless if a job is already sending one.
 */
export async function queueSendingBatches(services: Services): Promise<void> {
  const sending = await services.db
    .select({ id: fundingBatches.id })
    .from(fundingBatches)
    .where(eq(fundingBatches.status, 'sending'))
  for (const { id } of sending) await queueBatch(services, id)
}

/**
 * Sends a batch, one request after another. It stops at one that was not sent or has an unknown outcome, so that no
 * more money goes out into a problem. When the process is stopping, it starts no further request; the next start
 * continues.
 */
export async function sendFundingBatch(services: Services, { batchId }: { batchId: string }): Promise<void> {
  while (!services.jobs.isStopping()) {
    const sent = await attempt(services, JOB, fundingAttempt, (tx, begin) =>
      claimRequest(services, tx, begin, batchId),
    )
    if ('refusal' in sent || !sent.result) return
  }
}

const JOB = { actor: null, requestId: 'job' }

/**
 * Claims and freezes the next request, under the batch's lock. Refused if another job has an open attempt, or if none
 * is left; then the batch gets its final status.
 */
async function claimRequest(
  services: Services,
  tx: Tx,
  begin: BeginAttempt,
  batchId: string,
): Promise<Written<FundingRequest> | { refusal: 'nothing to send' }> {
  const batch = await lockBatch(tx, batchId)
  if (batch.status !== 'sending' || (await hasOpenAttempt(tx, batchId))) return { refusal: 'nothing to send' }
  const requests = await listRequests(tx, batchId)
  const request = requests.find(({ state }) => state === 'waiting')
  if (!request) {
    const status = restingStatus(requests.map(({ state }) => state))
    await moveBatch(tx, batchId, services.now(), status)
    const change = { from: batch.status, to: status, failedInBatch: batch.failed }
    await auditBatch({ now: services.now, ...JOB }, tx, 'funding-batch-ended', batchId, change)
    return { refusal: 'nothing to send' }
  }
  const lines = await listLines(tx, batchId, request)
  const requestText = textOf(batch, lines)
  const row = tx.insert(fundingAttempts).values({
    ...begin(),
    batchId,
    request: request.n,
    preparedBy: batch.sentBy,
  })
  return {
    request: { batch, request, lines, requestText },
    changes: [row, setRequestState(tx, batchId, request.n, 'sending')],
    audit: null,
    obstacle:
      // Checked under the lock, in the transaction that records the attempt, so that no other batch can fund a sale
      // in between.
      (await moneyProblem(services, tx, batch, request, lines)) ??
      profileProblem(services, batch) ??
      approvalProblem(batch, request, requestText),
  }
}

/** Empty if it could not match what was approved. */
const textOf = ({ amountUnit }: BatchRow, lines: readonly StoredLine[]): string =>
  amountUnit === null || lines.some(({ amountMinor }) => amountMinor === null)
    ? ''
    : fundingRequestText(frozenLines(lines), amountUnit)

/** Why a request differs from what was approved; null if it does not. */
function approvalProblem(batch: BatchRow, request: RequestRow, requestText: string): string | null {
  const sha256 = requestSha256(requestText)
  if (sha256 === request.requestSha256) return null
  // Enough characters to tell the hashes apart, so that an engineer with the request's text can identify it.
  const hashes = { approved: request.requestSha256.slice(0, 8), found: sha256.slice(0, 8) }
  log.error({ batch: batch.id, request: request.n, ...hashes }, 'a frozen request is not what it was')
  return 'The lines of this request are not what was approved, so it was not sent. Tell an admin: the audit log shows who changed what.'
}

const BEFORE_SENDING =
  'Nothing was sent. Remove the cause and send again, or withdraw the rest and fund it in a new batch.'

const BEFORE_ITS_APPROVAL =
  'Nothing was sent. Its approvers have not seen this, and were notified: once they have approved the rest again, send it. Or withdraw the rest.'

/** Why the desk will not send this request now, from what it knows about its money; null if nothing is wrong. */
async function moneyProblem(
  services: Services,
  tx: Tx,
  batch: BatchRow,
  request: RequestRow,
  lines: StoredLine[],
): Promise<string | null> {
  await lockFundingStatus(tx)
  const judged = await reviewLines(tx, subjectOf(batch), lines, termsOf(services, batch))
  const { moneyErrors, index } = judged
  if (moneyErrors.length > 0) return changedSince(moneyErrors, lines, BEFORE_SENDING)
  const unseen = unseenRisks(batch, judged)
  if (unseen.length > 0) {
    const { now } = services
    await askApprovers({ now, ...JOB }, tx, { ...batch, since: now() }, unseen.length)
    return changedSince(unseen, lines, BEFORE_ITS_APPROVAL)
  }
  return (await isNamedTwice(tx, batch.id, request, index.names))
    ? `A transaction of this request is in another request of the batch under its other identifier. ${BEFORE_SENDING}`
    : null
}

/**
 * Makes the rest of a batch wait for new approvals and notifies the approvers. Approvals before `since` do not count
 * for it. `warnings`: how many they have not seen.
 */
export async function askApprovers(
  by: Pick<Ctx, 'now' | 'requestId'> & { actor: { id: string } | null },
  tx: Tx,
  { id, since }: Pick<BatchRow, 'id'> & { since: Date },
  warnings: number,
): Promise<void> {
  await tx.update(fundingBatches).set({ restUnseenSince: since }).where(eq(fundingBatches.id, id))
  await auditBatch(by, tx, 'funding-rest-unseen', id, { warnings })
}

/**
 * Whether another request of the batch has one of these transactions under its other identifier, which the log may
 * have learned since.
 */
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

/** Risks that have come up since the batch was approved. */
const unseenRisks = ({ money }: BatchRow, { problems }: JudgedLines): LineProblem[] =>
  newRisks(money ?? {}, problems)

/**
 * Why an approved batch must be returned instead of sent: risks that its approvers have not seen; null if there are
 * none.
 */
async function unseenProblem(ctx: Ctx, tx: Tx, batch: BatchRow): Promise<string | null> {
  if (batch.status !== 'approved') return null
  await lockFundingStatus(tx)
  const lines = await listLines(tx, batch.id)
  const unseen = unseenRisks(batch, await reviewLines(tx, subjectOf(batch), lines, termsOf(ctx, batch)))
  return unseen.length === 0 ? null : changedSince(unseen, lines, UNSEEN)
}

const UNSEEN = 'Nothing was sent. Take the batch back and submit it again, so that its approvers see this.'

async function hasOpenAttempt(tx: Tx, batchId: string): Promise<boolean> {
  const [open] = await tx
    .select({ id: fundingAttempts.id })
    .from(fundingAttempts)
    .where(and(eq(fundingAttempts.batchId, batchId), inArray(fundingAttempts.state, OPEN_STATES)))
  return open !== undefined
}
