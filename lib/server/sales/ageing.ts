import { sql } from 'drizzle-orm'
import { AGES, ageStarts } from '@/lib/domain/callbacks/ageing'
import type { EventState } from '@/lib/domain/callbacks/event'
import { ineligibleReason } from '@/lib/domain/callbacks/ineligible'
import { US_DOLLARS } from '@/lib/domain/callbacks/readings'
import { startOfBusinessDay } from '@/lib/domain/values/business-day'
import type { IsoDate } from '@/lib/domain/values/calendar'
import type { Services } from '@/lib/server/services'
import type { AgeingRow } from './views'

type Group = {
  funding: 'unfunded' | 'in-draft' | 'funded'
  profile_id: string
  merchant_id: string
  label: string | null
  /** The number of `ageStarts` that are before its receipt. */
  bucket: number
  state: EventState
  has_amount: boolean
  is_other_amount: boolean
  currency_code: string
  sales: number
  amount_minor: string
  oldest: string
}

/**
 * Unfunded sales by receiver and age, sales that are only in drafts, and what is left of partially funded sales; the
 * receiver with the oldest sale first. Amounts are as in `openMinor` (lib/domain/callbacks/open-amount.ts).
 * `merchantId`: only sales of this merchant.
 */
export async function listAgeing(
  { db, days }: Pick<Services, 'db' | 'days'>,
  today: IsoDate,
  merchantId?: string,
): Promise<AgeingRow[]> {
  const starts = ageStarts(today).map((day) => startOfBusinessDay(day, days).toISOString())
  const { rows } = await db.execute<Group>(sql`
    select events.funding, events.profile_id, events.merchant_id, receivers.label, events.bucket, events.state,
      events.has_amount, events.is_other_amount, events.currency_code, events.sales, events.amount_minor::text, events.oldest
    from (
      select funding, profile_id, merchant_id, width_bucket(received_at, array(
          select json_array_elements_text(${JSON.stringify(starts)}::json)::timestamptz)) as bucket, state,
        coalesce(amount_minor > 0, false) as has_amount, currency_code,
        'link-amount-differs' = any (anomalies) as is_other_amount,
        count(*)::int as sales,
        coalesce(sum(case when funding = 'funded' then left_minor
          when currency_code = ${US_DOLLARS} then amount_minor end), 0) as amount_minor,
        to_char(min(received_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as oldest
      from callback_events where (funding in ('unfunded', 'in-draft') or left_minor > 0)
        ${merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`}
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ) events
    left join callback_receivers receivers
      on receivers.profile_id = events.profile_id and receivers.merchant_id = events.merchant_id`)
  const receivers = new Map<string, AgeingRow>()
  for (const group of rows) addGroup(receivers, group)
  return [...receivers.values()].sort((a, b) => (a.oldestAt < b.oldestAt ? -1 : 1))
}

function addGroup(receivers: Map<string, AgeingRow>, group: Group): void {
  const { profile_id: profileId, merchant_id: merchantId, sales } = group
  const key = JSON.stringify([profileId, merchantId])
  const row = receivers.get(key) ?? emptyRow(group)
  receivers.set(key, row)
  if (group.oldest < row.oldestAt) row.oldestAt = group.oldest
  const amountMinor = Number(group.amount_minor)
  const apart = APART[group.funding]
  if (apart) {
    row[apart] = { sales: row[apart].sales + sales, amountMinor: row[apart].amountMinor + amountMinor }
    return
  }
  const isHeld =
    ineligibleReason({
      state: group.state,
      funding: 'unfunded',
      amountMinor: group.has_amount ? 1 : null,
      currencyCode: group.currency_code,
      anomalies: group.is_other_amount ? ['link-amount-differs'] : [],
    }) !== null
  row.sales += sales
  row.amountMinor += amountMinor
  if (isHeld) row.held = { sales: row.held.sales + sales, amountMinor: row.held.amountMinor + amountMinor }
  const at = AGES.length - 1 - group.bucket
  row.ages = row.ages.map((age, index) =>
    index === at ? { sales: age.sales + sales, amountMinor: age.amountMinor + amountMinor } : age,
  )
}

/** Shown separately, and not counted as unfunded. */
const APART = { unfunded: null, 'in-draft': 'draft', funded: 'left' } as const

const emptyRow = ({ profile_id, merchant_id, label, oldest }: Group): AgeingRow => ({
  profileId: profile_id,
  merchantId: merchant_id,
  label: label ?? (merchant_id || profile_id),
  sales: 0,
  amountMinor: 0,
  ages: AGES.map(() => ({ sales: 0, amountMinor: 0 })),
  held: { sales: 0, amountMinor: 0 },
  draft: { sales: 0, amountMinor: 0 },
  left: { sales: 0, amountMinor: 0 },
  oldestAt: oldest,
})
