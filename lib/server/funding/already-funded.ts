import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { BatchStatus } from '@/lib/domain/funding/batch'
import { unindexedProfile } from '@/lib/server/sales/query-parts'
import type { BatchRow } from './data'
import type { BatchLink } from './views'

/** A transaction of this batch that another batch has funded, or may have. `row`: its first line in this batch. */
export type FundedElsewhere = { row: number; batch: BatchLink }

/**
 * The batch's transactions that another batch funded or may have funded (product.md, "never pay twice"): accepted
 * there and not failed, being sent, or of unknown outcome. Matched by transaction ID or reference number; if several
 * batches match, the latest is returned. Batches that this one corrects are left out, because setting their amounts
 * again is intended.
 */
export async function listFundedElsewhere(
  db: DbOrTx,
  { id: batchId, profileId }: Pick<BatchRow, 'id' | 'profileId'>,
): Promise<FundedElsewhere[]> {
  const { rows } = await db.execute<{
    row: number
    id: string
    number: string
    name: string
    status: BatchStatus
  }>(sql`
    with recursive ancestors (id, parent_id, purpose, is_corrected) as (
      select id, parent_id, purpose, true from funding_batches where id = ${batchId}::uuid
      union all
      select parents.id, parents.parent_id, parents.purpose, ancestors.purpose = 'correction'
      from funding_batches parents join ancestors on parents.id = ancestors.parent_id
    ),
    named as materialized (
      select min(row) as row, transaction_id, retrieval_reference_number from funding_lines
      where batch_id = ${batchId}::uuid group by transaction_id, retrieval_reference_number
    ),
    -- Both identifiers, as far as the log knows them. A reference number that two sales share identifies neither.
    known as materialized (
      select named.row, coalesce(nullif(named.transaction_id, ''), by_reference.tran_id, '') as id,
        coalesce(nullif(named.retrieval_reference_number, ''), by_id.retrieval_ref_number, '') as reference
      from named
        left join lateral (
          select retrieval_ref_number from callback_events
          where tran_id = named.transaction_id and tran_id is not null and named.transaction_id <> ''
            and retrieval_ref_number <> '' and ${unindexedProfile()} = ${profileId}
          order by n limit 1
        ) by_id on true
        left join lateral (
          select min(tran_id) as tran_id from callback_events
          where retrieval_ref_number = named.retrieval_reference_number and retrieval_ref_number <> ''
            and tran_id is not null and ${unindexedProfile()} = ${profileId}
          having count(distinct tran_id) = 1
        ) by_reference on true
    ),
    others as (
      select known.row, other.batch_id, other.transaction_no from known
        cross join lateral (
          select batch_id, transaction_no from funding_lines
          where transaction_id = known.id and transaction_id <> '' offset 0
        ) other
      union
      select known.row, other.batch_id, other.transaction_no from known
        cross join lateral (
          select batch_id, transaction_no from funding_lines
          where retrieval_reference_number = known.reference and retrieval_reference_number <> '' offset 0
        ) other
    )
    select distinct on (others.row) others.row, batches.id, batches.number, batches.name, batches.status
    from others
      join funding_requests requests on requests.batch_id = others.batch_id
        and others.transaction_no between requests.first_transaction and requests.last_transaction
        and requests.state in ('accepted', 'unknown', 'sending')
      join funding_batches batches on batches.id = others.batch_id
    where others.batch_id not in (select id from ancestors where is_corrected)
      and not exists (
        select from funding_failures failures
        where failures.batch_id = others.batch_id and failures.transaction_no = others.transaction_no
      )
    order by others.row, batches.number desc`)
  return rows.map(({ row, number, ...batch }) => ({ row, batch: { ...batch, number: Number(number) } }))
}

/** Counts by batch, most transactions first. */
export function fundedByBatch(funded: readonly FundedElsewhere[]): (BatchLink & { transactions: number })[] {
  const byBatch = Map.groupBy(funded, ({ batch }) => batch.id)
  return [...byBatch.values()]
    .flatMap((some) => some.slice(0, 1).map(({ batch }) => ({ ...batch, transactions: some.length })))
    .sort((a, b) => b.transactions - a.transactions)
}
