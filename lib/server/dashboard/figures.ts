import { sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { COUNTED } from '@/lib/domain/application/list-query'
import { APPLICATION_STATUSES } from '@/lib/domain/application/status'
import { daysAfter, startOfBusinessDay } from '@/lib/domain/values/business-day'
import { DAY_MS, type IsoDate } from '@/lib/domain/values/calendar'
import type { Services } from '@/lib/server/services'
import type { FundingDay, SaleStatus, SalesByHour, SalesSum, StatusAges } from './views'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * DAY_MS

/**
 * How many applications there are of each status, and how many of them stood still: each counted to `COUNTED + 1`,
 * from the one that stood longest on, so that one look at the index says all three. Each status by its name: asked
 * for all at once, PostgreSQL reads the whole table for one that few have.
 */
export async function countByStatusAndAge(db: Db, now: Date): Promise<StatusAges[]> {
  const { listedStatus, updatedAt } = applications
  const idleFor = (days: number) =>
    sql`(count(*) filter (where updated_at < ${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz))::int`
  const { rows } = await db.execute<StatusAges>(
    sql.join(
      APPLICATION_STATUSES.map(
        (of) => sql`
          select ${of}::text as status, count(*)::int as "all", ${idleFor(7)} as idle7, ${idleFor(30)} as idle30
          from (
            select ${updatedAt} from ${applications} where ${listedStatus} = ${of}
            order by ${updatedAt} asc nulls first limit ${COUNTED + 1}
          ) as counted`,
      ),
      sql` union all `,
    ),
  )
  return rows.filter(({ all }) => all > 0)
}

/** A callback of an approved sale; what else is told of is no sale (`funding` is none). */
const isSale = sql`${callbackEvents.funding} <> 'none'`

/** Dollars alone are added up; an amount that is not known adds nothing. */
const isInDollars = sql`amount_minor is not null and currency_code = '840'`

/** Sums come as text: they can be larger than a number of 32 bits. */
type SumRow = { sales: number; amount_minor: string; unsummed: number }
const sums = sql`count(*)::int as sales,
  coalesce(sum(amount_minor) filter (where ${isInDollars}), 0)::text as amount_minor,
  (count(*) filter (where not (${isInDollars})))::int as unsummed`

const NO_SALES: SalesSum = { sales: 0, amountMinor: 0, unsummed: 0 }
const sumOf = ({ sales, amount_minor, unsummed }: SumRow): SalesSum => ({
  sales,
  amountMinor: Number(amount_minor),
  unsummed,
})
const together = (some: readonly SalesSum[]): SalesSum =>
  some.reduce(
    (all, { sales, amountMinor, unsummed }) => ({
      sales: all.sales + sales,
      amountMinor: all.amountMinor + amountMinor,
      unsummed: all.unsummed + unsummed,
    }),
    NO_SALES,
  )

const SHOWN_HOURS = 24

/** The hour that runs and those before it, beside the same ones a week before, up to the same minute. */
export async function sumSalesByHour(db: Db, now: Date): Promise<SalesByHour> {
  const thisHour = now.getTime() - (now.getTime() % HOUR_MS)
  const since = thisHour - (SHOWN_HOURS - 1) * HOUR_MS
  const spans = [since, since - WEEK_MS].map((from, weeks) => ({
    weeks,
    from: new Date(from).toISOString(),
    until: new Date(now.getTime() - weeks * WEEK_MS).toISOString(),
  }))
  const { rows } = await db.execute<SumRow & { weeks: number; hour: number }>(sql`
    select spans.weeks, floor(extract(epoch from received_at - spans."from") / 3600)::int as hour, ${sums}
    from json_to_recordset(${JSON.stringify(spans)}::json)
      as spans (weeks int, "from" timestamptz, until timestamptz)
    join ${callbackEvents} on received_at >= spans."from" and received_at <= spans.until and ${isSale}
    group by 1, 2`)
  const sumAt = (weeks: number, hour: number): SalesSum => {
    const row = rows.find((some) => some.weeks === weeks && some.hour === hour)
    return row ? sumOf(row) : NO_SALES
  }
  const hours = Array.from({ length: SHOWN_HOURS }, (_, hour) => ({
    from: new Date(since + hour * HOUR_MS).toISOString(),
    now: sumAt(0, hour),
    before: sumAt(1, hour),
  }))
  return {
    hours,
    now: together(hours.map(({ now }) => now)),
    before: together(hours.map(({ before }) => before)),
  }
}

/**
 * The sales of each of these business days, by how far their money is now. A day at a time: grouped by day,
 * PostgreSQL would sort all of them first.
 */
export async function sumFundingByDay(
  { db, days }: Pick<Services, 'db' | 'days'>,
  asked: readonly IsoDate[],
): Promise<FundingDay[]> {
  const spans = asked.map((day) => ({
    day,
    from: startOfBusinessDay(day, days).toISOString(),
    until: startOfBusinessDay(daysAfter(day, 1), days).toISOString(),
  }))
  const { rows } = await db.execute<SumRow & { day: string; funding: SaleStatus }>(sql`
    select days.day, sold.*
    from json_to_recordset(${JSON.stringify(spans)}::json)
      as days (day text, "from" timestamptz, until timestamptz)
    cross join lateral (
      select funding, ${sums}
      from ${callbackEvents}
      where received_at >= days."from" and received_at < days.until and ${isSale}
      group by funding
    ) as sold`)
  return asked.map((day) => {
    const of = (status: SaleStatus): SalesSum => {
      const row = rows.find((some) => some.day === day && some.funding === status)
      return row ? sumOf(row) : NO_SALES
    }
    return {
      day,
      by: {
        funded: of('funded'),
        outside: of('outside'),
        'in-batch': of('in-batch'),
        'in-draft': of('in-draft'),
        unfunded: of('unfunded'),
      },
    }
  })
}
