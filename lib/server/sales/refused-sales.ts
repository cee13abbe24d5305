import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { BatchStatus } from '@/lib/domain/funding/batch'
import type { FinalCodes } from '@/lib/domain/funding/failure-advice'
import { unindexedProfile } from './query-parts'
import type { RefusedSale } from './views'

/** The funding profiles, each with the codes with which its partner refuses for good. */
type Profiles = { funding: { readonly profiles: readonly (FinalCodes & { profileId: string })[] } }

/** The SQL form of `isFinalRefusal` for failures of batches. Few failures are like this. */
export function isFinal({ funding }: Profiles, failures: SQL, batches: SQL): SQL {
  const codes = funding.profiles.flatMap(({ profileId, finalCodes = [] }) =>
    finalCodes.map((code) => sql`(${profileId}, ${code})`),
  )
  return codes.length === 0
    ? sql`false`
    : sql`(${batches}.profile_id, ${failures}.error_code) in (${sql.join(codes, sql`, `)})`
}

/**
 * Whether the partner refused the sale of an event for good, in a batch of its profile, by transaction ID or reference
 * number. Starts from the failures, which are few, so it runs once per query, not per event.
 */
export const isRefusedSale = (desk: Profiles, n: SQL): SQL => sql`${n} in (
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
          and ${unindexedProfile()} = batches.profile_id offset 0)
      union all
      (select n from callback_events
        where retrieval_ref_number = lines.retrieval_reference_number and retrieval_ref_number <> ''
          and lines.retrieval_reference_number <> '' and ${unindexedProfile()} = batches.profile_id offset 0)
    ) sales
  where ${isFinal(desk, sql`failures`, sql`batches`)}
)`

/** The latest such refusal of each of these events, by event number. */
export async function listRefusedSales(
  desk: Profiles & { db: DbOrTx },
  events: readonly number[],
): Promise<ReadonlyMap<number, RefusedSale>> {
  if (events.length === 0) return new Map()
  const found = await listRefusals(
    desk,
    sql`select n::text as key, profile_id, coalesce(tran_id, '') as id, retrieval_ref_number as reference
      from callback_events where n = any (array(select json_array_elements_text(${JSON.stringify(events)}::json)::bigint))`,
  )
  return new Map(found.map(({ key, ...refusal }) => [Number(key), refusal]))
}

/** The same for transactions by ID or reference number, in batches of the profile other than `exceptBatch`. */
export async function listRefusedTransactions(
  db: DbOrTx,
  profile: FinalCodes & { profileId: string },
  names: readonly { key: string; id: string; reference: string }[],
  exceptBatch: string | null,
): Promise<({ key: string } & RefusedSale)[]> {
  if (names.length === 0) return []
  return listRefusals(
    { db, funding: { profiles: [profile] } },
    sql`select key, ${profile.profileId}::text as profile_id, id, reference
      from json_to_recordset(${JSON.stringify(names)}::json) as names (key text, id text, reference text)`,
    exceptBatch,
  )
}

async function listRefusals(
  { db, funding }: Profiles & { db: DbOrTx },
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
      join funding_batches batches on batches.id = found.batch_id and batches.profile_id = found.profile_id
        and batches.id is distinct from ${exceptBatch}::uuid and ${isFinal({ funding }, sql`failures`, sql`batches`)}
    order by found.key, batches.number desc`)
  return rows.map(({ key, id, number, status, error_code, error_message }) => ({
    key,
    batch: { id, number: Number(number), status },
    errorCode: error_code,
    errorMessage: error_message,
  }))
}
