import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { fundingApprovals, fundingBatches } from '@/lib/db/schema/funding'
import { checkRestApprover, isBarred } from '@/lib/domain/funding/approval'
import { batchInput } from '@/lib/domain/funding/inputs'
import { problemText } from '@/lib/domain/funding/line-problem'
import { countWarnedRows } from '@/lib/domain/funding/warned-rows'
import {
  joinRiskRows,
  newRisks,
  riskRows,
  risksAmong,
  WARNINGS_NAMED,
  type WarningGroup,
  warningGroups,
} from '@/lib/domain/funding/warning-groups'
import { dollarWords } from '@/lib/domain/values/money'
import { optionalNote } from '@/lib/domain/values/note'
import { lockFundingStatus } from '@/lib/server/sales/funding-status'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx, Services } from '@/lib/server/services'
import { type ApprovalRow, judgeBatch, listApprovals, withWork } from './approvals'
import { transactionsOf } from './attempt'
import { checkedBatchOf, type JudgedLines, moneyOf, reviewLines, warnedLines } from './check-lines'
import {
  auditBatch,
  type BatchRow,
  isUnsent,
  listLines,
  listRequests,
  lockBatch,
  type RequestRow,
  type StoredLine,
  wrongState,
} from './data'
import { termsOf } from './lines'
import { askApprovers } from './send'
import { changedSince, type MoveResult } from './submit'

/** The unsent rest of a batch that stopped because of a warning its approvers have not seen. */
export type UnseenRest = {
  /** What an approval is bound to: the requests as they will be sent, and every known risk in them. */
  contentSha256: string
  requests: number[]
  transactions: number
  amountMinor: bigint
  /** Errors in the rest, in words; they cannot be approved. Null if there are none. */
  problem: string | null
  /** All warnings of the rest, by kind. */
  warnings: WarningGroup[]
  /** Rows with at least one warning. */
  warnedRows: number
  /** How many of its risks no approver has seen. */
  unseen: number
  /** The batch's `money` once the rest is approved. */
  money: NonNullable<BatchRow['money']>
}

/**
 * The rest of a stopped batch if it has risks that its approvers have not seen; otherwise null. Hold
 * `lockFundingStatus` to act on the result.
 */
export async function findUnseenRest(
  services: Pick<Services, 'funding'>,
  db: DbOrTx,
  batch: BatchRow,
  requests: readonly RequestRow[],
): Promise<UnseenRest | null> {
  const { contentSha256 } = batch
  const reviewed = contentSha256 === null ? null : await reviewRest(services, db, batch, requests)
  if (!reviewed) return null
  const { rest, judged } = reviewed
  const { lines, problems, moneyErrors } = judged
  const unseen = newRisks(batch.money ?? {}, problems).length
  if (unseen === 0) return null
  // A batch that was frozen before `money` existed: the rest is all that anyone has been shown.
  const money = batch.money ?? moneyOf(judged)
  const warnings = warningGroups(
    problems.filter(({ severity }) => severity === 'warning'),
    warnedLines(judged),
    WARNINGS_NAMED,
  )
  const byRow = new Map(lines.map((line) => [line.row, line]))
  const risks = risksAmong(problems).map((problem) => [
    problem.row,
    problem.code,
    problemText(problem, byRow.get(problem.row ?? -1)),
  ])
  const groups = withMore(money.warningGroups ?? [], warnings)
  const texts = rest.map(({ n, requestSha256 }) => [n, requestSha256])
  return {
    contentSha256: createHash('sha256')
      .update(JSON.stringify([contentSha256, texts, risks]))
      .digest('hex'),
    problem: moneyErrors.length > 0 ? changedSince(moneyErrors, lines, FIRST) : null,
    requests: rest.map(({ n }) => n),
    transactions: rest.reduce((sum, request) => sum + transactionsOf(request), 0),
    amountMinor: lines.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n),
    warnings,
    warnedRows: countWarnedRows(lines.length, problems),
    unseen,
    money: {
      ...money,
      // The rows with warnings in the part that was sent are no longer known.
      warnedRows: undefined,
      warnings: groups.reduce((sum, { count }) => sum + count, 0),
      warningGroups: groups,
      riskRows: joinRiskRows(batch.money?.riskRows ?? {}, riskRows(problems)),
    },
  }
}

/** The unsent rest of a stopped batch, checked against what the desk knows now; null if nothing is left. */
export async function reviewRest(
  services: Pick<Services, 'funding'>,
  db: DbOrTx,
  batch: BatchRow,
  requests: readonly RequestRow[],
): Promise<{ rest: RequestRow[]; judged: JudgedLines } | null> {
  const rest = batch.status === 'stopped' ? requests.filter(isUnsent) : []
  if (rest.length === 0) return null
  // One query after the other: a transaction has a single connection.
  const lines: StoredLine[] = []
  for (const request of rest) for (const line of await listLines(db, batch.id, request)) lines.push(line)
  return { rest, judged: await reviewLines(db, checkedBatchOf(batch), lines, termsOf(services, batch)) }
}

const FIRST = 'Remove the cause before the rest is approved again, or withdraw the rest.'

/** The groups as they were shown, replaced where there are more warnings now. */
function withMore(shown: readonly WarningGroup[], now: readonly WarningGroup[]): WarningGroup[] {
  const counts = new Map(shown.map(({ code, count }) => [code, count]))
  const more = now.filter(({ code, count }) => count > (counts.get(code) ?? 0))
  const codes = new Set(more.map(({ code }) => code))
  return [...shown.filter(({ code }) => !codes.has(code)), ...more]
}

export const approveRestSchema = z.strictObject({
  ...batchInput.shape,
  /** The hash shown on the page: nothing else is approved. */
  contentSha256: z.string().max(64),
  /** The sum shown on the button, in cents. */
  amountMinor: z.string().regex(/^\d{1,30}$/),
  note: optionalNote,
})

/**
 * Records one person's approval of the unsent rest, including what has come up since. The rules are those of the
 * whole batch: as many approvals as it needs, none by anyone who worked on it. Nothing is sent.
 */
export const approveRest = (ctx: Ctx, input: z.output<typeof approveRestSchema>): Promise<MoveResult> =>
  ctx.db.transaction(async (tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, input.batchId)
    await lockFundingStatus(tx)
    const rest = await findUnseenRest(ctx, tx, batch, await listRequests(tx, batch.id))
    if (!rest) return wrongState('The rest needs no other approval. It was not approved now.')
    const given = await listApprovals(tx, batch.id)
    const problem = checkRestApprover(await withWork(tx, batch), rest.contentSha256, given, {
      ...ctx.actor,
      active: true,
    })
    if (problem && isBarred(problem))
      await auditBatch(ctx, tx, 'approval-refused', batch.id, { because: problem.message })
    if (problem?.code === 'own-work') return { ok: false, reason: 'own-work', message: problem.message }
    if (problem) return wrongState(problem.message)
    if (rest.problem !== null) return { ok: false, reason: 'problems', message: rest.problem }
    if (rest.contentSha256 !== input.contentSha256)
      return {
        ok: false,
        reason: 'stale',
        message:
          'What the desk knows of these transactions changed after this page was opened. Look at them again before you approve them.',
      }
    if (BigInt(input.amountMinor) !== rest.amountMinor)
      return {
        ok: false,
        reason: 'stale',
        message: `You approved ${dollarWords(input.amountMinor)}, and the rest has ${dollarWords(rest.amountMinor)}. Open it again before you approve it.`,
      }
    const at = ctx.now()
    await tx.insert(fundingApprovals).values({
      batchId: batch.id,
      contentSha256: rest.contentSha256,
      by: ctx.actor.id,
      at,
      note: sanitizeNote(input.note),
    })
    const result = await takeOver(ctx, tx, batch, rest, input.note)
    if (!result.isApproved && isOutdated(batch, rest, given))
      await askApprovers(ctx, tx, { ...batch, since: at }, rest.unseen)
    return { ok: true, status: batch.status }
  })

/** Whether someone approved an earlier state of the rest. That approval no longer counts, and they have to be told. */
const isOutdated = (
  { restUnseenSince }: BatchRow,
  { contentSha256 }: UnseenRest,
  given: readonly ApprovalRow[],
): boolean =>
  given.some(
    (approval) =>
      restUnseenSince !== null && approval.at >= restUnseenSince && approval.contentSha256 !== contentSha256,
  )

/**
 * With the last approval it needs, the batch takes over the hash and `money` of the rest; until then it keeps its
 * own.
 */
async function takeOver(
  ctx: Ctx,
  tx: Tx,
  batch: BatchRow,
  rest: UnseenRest,
  note: string,
): Promise<{ isApproved: boolean }> {
  const { count, needed } = await judgeBatch(tx, { ...batch, contentSha256: rest.contentSha256 })
  const isApproved = count >= needed
  if (isApproved)
    await tx
      .update(fundingBatches)
      .set({
        contentSha256: rest.contentSha256,
        money: rest.money,
        restUnseenSince: null,
        updatedAt: ctx.now(),
      })
      .where(eq(fundingBatches.id, batch.id))
  await auditBatch(ctx, tx, 'funding-rest-approved', batch.id, {
    contentSha256: rest.contentSha256,
    approvals: count,
    needed,
    requests: rest.requests,
    transactions: rest.transactions,
    amountMinor: String(rest.amountMinor),
    warnings: rest.warnings.map(({ code, count }) => ({ code, count })),
    note,
    from: batch.status,
    to: batch.status,
  })
  return { isApproved }
}
