import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { fundingApprovals, fundingBatches, fundingRequests } from '@/lib/db/schema/funding'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { AmountUnit } from '@/lib/domain/funding/amount'
import { checkApprover, isBarred } from '@/lib/domain/funding/approval'
import { type BatchStatus, nextBatchStatus } from '@/lib/domain/funding/batch'
import {
  type BatchMoney,
  changesNothing,
  knowledgeChangeWords,
  sumOfChanges,
} from '@/lib/domain/funding/batch-money'
import type { BatchTerms } from '@/lib/domain/funding/check-batch'
import {
  type ConfirmQuestion,
  confirmedCounts,
  confirmQuestion,
  confirmWords,
} from '@/lib/domain/funding/confirm-rows'
import { batchInput } from '@/lib/domain/funding/inputs'
import type { FrozenLine } from '@/lib/domain/funding/line'
import { type LineProblem, problemText } from '@/lib/domain/funding/line-problem'
import { readAsWords } from '@/lib/domain/funding/names-read'
import { type RequestRange, requestFigures, splitRequests } from '@/lib/domain/funding/requests'
import { dollarWords } from '@/lib/domain/values/money'
import { optionalNote, note as requiredNote } from '@/lib/domain/values/note'
import type { Outcome, Refusal } from '@/lib/domain/values/outcome'
import { fundingRequestText } from '@/lib/partner/mapping/funding-request'
import { lockFundingStatus, refreshFunding } from '@/lib/server/sales/funding-status'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { findMissingApprovers, judgeBatch, listApprovals, withJudges, withWork } from './approvals'
import { frozenLines, type JudgedLines, judgeLines, moneyOf, reviewLines, subjectOf } from './check-lines'
import { totalsOf } from './create-batch'
import {
  auditBatch,
  type BatchRow,
  contentSha256,
  listLines,
  lockBatch,
  moveBatch,
  type StoredLine,
  type WrongState,
  wrongState,
} from './data'
import { hasSameRows, storeMeanings, storeOwnChanges, termsOf } from './lines'
import { changedSinceShown, overtaken } from './overtaken'
import { findProfile, profileMissing } from './profiles'

export type MoveResult =
  | Outcome<{ status: BatchStatus }, 'stale' | 'problems' | 'own-work' | 'no-approvers'>
  | WrongState

const stale = (message: string): MoveResult => ({ ok: false, reason: 'stale', message })

export const submitBatchSchema = z.strictObject({
  ...batchInput.shape,
  /** The version on the page, so that only what the person saw is submitted. */
  version: z.int().min(1),
  /** The number of doubtful transactions that they confirmed. */
  confirmed: z.int().min(0).optional(),
})

/** `question`: transactions whose ID may be a slip, to confirm or correct. */
type SubmitResult = MoveResult | (Refusal<'unconfirmed'> & { question: ConfirmQuestion })

/**
 * Submits a draft for approval and freezes it: its content gets a hash that approvals refer to, and it is cut into
 * requests, each with the hash of its text and our figures.
 */
export const submitBatch = (ctx: Ctx, input: z.output<typeof submitBatchSchema>): Promise<SubmitResult> =>
  ctx.db.transaction(async (tx): Promise<SubmitResult> => {
    const batch = await lockBatch(tx, input.batchId)
    const status = nextBatchStatus(batch.status, 'submit')
    if (!status) return overtaken(ctx, tx, batch, 'Nothing was changed now.')
    if (batch.version !== input.version) {
      return stale(
        'The batch changed after this page was opened. Look at it again, then submit it for approval.',
      )
    }
    const profile = findProfile(ctx, batch.profileId)
    if (!profile) return { ok: false, reason: 'problems', message: profileMissing(batch.profileId) }
    const { amountUnit } = profile
    await lockFundingStatus(tx)
    const before = await listLines(tx, batch.id)
    const judged = await judgeSubmitted(tx, batch, before, profile)
    const { lines, totals, workedOnBy } = judged
    if (!hasSameRows(before, lines) || judged.readAs.length > 0) {
      await storeOwnChanges(ctx, tx, batch, before, judged)
      if (hasSameRows(before, lines))
        return stale(
          `Since this batch was saved, the desk has learned what some of it means. ${readAsWords(judged.readAs).join(' ')} Reload, look at them, then submit.`,
        )
      return stale(
        'Since you opened this page, the partner has other amounts for merchants that this batch leaves out. The desk added or removed the lines of $0.00 for them. Reload, look at them, then submit.',
      )
    }
    if (totals.errors > 0 || totals.transactions === 0) {
      return {
        ok: false,
        reason: 'problems',
        message:
          totals.transactions === 0
            ? 'It has no lines yet. Nothing was submitted.'
            : `Fix ${totals.errors === 1 ? '1 error' : `${totals.errors.toLocaleString('en-US')} errors`}, then submit it for approval.`,
      }
    }
    const money = moneyOf(judged)
    if (batch.purpose === 'correction' && changesNothing(money)) {
      return {
        ok: false,
        reason: 'problems',
        message:
          'Every amount is what the partner holds already, so this correction changes nothing. Change an amount, or discard the batch.',
      }
    }
    const question = confirmQuestion(money, judged.problems, lines)
    if (question && question.count > (input.confirmed ?? 0)) {
      const message = `${confirmWords(question)} Correct the IDs, or confirm that they are meant. Nothing was submitted.`
      return { ok: false, reason: 'unconfirmed', message, question }
    }
    await storeMeanings(tx, batch.id, before, lines)
    const missing = await findMissingApprovers(ctx, tx, { ...batch, ...totals, workedOnBy })
    if (missing !== null) return { ok: false, reason: 'no-approvers', message: missing }
    const frozen = frozenLines(lines)
    const sha256 = contentSha256(batch, amountUnit, lines)
    const requests = await splitFrozen(frozen, splitRequests(totals.transactions), amountUnit)
    await tx
      .insert(fundingRequests)
      .values(requests.map((request) => ({ ...request, batchId: batch.id, state: 'waiting' as const })))
    const sum = sumOfChanges(money)
    const now = ctx.now()
    await tx
      .update(fundingBatches)
      .set({
        status,
        amountUnit,
        workedOnBy,
        contentSha256: sha256,
        submittedBy: ctx.actor.id,
        submittedAt: now,
        ...totals,
        money,
        updatedAt: now,
      })
      .where(eq(fundingBatches.id, batch.id))
    await auditBatch(ctx, tx, 'funding-batch-submitted', batch.id, {
      contentSha256: sha256,
      profileId: batch.profileId,
      requests: requests.length,
      changes: money.changeCount,
      ...(question && confirmedCounts(question)),
      ...(sum && { changedWasMinor: sum.wasMinor, changedIsMinor: sum.isMinor }),
      ...totalsOf(totals),
    })
    await refreshFunding(tx, { batchId: batch.id })
    return { ok: true, status }
  })

/**
 * Checks the lines for submission. Whoever decided about a sale counts as having worked on every batch that pays it,
 * so they can neither approve the batch nor allow an amount above the sale.
 */
async function judgeSubmitted(
  tx: Tx,
  batch: BatchRow,
  before: readonly StoredLine[],
  profile: BatchTerms,
): Promise<Awaited<ReturnType<typeof judgeLines>> & { workedOnBy: string[] }> {
  const { workedOnBy } = await withJudges(tx, batch)
  if (workedOnBy.length > batch.workedOnBy.length)
    await tx.update(fundingBatches).set({ workedOnBy }).where(eq(fundingBatches.id, batch.id))
  return { ...(await judgeLines(tx, subjectOf(batch), before, profile)), workedOnBy }
}

type SplitRequest = Omit<typeof fundingRequests.$inferInsert, 'batchId' | 'state'>

/** Lines are in transaction order, so each request starts where the previous one ends. */
async function splitFrozen(
  lines: readonly FrozenLine[],
  ranges: readonly RequestRange[],
  unit: AmountUnit,
): Promise<SplitRequest[]> {
  const requests: SplitRequest[] = []
  let at = 0
  for (const [n, { first, last }] of ranges.entries()) {
    const start = at
    while ((lines[at]?.transactionNo ?? Number.POSITIVE_INFINITY) <= last) at += 1
    const own = lines.slice(start, at)
    const { amounts, amountsSum } = requestFigures(own, unit)
    requests.push({
      n: n + 1,
      firstTransaction: first,
      lastTransaction: last,
      amounts,
      amountsSum,
      requestSha256: requestSha256(fundingRequestText(own, unit)),
    })
    await setImmediate()
  }
  return requests
}

export const requestSha256 = (requestText: string): string =>
  createHash('sha256').update(requestText).digest('hex')

export const approveBatchSchema = z.strictObject({
  ...batchInput.shape,
  /** The hash shown on the page: nothing else is approved. */
  contentSha256: z.string().max(64),
  /** The sum shown on the button, in cents. */
  amountMinor: z.string().regex(/^\d{1,30}$/),
  note: optionalNote,
})

/** Records one person's approval; with the last one needed the batch can be sent. */
export const approveBatch = (ctx: Ctx, input: z.output<typeof approveBatchSchema>): Promise<MoveResult> =>
  ctx.db.transaction(async (tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, input.batchId)
    const approvals = await listApprovals(tx, batch.id)
    // Locked before the deciders are read, so that no one decides about a sale in between.
    await lockFundingStatus(tx)
    const approver = { ...ctx.actor, active: true }
    const problem = checkApprover(await withWork(tx, batch), approvals, approver)
    if (problem?.code === 'not-waiting') return overtaken(ctx, tx, batch, 'Nothing was approved now.')
    if (problem) {
      if (isBarred(problem))
        await auditBatch(ctx, tx, 'approval-refused', batch.id, { because: problem.message })
      return problem.code === 'own-work'
        ? { ok: false, reason: 'own-work', message: problem.message }
        : wrongState(problem.message)
    }
    const shown = { status: batch.status, contentSha256: input.contentSha256 }
    const changed = await changedSinceShown(ctx, tx, batch, shown)
    if (changed !== null) return stale(`${changed} Nothing was approved.`)
    if (BigInt(input.amountMinor) !== batch.amountMinor) {
      return stale(
        `You approved ${dollarWords(input.amountMinor)}, and the batch has ${dollarWords(batch.amountMinor)}. Open it again before you approve it.`,
      )
    }
    const trouble = await reviewMoney(ctx, tx, batch)
    if (trouble) return trouble
    const now = ctx.now()
    await tx.insert(fundingApprovals).values({
      batchId: batch.id,
      by: ctx.actor.id,
      contentSha256: input.contentSha256,
      at: now,
      note: sanitizeNote(input.note),
    })
    const { count, needed } = await judgeBatch(tx, batch)
    const status = count >= needed ? nextBatchStatus(batch.status, 'approve') : batch.status
    if (!status) throw new Error('The status was looked at, under the same lock.')
    await moveBatch(tx, batch.id, now, status)
    await auditBatch(ctx, tx, 'funding-batch-approved', batch.id, {
      contentSha256: input.contentSha256,
      amountMinor: input.amountMinor,
      approvals: count,
      needed,
      note: input.note,
      // The first of two approvals does not change the status.
      ...(status !== batch.status && { to: status }),
    })
    return { ok: true, status }
  })

/**
 * Checks a frozen batch again, under the lock that keeps the result true: something may have changed since it was
 * submitted. Null if nothing has.
 */
async function reviewMoney(ctx: Ctx, tx: Tx, batch: BatchRow): Promise<MoveResult | null> {
  const { lines, moneyErrors, isChanged, money } = await restateMoney(ctx, tx, batch)
  if (moneyErrors.length > 0)
    return { ok: false, reason: 'problems', message: changedSince(moneyErrors, lines, AT_APPROVAL) }
  return isChanged
    ? stale(
        [
          'What the desk knows of these transactions changed after this page was opened.',
          knowledgeChangeWords(batch.money, money),
          'Look at the amounts again before you approve them.',
        ]
          .filter(Boolean)
          .join(' '),
      )
    : null
}

/** Updates what approvers see of a frozen batch to what the desk knows now. */
export async function restateMoney(
  ctx: Pick<Ctx, 'funding'>,
  tx: Tx,
  batch: BatchRow,
): Promise<JudgedLines & { isChanged: boolean; money: BatchMoney }> {
  await lockFundingStatus(tx)
  const judged = await reviewLines(tx, subjectOf(batch), await listLines(tx, batch.id), termsOf(ctx, batch))
  const money = moneyOf(judged)
  const isChanged = judged.moneyErrors.length === 0 && !isDeepStrictEqual(money, batch.money)
  if (isChanged) await tx.update(fundingBatches).set({ money }).where(eq(fundingBatches.id, batch.id))
  return { ...judged, isChanged, money }
}

const AT_APPROVAL = 'Return the batch, fix the errors, and submit it again.'

const NAMED = 3

/**
 * What is wrong with a frozen batch now, for the person who tried to approve or send it; `next`: what to do about it.
 */
export function changedSince(
  errors: readonly LineProblem[],
  lines: readonly StoredLine[],
  next: string,
): string {
  const byRow = new Map(lines.map((line) => [line.row, line]))
  const named = errors.slice(0, NAMED).map((problem) => {
    const line = problem.row === null ? undefined : byRow.get(problem.row)
    return `${problem.row === null ? '' : `Row ${problem.row}: `}${problemText(problem, line, { isFrozen: true })}`
  })
  const more = errors.length - named.length
  const noun = errors[0]?.severity ?? 'error'
  return `${errors.length === 1 ? `1 ${noun} has` : `${errors.length.toLocaleString('en-US')} ${noun}s have`} appeared since this batch was submitted. ${named.join(' ')}${more > 0 ? ` And ${more.toLocaleString('en-US')} more.` : ''} ${next}`
}

export const returnBatchSchema = z.strictObject({ ...batchInput.shape, note: requiredNote() })

/** Returns a frozen batch to its maker, with a reason; its approvals so far are void. */
export const returnBatch = (
  ctx: Ctx,
  { batchId, note }: z.output<typeof returnBatchSchema>,
): Promise<MoveResult> => unfreeze(ctx, batchId, 'funding-batch-returned', { note })

export const recallBatchSchema = z.strictObject({ ...batchInput.shape, note: optionalNote })

/**
 * Recalls a frozen batch: for whoever works on it and finds a mistake before it is sent. Its approvers are notified.
 */
export const recallBatch = (
  ctx: Ctx,
  { batchId, note }: z.output<typeof recallBatchSchema>,
): Promise<MoveResult> => unfreeze(ctx, batchId, 'funding-batch-taken-back', { note })

/** Back to a draft, as a new version, so that a page which still shows it frozen cannot submit it. */
const unfreeze = (ctx: Ctx, batchId: string, action: AuditAction, detail: object): Promise<MoveResult> =>
  ctx.db.transaction(async (tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, batchId)
    const status = nextBatchStatus(batch.status, 'return')
    if (!status) return overtaken(ctx, tx, batch, 'Nothing was changed now.')
    await tx.delete(fundingApprovals).where(eq(fundingApprovals.batchId, batchId))
    await tx.delete(fundingRequests).where(eq(fundingRequests.batchId, batchId))
    await tx
      .update(fundingBatches)
      .set({
        status,
        amountUnit: null,
        contentSha256: null,
        money: null,
        submittedBy: null,
        submittedAt: null,
        version: batch.version + 1,
        updatedAt: ctx.now(),
      })
      .where(eq(fundingBatches.id, batchId))
    await auditBatch(ctx, tx, action, batchId, { ...detail, to: status })
    await refreshFunding(tx, { batchId })
    return { ok: true, status }
  })

/** Discards a draft; its lines remain visible. */
export const discardBatch = (ctx: Ctx, { batchId }: z.output<typeof batchInput>): Promise<MoveResult> =>
  ctx.db.transaction(async (tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, batchId)
    const status = nextBatchStatus(batch.status, 'discard')
    if (!status) return overtaken(ctx, tx, batch, 'Only a draft can be discarded.')
    await moveBatch(tx, batchId, ctx.now(), status)
    await auditBatch(ctx, tx, 'funding-batch-discarded', batchId, { from: batch.status, to: status })
    await refreshFunding(tx, { batchId })
    return { ok: true, status }
  })
