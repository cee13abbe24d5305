import { type SQL, sql } from 'drizzle-orm'
import type { StatementPeriod } from '@/lib/domain/merchants/statement-query'
import { endOfBusinessDay, startOfBusinessDay } from '@/lib/domain/values/business-day'
import { hasNotFailed, requestOfLine, unindexedProfile } from '@/lib/server/sales/query-parts'
import type { Ctx } from '@/lib/server/services'
import type { HeldForMerchant } from './views'

/**
 * SQL for `keyed`: each amount that the partner accepted for a merchant, once per transaction (`key`) and request.
 * Failed transactions and rejected requests changed nothing. An amount replaces the merchant's earlier one of the
 * transaction (interface, "Funding endpoint": create or modify), in the order of the requests. A transaction that only
 * a reference number identifies is the logged sale that had this number when it was sent, if there was exactly one; if
 * none was logged yet, the first that came. A later sale with the same number changes nothing here; batches are compared
 * by the numbers that sales have today (`transactionsOfBatches`).
 */
const acceptedFor = (merchantId: string): SQL => sql`
  sent as (
    select batches.profile_id, batches.id as batch_id, batches.number, lines.transaction_no, latest.sequence,
      latest.at, latest.sent_at, min(lines.transaction_id) as id, min(lines.retrieval_reference_number) as reference,
      sum(lines.amount_minor)::bigint as amount
    from funding_lines lines
      join funding_batches batches on batches.id = lines.batch_id
      join funding_requests requests on ${requestOfLine} and requests.state = 'accepted'
      cross join lateral (
        select sequence, coalesce(
          case when resolution = 'found' then resolved_at end, answered_at, sending_at, prepared_at
        ) as at, coalesce(sending_at, prepared_at) as sent_at
        from funding_attempts attempts
        where attempts.batch_id = requests.batch_id and attempts.request = requests.n
        order by sequence desc limit 1
      ) latest
    where lines.merchant_id = ${merchantId} and ${hasNotFailed}
    group by batches.id, lines.transaction_no, latest.sequence, latest.at, latest.sent_at
  ),
  named as (
    select sent.*, case when sent.id <> '' then sent.id else (
      select case count(distinct tran_id) filter (where received_at <= sent.sent_at)
        when 0 then (array_agg(tran_id order by received_at, n))[1]
        when 1 then min(tran_id) filter (where received_at <= sent.sent_at)
      end
      from callback_events events
      where events.retrieval_ref_number = sent.reference and events.retrieval_ref_number <> ''
        and ${unindexedProfile(sql`events.profile_id`)} = sent.profile_id and events.tran_id is not null
    ) end as tran_id
    from sent
  ),
  keyed as (
    select named.*, profile_id || case when tran_id is null then ' ref ' || reference else ' id ' || tran_id end as key
    from named
  )`

/**
 * SQL for `changes`: the same, each with what the partner held before (`was`) and holds today (`held`, set by batch
 * `held_number`). An amount counts from when it was known to be accepted, so recording a lost answer later never changes
 * an earlier day. The sum of `change` over all time is what the partner holds.
 */
export const changesFor = (merchantId: string): SQL => sql`
  ${acceptedFor(merchantId)},
  -- Arrays compare by their first element, so the maximum belongs to the latest request.
  compared as (
    select keyed.*, max(array[sequence, amount]) over before_it as previous,
      max(array[sequence, amount, number]) over (partition by key) as latest
    from keyed
    window before_it as (
      partition by key order by at, sequence rows between unbounded preceding and 1 preceding
    )
  ),
  changes as (
    select compared.*, coalesce(previous[2], 0) as was, latest[2] as held, latest[3] as held_number,
      case when previous[1] > sequence then 0 else amount - coalesce(previous[2], 0) end as change
    from compared
  )`

/** What the partner holds for this merchant, by profile. */
export async function listHeldFor(
  { db, funding }: Pick<Ctx, 'db' | 'funding'>,
  merchantId: string,
): Promise<HeldForMerchant[]> {
  const { rows } = await db.execute<{ profile_id: string; transactions: number; amount_minor: string }>(sql`
    with ${acceptedFor(merchantId)}
    select profile_id, count(*)::int as transactions, sum(amount)::text as amount_minor
    from (select distinct on (key) profile_id, amount from keyed order by key, sequence desc) held
    where amount > 0 group by profile_id order by profile_id`)
  return rows.map(({ profile_id, transactions, amount_minor }) => ({
    profileId: profile_id,
    label: funding.profiles.find(({ profileId }) => profileId === profile_id)?.label ?? profile_id,
    transactions,
    amountMinor: Number(amount_minor),
  }))
}

/** The changes in a period. An amount that equals the one before is not a change. */
export const changedIn = ({ from, to }: StatementPeriod, days: Ctx['days']): SQL => {
  const start = from === null ? null : startOfBusinessDay(from, days)
  const end = to === null ? null : endOfBusinessDay(to, days)
  return sql`change <> 0
    ${start ? sql`and at >= ${start.toISOString()}::timestamptz` : sql``}
    ${end ? sql`and at < ${end.toISOString()}::timestamptz` : sql``}`
}
