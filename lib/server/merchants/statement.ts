import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { US_DOLLARS } from '@/lib/domain/callbacks/readings'
import type { StatementKey, StatementPeriod, StatementQuery } from '@/lib/domain/merchants/statement-query'
import { businessDay, dayRuleWords, daysAfter, startOfBusinessDay } from '@/lib/domain/values/business-day'
import { CSV_START, csvLine } from '@/lib/domain/values/csv'
import { decimalCents } from '@/lib/domain/values/money'
import { DeskError } from '@/lib/errors'
import { keyset, keysetPage, LIST_PAGE } from '@/lib/server/lists/keyset'
import { streamText } from '@/lib/server/lists/stream-text'
import { businessTodayOf, type Ctx } from '@/lib/server/services'
import { auditMerchant, getMerchant } from './data'
import type { HeldForMerchant, StatementRow, StatementTotals, StatementView } from './views'

/**
 * SQL for `keyed`: each amount that the partner accepted for a merchant, once per transaction (`key`) and request.
 * Failed transactions and rejected requests changed nothing. An amount replaces the merchant's earlier one of the
 * transaction (interface, "Funding endpoint": create or modify), in the order of the requests. A transaction that only
 * a reference number identifies is the logged sale that had this number when it was sent, if there was exactly one; if
 * none was logged yet, the first that came. A later sale with the same number changes nothing.
 */
const acceptedFor = (merchantId: string): SQL => sql`
  sent as (
    select batches.profile_id, batches.id as batch_id, batches.number, lines.transaction_no, latest.sequence,
      latest.at, latest.sent_at, min(lines.transaction_id) as id, min(lines.retrieval_reference_number) as reference,
      sum(lines.amount_minor)::bigint as amount
    from funding_lines lines
      join funding_batches batches on batches.id = lines.batch_id
      join funding_requests requests on requests.batch_id = lines.batch_id and requests.state = 'accepted'
        and lines.transaction_no between requests.first_transaction and requests.last_transaction
      cross join lateral (
        select sequence, coalesce(
          case when resolution = 'found' then resolved_at end, answered_at, sending_at, prepared_at
        ) as at, coalesce(sending_at, prepared_at) as sent_at
        from funding_attempts attempts
        where attempts.batch_id = requests.batch_id and attempts.request = requests.n
        order by sequence desc limit 1
      ) latest
    where lines.merchant_id = ${merchantId} and not exists (
      select from funding_failures failures
      where failures.batch_id = lines.batch_id and failures.transaction_no = lines.transaction_no
    )
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
        and events.profile_id || '' = sent.profile_id and events.tran_id is not null
    ) end as tran_id
    from sent
  ),
  keyed as (
    select named.*, profile_id || case when tran_id is null then ' ref ' || reference else ' id ' || tran_id end as key
    from named
  )`

/**
 * SQL for `moved`: the same, each with what the partner held before (`was`) and holds today (`held`, set by batch
 * `held_number`). An amount counts from when it was known to be accepted, so recording a lost answer later never changes
 * an earlier day. The sum of `change` over all time is what the partner holds.
 */
const movedFor = (merchantId: string): SQL => sql`
  ${acceptedFor(merchantId)},
  -- Arrays compare by their first element, so the maximum belongs to the latest request.
  compared as (
    select keyed.*, max(array[sequence, amount]) over earlier as earlier,
      max(array[sequence, amount, number]) over (partition by key) as latest
    from keyed
    window earlier as (
      partition by key order by at, sequence rows between unbounded preceding and 1 preceding
    )
  ),
  moved as (
    select compared.*, coalesce(earlier[2], 0) as was, latest[2] as held, latest[3] as held_number,
      case when earlier[1] > sequence then 0 else amount - coalesce(earlier[2], 0) end as change
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
const movedIn = ({ from, to }: StatementPeriod, days: Ctx['days']): SQL => {
  const start =
    from === null ? sql`` : sql`and at >= ${startOfBusinessDay(from, days).toISOString()}::timestamptz`
  const end =
    // There is no day after the last one that a URL can name.
    to === null || to === '9999-12-31'
      ? sql``
      : sql`and at < ${startOfBusinessDay(daysAfter(to, 1), days).toISOString()}::timestamptz`
  return sql`change <> 0 ${start} ${end}`
}

const KEYS = keyset<StatementKey>(
  { at: sql`at`, sequence: sql`sequence`, transaction: sql`transaction_no` },
  'descending',
)

type Read = Pick<Ctx, 'db' | 'days'>

/** A row as SQL gives it, as JSON. */
type RowCells = {
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
const LISTED = sql`
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
          and events.profile_id || '' = page.profile_id
        order by n limit 1
      ) events on true
  )`

/** A page of the changes in the cursor's period and the totals of the whole period, from one reading of the history. */
async function readPage(
  { db, days }: Read,
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
    with ${movedFor(merchantId)},
    period as materialized (select * from moved where ${movedIn(period, days)}),
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

const rowOf = (row: RowCells): StatementRow => ({
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

async function nameOf(db: DbOrTx, merchantId: string): Promise<string> {
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

/** Rows that are formatted at once; the process serves no one else meanwhile. */
const STRIDE = 5_000

const TITLES = [
  ...['Day', 'Accepted (UTC)', 'Transaction ID', 'Reference number', 'Funding profile', 'Sale amount'],
  ...['Batch', 'Held before', 'Amount', 'Changed later by', 'Held now'],
]

/** The same as CSV. The audit log records it before the first row. */
export async function exportStatement(
  ctx: Ctx,
  merchantId: string,
  query: StatementQuery,
  stride = STRIDE,
): Promise<ReadableStream<Uint8Array>> {
  await nameOf(ctx.db, merchantId)
  const { from, to } = query
  await auditMerchant(ctx, ctx.db, merchantId, 'merchant-statement-exported', { from, to })
  return streamText(csvChunks(ctx, merchantId, { from, to }, stride))
}

/**
 * Reads the history once, however long it is: what each amount replaced is known only from all of it. The parts stay
 * text until their turn, about 300 bytes a row.
 */
async function* csvChunks(
  { db, days }: Read,
  merchantId: string,
  period: StatementPeriod,
  stride: number,
): AsyncGenerator<string, void> {
  yield CSV_START + csvLine(TITLES)
  const { rows } = await db.execute<{ part: string }>(sql`
    with ${movedFor(merchantId)},
    page as (select * from moved where ${movedIn(period, days)}),
    ${LISTED}
    select json_agg(listed order by place)::text as part from listed
    group by (place - 1) / ${stride}::int order by min(place)`)
  for (const { part } of rows) {
    const cells: RowCells[] = JSON.parse(part)
    yield cells.map((row) => csvLine(cellsOf(rowOf(row), { days }))).join('')
  }
}

const cellsOf = (
  { at, id, reference, profileId, sale, batch, wasMinor, changeMinor, later }: StatementRow,
  { days }: Pick<Ctx, 'days'>,
) => [
  businessDay(new Date(at), days),
  at,
  id,
  reference,
  profileId,
  sale?.amountMinor == null ? null : decimalCents(BigInt(sale.amountMinor)),
  `B-${batch.number}`,
  decimalCents(BigInt(wasMinor)),
  decimalCents(BigInt(changeMinor)),
  later && `B-${later.number}`,
  later && decimalCents(BigInt(later.heldMinor)),
]

/** `NORTHWIND-3-statement-2026-11-01-2026-11-30.csv`. */
export function statementFileName(merchantId: string, { from, to }: StatementPeriod): string {
  const days = [from, to].filter((day) => day !== null).join('-')
  return `${merchantId.replaceAll(/[^\w.-]/g, '_')}-statement${days && `-${days}`}.csv`
}
