import { and, desc, eq, inArray, isNull, ne, notLike, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import {
  fundingAttempts,
  fundingBatches,
  fundingFailures,
  fundingLines,
  fundingRequests,
} from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import { can } from '@/lib/domain/access/permissions'
import {
  type ApprovalFacts,
  type Approver,
  beyondApprovalWords,
  checkApprover,
  checkRestApprover,
  needWords,
  type OwnWork,
} from '@/lib/domain/funding/approval'
import { canEditBatch, nextBatchStatus } from '@/lib/domain/funding/batch'
import { closeFailuresProblem, reopenFailuresProblem } from '@/lib/domain/funding/closed-failures'
import type { FundingFigures } from '@/lib/domain/funding/figures'
import { reportConfirmers, reportInEffect, reportWay } from '@/lib/domain/funding/lost-answer'
import { type ComparedFigure, compareFigures } from '@/lib/domain/funding/match-answer'
import { notUsedNote } from '@/lib/domain/funding/other-columns'
import {
  type OverwrittenOfMerchant,
  overwrittenByMerchant,
  overwrittenWords,
} from '@/lib/domain/funding/overwritten-rows'
import { type MerchantResult, type RequestSum, resultOf, sumWas } from '@/lib/domain/funding/result'
import type { FundingRules } from '@/lib/domain/settings/funding-rules'
import { countOpenFailures } from '@/lib/server/sales/open-failures'
import type { Ctx } from '@/lib/server/services'
import { loadFundingRules, loadRules } from '@/lib/server/settings'
import { overSaleProblem } from './allow-over-sale'
import { fundedByBatch, listFundedElsewhere } from './already-funded'
import {
  type ApprovalRow,
  judgeBatch,
  listApprovals,
  listPeople,
  type Submission,
  withWork,
} from './approvals'
import { findUnseenRest } from './approve-rest'
import { transactionsOf } from './attempt'
import { reviewLines, subjectOf } from './check-lines'
import { countLeftToRetry, hasOutcome, NOTHING_LEFT, RETRY_CLOSED } from './child-batch'
import {
  type BatchRow,
  isAmong,
  isUnsent,
  listLines,
  listRequests,
  type RequestRow,
  requireBatch,
} from './data'
import { isBeforeSending, termsOf } from './lines'
import { listMerchantResults, MOST_COMPARED } from './money-result'
import { changedSinceReturn, changedSinceShown, type ShownBatch } from './overtaken'
import { findOverwrites, type Overwrites, sumOfOverwrites } from './overwrites'
import { findProfile } from './profiles'
import { listRefusedElsewhere } from './refused-elsewhere'
import { canReopen } from './reopen'
import { sendProblem } from './send'
import { countUnmatched } from './unmatched'
import type {
  BatchAct,
  BatchHistoryEntry,
  BatchLink,
  BatchProgress,
  BatchView,
  FigureView,
  FundingAttemptView,
  FundingRequestView,
  OutcomeReportView,
  Permitted,
  RefusedElsewhere,
} from './views'
import { COUNTED_ANEW, groupWarnings } from './warnings'
import { isOver } from './withdraw'

/** Everything that a batch's page shows, except its lines. */
export async function viewBatch(ctx: Ctx, batchId: string): Promise<BatchView> {
  const { db } = ctx
  const batch = await requireBatch(db, batchId)
  const [
    people,
    requestRows,
    given,
    approval,
    history,
    lastReturn,
    parent,
    children,
    sameFile,
    funded,
    leftToRetry,
  ] = await Promise.all([
    listPeople(db),
    listRequests(db, batchId),
    listApprovals(db, batchId),
    judgeBatch(db, batch, submissionBy(ctx, batch)),
    listHistory(db, batchId),
    getLastReturn(db, batchId),
    batch.parentId === null ? [] : listLinks(db, eq(fundingBatches.id, batch.parentId)),
    listChildren(db, batchId),
    batch.fileSha256 === null
      ? []
      : listLinks(db, and(eq(fundingBatches.fileSha256, batch.fileSha256), ne(fundingBatches.id, batchId))),
    isBeforeSending(batch) ? listFundedElsewhere(db, batch) : [],
    hasOutcome(batch) ? countLeftToRetry(ctx, batchId) : NOTHING_LEFT,
  ])
  const worked = await withWork(db, batch)
  const issues = await countIssues(ctx, batch)
  const { warnings, warnedRows } = await groupWarnings(ctx, batch)
  const unseenRest = await viewUnseenRest(ctx, batch, requestRows)
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.name ?? ''
  const rules = await loadFundingRules(db)
  const requests = await viewRequests(ctx, batch, requestRows, { people, nameOf, rules })
  const outcome = outcomeOf(batch, requestRows)
  const isSent = wasSent(batch, requestRows)
  const profile = findProfile(ctx, batch.profileId)
  const openFailures = needsOpenFailures(ctx, batch) ? await countOpenFailures(db, batchId) : 0
  const merchants =
    requestRows.length > 0 ? await listMerchantResults(db, batch, requestRows, MOST_COMPARED) : []
  const overwrites =
    requestRows.length > 0 && batch.transactions <= MOST_COMPARED ? await findOverwrites(db, batch) : null
  return {
    id: batch.id,
    number: batch.number,
    name: batch.name,
    status: batch.status,
    profile: {
      profileId: batch.profileId,
      label: profile?.label ?? batch.profileId,
      amountUnit: termsOf(ctx, batch).amountUnit,
      configured: profile !== null,
    },
    amountStyle: batch.amountStyle,
    source: batch.source,
    purpose: batch.purpose,
    fileName: batch.fileName,
    notUsed: notUsedNote(batch.otherColumns),
    version: batch.version,
    totals: {
      lines: batch.lines,
      unread: await countUnread(db, batch),
      transactions: batch.transactions,
      amountMinor: batch.amountMinor,
      errors: issues.errors,
      warnings: issues.warnings,
    },
    outcome,
    result: isSent ? viewResult(batch, requests, outcome.unexplained) : null,
    was: sumWas(merchants),
    overwrites: overwrites ? sumOfOverwrites(overwrites) : { by: [], of: [], now: null },
    merchants: requestRows.length > 0 ? viewMerchants(merchants, overwrittenOf(overwrites)) : null,
    leftToRetry,
    failuresClosed:
      batch.failuresClosedAt === null
        ? null
        : {
            by: nameOf(batch.failuresClosedBy),
            at: batch.failuresClosedAt.toISOString(),
            note: batch.failuresClosedNote ?? '',
          },
    openFailures,
    createdBy: nameOf(batch.createdBy),
    createdAt: batch.createdAt.toISOString(),
    updatedAt: batch.updatedAt.toISOString(),
    workedOnBy: viewWork(worked.work, nameOf),
    submitted:
      batch.submittedAt === null
        ? null
        : { by: nameOf(batch.submittedBy), at: batch.submittedAt.toISOString() },
    returned: batch.status === 'draft' ? lastReturn : null,
    sinceReturn: batch.status === 'waiting' ? await changedSinceReturn(db, batch) : null,
    readAs: readAsOf(history),
    parent: parent[0] ?? null,
    children,
    sameFile,
    alreadyFunded: fundedByBatch(funded),
    contentSha256: batch.contentSha256,
    approvals: given.map(({ by, at, note }) => ({
      by: nameOf(by),
      at: at.toISOString(),
      note,
      mine: by === ctx.actor.id,
    })),
    approvalsNeeded: approval.needed,
    approvalsGiven: approval.count,
    approvalsText: `Needs ${needWords(approval)}.`,
    approvers: approval.eligible.map(({ name }) => name),
    warnings,
    warnedRows,
    beyondApproval:
      batch.status === 'draft' || batch.status === 'waiting'
        ? beyondApprovalWords(approval, batch.status)
        : null,
    unseenRest,
    // Pages show kinds and counts; the row numbers are only for the server.
    money: batch.money && { ...batch.money, riskRows: undefined },
    requests,
    history,
    may: permittedActs(ctx, worked, requestRows, given, requests, {
      leftToRetry,
      rules,
      unseenRest,
      openFailures,
    }),
    profiles: ctx.funding.profiles,
    email: ctx.actor.email,
  }
}

function viewWork(
  work: ReadonlyMap<string, OwnWork>,
  nameOf: (id: string) => string,
): BatchView['workedOnBy'] {
  const all = [...work].map(([id, own]) => ({
    ...own,
    by: nameOf(id),
    isEditor: own.hasMade || own.hasEdited,
  }))
  return {
    edited: all.filter(({ isEditor }) => isEditor).map(({ by }) => by),
    decided: all
      .filter(({ isEditor, sales, hasWorkedBefore }) => sales.length > 0 || !(isEditor || hasWorkedBefore))
      .map(({ by, sales }) => ({ by, sales: [...sales] })),
    before: all
      .filter(({ isEditor, sales, hasWorkedBefore }) => hasWorkedBefore && !isEditor && sales.length === 0)
      .map(({ by }) => by),
  }
}

/** Whether the page needs to know: to offer closing them, or to say that nothing is left to do. */
const needsOpenFailures = ({ actor }: Ctx, { status, failed, failuresClosedAt }: BatchRow): boolean =>
  failed > 0 &&
  (status === 'stopped' ||
    (status === 'done' && (failuresClosedAt !== null || can(actor.roles, 'funding:write'))))

/** A draft is judged as if the current user submitted it, or its maker if they may not. */
const submissionBy = (ctx: Ctx, { createdBy }: BatchRow): Submission => ({
  by: can(ctx.actor.roles, 'funding:write') ? ctx.actor.id : createdBy,
  at: ctx.now(),
})

const listLinks = (db: DbOrTx, condition: ReturnType<typeof and>): Promise<BatchLink[]> =>
  db
    .select({
      id: fundingBatches.id,
      number: fundingBatches.number,
      name: fundingBatches.name,
      status: fundingBatches.status,
    })
    .from(fundingBatches)
    .where(condition)
    .orderBy(desc(fundingBatches.number))
    .limit(20)

async function listChildren(db: DbOrTx, batchId: string): Promise<BatchView['children']> {
  const rows = await db
    .select({
      id: fundingBatches.id,
      number: fundingBatches.number,
      name: fundingBatches.name,
      status: fundingBatches.status,
      purpose: fundingBatches.purpose,
      transactions: fundingBatches.transactions,
      succeeded: fundingBatches.succeeded,
      isOver,
      createdAt: fundingBatches.createdAt,
    })
    .from(fundingBatches)
    .where(eq(fundingBatches.parentId, batchId))
    .orderBy(desc(fundingBatches.number))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** The latest entries of the audit log; no one reads more. */
async function listHistory(db: DbOrTx, batchId: string): Promise<BatchHistoryEntry[]> {
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      by: users.name,
      action: auditLog.action,
      // The audit log has every line that a save changed, possibly thousands.
      detail: sql<BatchHistoryEntry['detail']>`${auditLog.detail} - 'changedLines'`,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, 'funding-batch'),
        eq(auditLog.subjectId, batchId),
        // Comments are shown separately.
        notLike(auditLog.action, 'comment-%'),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1_000)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** All texts that any save replaced by IDs: the lines only have the IDs, so approvers would not see the texts. */
const readAsOf = (history: readonly BatchHistoryEntry[]): string[] => [
  ...new Set(
    history
      .toReversed()
      .flatMap(({ detail: { readAs } }) => (Array.isArray(readAs) ? readAs.map(String) : [])),
  ),
]

/**
 * The note of the last return or recall; null if the batch was submitted again since. Not read from the history,
 * which is cut off.
 */
async function getLastReturn(db: DbOrTx, batchId: string): Promise<BatchView['returned']> {
  const [last] = await db
    .select({ at: auditLog.at, by: users.name, action: auditLog.action, detail: auditLog.detail })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, 'funding-batch'),
        eq(auditLog.subjectId, batchId),
        inArray(auditLog.action, [
          'funding-batch-submitted',
          'funding-batch-returned',
          'funding-batch-taken-back',
        ]),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
  if (!last || last.action === 'funding-batch-submitted') return null
  const { note = '' } = last.detail
  const isRecall = last.action === 'funding-batch-taken-back'
  if (typeof note !== 'string' || (isRecall && note === '')) return null
  return { by: last.by ?? '', at: last.at.toISOString(), note, isRecall }
}

/** Counts of transactions. `unexplained`: answered, but counted neither as funded nor as failed. */
function outcomeOf(
  { transactions, succeeded, failed }: BatchRow,
  requests: readonly RequestRow[],
): BatchView['outcome'] {
  const countOf = (...states: RequestRow['state'][]) =>
    requests.reduce(
      (sum, request) => (states.includes(request.state) ? sum + transactionsOf(request) : sum),
      0,
    )
  const answered = countOf('accepted', 'refused')
  return {
    succeeded,
    failed,
    unknown: countOf('unknown'),
    unsent: requests.length === 0 ? transactions : countOf('waiting', 'not-sent', 'sending'),
    unexplained: Math.max(0, answered - succeeded - failed),
  }
}

/** Whether sending has started. */
const wasSent = ({ status }: BatchRow, requests: readonly RequestRow[]): boolean =>
  requests.length > 0 && status !== 'waiting' && status !== 'approved'

/** Unexplained transactions are left out of the count of `funded` but not out of its money. */
function viewResult(
  { status }: BatchRow,
  requests: readonly FundingRequestView[],
  unexplained: number,
): BatchView['result'] {
  const sums = requests.map(
    ({ state, transactions, amountMinor, failures, failedMinor }): RequestSum => ({
      state,
      transactions,
      amountMinor,
      failed: { transactions: failures, amountMinor: failedMinor },
    }),
  )
  const result = resultOf(sums, status === 'sending')
  const { transactions, amountMinor } = result.funded
  return { ...result, funded: { transactions: Math.max(0, transactions - unexplained), amountMinor } }
}

/** No one reads more on a page; the download has all merchants. */
const MERCHANTS_SHOWN = 200

const viewMerchants = (
  all: readonly MerchantResult[],
  overwritten: ReadonlyMap<string, OverwrittenOfMerchant>,
): NonNullable<BatchView['merchants']> => ({
  shown: all.slice(0, MERCHANTS_SHOWN).map((merchant) => {
    const found = overwritten.get(merchant.merchantId)
    return found ? { ...merchant, overwritten: overwrittenWords(found) } : merchant
  }),
  count: all.length,
  toSend: all.filter(({ by }) => by['not-sent'] !== undefined).length,
})

/** The amounts that the notice above the results is about, by merchant. */
const overwrittenOf = (overwrites: Overwrites | null): ReadonlyMap<string, OverwrittenOfMerchant> =>
  overwrittenByMerchant(
    (overwrites?.by ?? []).filter(({ isCertain, wasMinor, newMinor }) => !isCertain || wasMinor !== newMinor),
  )

/** The money of each request and of its failed transactions, by the request's index. */
async function sumRequests(
  db: DbOrTx,
  batchId: string,
): Promise<Map<number, { amountMinor: bigint; failedMinor: bigint }>> {
  const { rows } = await db.execute<{ place: number; amount_minor: string; failed_minor: string }>(sql`
    select width_bucket(lines.transaction_no, (
        select array_agg(first_transaction order by n) from funding_requests where batch_id = ${batchId}::uuid
      ))::int - 1 as place,
      coalesce(sum(lines.amount_minor), 0)::text as amount_minor,
      coalesce(sum(lines.amount_minor) filter (where failures.transaction_no is not null), 0)::text as failed_minor
    from funding_lines lines
      left join funding_failures failures
        on failures.batch_id = lines.batch_id and failures.transaction_no = lines.transaction_no
    where lines.batch_id = ${batchId}::uuid
    group by 1`)
  return new Map(
    rows.map(({ place, amount_minor, failed_minor }) => [
      place,
      { amountMinor: BigInt(amount_minor), failedMinor: BigInt(failed_minor) },
    ]),
  )
}

const senders = alias(users, 'senders')
const resolvers = alias(users, 'resolvers')

async function viewRequests(
  ctx: Ctx,
  batch: BatchRow,
  rows: readonly RequestRow[],
  known: { people: readonly Approver[]; nameOf: (id: string | null) => string; rules: FundingRules },
): Promise<FundingRequestView[]> {
  if (rows.length === 0) return []
  const { db } = ctx
  const { nameOf } = known
  const { resendNeedsSecondPerson } = await loadRules(db)
  const attempts = await db
    .select()
    .from(fundingAttempts)
    .leftJoin(senders, eq(senders.id, fundingAttempts.preparedBy))
    .leftJoin(resolvers, eq(resolvers.id, fundingAttempts.resolvedBy))
    .where(eq(fundingAttempts.batchId, batch.id))
    .orderBy(desc(fundingAttempts.sequence))
  const codes = await listFailureCodes(db, batch.id)
  const sums = await sumRequests(db, batch.id)
  const unmatched = await countUnmatched(db, batch.id)
  const missing = new Map<string, string[] | null>()
  const worded = new Map<number, RefusedElsewhere>()
  for (const row of rows) {
    const last = attempts.find(({ funding_attempts }) => funding_attempts.request === row.n)?.funding_attempts
    if (!last || (row.state !== 'unknown' && !(last.resolution === 'found' && row.state === 'accepted')))
      continue
    const since = row.state === 'unknown' ? 0 : last.sequence
    worded.set(row.n, await listRefusedElsewhere(db, batch, row, since))
  }
  for (const { funding_attempts: attempt } of attempts)
    if (isOpen(attempt)) missing.set(attempt.id, await nameMissing(db, attempt))
  return rows.map((row, place) => {
    const { amountMinor = 0n, failedMinor = 0n } = sums.get(place) ?? {}
    const failureCodes = codes.filter(({ n }) => n === row.n)
    const failures = failureCodes.reduce((sum, { count }) => sum + count, 0)
    const own = attempts
      .map(({ funding_attempts }) => funding_attempts)
      .filter(({ request }) => request === row.n)
    const open = row.state === 'unknown' ? (own.find(isOpen) ?? null) : null
    return {
      n: row.n,
      firstTransaction: row.firstTransaction,
      lastTransaction: row.lastTransaction,
      transactions: transactionsOf(row),
      amounts: row.amounts,
      amountMinor,
      failedMinor,
      amountsSum: row.amountsSum,
      requestSha256: row.requestSha256,
      state: row.state,
      failures,
      failureCodes: failureCodes.map(({ errorCode, errorMessage, count }) => ({
        errorCode,
        errorMessage,
        count,
      })),
      attempts: own.map((attempt) =>
        viewAttempt(row, attempt, failures, unmatched.get(attempt.id) ?? 0, nameOf),
      ),
      unresolvedAttemptId: open?.id ?? null,
      refusedElsewhere: worded.get(row.n) ?? null,
      reopensAttemptId: own[0] && canReopen(row, own[0].resolution) ? own[0].id : null,
      outcomeReport:
        open &&
        viewOutcomeReport(ctx, batch, open, missing.get(open.id) ?? null, resendNeedsSecondPerson, known),
    }
  })
}

const isOpen = ({ state, resolution }: typeof fundingAttempts.$inferSelect): boolean =>
  state === 'unknown' && resolution === null

/**
 * The transactions that a proposal says are missing, by identifier; null if the proposal is that nothing was
 * received.
 */
async function nameMissing(
  db: DbOrTx,
  { batchId, saidMissing }: typeof fundingAttempts.$inferSelect,
): Promise<string[] | null> {
  if (saidMissing === null) return null
  const names = await db
    .selectDistinctOn([fundingLines.transactionNo], {
      name: sql<string>`coalesce(nullif(${fundingLines.transactionId}, ''), ${fundingLines.retrievalReferenceNumber})`,
    })
    .from(fundingLines)
    .where(and(eq(fundingLines.batchId, batchId), isAmong(fundingLines.transactionNo, saidMissing)))
    .orderBy(fundingLines.transactionNo)
  return names.map(({ name }) => name)
}

function viewOutcomeReport(
  { actor }: Ctx,
  { workedOnBy }: BatchRow,
  { preparedBy, saidAt, saidNote, ...attempt }: typeof fundingAttempts.$inferSelect,
  missing: string[] | null,
  resendNeedsSecondPerson: boolean,
  {
    people,
    nameOf,
    rules,
  }: { people: readonly Approver[]; nameOf: (id: string | null) => string; rules: FundingRules },
): OutcomeReportView {
  const saidBy = reportInEffect(attempt.saidBy, people)
  const mayAlone = rules.outcomeAlone && !(resendNeedsSecondPerson && preparedBy === actor.id)
  return {
    way: reportWay(actor.id, { preparedBy, workedOnBy, saidBy }, { mayAlone }),
    report:
      saidBy === null
        ? null
        : { by: nameOf(saidBy), at: saidAt?.toISOString() ?? '', note: saidNote ?? '', missing },
    confirmers: reportConfirmers(people, saidBy ?? actor.id),
  }
}

function viewAttempt(
  request: RequestRow,
  attempt: typeof fundingAttempts.$inferSelect,
  failures: number,
  unmatchedErrors: number,
  nameOf: (id: string | null) => string,
): FundingAttemptView {
  const { figures, errorCode } = attempt
  const ours = {
    transactions: transactionsOf(request),
    amounts: request.amounts,
    amountsSum: request.amountsSum,
  }
  return {
    id: attempt.id,
    state: attempt.state,
    by: attempt.preparedBy === null ? null : nameOf(attempt.preparedBy),
    preparedAt: attempt.preparedAt.toISOString(),
    sendingAt: attempt.sendingAt?.toISOString() ?? null,
    answeredAt: attempt.answeredAt?.toISOString() ?? null,
    httpStatus: attempt.httpStatus,
    figures: figures
      ? figuresOf(compareFigures(ours, { ...figures, errorCode, transactionErrors: [] }, failures))
      : [],
    errorCode,
    errorMessage: attempt.errorMessage,
    answer: attempt.answer,
    unmatchedErrors,
    message: attempt.message,
    saidBy: attempt.saidBy === null ? null : nameOf(attempt.saidBy),
    resolution: attempt.resolution && {
      kind: attempt.resolution,
      by: nameOf(attempt.resolvedBy),
      at: attempt.resolvedAt?.toISOString() ?? '',
      note: attempt.resolutionNote ?? '',
      missing: attempt.saidMissing?.length ?? 0,
    },
  }
}

/** Interface, "Funding response". The sum is a hash total, not money, since currencies may be mixed. */
const FIGURES: readonly { figure: keyof FundingFigures; label: string }[] = [
  { figure: 'transactionCount', label: 'Transactions' },
  { figure: 'successfulTransactionCount', label: 'Successful transactions' },
  { figure: 'merchantFundingAmountCount', label: 'Funding amounts' },
  { figure: 'amountsSum', label: 'Hash total' },
]

const figuresOf = (compared: Record<keyof FundingFigures, ComparedFigure>): FigureView[] =>
  FIGURES.map(({ figure, label }) => ({ figure, label, ...compared[figure] }))

const listFailureCodes = (db: DbOrTx, batchId: string) =>
  db
    .select({
      n: fundingRequests.n,
      errorCode: fundingFailures.errorCode,
      errorMessage: sql<string>`min(${fundingFailures.errorMessage})`,
      count: sql<number>`count(*)::int`,
    })
    .from(fundingFailures)
    .innerJoin(
      fundingRequests,
      and(
        eq(fundingRequests.batchId, fundingFailures.batchId),
        sql`${fundingFailures.transactionNo} between ${fundingRequests.firstTransaction} and ${fundingRequests.lastTransaction}`,
      ),
    )
    .where(eq(fundingFailures.batchId, batchId))
    .groupBy(fundingRequests.n, fundingFailures.errorCode)
    .orderBy(sql`count(*) desc`, fundingFailures.errorCode)

const ALLOWED: Permitted = { allowed: true, reason: null }
const unless = (reason: string | null): Permitted => (reason === null ? ALLOWED : { allowed: false, reason })

/** What the current user may do now. The server checks again when they do it. */
function permittedActs(
  ctx: Ctx,
  batch: BatchRow & Pick<ApprovalFacts, 'work'>,
  requests: readonly RequestRow[],
  given: readonly ApprovalRow[],
  views: readonly FundingRequestView[],
  {
    leftToRetry,
    rules,
    unseenRest,
    openFailures,
  }: Pick<BatchView, 'leftToRetry' | 'unseenRest' | 'openFailures'> & { rules: FundingRules },
): Record<BatchAct, Permitted> {
  const { status } = batch
  const isClosed = batch.failuresClosedAt !== null
  const writes = can(ctx.actor.roles, 'funding:write') ? null : 'Your roles do not let you change batches.'
  const approves = can(ctx.actor.roles, 'funding:approve')
    ? null
    : 'Your roles do not let you approve batches.'
  const draft = canEditBatch(status) ? null : 'Only a draft can be changed.'
  const unsent =
    nextBatchStatus(status, 'return') === null
      ? 'Only a batch that is pending approval or approved can be returned.'
      : null
  const through = hasOutcome(batch) ? null : 'It has not finished yet.'
  return {
    edit: unless(writes ?? draft),
    submit: unless(writes ?? draft ?? submitProblem(batch)),
    approve: unless(checkApprover(batch, given, { ...ctx.actor, active: true })?.message ?? null),
    'approve-rest': unless(
      unseenRest === null
        ? 'The rest needs no other approval.'
        : (checkRestApprover(batch, unseenRest.contentSha256, given, { ...ctx.actor, active: true })
            ?.message ?? unseenRest.problem),
    ),
    return: unless(approves ?? unsent),
    recall: unless(writes ?? unsent),
    send: unless(writes ?? sendProblem(ctx, batch, requests)),
    resolve: unless(
      writes ??
        (views.some(({ unresolvedAttemptId }) => unresolvedAttemptId !== null)
          ? null
          : 'Every request has a known outcome.'),
    ),
    reopen: unless(writes),
    retry: unless(
      writes ??
        through ??
        (leftToRetry.failed + leftToRetry.withdrawn > 0
          ? null
          : isClosed
            ? RETRY_CLOSED
            : batch.failed > 0
              ? 'A retry already has all failed transactions.'
              : 'No transaction failed.'),
    ),
    withdraw: unless(
      writes ??
        (status === 'stopped' && requests.some(isUnsent) ? null : 'No transaction is waiting to be sent.'),
    ),
    correct: unless(writes ?? through ?? (batch.succeeded > 0 ? null : 'No transaction was funded.')),
    'allow-over-sale': unless(approves ?? draft ?? overSaleProblem(ctx, batch, rules.overSale)),
    'close-failures': unless(
      writes ??
        closeFailuresProblem({ status, hasUnsent: requests.some(isUnsent), open: openFailures, isClosed }),
    ),
    'reopen-failures': unless(writes ?? reopenFailuresProblem({ isClosed })),
    discard: unless(writes ?? draft),
  }
}

/**
 * The current problems of a draft, since a merchant may have been confirmed or a conflict resolved after its last
 * save; and of an approved batch, since a merchant may have been paused.
 */
async function countIssues(ctx: Ctx, batch: BatchRow): Promise<Pick<BatchRow, 'errors' | 'warnings'>> {
  const isAnew = canEditBatch(batch.status) || batch.status === 'approved'
  if (!isAnew || batch.lines > COUNTED_ANEW) return batch
  const lines = await listLines(ctx.db, batch.id)
  return (await reviewLines(ctx.db, subjectOf(batch), lines, termsOf(ctx, batch))).totals
}

/** The state of the new approval of an unsent rest. */
async function viewUnseenRest(
  ctx: Ctx,
  batch: BatchRow,
  requests: readonly RequestRow[],
): Promise<BatchView['unseenRest']> {
  const rest = await findUnseenRest(ctx, ctx.db, batch, requests)
  if (!rest) return null
  const { contentSha256, transactions, amountMinor, warnings, warnedRows, problem } = rest
  const { needed, count, eligible } = await judgeBatch(ctx.db, { ...batch, contentSha256 })
  return {
    contentSha256,
    transactions,
    amountMinor,
    warnings,
    warnedRows,
    problem,
    isAsked: batch.restUnseenSince !== null,
    approvalsNeeded: needed,
    approvalsGiven: count,
    approvers: eligible.map(({ name }) => name),
  }
}

/** Rows of a draft whose amount is missing or unreadable. Frozen batches and drafts without errors have none. */
async function countUnread(db: DbOrTx, { id, errors, contentSha256 }: BatchRow): Promise<number> {
  if (errors === 0 || contentSha256 !== null) return 0
  return db.$count(fundingLines, and(eq(fundingLines.batchId, id), isNull(fundingLines.amountMinor)))
}

/** Errors are not checked here: they may be outdated, and submitting checks again. */
const submitProblem = ({ transactions }: BatchRow): string | null =>
  transactions === 0 ? 'It has no lines yet.' : null

/**
 * A batch's progress, polled while it is being sent and while a page shows it before that. `shown`: what the page
 * shows.
 */
export async function viewProgress(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  batchId: string,
  shown: ShownBatch | null = null,
): Promise<BatchProgress> {
  const { db } = ctx
  const batch = await requireBatch(db, batchId)
  const requests = await listRequests(db, batchId)
  const isAnswered = ({ state }: RequestRow) => state !== 'waiting' && state !== 'sending'
  return {
    status: batch.status,
    transactions: batch.transactions,
    answered: requests.filter(isAnswered).reduce((sum, request) => sum + transactionsOf(request), 0),
    succeeded: batch.succeeded,
    failed: batch.failed,
    changed: shown && (await changedSinceShown(ctx, db, batch, shown)),
    requests: requests.map((request) => ({
      n: request.n,
      state: request.state,
      transactions: transactionsOf(request),
    })),
  }
}
