import { sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { sumHeld } from '@/lib/domain/funding/held'
import { transactionsOfBatches } from '@/lib/server/funding/overwrites'
import { listHeldAmounts, setAmounts } from '@/lib/server/sales/held-amounts'
import type { FundedByBatches, FundedForSales } from './views'

type AcceptedBatch = {
  batch_id: string
  is_from_log: boolean
  is_again: boolean
  transactions: number
  amount_minor: string
}

/**
 * What the partner accepted since then: funding amounts of accepted requests, less the transactions
 * that failed, by whether the batch was created from the callback log; a retry and a correction are of the batch that
 * they began with. A transaction that several of them set counts in the last one alone: what that set is what the partner
 * holds. All amounts of ours are dollars, so a request's own figure is what was sent, and lines are read only where some of
 * them failed or were set again.
 */
export async function sumFundedByBatches(db: Db, since: Date): Promise<FundedByBatches> {
  const { rows } = await db.execute<AcceptedBatch>(sql`
    with recursive answered as (
      select requests.batch_id, requests.n, requests.first_transaction, requests.last_transaction,
        (batches.money->>'changeCount')::int > 0 or batches.money->>'changedIsMinor' <> '0' as is_again,
        requests.amounts_sum::numeric * case when batches.amount_unit = 'major' then 100 else 1 end as sent_minor
      from funding_requests requests
        join funding_batches batches on batches.id = requests.batch_id
        cross join lateral (
          select coalesce(answered_at, sending_at) as at from funding_attempts attempts
          where attempts.batch_id = requests.batch_id and attempts.request = requests.n
          order by sequence desc limit 1
        ) attempts
      where requests.state = 'accepted' and attempts.at >= ${since.toISOString()}::timestamptz
        and batches.updated_at >= ${since.toISOString()}::timestamptz
    ),
    lineage as (
      select batches.id as batch_id, batches.parent_id, batches.purpose, batches.source
      from funding_batches batches where batches.id in (select batch_id from answered)
      union all
      select lineage.batch_id, parents.parent_id, parents.purpose, parents.source
      from lineage join funding_batches parents on parents.id = lineage.parent_id
      where lineage.purpose in ('retry', 'correction')
    ),
    origins as (
      select batch_id, bool_or(source = 'callbacks') as is_from_log from lineage group by batch_id
    ),
    failed as (
      select answered.batch_id, answered.n, count(distinct lines.transaction_no) as transactions,
        sum(lines.amount_minor) as amount_minor
      from answered
        join funding_failures failures on failures.batch_id = answered.batch_id
          and failures.transaction_no between answered.first_transaction and answered.last_transaction
        join funding_lines lines on lines.batch_id = failures.batch_id
          and lines.transaction_no = failures.transaction_no
      group by answered.batch_id, answered.n
    )
    select answered.batch_id, is_from_log, coalesce(bool_or(is_again), false) as is_again,
      sum(last_transaction - first_transaction + 1 - coalesce(failed.transactions, 0))::int as transactions,
      sum(sent_minor - coalesce(failed.amount_minor, 0))::text as amount_minor
    from answered join origins on origins.batch_id = answered.batch_id
      left join failed on failed.batch_id = answered.batch_id and failed.n = answered.n
    group by answered.batch_id, is_from_log`)
  const again = rows.filter(({ is_again }) => is_again)
  const isFew = again.reduce((sum, { transactions }) => sum + transactions, 0) <= MOST_AGAIN
  const later = isFew ? await sumSetLater(db, again, since) : null
  const sumOf = (batches: readonly AcceptedBatch[]) => ({
    batches: batches.length,
    transactions: batches.reduce(
      (sum, { batch_id, transactions }) => sum + transactions - (later?.get(batch_id)?.transactions ?? 0),
      0,
    ),
    amountMinor: batches.reduce(
      (sum, { batch_id, amount_minor }) =>
        sum + BigInt(amount_minor) - (later?.get(batch_id)?.amountMinor ?? 0n),
      0n,
    ),
  })
  return {
    fromLog: sumOf(rows.filter(({ is_from_log }) => is_from_log)),
    fromElsewhere: sumOf(rows.filter(({ is_from_log }) => !is_from_log)),
    again: again.length,
    isEachOnce: later !== null,
  }
}

/** Of more transactions in batches that set some again, what they replaced is not looked up. */
const MOST_AGAIN = 10_000

type SetLater = { transactions: number; amountMinor: bigint }

/**
 * By batch, what the partner accepted from it since then and a later accepted batch set again. `again`: the batches that
 * may have done so.
 */
async function sumSetLater(
  db: Db,
  again: readonly AcceptedBatch[],
  since: Date,
): Promise<ReadonlyMap<string, SetLater>> {
  if (again.length === 0) return new Map()
  const ids = JSON.stringify(again.map(({ batch_id }) => batch_id))
  const isAgain = sql`id in (select json_array_elements_text(${ids}::json)::uuid)`
  const { rows } = await db.execute<{ batch_id: string; transactions: number; amount_minor: string }>(sql`
    with ${setAmounts(transactionsOfBatches(isAgain))}
    select batch_id, count(distinct key)::int as transactions, sum(amount_minor)::text as amount_minor
    from (
      select key, batch_id, amount_minor, at,
        first_value(batch_id) over (partition by key order by sequence desc) as last_batch
      from set_amounts where is_funded
    ) accepted
    where batch_id <> last_batch and at >= ${since.toISOString()}::timestamptz
    group by batch_id`)
  return new Map(
    rows.map(({ batch_id, transactions, amount_minor }) => [
      batch_id,
      { transactions, amountMinor: BigInt(amount_minor) },
    ]),
  )
}

/** So many sales are looked through one by one; of more, what was funded is told by batches alone. */
const MOST_SALES = 2_000

/** What the partner holds for the funded sales received since then; null where there are too many of them. */
export async function sumFundedForSales(db: Db, since: Date): Promise<FundedForSales> {
  const { rows } = await db.execute<{
    n: string
    profile_id: string
    tran_id: string
    reference: string
  }>(sql`
    select n, profile_id, tran_id, retrieval_ref_number as reference from callback_events
    where funding = 'funded' and received_at >= ${since.toISOString()}::timestamptz and tran_id is not null
    order by received_at desc nulls last, n desc nulls last limit ${MOST_SALES + 1}`)
  if (rows.length > MOST_SALES) return null
  let amountMinor = 0
  let isCertain = true
  for (const [profileId, sales] of Map.groupBy(rows, ({ profile_id }) => profile_id)) {
    const names = sales.map(({ n, tran_id, reference }) => ({ key: n, id: tran_id, reference }))
    for (const held of (await listHeldAmounts(db, names, { profileId })).values()) {
      const sum = sumHeld(held)
      amountMinor += sum.amountMinor
      isCertain &&= sum.isCertain
    }
  }
  return { amountMinor, isCertain }
}
