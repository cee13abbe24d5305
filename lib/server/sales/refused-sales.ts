import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { BatchStatus } from '@/lib/domain/funding/batch'
import { HOPELESS_CODES } from '@/lib/domain/funding/failure-advice'
import type { RefusedSale } from './views'

/** A condition on failures: no retry can help. Few failures are like this. */
export const isHopeless = (failures: SQL): SQL =>
  sql`${failures}.error_code in (${sql.join(
    HOPELESS_CODES.map((code) => sql`${code}`),
    sql`, `,
  )})`

/**
 * Whether the partner refused the sale of an event with a code that no retry can help, in a batch of its profile, by
 * transaction ID or reference number. Starts from the failures, which are few, so it runs once per query, not per event.
 */
export const isRefusedSale = (n: SQL): SQL => sql`${n} in (
  select sales.n
  from funding_failures failures
    join funding_batches batches on batches.id = failures.batch_id
    cross join lateral (
      select * from funding_lines
      where batch_id = failures.batch_id and transaction_no = failures.transaction_no offset 0
    ) lines
    cross join lateral (
      (select n from callback_events
        where tran_id = lines.transaction_id and tran_id is not null and lines.transaction_id <> ''
          and profile_id || '' = batches.profile_id offset 0)
      union all
      (select n from callback_events
        where retrieval_ref_number = lines.retrieval_reference_number and retrieval_ref_number <> ''
          and lines.retrieval_reference_number <> '' and profile_id || '' = batches.profile_id offset 0)
    ) sales
  where ${isHopeless(sql`failures`)}
)`

/** The latest such refusal of each of these events, by event number. */
export async function listRefusedSales(
  db: DbOrTx,
  events: readonly number[],
): Promise<ReadonlyMap<number, RefusedSale>> {
  if (events.length === 0) return new Map()
  const found = await listRefusals(
    db,
    sql`select n::text as key, profile_id, coalesce(tran_id, '') as id, retrieval_ref_number as reference
      from callback_events where n = any (array(select json_array_elements_text(${JSON.stringify(events)}::json)::bigint))`,
  )
  return new Map(found.map(({ key, ...refusal }) => [Number(key), refusal]))
}

/** The same for transactions by ID or reference number, in batches of the profile other than `exceptBatch`. */
export async function listRefusedTransactions(
  db: DbOrTx,
  profileId: string,
  names: readonly { key: string; id: string; reference: string }[],
  exceptBatch: string | null,
): Promise<({ key: string } & RefusedSale)[]> {
  if (names.length === 0) return []
  return listRefusals(
    db,
    sql`select key, ${profileId}::text as profile_id, id, reference
      from json_to_recordset(${JSON.stringify(names)}::json) as names (key text, id text, reference text)`,
    exceptBatch,
  )
}

async function listRefusals(
  db: DbOrTx,
  names: SQL,
  exceptBatch: string | null = null,
): Promise<({ key: string } & RefusedSale)[]> {
  const { rows } = await db.execute<{
    key: string
    id: string
    number: string
    status: BatchStatus
    error_code: string
    error_message: string
  }>(sql`
    with names as materialized (${names}),
    found as (
      select names.key, names.profile_id, lines.batch_id, lines.transaction_no from names cross join lateral (
        (select batch_id, transaction_no from funding_lines
          where transaction_id = names.id and transaction_id <> '' offset 0)
        union all
        (select batch_id, transaction_no from funding_lines
          where retrieval_reference_number = names.reference and retrieval_reference_number <> '' offset 0)
      ) lines
    )
    select distinct on (found.key) found.key, batches.id, batches.number, batches.status,
      failures.error_code, failures.error_message
    from found
      join funding_failures failures
        on failures.batch_id = found.batch_id and failures.transaction_no = found.transaction_no
        and ${isHopeless(sql`failures`)}
      join funding_batches batches on batches.id = found.batch_id and batches.profile_id = found.profile_id
        and batches.id is distinct from ${exceptBatch}::uuid
    order by found.key, batches.number desc`)
  return rows.map(({ key, id, number, status, error_code, error_message }) => ({
    key,
    batch: { id, number: Number(number), status },
    errorCode: error_code,
    errorMessage: error_message,
  }))
}
