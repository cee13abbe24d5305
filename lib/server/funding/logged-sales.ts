import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { callbackDeliveries } from '@/lib/db/schema/callbacks'
import { type FundableSale, ineligibleReason } from '@/lib/domain/callbacks/ineligible'
import { parseFields } from '@/lib/domain/callbacks/read-callback'
import { TAKES_BACK } from '@/lib/domain/callbacks/tran-type'
import { type KnownSale, type Resolved, transactionKey } from '@/lib/domain/funding/check-money'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { FindTransactionId } from '@/lib/domain/funding/request-rules'
import { eachInSlices } from '@/lib/server/in-slices'
import { unindexedProfile } from '@/lib/server/sales/query-parts'

/** The identifiers in a line; '' for one that it does not have. */
export type Named = Pick<FundingLine, 'transactionId' | 'retrievalReferenceNumber' | 'merchantId'>

export const namedById = (transactionId: string): Named => ({
  transactionId,
  retrievalReferenceNumber: '',
  merchantId: '',
})

/** Identifiers per statement, so that parsing its answer does not block other requests for long. */
const STRIDE = 5_000

export function* inStrides<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += STRIDE) yield items.slice(start, start + STRIDE)
}

export type SaleRow = {
  /** How the line identifies the sale: `id` is the transaction ID or '', `reference` the reference number or ''. */
  id: string
  reference: string
  n: number
  isOwnProfile: boolean
  tranId: string
  retrievalRefNumber: string
  /** No other sale of the profile has the same reference number. */
  isSole: boolean
  amountMinor: number | null
  state: FundableSale['state']
  isSale: boolean
  currencyCode: string
  anomalies: FundableSale['anomalies']
  isOutside: boolean
  merchantId: string
  /** Decisions that people made about the sale; null for nearly every sale. */
  judged: Judged | null
  /** Other events with the same invoice and card; null if there are none. */
  invoice: { twin: string | null; back: TakenBack | null } | null
}

type TakenBack = NonNullable<KnownSale['takenBack']>

/**
 * What other rows say about the sales: callbacks that took money back, by reference number, and rejected deliveries,
 * by event.
 */
type Beside = {
  backs: ReadonlyMap<string, TakenBack>
  overruled: ReadonlyMap<number, Resolved['others']>
}

type Judged = {
  by: string | null
  /** The partner's text for an amount that was set by hand, and the reason for setting it; otherwise null. */
  amountText: string | null
  amountNote: string | null
  /** Who chose between conflicting deliveries, why, and the hash of the chosen content. */
  resolved: { by: string; note: string; content: string } | null
  /** Who counted it as a sale, and the type that the partner sent. */
  countedBy: string | null
  tranType: string
}

/** SQL for a callback that took money back; the argument is the alias of its event. */
const isBack = (event: 'others' | 'backs'): SQL =>
  sql.raw(`'not-a-sale' = any (${event}.anomalies) and ${event}.tran_type ~* '${TAKES_BACK}'`)
const backOf = (event: 'others' | 'backs'): SQL =>
  sql.raw(`json_build_object('tranId', ${event}.tran_id, 'tranType', ${event}.tran_type,
    'closed', case when ${event}.state = 'closed' then json_build_object(
      'by', (select name from users where users.id = ${event}.closed_by), 'note', coalesce(${event}.closed_note, '')
    ) end)`)

/** The columns to select; `id` and `reference` follow from how the row was found. */
type SaleCells = Record<Exclude<keyof SaleRow, 'id' | 'reference'>, SQL>

const saleCells = (profileId: string): SaleCells => ({
  n: sql`events.n`,
  isOwnProfile: sql`events.profile_id = ${profileId}`,
  tranId: sql`events.tran_id`,
  retrievalRefNumber: sql`events.retrieval_ref_number`,
  isSole: sql`events.retrieval_ref_number <> '' and not exists (
    select from callback_events others
    where others.retrieval_ref_number = events.retrieval_ref_number and others.retrieval_ref_number <> ''
      and ${unindexedProfile(sql`others.profile_id`)} = events.profile_id and others.tran_id <> events.tran_id
  )`,
  amountMinor: sql`events.amount_minor`,
  state: sql`events.state`,
  isSale: sql`events.funding <> 'none'`,
  currencyCode: sql`events.currency_code`,
  anomalies: sql`events.anomalies`,
  isOutside: sql`events.outside_at is not null`,
  merchantId: sql`events.merchant_id`,
  // Nearly no sale has a decision, and looking up the name of nobody costs time too.
  judged: sql`case when events.amount_by is not null or events.settled_by is not null or events.sale_by is not null
    then json_build_object(
      'by', (select name from users where users.id = coalesce(events.amount_by, events.settled_by)),
      'amountText', case when events.amount_by is not null then events.amount_text end,
      'amountNote', case when events.amount_by is not null then events.amount_note end,
      'resolved', case when events.settled_by is not null then json_build_object(
        'by', (select name from users where users.id = events.settled_by),
        'note', coalesce(events.settled_note, ''), 'content', events.content_sha256
      ) end,
      'countedBy', (select name from users where users.id = events.sale_by),
      'tranType', events.tran_type
    ) end`,
  // Nearly every invoice has one sale, which the invoice index finds.
  invoice: sql`case when events.invoice_number <> '' and events.account <> '' then (
    select json_build_object(
      'twin', (array_agg(others.tran_id order by others.n) filter (
        where others.amount_minor = events.amount_minor and events.amount_minor > 0
          and events.funding <> 'none' and others.funding <> 'none'
      ))[1],
      'back', (array_agg(${backOf('others')} order by others.state = 'closed', others.n) filter (
        where ${isBack('others')}
      ))[1]
    )
    from callback_events others
    where others.invoice_number = events.invoice_number and others.invoice_number <> ''
      and others.account || '' = events.account and ${unindexedProfile(sql`others.profile_id`)} = events.profile_id
      and others.tran_id || '' <> events.tran_id
    having count(*) > 0
  ) end`,
})

/** All logged sales with one of the identifiers, in any profile. */
export async function listSaleRows(
  db: DbOrTx,
  profileId: string,
  lines: readonly Named[],
): Promise<SaleRow[]> {
  const ids = new Set<string>()
  const references = new Set<string>()
  for (const { transactionId, retrievalReferenceNumber } of lines) {
    if (transactionId !== '') ids.add(transactionId)
    else if (retrievalReferenceNumber !== '') references.add(retrievalReferenceNumber)
  }
  const cells = saleCells(profileId)
  const rows: SaleRow[] = []
  for (const some of inStrides([...ids]))
    for (const row of await listNamedSales(db, cells, some, [])) rows.push(row)
  for (const some of inStrides([...references]))
    for (const row of await listNamedSales(db, cells, [], some)) rows.push(row)
  return rows
}

/**
 * Returns one JSON array per column: reading many rows cell by cell takes four times as long as finding them, and
 * repeating the column names in each row as long again.
 */
async function listNamedSales(
  db: DbOrTx,
  cells: SaleCells,
  ids: readonly string[],
  references: readonly string[],
): Promise<SaleRow[]> {
  const columns = sql`n, profile_id, tran_id, retrieval_ref_number, amount_minor, state, funding, currency_code,
    anomalies, outside_at, merchant_id, amount_by, amount_note, settled_by, settled_note, content_sha256, sale_by,
    amount_text, tran_type, invoice_number, account`
  const wanted = Object.values(cells).map((cell) => sql`json_agg(${cell})`)
  // `offset 0` makes PostgreSQL use the index for each, even before it has statistics.
  const { rows } = await db.execute<{ sales: string }>(sql`
    select json_build_array(${sql.join(wanted, sql`, `)})::text as sales
    from (
      select id, '' as reference from json_array_elements_text(${JSON.stringify(ids)}::json) as ids (id)
      union all
      select '', reference from json_array_elements_text(${JSON.stringify(references)}::json) as names (reference)
    ) named
    cross join lateral (
      (select ${columns} from callback_events where tran_id = named.id and tran_id is not null and named.id <> '' offset 0)
      union all
      (select ${columns} from callback_events
        where retrieval_ref_number = named.reference and retrieval_ref_number <> '' and named.reference <> ''
          and tran_id is not null offset 0)
    ) events`)
  const isById = ids.length > 0
  const found = fromColumns<SaleRow>(Object.keys(cells), JSON.parse(rows[0]?.sales ?? '[]'))
  for (const row of found) {
    row.id = isById ? row.tranId : ''
    row.reference = isById ? '' : row.retrievalRefNumber
  }
  return found
}

/** Turns columns into rows. A column is null if there are no rows. */
function fromColumns<Row>(names: readonly string[], columns: readonly (readonly unknown[] | null)[]): Row[] {
  const length = columns[0]?.length ?? 0
  return Array.from({ length }, (_, at) => {
    const row: Record<string, unknown> = {}
    for (let column = 0; column < names.length; column += 1) {
      row[names[column] ?? ''] = columns[column]?.[at]
    }
    return row as Row
  })
}

/** Reference numbers that belong to exactly one transaction of the profile, with its ID, as the log is today. */
export function readSoleReferences(rows: readonly SaleRow[]): {
  soleReferences: ReadonlyMap<string, string>
  findTransactionId: FindTransactionId
} {
  const soleReferences = new Map<string, string>()
  for (const { isOwnProfile, isSole, retrievalRefNumber, tranId } of rows) {
    if (isOwnProfile && isSole) soleReferences.set(retrievalRefNumber, tranId)
  }
  return { soleReferences, findTransactionId: (reference) => soleReferences.get(reference) ?? null }
}

/** The sales of these rows, including what other rows of the log say about them. */
export const loadSales = async (
  db: DbOrTx,
  profileId: string,
  rows: readonly SaleRow[],
  findTransactionId: FindTransactionId,
): Promise<KnownSale[]> =>
  salesOf(rows, findTransactionId, {
    backs: await listBacks(db, profileId, rows),
    overruled: await listOverruled(db, rows),
  })

/** One sale per transaction. If two receivers of the profile report different amounts, it is in conflict. */
async function salesOf(
  rows: readonly SaleRow[],
  findTransactionId: FindTransactionId,
  beside: Beside,
): Promise<KnownSale[]> {
  const byKey = new Map<string, SaleRow[]>()
  await eachInSlices(rows, (row) => {
    const name = { transactionId: row.id, retrievalReferenceNumber: row.reference }
    const key = transactionKey(name, findTransactionId)
    const others = byKey.get(key)
    if (others) others.push(row)
    else byKey.set(key, [row])
  })
  const known: KnownSale[] = []
  await eachInSlices([...byKey], ([key, all]) => {
    const own = all.length === 1 ? all : all.filter(({ isOwnProfile }) => isOwnProfile)
    const sales = own.length > 0 ? own : all
    const [first] = sales
    if (first) known.push(saleOf(key, first, sales, beside))
  })
  return known
}

function saleOf(key: string, first: SaleRow, sales: readonly SaleRow[], beside: Beside): KnownSale {
  const isOfOtherProfile = !first.isOwnProfile
  const { n, amountMinor } = first
  if (sales.some(({ tranId }) => tranId !== first.tranId))
    return {
      key,
      n,
      amountMinor: null,
      trouble: 'ambiguous',
      isOfOtherProfile,
      merchantId: '',
      judgedBy: null,
    }
  const differs = sales.some((sale) => sale.amountMinor !== amountMinor)
  let trouble: KnownSale['trouble'] = null
  for (const sale of sales) trouble ??= troubleOf(sale)
  return {
    key,
    n,
    amountMinor,
    trouble: trouble ?? (differs ? 'conflict' : null),
    isOfOtherProfile,
    merchantId: sales.find(({ merchantId }) => merchantId !== '')?.merchantId ?? '',
    judgedBy: sales.find(({ judged }) => judged?.by)?.judged?.by ?? null,
    ...judgementOf(sales, beside),
  }
}

/** Properties that few sales have. They are omitted if empty, because a browser may get 50,000 sales. */
function judgementOf(
  sales: readonly SaleRow[],
  { backs, overruled }: Beside,
): Pick<
  KnownSale,
  'amountText' | 'amountNote' | 'resolved' | 'counted' | 'twin' | 'takenBack' | 'merchantIds'
> {
  const twin = sales.find((sale) => sale.invoice?.twin)?.invoice?.twin ?? null
  const takenBack =
    sales.find((sale) => sale.invoice?.back)?.invoice?.back ?? backs.get(sales[0]?.retrievalRefNumber ?? '')
  const merchantIds = sales.length === 1 ? [] : merchantsOf(sales)
  const others = {
    ...(twin !== null && { twin }),
    ...(takenBack && { takenBack }),
    ...(merchantIds.length > 1 && { merchantIds }),
  }
  const judged = sales.flatMap((sale) => sale.judged ?? [])
  if (judged.length === 0) return others
  const { amountText = null, amountNote = null } = judged.find((each) => each.amountText !== null) ?? {}
  const resolved = sales.find((sale) => sale.judged?.resolved)
  const counted = judged.find(({ countedBy }) => countedBy !== null)
  return {
    ...(amountText !== null && { amountText }),
    ...(amountNote && { amountNote }),
    ...(resolved?.judged?.resolved && {
      resolved: {
        by: resolved.judged.resolved.by,
        note: resolved.judged.resolved.note,
        others: overruled.get(resolved.n) ?? [],
      },
    }),
    ...(counted?.countedBy && { counted: { by: counted.countedBy, tranType: counted.tranType } }),
    ...others,
  }
}

/**
 * The merchants whose receivers reported the sale. If a receiver was reassigned, a repeated delivery counts for the
 * new merchant.
 */
const merchantsOf = (sales: readonly SaleRow[]): string[] => [
  ...new Set(sales.flatMap(({ merchantId }) => (merchantId === '' ? [] : [merchantId]))),
]

/** The rejected deliveries of resolved conflicts, by event. There are few, so all are read. */
async function listOverruled(db: DbOrTx, rows: readonly SaleRow[]): Promise<Beside['overruled']> {
  const resolved = rows.flatMap(({ n, judged }) => (judged?.resolved ? [{ n, ...judged.resolved }] : []))
  if (resolved.length === 0) return new Map()
  const contents = new Map(resolved.map(({ n, content }) => [n, content]))
  const deliveries = await db
    .select()
    .from(callbackDeliveries)
    .where(and(inArray(callbackDeliveries.eventN, [...contents.keys()]), sql`kind <> 'repeat'`))
    .orderBy(callbackDeliveries.n)
  const others = deliveries.filter(
    ({ eventN, contentSha256 }) => eventN !== null && contentSha256 !== contents.get(eventN),
  )
  return new Map(
    [...Map.groupBy(others, ({ eventN }) => eventN ?? 0)].map(([n, own]) => [
      n,
      own.slice(0, MOST_OVERRULED).map(({ body }) => {
        const fields = new Map(parseFields(body))
        return { tranType: fields.get('tran_type') ?? '', amount: fields.get('tran_amount') ?? '' }
      }),
    ]),
  )
}

const MOST_OVERRULED = 3

/** Callbacks that took money back and share a sale's reference number, by that number. */
async function listBacks(
  db: DbOrTx,
  profileId: string,
  rows: readonly SaleRow[],
): Promise<ReadonlyMap<string, TakenBack>> {
  // If no other event has the number, no callback took the sale back.
  const shared = rows.filter(({ isSole, retrievalRefNumber }) => !isSole && retrievalRefNumber !== '')
  const references = [...new Set(shared.map(({ retrievalRefNumber }) => retrievalRefNumber))]
  if (references.length === 0) return new Map()
  const { rows: found } = await db.execute<{ reference: string; back: TakenBack }>(sql`
    select distinct on (backs.retrieval_ref_number) backs.retrieval_ref_number as reference, ${backOf('backs')} as back
    from callback_events backs
    where backs.retrieval_ref_number = any (array(select json_array_elements_text(${JSON.stringify(references)}::json)))
      and backs.retrieval_ref_number <> '' and ${unindexedProfile(sql`backs.profile_id`)} = ${profileId}
      and ${isBack('backs')}
    order by backs.retrieval_ref_number, backs.state = 'closed', backs.n`)
  return new Map(found.map(({ reference, back }) => [reference, back]))
}

/** Why a sale cannot be funded. What batches already do with it is left to `listOpen` and `listHeldAmounts`. */
function troubleOf({
  state,
  isSale,
  amountMinor,
  currencyCode,
  anomalies,
  isOutside,
}: SaleRow): KnownSale['trouble'] {
  const funding = !isSale ? 'none' : isOutside ? 'outside' : 'unfunded'
  const reason = ineligibleReason({ state, funding, amountMinor, currencyCode, anomalies })
  return reason === 'in-draft' || reason === 'in-batch' || reason === 'funded' ? null : reason
}

/** Transaction IDs that the log does not have as typed. */
export async function unloggedIds(lines: readonly Named[], rows: readonly SaleRow[]): Promise<string[]> {
  const logged = new Set<string>()
  await eachInSlices(rows, ({ tranId }) => logged.add(tranId))
  const unlogged = new Set<string>()
  await eachInSlices(lines, ({ transactionId }) => {
    if (transactionId !== '' && !logged.has(transactionId)) unlogged.add(transactionId)
  })
  return [...unlogged]
}

/** Transaction IDs whose logged sale belongs to a merchant without a line here, or has another amount. */
export async function doubtfulIds(
  lines: readonly Named[],
  sales: readonly KnownSale[],
  given: ReadonlyMap<string, number>,
): Promise<string[]> {
  const known = new Map<string, KnownSale>()
  await eachInSlices(sales, (sale) => known.set(sale.key, sale))
  const otherwise = new Set<string>()
  const missing = new Set<string>()
  const paid = new Set<string>()
  await eachInSlices(lines, ({ transactionId, merchantId }) => {
    const sale = known.get(`id ${transactionId}`)
    if (!sale) return
    const givenMinor = given.get(transactionId) ?? 0
    if (givenMinor > 0 && sale.amountMinor !== null && sale.amountMinor !== givenMinor)
      otherwise.add(transactionId)
    if (sale.merchantId === '') return
    if (sale.merchantId === merchantId) paid.add(transactionId)
    else missing.add(transactionId)
  })
  return [...missing.difference(paid).union(otherwise)]
}
