import {
  and,
  arrayContains,
  between,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
  sum,
} from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { fundingAttempts, fundingBatches, fundingLines, fundingRequests } from '@/lib/db/schema/funding'
import { can } from '@/lib/domain/access/permissions'
import { COUNTED } from '@/lib/domain/application/list-query'
import { type ApprovalStatus, isBeyondApproval } from '@/lib/domain/funding/approval'
import type { BatchWork } from '@/lib/domain/funding/batch-list-query'
import { addWas, movedWords, NO_WAS, type WasSum, wasOfBatch } from '@/lib/domain/funding/change'
import { reportInEffect } from '@/lib/domain/funding/lost-answer'
import { sumWas } from '@/lib/domain/funding/result'
import type { Ctx } from '@/lib/server/services'
import { judgeBatches, listApprovals, listPeople } from './approvals'
import { type BatchRow, listRequests } from './data'
import { listMerchantResults, MOST_COMPARED } from './money-result'
import type { WaitingApprovals } from './views'
import { needsAttention } from './withdraw'

const BATCH = {
  id: fundingBatches.id,
  number: fundingBatches.number,
  name: fundingBatches.name,
  status: fundingBatches.status,
  transactions: fundingBatches.transactions,
  failed: fundingBatches.failed,
  amountMinor: fundingBatches.amountMinor,
  contentSha256: fundingBatches.contentSha256,
  createdBy: fundingBatches.createdBy,
  workedOnBy: fundingBatches.workedOnBy,
  submittedBy: fundingBatches.submittedBy,
  submittedAt: fundingBatches.submittedAt,
  updatedAt: fundingBatches.updatedAt,
  restUnseenSince: fundingBatches.restUnseenSince,
  /** The part of `money` about changes to what the partner holds; null if there are none. */
  change: sql<Parameters<typeof wasOfBatch>[0] | null>`
    case when (${fundingBatches.money}->>'changeCount')::int > 0 then ${fundingBatches.money}
      - '{merchants,largest,warningGroups,riskRows,otherSplits,payeeChanges,withoutMerchant}'::text[] end`,
}
export type WorkBatch = Pick<typeof fundingBatches.$inferSelect, Exclude<keyof typeof BATCH, 'change'>> & {
  change: Parameters<typeof wasOfBatch>[0] | null
}

/** Work waiting for a person, by kind; latest change first. A batch can be in several kinds. */
export type BatchesAtWork = Record<Exclude<BatchWork, 'blocked'> | 'stuck' | 'approved', WorkBatch[]> & {
  blocked: BlockedBatch[]
}

/** All funding work of one person, among the latest batches. */
export async function findBatchesAtWork(
  db: Db,
  me: string,
  judged: JudgedWaiting | null = null,
): Promise<BatchesAtWork> {
  const { approvals } = judged ?? (await listJudgedWaiting(db))
  const batches = await db
    .select({
      ...BATCH,
      returned: wasReturned(db),
      saidBy: saidBy(db),
    })
    .from(fundingBatches)
    .where(
      or(
        inArray(fundingBatches.status, ['waiting', 'approved']),
        needsAttention,
        and(
          eq(fundingBatches.status, 'draft'),
          or(eq(fundingBatches.createdBy, me), arrayContains(fundingBatches.workedOnBy, [me])),
        ),
      ),
    )
    .orderBy(desc(fundingBatches.updatedAt), desc(fundingBatches.id))
    .limit(COUNTED + 1)
  const people = batches.some(({ saidBy }) => saidBy.length > 0) ? await listPeople(db) : []
  const draft = batches.filter(({ status }) => status === 'draft')
  const waiting = batches.filter(({ status }) => status === 'waiting')
  return {
    'to-approve': [...approvableBy(me, waiting, approvals), ...(await restsApprovableBy(db, me, batches))],
    'to-confirm': batches.filter(
      ({ status, saidBy }) =>
        status === 'unknown' && saidBy.some((id) => id !== me && reportInEffect(id, people) !== null),
    ),
    blocked: beyondApproval(waiting, approvals),
    stuck: batches.filter(({ status }) => status === 'stopped' || status === 'unknown' || status === 'done'),
    approved: batches.filter(({ status }) => status === 'approved'),
    returned: draft.filter(({ returned }) => returned),
    drafts: draft.filter(({ returned, createdBy }) => !returned && createdBy === me),
  }
}

/** Who proposed outcomes of a batch's unresolved attempts. */
const saidBy = (db: Db) =>
  sql<string[]>`array(${db
    .select({ saidBy: fundingAttempts.saidBy })
    .from(fundingAttempts)
    .where(
      and(
        eq(fundingAttempts.batchId, fundingBatches.id),
        eq(fundingAttempts.state, 'unknown'),
        isNull(fundingAttempts.resolution),
        isNotNull(fundingAttempts.saidBy),
      ),
    )})`

/** Whether the last move of a draft was that an approver returned it. */
function wasReturned(db: Db) {
  const last = db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(
      and(
        eq(fundingBatches.status, 'draft'),
        gt(fundingBatches.version, 1),
        eq(auditLog.subjectType, 'funding-batch'),
        eq(auditLog.subjectId, sql`${fundingBatches.id}::text`),
        inArray(auditLog.action, [
          'funding-batch-submitted',
          'funding-batch-returned',
          'funding-batch-taken-back',
        ]),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
  return sql<boolean>`coalesce((${last}) = 'funding-batch-returned', false)`
}

/** A batch that too few people can approve, with the state of its approval. */
export type BlockedBatch = { batch: WorkBatch; approval: ApprovalStatus }

/** Batches that too few people can approve, for whoever can grant the right. */
export async function findBlocked(db: Db): Promise<BlockedBatch[]> {
  const { waiting, approvals } = await listJudgedWaiting(db)
  return beyondApproval(waiting, approvals)
}

/** The latest batches that wait for this person's approval. */
export async function listWaitingApprovals(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  judged: JudgedWaiting | null = null,
): Promise<WorkBatch[]> {
  if (!can(actor.roles, 'funding:approve')) return []
  const { waiting, approvals } = judged ?? (await listJudgedWaiting(db))
  return [
    ...approvableBy(actor.id, waiting, approvals),
    ...(await restsApprovableBy(db, actor.id, await listUnseen(db))),
  ]
}

/** The count of those batches and what they move. */
export async function sumWaitingApprovals(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  judged: JudgedWaiting | null = null,
): Promise<WaitingApprovals> {
  const own = await listWaitingApprovals(ctx, judged)
  const amountMinor = own.reduce((sum, batch) => sum + batch.amountMinor, 0n)
  return { batches: own.length, moved: movedWords(await sumHeldBefore(ctx.db, own), amountMinor) }
}

/** What the partner holds of what these batches set; for a stopped batch, of its rest. */
async function sumHeldBefore(db: Db, batches: readonly WorkBatch[]): Promise<WasSum> {
  if (batches.length === 0) return NO_WAS
  const changing = await db
    .select()
    .from(fundingBatches)
    .where(
      and(
        inArray(
          fundingBatches.id,
          batches.map(({ id }) => id),
        ),
        sql`(${fundingBatches.money}->>'changeCount')::int > 0`,
      ),
    )
  let held = NO_WAS
  for (const batch of changing) {
    const was =
      batch.status === 'stopped' ? await wasOfRest(db, batch) : batch.money && wasOfBatch(batch.money)
    if (was) held = addWas(held, was)
  }
  return held
}

async function wasOfRest(db: Db, batch: BatchRow): Promise<WasSum | undefined> {
  const requests = await listRequests(db, batch.id)
  return sumWas(await listMerchantResults(db, batch, requests, MOST_COMPARED))?.['not-sent']
}

/** The latest batches pending approval, and the state of each one's approval. */
export type JudgedWaiting = { waiting: WorkBatch[]; approvals: ReadonlyMap<string, ApprovalStatus> }

export async function listJudgedWaiting(db: Db): Promise<JudgedWaiting> {
  const waiting = await db
    .select(BATCH)
    .from(fundingBatches)
    .where(eq(fundingBatches.status, 'waiting'))
    .orderBy(desc(fundingBatches.updatedAt), desc(fundingBatches.id))
    .limit(COUNTED + 1)
  return { waiting, approvals: await judgeBatches(db, waiting) }
}

const approvableBy = <Batch extends WorkBatch>(
  me: string,
  waiting: readonly Batch[],
  approvals: ReadonlyMap<string, ApprovalStatus>,
): Batch[] =>
  waiting.filter(({ id }) => approvals.get(id)?.eligible.some((person) => person.id === me) ?? false)

const listUnseen = (db: Db): Promise<WorkBatch[]> =>
  db
    .select(BATCH)
    .from(fundingBatches)
    .where(and(eq(fundingBatches.status, 'stopped'), isNotNull(fundingBatches.restUnseenSince)))
    .orderBy(desc(fundingBatches.updatedAt), desc(fundingBatches.id))
    .limit(COUNTED + 1)

/**
 * Stopped batches whose rest this person can approve, because a warning came up that its approvers had not seen.
 * Amounts are those of the rest.
 */
async function restsApprovableBy(db: Db, me: string, batches: readonly WorkBatch[]): Promise<WorkBatch[]> {
  const stopped = batches.filter(
    ({ status, restUnseenSince }) => status === 'stopped' && restUnseenSince !== null,
  )
  if (stopped.length === 0) return []
  const ids = stopped.map(({ id }) => id)
  const rests = await sumRests(db, ids)
  const given = await listApprovals(db, ...ids)
  // Approvals of the whole batch do not count for its rest.
  const unapproved = stopped.map((batch) => ({ ...batch, contentSha256: null }))
  return approvableBy(me, unapproved, await judgeBatches(db, unapproved)).flatMap((batch) => {
    const rest = rests.get(batch.id)
    const hasApproved = given.some(
      ({ batchId, by, at }) =>
        batchId === batch.id && by === me && batch.restUnseenSince !== null && at >= batch.restUnseenSince,
    )
    return rest && !hasApproved ? [{ ...batch, ...rest, change: null }] : []
  })
}

/** The unsent rest of each batch; batches without one are missing. */
async function sumRests(
  db: Db,
  batchIds: readonly string[],
): Promise<Map<string, Pick<WorkBatch, 'transactions' | 'amountMinor'>>> {
  const rows = await db
    .select({
      id: fundingLines.batchId,
      transactions: countDistinct(fundingLines.transactionNo),
      amountMinor: sum(fundingLines.amountMinor),
    })
    .from(fundingRequests)
    .innerJoin(
      fundingLines,
      and(
        eq(fundingLines.batchId, fundingRequests.batchId),
        between(
          fundingLines.transactionNo,
          fundingRequests.firstTransaction,
          fundingRequests.lastTransaction,
        ),
      ),
    )
    .where(
      and(
        inArray(fundingRequests.batchId, [...batchIds]),
        inArray(fundingRequests.state, ['waiting', 'not-sent']),
      ),
    )
    .groupBy(fundingLines.batchId)
  return new Map(
    rows.map(({ id, transactions, amountMinor }) => [
      id,
      { transactions, amountMinor: BigInt(amountMinor ?? 0) },
    ]),
  )
}

function beyondApproval(
  waiting: readonly WorkBatch[],
  approvals: ReadonlyMap<string, ApprovalStatus>,
): BlockedBatch[] {
  return waiting.flatMap((batch) => {
    const approval = approvals.get(batch.id)
    return approval && isBeyondApproval(approval) ? [{ batch, approval }] : []
  })
}

/** The ids of the batches that the overview counts for this person, so that the list shows exactly those. */
export async function listWorkIds(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  work: BatchWork,
): Promise<string[]> {
  if (work === 'blocked') return (await findBlocked(db)).map(({ batch }) => batch.id)
  return (await findBatchesAtWork(db, actor.id))[work].map(({ id }) => id)
}
