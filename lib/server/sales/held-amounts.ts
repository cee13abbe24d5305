import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { foldHeld, type HeldAmount } from '@/lib/domain/funding/held'

export type { HeldAmount } from '@/lib/domain/funding/held'

/** A transaction by its identifiers; '' for one that is not known. The answer names it by `key`. */
type HeldName = { key: string; id: string; reference: string }

/** As the query returns it; the amount in cents. */
type HeldCells = [
  key: string,
  merchantId: string,
  amountMinor: number,
  isCertain: boolean,
  batchId: string,
  batchNumber: number,
  atMs: string,
]

export type HeldOptions = { exceptBatch?: string; profileId?: string; beforeBatch?: string }

/**
 * What the partner holds for these transactions, per merchant, according to what was sent and its outcome. Transactions
 * for which nothing was sent are left out.
 */
export async function listHeldAmounts(
  db: DbOrTx,
  names: readonly HeldName[],
  options: HeldOptions = {},
): Promise<Map<string, HeldAmount[]>> {
  const held = new Map<string, HeldAmount[]>()
  for (const [key, sent] of await listSentAmounts(db, names, options)) held.set(key, foldHeld(sent))
  return held
}

/**
 * Every amount that was sent for these transactions and may be held, or was held until it was set again, oldest first.
 * Leaves out `exceptBatch` and, with `profileId`, batches of other profiles. `beforeBatch`: only what was sent before
 * that batch's first request; everything if none was sent. A single query, even for 50,000 names.
 */
export async function listSentAmounts(
  db: DbOrTx,
  names: readonly HeldName[],
  { exceptBatch, profileId, beforeBatch }: HeldOptions = {},
): Promise<Map<string, HeldAmount[]>> {
  if (names.length === 0) return new Map()
  const asked = JSON.stringify(names.map(({ key, id, reference }) => ({ key, id, reference })))
  const conditions = [
    ...(exceptBatch === undefined ? [] : [sql`batch_id <> ${exceptBatch}::uuid`]),
    ...(profileId === undefined ? [] : [sql`profile_id = ${profileId}`]),
    ...(beforeBatch === undefined
      ? []
      : [
          sql`sequence < coalesce((
            select min(sequence) from funding_attempts where batch_id = ${beforeBatch}::uuid
          ), sequence + 1)`,
        ]),
  ]
  // One JSON text, because parsing many rows cell by cell takes longer than finding them.
  const { rows } = await db.execute<{ held: string | null }>(sql`
    with ${setAmounts(sql`
      select key, id, reference from json_to_recordset(${asked}::json) as asked (key text, id text, reference text)`)}
    select json_agg(json_build_array(key, merchant_id, amount_minor, is_funded, batch_id, number,
      floor(extract(epoch from at) * 1000)::text) order by sequence, transaction_no, row)::text as held
    from set_amounts where ${sql.join([sql`is_held`, ...conditions], sql` and `)}`)
  const found: HeldCells[] = JSON.parse(rows[0]?.held ?? '[]')
  const sent = new Map<string, HeldAmount[]>()
  for (const [key, amounts] of Map.groupBy(found, ([name]) => name)) {
    sent.set(
      key,
      amounts.map(([, merchantId, amountMinor, isCertain, batchId, batchNumber, atMs]) => ({
        merchantId,
        amountMinor,
        isCertain,
        batchId,
        batchNumber,
        at: new Date(Number(atMs)).toISOString(),
      })),
    )
  }
  return sent
}

/**
 * Tables for a `with`, the last of which is `set_amounts`: each line of a frozen batch that names a transaction in
 * `asked` (columns `key`, `id`, `reference`), and its outcome. Requests are ordered by their last attempt, `sequence`.
 * `is_funded`: the request was accepted and the transaction did not fail. `is_held`: the partner holds the amount, held
 * it until it was set again, or may hold it: the request is being sent, has an unknown outcome, or had one and waits to
 * be sent again. `counts_for_batch`: it is funded, or may still be.
 */
export function setAmounts(asked: SQL): SQL {
  // Line by line, each through the index on its identifier; `offset 0` keeps PostgreSQL from scanning the whole table.
  const named = (isAsked: SQL, isIt: SQL) => sql`
    select asked.key, lines.batch_id, lines.row, lines.transaction_no, lines.merchant_id, lines.amount_minor
    from asked cross join lateral (
      select batch_id, row, transaction_no, merchant_id, amount_minor from funding_lines lines
      where ${isIt} offset 0
    ) lines
    where ${isAsked} and lines.amount_minor is not null`
  return sql`
    asked as materialized (${asked}),
    named as materialized (
      ${named(sql`asked.id <> ''`, sql`lines.transaction_id = asked.id and lines.transaction_id <> ''`)}
      union all
      ${named(
        sql`asked.reference <> ''`,
        sql`lines.retrieval_reference_number = asked.reference and lines.retrieval_reference_number <> ''`,
      )}
    ),
    -- What is the same for all lines of a request, once for each.
    sent as materialized (
      select requests.batch_id, requests.first_transaction, requests.last_transaction, requests.state,
        batches.number, batches.profile_id, attempts.sequence, attempts.at,
        coalesce(attempts.is_sent_again, false) as is_sent_again,
        (select min(sequence) from funding_attempts where batch_id = requests.batch_id) as first_sequence
      from (select distinct batch_id from named) concerned
        join funding_batches batches on batches.id = concerned.batch_id
        join funding_requests requests on requests.batch_id = batches.id
        cross join lateral (
          select max(sequence) as sequence,
            bool_or(resolution = 'sent-again') and not coalesce(bool_or(resolution = 'found'), false) as is_sent_again,
            max(coalesce(answered_at, sending_at, prepared_at)) as at
          from funding_attempts where batch_id = requests.batch_id and request = requests.n
        ) attempts
      where requests.state not in ('refused', 'withdrawn')
    ),
    failed as materialized (
      select failures.batch_id, failures.transaction_no
      from (select distinct batch_id from sent) concerned
        join funding_failures failures on failures.batch_id = concerned.batch_id
    ),
    set_amounts as (
      select named.*, sent.number, sent.profile_id, sent.sequence, sent.first_sequence, sent.at,
        sent.state = 'accepted' and failed.transaction_no is null as is_funded,
        -- What failed when it was sent again may have been applied the first time; not where somebody looked after both.
        case sent.state
          when 'accepted' then failed.transaction_no is null or sent.is_sent_again
          when 'waiting' then sent.is_sent_again
          else sent.state in ('unknown', 'sending')
        end as is_held,
        sent.state <> 'accepted' or failed.transaction_no is null as counts_for_batch
      from named
        join sent on sent.batch_id = named.batch_id
          and named.transaction_no between sent.first_transaction and sent.last_transaction
        left join failed on failed.batch_id = named.batch_id and failed.transaction_no = named.transaction_no
    )`
}
