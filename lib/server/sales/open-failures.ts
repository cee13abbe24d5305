import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { unindexedProfile } from './query-parts'

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
 * The lines of its transactions that were refused and that no one has dealt with or closed: they are in no later batch
 * and no retry, and their sale is neither funded nor marked as funded externally. One condition per index.
 */
const openFailures = sql`
  from (
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
      select from funding_closed_failures closed
      where closed.batch_id = funding_batches.id and closed.transaction_no = refused.transaction_no offset 0
    )
    and not exists (
      select from funding_batches retries join funding_lines retried on retried.batch_id = retries.id
      where retries.parent_id = funding_batches.id and retries.purpose = 'retry'
        and retries.status <> 'discarded' and retried.row = lines.row offset 0
    )
    ${nowhere(sql`later.transaction_id = lines.transaction_id and later.transaction_id <> ''`)}
    ${nowhere(sql`later.retrieval_reference_number = lines.retrieval_reference_number
      and later.retrieval_reference_number <> ''`)}
    ${notPaid(sql`sales.tran_id = lines.transaction_id and sales.tran_id is not null and lines.transaction_id <> ''`)}
    ${notPaid(sql`sales.retrieval_ref_number = lines.retrieval_reference_number
      and sales.retrieval_ref_number <> '' and lines.retrieval_reference_number <> ''`)}`

export const hasOpenFailures = sql`(funding_batches.failed > 0 and exists (select ${openFailures}))`

/** Batches with closed failed transactions, and no others. */
export const isClosed = sql<boolean>`(
  funding_batches.failures_closed_at is not null and not ${hasOpenFailures}
)`

const openTransactions = (batchId: string): SQL => sql`
  select distinct on (lines.transaction_no) lines.transaction_no,
    coalesce(nullif(lines.transaction_id, ''), lines.retrieval_reference_number) as name
  from funding_batches cross join lateral (select lines.* ${openFailures} offset 0) lines
  where funding_batches.id = ${batchId}::uuid
  order by lines.transaction_no`

/** The failed transactions of a batch that no one has dealt with or closed, each with one of its identifiers. */
export async function listOpenFailures(
  db: DbOrTx,
  batchId: string,
): Promise<{ transaction_no: number; name: string }[]> {
  const { rows } = await db.execute<{ transaction_no: number; name: string }>(openTransactions(batchId))
  return rows
}

/** How many these are. */
export async function countOpenFailures(db: DbOrTx, batchId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${openTransactions(batchId)}) found`,
  )
  return rows[0]?.count ?? 0
}
