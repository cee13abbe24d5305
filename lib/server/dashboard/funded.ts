import { sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { sumHeld } from '@/lib/domain/funding/held'
import { listHeldAmounts } from '@/lib/server/sales/held-amounts'
import type { FundedByBatches, FundedForSales } from './views'

type SumKind = Exclude<keyof FundedByBatches, 'again'>

/**
 * What the partner accepted since then: funding amounts of accepted requests, less the transactions
 * that failed, by whether the batch was created from the callback log; a retry is of the batch that it began with.
 * Corrections are apart: what they set replaces what the partner held, and is no money beside it. Another batch can do so
 * too, among other transactions: `again` says how many did, since it is what was sent that is added up, and not what is
 * held. All amounts of ours are dollars, so a request's own figure is what was sent, and lines are read only where some of
 * them failed.
 */
export async function sumFundedByBatches(db: Db, since: Date): Promise<FundedByBatches> {
  const { rows } = await db.execute<{
    kind: SumKind
    batches: number
    again: number
    transactions: number
    amount_minor: string
  }>(sql`
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
      where lineage.purpose = 'retry'
    ),
    origins as (
      select batch_id, case
          when purpose = 'correction' then 'corrections'
          when source = 'callbacks' then 'fromLog'
          else 'fromElsewhere'
        end as kind
      from lineage where purpose <> 'retry'
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
    select kind, count(distinct answered.batch_id)::int as batches,
      (count(distinct answered.batch_id) filter (where is_again))::int as again,
      sum(last_transaction - first_transaction + 1 - coalesce(failed.transactions, 0))::int as transactions,
      sum(sent_minor - coalesce(failed.amount_minor, 0))::text as amount_minor
    from answered join origins on origins.batch_id = answered.batch_id
      left join failed on failed.batch_id = answered.batch_id and failed.n = answered.n
    group by kind`)
  const of = (kind: SumKind) => {
    const row = rows.find((each) => each.kind === kind)
    return {
      batches: row?.batches ?? 0,
      transactions: row?.transactions ?? 0,
      amountMinor: BigInt(row?.amount_minor ?? 0),
    }
  }
  const again = rows.reduce((sum, row) => sum + (row.kind === 'corrections' ? 0 : row.again), 0)
  return { fromLog: of('fromLog'), fromElsewhere: of('fromElsewhere'), corrections: of('corrections'), again }
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
