import { and, asc, eq, exists, inArray, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { fundingApprovals, fundingBatches, fundingLines } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import {
  type ApprovalStatus,
  type ApprovalTotals,
  type Approver,
  approvalStatusOf,
  approvalsNeeded,
  beyondApprovalWords,
  type OwnWork,
} from '@/lib/domain/funding/approval'
import { type ApprovedBatch, nextBatchStatus } from '@/lib/domain/funding/batch'
import { dayRules } from '@/lib/domain/settings/day-rules'
import { type FundingRules, fundingRules } from '@/lib/domain/settings/funding-rules'
import { businessDay, type DayRule, startOfBusinessDay } from '@/lib/domain/values/business-day'
import type { Ctx } from '@/lib/server/services'
import { settingColumn } from '@/lib/server/settings'
import { auditBatch, type BatchRow, lockBatch, moveBatch } from './data'

/** Everyone with an account, by name. */
export const listPeople = (db: DbOrTx): Promise<Approver[]> =>
  db
    .select({ id: users.id, name: users.name, active: users.active, roles: users.roles })
    .from(users)
    .orderBy(asc(users.name))

const APPROVAL = {
  batchId: fundingApprovals.batchId,
  by: fundingApprovals.by,
  contentSha256: fundingApprovals.contentSha256,
  at: fundingApprovals.at,
  note: fundingApprovals.note,
}
export type ApprovalRow = Pick<typeof fundingApprovals.$inferSelect, keyof typeof APPROVAL>

export const listApprovals = (db: DbOrTx, ...batchIds: readonly string[]): Promise<ApprovalRow[]> =>
  db
    .select(APPROVAL)
    .from(fundingApprovals)
    .where(inArray(fundingApprovals.batchId, [...batchIds]))
    .orderBy(asc(fundingApprovals.at))

/**
 * The user ids, by batch, of everyone who decided about a sale that the batch pays: set its amount, chose between its
 * deliveries, or counted it as a sale. None of them can approve the batch. Such sales are few and have an index of
 * their own.
 */
export async function listJudges(db: DbOrTx, batchIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ batch_id: string; judges: string[] }>(sql`
    with ${decisionsOf(batchIds)}
    select batch_id, array_agg(distinct judge)::text[] as judges
    from found cross join unnest(judges) as judge where judge is not null group by batch_id`)
  return new Map(rows.map(({ batch_id, judges }) => [batch_id, judges]))
}

/** The batch's sales that someone decided about: transaction IDs by user id. */
async function listDecidedSales(db: DbOrTx, batchId: string): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ judge: string; sales: string[] }>(sql`
    with ${decisionsOf([batchId])}
    select judge::text as judge, array_agg(distinct tran_id order by tran_id)::text[] as sales
    from found cross join unnest(judges) as judge where judge is not null group by judge`)
  return new Map(rows.map(({ judge, sales }) => [judge, sales]))
}

/** Defines `found`: each sale that a batch pays and that someone decided about, with the deciders. */
const decisionsOf = (batchIds: readonly string[]) => {
  const paid = sql`lines.amount_minor > 0
    and lines.batch_id in (select json_array_elements_text(${JSON.stringify(batchIds)}::json)::uuid)`
  return sql`judged as materialized (
      select tran_id, retrieval_ref_number, array[amount_by, settled_by, sale_by] as judges
      from callback_events
      where (amount_by is not null or settled_by is not null or sale_by is not null) and tran_id is not null
    ),
    found as (
      select batch_id, tran_id, judges from judged cross join lateral (
        select batch_id from funding_lines lines
        where transaction_id = judged.tran_id and transaction_id <> '' and ${paid} offset 0
      ) named
      union all
      select batch_id, tran_id, judges from judged cross join lateral (
        select batch_id from funding_lines lines
        where retrieval_reference_number = judged.retrieval_ref_number and retrieval_reference_number <> '' and ${paid}
        offset 0
      ) named
    )`
}

/**
 * The batch with everyone who worked on it, deciders included, and what each of them did. None of them can approve
 * it.
 */
export async function withWork(
  db: DbOrTx,
  batch: BatchRow,
): Promise<BatchRow & { work: ReadonlyMap<string, OwnWork> }> {
  const decided = await listDecidedSales(db, batch.id)
  const edits = await db
    .selectDistinct({ by: auditLog.actorId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'funding-batch'),
        eq(auditLog.subjectId, batch.id),
        // Lines that the desk added at submission are logged under another action: they do not count as the
        // submitter's work.
        eq(auditLog.action, 'funding-lines-changed'),
      ),
    )
  const [parent] =
    batch.parentId === null
      ? []
      : await db
          .select({ workedOnBy: fundingBatches.workedOnBy })
          .from(fundingBatches)
          .where(eq(fundingBatches.id, batch.parentId))
  const workedOnBy = [...new Set([...batch.workedOnBy, ...decided.keys()])]
  const work = workedOnBy.map((id): [string, OwnWork] => [
    id,
    {
      hasMade: id === batch.createdBy,
      hasEdited: edits.some(({ by }) => by === id),
      sales: decided.get(id) ?? [],
      hasWorkedBefore: parent?.workedOnBy.includes(id) === true,
    },
  ])
  return { ...batch, workedOnBy, work: new Map(work) }
}

/** The batch with its deciders (`listJudges`) added to `workedOnBy`. */
export async function withJudges<Batch extends Pick<BatchRow, 'id' | 'workedOnBy'>>(
  db: DbOrTx,
  batch: Batch,
): Promise<Batch> {
  const judges = (await listJudges(db, [batch.id])).get(batch.id) ?? []
  return { ...batch, workedOnBy: [...new Set([...batch.workedOnBy, ...judges])] }
}

/** The current rules and people, by which every batch is judged. */
type Ground = { rules: FundingRules; days: DayRule; people: readonly Approver[] }

async function readGround(db: DbOrTx): Promise<Ground> {
  const { rows } = await db.execute<{ rules: unknown; days: unknown; people: Approver[] }>(sql`
    select ${settingColumn(fundingRules)} as rules, ${settingColumn(dayRules)} as days,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'active', active, 'roles', roles) order by name), '[]')
        from ${users}) as people`)
  const [row] = rows
  return {
    rules: fundingRules.read(row?.rules),
    days: dayRules.read(row?.days),
    people: row?.people ?? [],
  }
}

/** The columns of a batch that judging it needs. */
export type JudgedBatch = Pick<
  BatchRow,
  'id' | 'transactions' | 'amountMinor' | 'workedOnBy' | 'contentSha256' | 'submittedBy' | 'submittedAt'
>

/** Who is assumed to submit a draft, and when. */
export type Submission = { by: string; at: Date }

/**
 * The approval status of each batch under today's rules and people. A draft is judged as if it were submitted by
 * `submission`.
 */
export async function judgeBatches(
  db: DbOrTx,
  batches: readonly JudgedBatch[],
  submission: Submission | null = null,
): Promise<Map<string, ApprovalStatus>> {
  if (batches.length === 0) return new Map()
  // One query after the other: a transaction has a single connection.
  const { rules, days, people } = await readGround(db)
  const ids = batches.map(({ id }) => id)
  const given = await listApprovals(db, ...ids)
  const judges = await listJudges(db, ids)
  const totals = await sumDays(db, batches, submission, { rules, days, people })
  return new Map(
    batches.map((batch, index) => {
      const own = given.filter(({ batchId }) => batchId === batch.id)
      const sums = totals[index]
      if (!sums) throw new Error('A batch was not summed.')
      const worked = { ...batch, workedOnBy: [...batch.workedOnBy, ...(judges.get(batch.id) ?? [])] }
      return [batch.id, approvalStatusOf(approvalsNeeded(sums, rules), people, worked, own)]
    }),
  )
}

export async function judgeBatch(
  db: DbOrTx,
  batch: JudgedBatch,
  submission: Submission | null = null,
): Promise<ApprovalStatus> {
  const approval = (await judgeBatches(db, [batch], submission)).get(batch.id)
  if (!approval) throw new Error('A batch was not judged.')
  return approval
}

/**
 * The day's totals for each batch: everything submitted on its business day up to the batch itself. Later batches do
 * not count, so that a submission cannot block an earlier one.
 */
async function sumDays(
  db: DbOrTx,
  batches: readonly JudgedBatch[],
  submission: Submission | null,
  { rules, days, people }: Ground,
): Promise<ApprovalTotals[]> {
  const asked = batches.map(({ id, submittedBy, submittedAt }) => {
    const at = submittedAt ?? submission?.at
    return {
      id,
      maker: submittedBy ?? submission?.by ?? null,
      since: at ? startOfBusinessDay(businessDay(at, days), days).toISOString() : null,
      at: at?.toISOString() ?? null,
    }
  })
  const theirDay = sql`other.submitted_at >= asked.since and other.submitted_at <= asked.at
    and other.id <> asked.id and other.status not in ('draft', 'discarded')`
  const makers =
    rules.secondAboveMakerDay === null
      ? []
      : await rowsOf(
          db,
          sql`
      select asked.id, count(other.id)::int as batches, coalesce(sum(other.amount_minor), 0)::text as amount
      from json_to_recordset(${JSON.stringify(asked)}::json) as asked (id uuid, maker uuid, since timestamptz, at timestamptz)
      left join ${fundingBatches} other on other.submitted_by = asked.maker and ${theirDay}
      group by asked.id`,
        )
  const merchants =
    rules.secondAboveMerchantDay === null
      ? []
      : await rowsOf(
          db,
          sql`
      select asked.id, most.merchant_id, most.amount::text as amount
      from json_to_recordset(${JSON.stringify(asked)}::json) as asked (id uuid, maker uuid, since timestamptz, at timestamptz)
      cross join lateral (
        select line.merchant_id, sum(line.amount_minor) as amount
        from ${fundingLines} line
        where line.batch_id in (
          select asked.id union all select other.id from ${fundingBatches} other where ${theirDay}
        )
        and line.merchant_id in (select own.merchant_id from ${fundingLines} own where own.batch_id = asked.id)
        group by line.merchant_id
        order by sum(line.amount_minor) desc nulls last, line.merchant_id
        limit 1
      ) most`,
        )
  return batches.map(({ id, transactions, amountMinor }, index) => {
    const day = makers.find((row) => row.id === id)
    const most = merchants.find((row) => row.id === id)
    return {
      transactions,
      amountMinor,
      maker: {
        name: people.find((person) => person.id === asked[index]?.maker)?.name ?? 'the person who submits it',
        batches: Number(day?.batches ?? 0) + 1,
        amountMinor: BigInt(String(day?.amount ?? 0)) + amountMinor,
      },
      merchant: most
        ? { merchantId: String(most.merchant_id), amountMinor: BigInt(String(most.amount ?? 0)) }
        : null,
    }
  })
}

async function rowsOf(db: DbOrTx, statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await db.execute(statement)).rows
}

/** An arbitrary number, unique among the advisory locks on this database. */
const SUBMISSIONS_LOCK = 7_239_401_127

/**
 * Why a draft cannot be submitted: too few people could approve it; null if enough can. Locks out other submissions,
 * so that two at the same time see each other's sums.
 */
export async function findMissingApprovers(
  ctx: Ctx,
  tx: Tx,
  draft: Omit<JudgedBatch, 'submittedBy' | 'submittedAt' | 'contentSha256'>,
): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SUBMISSIONS_LOCK})`)
  const approval = await judgeBatch(
    tx,
    { ...draft, contentSha256: null, submittedBy: null, submittedAt: null },
    { by: ctx.actor.id, at: ctx.now() },
  )
  return beyondApprovalWords(approval, 'draft')
}

/** Why waiting batches are judged again. `time`: the check that runs every minute. */
export type JudgingCause = 'rules' | 'people' | 'time'

/** The person who changed the rules or the people; `actor` is null for the desk itself. */
export type Judge = Pick<Ctx, 'now' | 'requestId'> & { actor: { id: string } | null }

/**
 * Judges all waiting batches by today's rules and people, approves those that now have enough approvals, and returns
 * them. A batch that needs more than before keeps waiting; an approved one stays approved.
 */
export async function judgeWaitingBatches(
  judge: Judge,
  tx: Tx,
  cause: JudgingCause,
): Promise<ApprovedBatch[]> {
  const waiting = await tx
    .select()
    .from(fundingBatches)
    .where(
      sql`${eq(fundingBatches.status, 'waiting')} and ${exists(
        tx
          .select({ one: sql`1` })
          .from(fundingApprovals)
          .where(eq(fundingApprovals.batchId, fundingBatches.id)),
      )}`,
    )
    // A fixed order, so that two concurrent runs cannot deadlock.
    .orderBy(asc(fundingBatches.id))
  const approvals = await judgeBatches(tx, waiting)
  const approved: ApprovedBatch[] = []
  for (const { id } of waiting) {
    // Most batches lack approvals. Only those that seem complete are locked and judged again.
    const approval = approvals.get(id)
    if (!approval || approval.count < approval.needed) continue
    const batch = await lockBatch(tx, id)
    const to = batch.status === 'waiting' ? nextBatchStatus(batch.status, 'approve') : null
    if (!to) continue
    const { count, needed } = await judgeBatch(tx, batch)
    if (count < needed) continue
    await moveBatch(tx, id, judge.now(), to)
    await auditBatch(judge, tx, 'funding-batch-judged', id, { cause, approvals: count, needed, to })
    approved.push({ number: batch.number, amountMinor: String(batch.amountMinor) })
  }
  return approved.sort((one, other) => one.number - other.number)
}

/** Call it in the transaction that changes who may approve: roles, activation, a new person. */
export async function peopleChanged(judge: Judge, tx: Tx): Promise<void> {
  await judgeWaitingBatches(judge, tx, 'people')
}
