import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { fundingAttempts, fundingBatches, fundingRequests } from '@/lib/db/schema/funding'
import { batchInput } from '@/lib/domain/funding/inputs'
import { note as requiredNote } from '@/lib/domain/values/note'
import { refreshFunding } from '@/lib/server/sales/funding-status'
import { unindexedProfile } from '@/lib/server/sales/query-parts'
import type { Ctx } from '@/lib/server/services'
import { restingStatus, transactionsOf } from './attempt'
import { auditBatch, isUnsent, listRequests, lockBatch, moveBatch, wrongState } from './data'
import type { MoveResult } from './submit'

export const withdrawRestSchema = z.strictObject({
  ...batchInput.shape,
  note: requiredNote(),
})

/**
 * Withdraws the unsent rest of a stopped batch: it will never be sent, and its transactions can go into another
 * batch. A request that is waiting to be sent again is not withdrawn, because its first attempt may have been
 * applied.
 */
export const withdrawRest = (
  ctx: Ctx,
  { batchId, note }: z.output<typeof withdrawRestSchema>,
): Promise<MoveResult> =>
  ctx.db.transaction(async (tx): Promise<MoveResult> => {
    const batch = await lockBatch(tx, batchId)
    const requests = await listRequests(tx, batchId)
    const unsent = requests.filter(isUnsent)
    if (batch.status !== 'stopped' || unsent.length === 0)
      return wrongState('Only what is left unsent in a stopped batch can be withdrawn. Nothing was changed.')
    const sentBefore = await listSentBefore(tx, batchId)
    const rest = unsent.filter(({ n, state }) => state !== 'waiting' || !sentBefore.has(n))
    if (rest.length === 0) {
      return wrongState(
        'What is left may have been applied and is waiting to be sent again, so it cannot be withdrawn. Send the rest instead.',
      )
    }
    const given = new Set(rest.map(({ n }) => n))
    await tx
      .update(fundingRequests)
      .set({ state: 'withdrawn' })
      .where(
        and(
          eq(fundingRequests.batchId, batchId),
          inArray(
            fundingRequests.n,
            rest.map(({ n }) => n),
          ),
        ),
      )
    const status = restingStatus(
      requests.map((request) => (given.has(request.n) ? 'withdrawn' : request.state)),
    )
    await moveBatch(tx, batchId, ctx.now(), status)
    await auditBatch(ctx, tx, 'funding-rest-withdrawn', batchId, {
      requests: rest.map(({ n }) => n),
      transactions: rest.reduce((sum, request) => sum + transactionsOf(request), 0),
      note,
      from: batch.status,
      to: status,
    })
    await refreshFunding(tx, { batchId })
    return { ok: true, status }
  })

/** Requests that a person chose to send again. */
async function listSentBefore(tx: Tx, batchId: string): Promise<Set<number>> {
  const rows = await tx
    .select({ n: fundingAttempts.request })
    .from(fundingAttempts)
    .where(and(eq(fundingAttempts.batchId, batchId), eq(fundingAttempts.resolution, 'sent-again')))
  return new Set(rows.map(({ n }) => n))
}

/** The batch has unsent requests. */
const hasUnsent = sql`exists (
  select from funding_requests requests
  where requests.batch_id = funding_batches.id and requests.state in ('waiting', 'not-sent')
)`

/** Nothing of the batch is or will be under way. */
export const isOver = sql<boolean>`(
  funding_batches.status = 'done' or (funding_batches.status = 'stopped' and not ${hasUnsent})
)`

/** A stopped batch without unsent requests, whose failures were all taken up by retries. */
const isTakenUp = sql`(
  exists (select from funding_requests requests where requests.batch_id = funding_batches.id)
  and not ${hasUnsent}
  and funding_batches.failed <= coalesce((
    select sum(retries.transactions) from funding_batches retries
    where retries.parent_id = funding_batches.id and retries.purpose = 'retry' and retries.status <> 'discarded'
  ), 0)
)`

// Each `offset 0` keeps PostgreSQL from turning a lookup into a join with the whole table.
const nowhere = (isIt: SQL): SQL => sql`and not exists (
  select from funding_lines later join funding_batches others on others.id = later.batch_id
  where ${isIt} and others.profile_id = funding_batches.profile_id
    and others.number > funding_batches.number and others.status <> 'discarded' offset 0
)`
// A refused correction leaves its sale funded with the amount that was to be corrected.
const notPaid = (isIt: SQL): SQL => sql`and not exists (
  select from callback_events sales
  where ${isIt} and ${unindexedProfile(sql`sales.profile_id`)} = funding_batches.profile_id
    and (sales.funding = 'outside' or sales.funding = 'funded' and funding_batches.purpose <> 'correction') offset 0
)`

/**
 * Some of its transactions were refused and nobody has dealt with them: they are in no later batch and no retry, and
 * their sale is neither funded nor marked as funded externally. One condition per index.
 */
const hasRefused = sql`(
  funding_batches.failed > 0 and exists (
    select from (
      select transaction_no from funding_failures where batch_id = funding_batches.id
      union all
      select generate_series(first_transaction, last_transaction) from funding_requests
      where batch_id = funding_batches.id and state = 'refused'
    ) refused
      cross join lateral (
        select * from funding_lines
        where batch_id = funding_batches.id and transaction_no = refused.transaction_no offset 0
      ) lines
    where not exists (
        select from funding_batches retries join funding_lines retried on retried.batch_id = retries.id
        where retries.parent_id = funding_batches.id and retries.purpose = 'retry'
          and retries.status <> 'discarded' and retried.row = lines.row offset 0
      )
      ${nowhere(sql`later.transaction_id = lines.transaction_id and later.transaction_id <> ''`)}
      ${nowhere(sql`later.retrieval_reference_number = lines.retrieval_reference_number
        and later.retrieval_reference_number <> ''`)}
      ${notPaid(sql`sales.tran_id = lines.transaction_id and sales.tran_id is not null and lines.transaction_id <> ''`)}
      ${notPaid(sql`sales.retrieval_ref_number = lines.retrieval_reference_number
        and sales.retrieval_ref_number <> '' and lines.retrieval_reference_number <> ''`)}
  )
)`

const hasOpenFailures = sql<boolean>`(
  (funding_batches.status = 'stopped' and not ${isTakenUp}) or (funding_batches.status = 'done' and ${hasRefused})
)`

/**
 * Batches that need a person: outcome unknown, stopped with something left to do, or with refused transactions that
 * nobody has dealt with, unless someone said that these need nothing more.
 */
export const needsAttention = sql`(
  funding_batches.status = 'unknown' or (funding_batches.failures_closed_at is null and ${hasOpenFailures})
)`

/** Whether the batch has failed transactions that nobody has dealt with, closed or not; or unsent ones. */
export async function findOpenFailures(db: DbOrTx, batchId: string): Promise<boolean> {
  const [row] = await db
    .select({ isOpen: hasOpenFailures })
    .from(fundingBatches)
    .where(eq(fundingBatches.id, batchId))
  return row?.isOpen ?? false
}
