import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { foldHeld, type HeldAmount } from '@/lib/domain/funding/held'

export type { HeldAmount } from '@/lib/domain/funding/held'

/** A transaction by its identifiers; '' for one that is not known. The answer names it by `key`. */
type HeldName = { key: string; id: string; reference: string }

/** As the statement gives it; the amount in cents. */
type HeldCells = [
  key: string,
  merchantId: string,
  amountMinor: number,
  isCertain: boolean,
  batchId: string,
  batchNumber: number,
  atMs: string,
]

type SentOf = { exceptBatch?: string; profileId?: string; beforeBatch?: string }

/**
 * What the partner holds for these transactions, merchant by merchant, by what was sent and how it ended; those for
 * which nothing was sent are left out.
 */
export async function listHeldAmounts(
  db: DbOrTx,
  names: readonly HeldName[],
  of: SentOf = {},
): Promise<Map<string, HeldAmount[]>> {
  const held = new Map<string, HeldAmount[]>()
  for (const [key, sent] of await listSentAmounts(db, names, of)) held.set(key, foldHeld(sent))
  return held
}

/**
 * Everything that was sent of these transactions and may be held, or was until it was set again, the oldest first. A request counts in the order of its last attempt. It is certain where it was
 * accepted, less the transactions that failed; not certain while it is on its way, where its outcome is unknown, and
 * where one of unknown outcome waits to be sent again. `exceptBatch` is left out, and with `profileId` so are the
 * batches of other profiles. `beforeBatch`: only what was sent before the first request of that batch; all, where none
 * of it was sent. One statement, also for 50,000 names.
 */
export async function listSentAmounts(
  db: DbOrTx,
  names: readonly HeldName[],
  { exceptBatch, profileId, beforeBatch }: SentOf = {},
): Promise<Map<string, HeldAmount[]>> {
  if (names.length === 0) return new Map()
  const asked = JSON.stringify(names.map(({ key, id, reference }) => ({ key, id, reference })))
  // Line by line, each by the index of its identifier; `offset 0` keeps PostgreSQL from reading all that there is.
  const named = (isAsked: SQL, isIt: SQL) => sql`
    select asked.key, lines.batch_id, lines.row, lines.transaction_no, lines.merchant_id, lines.amount_minor
    from asked cross join lateral (
      select batch_id, row, transaction_no, merchant_id, amount_minor from funding_lines lines
      where ${isIt} ${exceptBatch === undefined ? sql`` : sql`and batch_id <> ${exceptBatch}::uuid`} offset 0
    ) lines
    where ${isAsked}`
  // As one JSON: to read many rows cell by cell takes longer than to find them.
  const { rows } = await db.execute<{ held: string | null }>(sql`
    with asked as materialized (
      select key, id, reference from json_to_recordset(${asked}::json) as asked (key text, id text, reference text)
    ),
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
      select requests.batch_id, requests.first_transaction, requests.last_transaction, batches.number,
        requests.state = 'accepted' as is_certain, attempts.sequence,
        coalesce(attempts.is_sent_again, false) as is_sent_again,
        floor(extract(epoch from attempts.at) * 1000)::text as at_ms
      from (select distinct batch_id from named) concerned
        join funding_batches batches on batches.id = concerned.batch_id
          ${profileId === undefined ? sql`` : sql`and batches.profile_id = ${profileId}`}
        join funding_requests requests on requests.batch_id = batches.id
        cross join lateral (
          select max(sequence) as sequence,
            bool_or(resolution = 'sent-again') and not coalesce(bool_or(resolution = 'found'), false) as is_sent_again,
            max(coalesce(answered_at, sending_at, prepared_at)) as at
          from funding_attempts where batch_id = requests.batch_id and request = requests.n
        ) attempts
      where (requests.state in ('accepted', 'unknown', 'sending')
        or (requests.state = 'waiting' and attempts.is_sent_again))
        ${
          beforeBatch === undefined
            ? sql``
            : sql`and attempts.sequence < coalesce((
                select min(sequence) from funding_attempts where batch_id = ${beforeBatch}::uuid
              ), attempts.sequence + 1)`
        }
    ),
    failed as materialized (
      select failures.batch_id, failures.transaction_no
      from (select distinct batch_id from sent) concerned
        join funding_failures failures on failures.batch_id = concerned.batch_id
    )
    select json_agg(json_build_array(named.key, named.merchant_id, named.amount_minor,
      sent.is_certain and failed.transaction_no is null, sent.batch_id, sent.number, sent.at_ms)
      order by sent.sequence, named.transaction_no, named.row)::text as held
    from named
      join sent on sent.batch_id = named.batch_id
        and named.transaction_no between sent.first_transaction and sent.last_transaction
      left join failed on failed.batch_id = named.batch_id and failed.transaction_no = named.transaction_no
    where named.amount_minor is not null
      -- What failed when it was sent again may have been applied the first time; not where somebody looked after both.
      and (not sent.is_certain or failed.transaction_no is null or sent.is_sent_again)`)
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
