import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { US_DOLLARS } from '@/lib/domain/callbacks/readings'
import type { TransactionRange } from '@/lib/domain/funding/batch'
import { sumHeld } from '@/lib/domain/funding/held'
import { listHeldAmounts } from './held-amounts'
import { unindexedProfile } from './query-parts'

/** The events whose status may have changed: those of a batch, of some of its transactions, or the listed ones. */
export type Restated = { batchId: string; transactions?: TransactionRange } | { events: readonly number[] }

/** An arbitrary number that no other lock of the desk uses. */
const FUNDING_STATUS_LOCK = 7_239_401_121

/**
 * Serializes transactions that change a sale or a batch that may contain it, from here to their end: each sees what the
 * other wrote, and no two batches can take the same sale. `refreshFunding` takes the lock itself. A transaction that
 * writes to events earlier must take it first, or two of them could deadlock.
 */
export const lockFundingStatus = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(${FUNDING_STATUS_LOCK})`)

/**
 * Recomputes the funding status of sales and writes the differences. Call it in the transaction of every change that
 * affects it: a batch's lines, the outcome of its requests, an event's content, a person's decision about it. A batch
 * counts only for sales of its own profile. Cheap if no event is affected.
 */
export async function refreshFunding(tx: Tx, which: Restated): Promise<void> {
  await lockFundingStatus(tx)
  const events = 'events' in which ? which.events : await listConcerned(tx, which)
  if (events.length === 0) return
  await restate(tx, events)
  await restateLeft(tx, events)
}

/** The events that a batch's lines refer to now, and those that still point to the batch for deleted lines. */
async function listConcerned(
  tx: Tx,
  { batchId, transactions }: Extract<Restated, { batchId: string }>,
): Promise<number[]> {
  const range = transactions
    ? sql`and lines.transaction_no between ${transactions.firstTransaction} and ${transactions.lastTransaction}`
    : sql``
  // Line by line, each through the index on its identifier; the profile condition must not lead to another plan.
  const named = (sale: SQL) => sql`
    select events.n from funding_batches batches
      join funding_lines lines on lines.batch_id = batches.id ${range}
      cross join lateral (
        select n from callback_events events where ${sale} and ${unindexedProfile()} = batches.profile_id offset 0
      ) events
    where batches.id = ${batchId}::uuid`
  const { rows } = await tx.execute<{ n: string }>(sql`
    ${named(BY_ID)} union ${named(BY_REFERENCE)}
    ${transactions ? sql`` : sql`union select n from callback_events where funding_batch_id = ${batchId}::uuid`}`)
  return rows.map(({ n }) => Number(n))
}

/** Empty identifiers match nothing, and the indexes exclude them. */
const BY_ID = sql`events.tran_id = lines.transaction_id and lines.transaction_id <> '' and events.tran_id is not null`
const BY_REFERENCE = sql`events.retrieval_ref_number = lines.retrieval_reference_number
  and lines.retrieval_reference_number <> '' and events.retrieval_ref_number <> ''`

/**
 * Decides the funding status of sales. A transaction of an accepted request that did not fail is funded. One that
 * failed, or whose request was refused or withdrawn, returns to its previous status. Any other in a submitted batch
 * counts as in that batch: it will be sent, or may have been applied. Sales in a draft stay open, but show that the
 * draft has them. If several batches give the same status, the latest one is named.
 */
async function restate(tx: Tx, events: readonly number[]): Promise<void> {
  // `offset 0` and the arrays keep PostgreSQL from scanning whole tables while it has no statistics yet.
  const named = (sale: SQL) => sql`
    select events.n, events.profile_id, lines.batch_id, lines.transaction_no, lines.amount_minor
    from concerned events
      cross join lateral (
        select batch_id, transaction_no, amount_minor from funding_lines lines where ${sale} offset 0
      ) lines
    where events.is_sale`
  await tx.execute(sql`
    with concerned as materialized (
      select events.n, events.profile_id, events.tran_id, events.retrieval_ref_number, events.outside_at,
        events.tran_id is not null and events.resp_code = '000'
          and 'tran-id-masked' <> all (events.anomalies) and 'not-a-sale' <> all (events.anomalies) as is_sale
      from callback_events events
      where events.n = any (array(select json_array_elements_text(${JSON.stringify(events)}::json)::bigint))
    ),
    named as materialized (${named(BY_ID)} union all ${named(BY_REFERENCE)}),
    batched as (
      select named.n, batches.id as batch_id, batches.number, batches.status = 'draft' as is_draft,
        coalesce(requests.state = 'accepted', false) as is_funded,
        coalesce(bool_or(named.amount_minor > 0), true) as pays,
        max(batches.number) filter (where requests.state = 'accepted') over (partition by named.n) as latest
      from named
        join funding_batches batches on batches.id = named.batch_id
          and batches.profile_id = named.profile_id and batches.status <> 'discarded'
        left join funding_requests requests on requests.batch_id = named.batch_id
          and named.transaction_no between requests.first_transaction and requests.last_transaction
      where coalesce(requests.state, 'waiting') not in ('refused', 'withdrawn')
        and not exists (
          select from funding_failures failures
          where failures.batch_id = named.batch_id and failures.transaction_no = named.transaction_no
        )
      group by named.n, batches.id, batches.number, batches.status, requests.state
    ),
    -- What the latest funding took back whole is not funded any more.
    found as (
      select distinct on (n) n, batch_id, is_funded, is_draft from batched
      where not is_funded or (number = latest and pays)
      order by n, is_funded desc, is_draft, number desc
    ),
    statuses as (
      select concerned.n, case when concerned.outside_at is null or not found.is_draft then found.batch_id end as batch_id,
        case when found.is_funded then 'funded'
          when not found.is_draft then 'in-batch'
          when not concerned.is_sale then 'none'
          when concerned.outside_at is not null then 'outside'
          when found.is_draft then 'in-draft'
          else 'unfunded' end as funding
      from concerned left join found on found.n = concerned.n
    )
    update callback_events set funding = statuses.funding, funding_batch_id = statuses.batch_id
    from statuses
    where callback_events.n = statuses.n and callback_events.n = any (array(select n from concerned))
      and (callback_events.funding, callback_events.funding_batch_id)
        is distinct from (statuses.funding, statuses.batch_id)`)
}

/** The part of a funded sale that is assigned to no merchant: uses the amounts, while `restate` uses the outcomes. */
async function restateLeft(tx: Tx, events: readonly number[]): Promise<void> {
  const { rows } = await tx.execute<{
    n: string
    profile_id: string
    tran_id: string
    retrieval_ref_number: string
    amount_minor: string
  }>(sql`
    select n, profile_id, tran_id, retrieval_ref_number, amount_minor from callback_events
    where n = any (array(select json_array_elements_text(${JSON.stringify(events)}::json)::bigint))
      and funding = 'funded' and amount_minor is not null and currency_code = ${US_DOLLARS} and tran_id is not null`)
  const short: { n: number; missing: number }[] = []
  for (const [profileId, own] of Map.groupBy(rows, (row) => row.profile_id)) {
    const names = own.map((row) => ({ key: row.n, id: row.tran_id, reference: row.retrieval_ref_number }))
    const held = await listHeldAmounts(tx, names, { profileId })
    for (const row of own) {
      const missing = Number(row.amount_minor) - sumHeld(held.get(row.n) ?? []).amountMinor
      if (missing > 0) short.push({ n: Number(row.n), missing })
    }
  }
  await tx.execute(sql`
    update callback_events set left_minor = found.missing
    from (
      select asked.n, short.missing
      from json_array_elements_text(${JSON.stringify(events)}::json) as ids (id)
        cross join lateral (select ids.id::bigint as n) asked
        left join json_to_recordset(${JSON.stringify(short)}::json) as short (n bigint, missing bigint)
          on short.n = asked.n
    ) found
    where callback_events.n = found.n and callback_events.left_minor is distinct from found.missing`)
}
