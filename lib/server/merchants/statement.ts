import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { US_DOLLARS } from '@/lib/domain/callbacks/readings'
import type { StatementKey, StatementQuery } from '@/lib/domain/merchants/statement-query'
import { dayRuleWords } from '@/lib/domain/values/business-day'
import { DeskError } from '@/lib/errors'
import { keyset, keysetPage, LIST_PAGE } from '@/lib/server/lists/keyset'
import { unindexedProfile } from '@/lib/server/sales/query-parts'
import { businessTodayOf, type Ctx } from '@/lib/server/services'
import { changedIn, changesFor } from './accepted-history'
import { getMerchant } from './data'
import type { StatementRow, StatementTotals, StatementView } from './views'

const KEYS = keyset<StatementKey>(
  { at: sql`at`, sequence: sql`sequence`, transaction: sql`transaction_no` },
  'descending',
)

/** A row as SQL gives it, as JSON. */
export type RowCells = {
  at_ms: number
  sequence: number
  transaction_no: number
  id: string
  reference: string
  profile_id: string
  batch_id: string
  number: number
  purpose: StatementRow['batch']['purpose']
  was: number
  change: number
  held: number
  held_number: number
  held_batch_id: string | null
  n: number | null
  sale_minor: number | null
  currency_code: string | null
}

/** SQL for `listed`: the rows of `page`, with their batches and sales, numbered in the order of the statement. */
export const LISTED = sql`
  listed as (
    select floor(extract(epoch from at) * 1000)::bigint as at_ms, sequence, transaction_no,
      coalesce(page.tran_id, '') as id, page.reference, page.profile_id, page.batch_id, page.number, batches.purpose,
      was, change, held, held_number, later.id as held_batch_id,
      events.n, events.amount_minor as sale_minor, events.currency_code,
      row_number() over (order by ${KEYS.shown}) as place
    from page
      join funding_batches batches on batches.id = page.batch_id
      left join funding_batches later on later.number = page.held_number and page.held <> page.amount
      left join lateral (
        select n, amount_minor, currency_code from callback_events events
        where events.tran_id = page.tran_id and events.tran_id is not null
          and ${unindexedProfile(sql`events.profile_id`)} = page.profile_id
        order by n limit 1
      ) events on true
  )`

/** A page of the changes in the cursor's period and the totals of the whole period, from one reading of the history. */
async function readPage(
  { db, days }: Pick<Ctx, 'db' | 'days'>,
  merchantId: string,
  { cursor, ...period }: StatementQuery,
  limit: number,
): Promise<{ rows: StatementRow[]; totals: StatementTotals }> {
  const { rows } = await db.execute<{
    cells: RowCells[] | null
    transactions: number
    paid: string
    taken: string
  }>(sql`
    with ${changesFor(merchantId)},
    period as materialized (select * from changes where ${changedIn(period, days)}),
    page as (
      select * from period ${cursor ? sql`where ${KEYS.from(cursor)}` : sql``}
      order by ${KEYS.order(cursor)} limit ${limit}
    ),
    ${LISTED}
    select (select json_agg(listed order by place) from listed) as cells,
      count(distinct key)::int as transactions,
      coalesce(sum(change) filter (where change > 0), 0)::text as paid,
      coalesce(-sum(change) filter (where change < 0), 0)::text as taken
    from period`)
  const { cells = null, transactions = 0, paid = '0', taken = '0' } = rows[0] ?? {}
  return {
    rows: (cells ?? []).map(rowOf),
    totals: {
      transactions,
      paidMinor: Number(paid),
      takenBackMinor: Number(taken),
      netMinor: Number(paid) - Number(taken),
    },
  }
}

export const rowOf = (row: RowCells): StatementRow => ({
  sequence: row.sequence,
  transaction: row.transaction_no,
  at: new Date(row.at_ms).toISOString(),
  id: row.id,
  reference: row.reference,
  profileId: row.profile_id,
  sale:
    row.n === null
      ? null
      : { n: row.n, amountMinor: row.currency_code === US_DOLLARS ? row.sale_minor : null },
  batch: { id: row.batch_id, number: row.number, purpose: row.purpose },
  wasMinor: row.was,
  changeMinor: row.change,
  later:
    row.held_batch_id === null
      ? null
      : { id: row.held_batch_id, number: row.held_number, heldMinor: row.held },
})

export async function nameOf(db: DbOrTx, merchantId: string): Promise<string> {
  const row = await getMerchant(db, merchantId)
  if (!row) throw new DeskError('not-found')
  return row.name
}

/** What a merchant got in a period, change by change, latest first. Throws `not-found`. */
export async function viewStatement(
  ctx: Ctx,
  merchantId: string,
  query: StatementQuery,
  size = LIST_PAGE,
): Promise<StatementView> {
  const name = await nameOf(ctx.db, merchantId)
  let totals: StatementTotals = { transactions: 0, paidMinor: 0, takenBackMinor: 0, netMinor: 0 }
  const page = await keysetPage<StatementRow, StatementKey>(
    query.cursor,
    ({ at, sequence, transaction }) => ({ at: new Date(at), sequence, transaction }),
    async (cursor, limit) => {
      const read = await readPage(ctx, merchantId, { ...query, cursor }, limit)
      totals = read.totals
      return read.rows
    },
    size,
  )
  return {
    ...page,
    merchantId,
    name,
    totals,
    today: businessTodayOf(ctx),
    days: dayRuleWords(ctx.days),
    timeZone: ctx.days.timeZone,
  }
}
