import { setImmediate } from 'node:timers/promises'
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { callbackDeliveries } from '@/lib/db/schema/callbacks'
import { type FundableSale, ineligibleReason } from '@/lib/domain/callbacks/ineligible'
import { parseFields } from '@/lib/domain/callbacks/read-callback'
import { TAKES_BACK } from '@/lib/domain/callbacks/tran-type'
import type { BatchPurpose } from '@/lib/domain/funding/batch'
import {
  barredPayee,
  type KnownMerchant,
  type KnownSale,
  type MoneyKnowledge,
  type Resolved,
  transactionKey,
} from '@/lib/domain/funding/check-money'
import type { FundingLine } from '@/lib/domain/funding/line'
import { problemText } from '@/lib/domain/funding/line-problem'
import { transactionIdKey } from '@/lib/domain/funding/names-read'
import { nearIds } from '@/lib/domain/funding/near-sale'
import type { StatedTotal } from '@/lib/domain/funding/totals-rows'
import { splitWords } from '@/lib/domain/merchants/default-split'
import {
  type LookAlike,
  lookAlikeFinder,
  lookAlikeWords,
  type NamedMerchant,
} from '@/lib/domain/merchants/look-alike'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import { meantMerchant, merchantFinder } from '@/lib/domain/merchants/named-merchant'
import { isUnloggedRefused } from '@/lib/domain/settings/funding-rules'
import { listNamedMerchants } from '@/lib/server/merchants/data'
import { type HeldAmount, listHeldAmounts } from '@/lib/server/sales/held-amounts'
import { loadFundingRules } from '@/lib/server/settings'

/** Which batch the lines are of: one that is not stored yet has no id, and may have a parent. */
export type Subject = {
  profileId: string
  batchId: string | null
  parentId: string | null
  purpose: BatchPurpose
  /** What its source stated below its rows. */
  statedTotals?: readonly StatedTotal[]
  /** Columns of its source that no field has. */
  otherColumns?: readonly string[]
}

type Named = Pick<FundingLine, 'transactionId' | 'retrievalReferenceNumber' | 'merchantId'>

/** A transaction by every name that the desk knows of it; '' for one that it does not know. */
type Name = { key: string; id: string; reference: string }

/**
 * Everything that the desk knows of the transactions and merchants of these lines, a few statements for each few
 * thousand of them. `isLive`: with a partner that is no simulation. To act on it, ask for it under `lockFundingStatus`.
 */
export async function loadMoneyKnowledge(
  db: DbOrTx,
  subject: Subject,
  lines: readonly Named[],
  isLive: boolean,
): Promise<MoneyKnowledge> {
  const rules = await loadFundingRules(db)
  const rows = await listSaleRows(db, subject.profileId, lines)
  const unlogged = unloggedIds(lines, rows)
  const sameSales = await listSameSales(db, subject.profileId, unlogged)
  const same = new Set(sameSales.map(([id]) => id))
  const likeable = unlogged.filter((id) => !same.has(id)).slice(0, SUGGESTED)
  const meant = sameSales.flatMap(([, ids]) => (ids.length === 1 ? ids.map(namedById) : []))
  for (const row of await listSaleRows(db, subject.profileId, meant)) rows.push(row)
  const names = soleReferences(rows)
  const find = (reference: string) => names.get(reference) ?? null
  await setImmediate()
  const named = nameTransactions(meant.length === 0 ? lines : [...lines, ...meant], find, rows)
  await setImmediate()
  const sales = salesOf(rows, find, {
    backs: await listBacks(db, subject.profileId, rows),
    overruled: await listOverruled(db, rows),
  })
  const { transactions, otherwise } = await listNamedInBatches(db, named)
  const held = await listHeldAmounts(db, transactions, { exceptBatch: subject.batchId ?? undefined })
  return {
    names: [...names],
    sales,
    held: [...held].map(([key, amounts]) => ({ key, amounts })),
    open: await listOpen(db, transactions, subject.batchId),
    declaredAbsent: await listDeclaredAbsent(db, transactions, subject.batchId),
    likeSales: await listLikeSales(db, subject.profileId, likeable, lines),
    sameSales,
    sameInBatches: await listSameInBatches(db, subject, otherwise),
    ...(await loadMerchants(db, lines, [...sales, ...[...held.values()].flat()])),
    overrides: subject.batchId === null || !rules.overSale ? [] : await listOverrides(db, subject.batchId),
    origins: await listOrigins(db, subject),
    unlogged: isUnloggedRefused(rules.unlogged, isLive) ? 'refused' : 'allowed',
  }
}

/** What the partner held of a transaction before a batch; null for a merchant that it held nothing for. */
type HeldBefore = { was: HeldAmount | null }

/**
 * What the partner held of these lines before their batch was sent, by what the desk knows of it today. It gives nothing
 * for a line whose transaction the partner held nothing of.
 */
export async function heldBeforeFinder(
  db: DbOrTx,
  { id: beforeBatch, profileId }: { id: string; profileId: string },
  lines: readonly Named[],
): Promise<(line: Named) => HeldBefore | null> {
  const rows = await listSaleRows(db, profileId, lines)
  const names = soleReferences(rows)
  const find = (reference: string) => names.get(reference) ?? null
  const held = await listHeldAmounts(db, nameTransactions(lines, find, rows), {
    beforeBatch,
    exceptBatch: beforeBatch,
  })
  return (line) => {
    const amounts = held.get(transactionKey(line, find))
    return amounts ? { was: amounts.find(({ merchantId }) => merchantId === line.merchantId) ?? null } : null
  }
}

/** Names that one statement asks for: nobody else waits long while its answer is read. */
const STRIDE = 5_000

function* inStrides<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += STRIDE) yield items.slice(start, start + STRIDE)
}

type SaleRow = {
  /** As a line has it: its transaction id, else its reference number. */
  id: string
  reference: string
  n: number
  isOwnProfile: boolean
  tranId: string
  retrievalRefNumber: string
  /** No other sale of the profile has its reference number. */
  isSole: boolean
  amountMinor: number | null
  state: FundableSale['state']
  isSale: boolean
  currencyCode: string
  anomalies: FundableSale['anomalies']
  isOutside: boolean
  merchantId: string
  /** What people have said of it; null for nearly every sale. */
  judged: Judged | null
  /** Other events of its invoice and card; null where there are none. */
  invoice: { twin: string | null; back: TakenBack | null } | null
}

type TakenBack = NonNullable<KnownSale['takenBack']>

/** What is known of sales beside their own rows: by reference number, and by the event. */
type Beside = {
  backs: ReadonlyMap<string, TakenBack>
  overruled: ReadonlyMap<number, Resolved['others']>
}

type Judged = {
  by: string | null
  /** What the partner sent for an amount that was set by hand, and why it was set; else null. */
  amountText: string | null
  amountNote: string | null
  /** Who chose between its deliveries, why, and the content that stands. */
  resolved: { by: string; note: string; content: string } | null
  /** Who counted it as a sale, and its type. */
  countedBy: string | null
  tranType: string
}

/** A callback that took money back, as it is told of; an event of this name. */
const isBack = (event: 'others' | 'backs'): SQL =>
  sql.raw(`'not-a-sale' = any (${event}.anomalies) and ${event}.tran_type ~* '${TAKES_BACK}'`)
const backOf = (event: 'others' | 'backs'): SQL =>
  sql.raw(`json_build_object('tranId', ${event}.tran_id, 'tranType', ${event}.tran_type,
    'closed', case when ${event}.state = 'closed' then json_build_object(
      'by', (select name from users where users.id = ${event}.closed_by), 'note', coalesce(${event}.closed_note, '')
    ) end)`)

/** What follows from how a row was found is not asked for. */
type SaleCells = Record<Exclude<keyof SaleRow, 'id' | 'reference'>, SQL>

const saleCells = (profileId: string): SaleCells => ({
  n: sql`events.n`,
  isOwnProfile: sql`events.profile_id = ${profileId}`,
  tranId: sql`events.tran_id`,
  retrievalRefNumber: sql`events.retrieval_ref_number`,
  isSole: sql`events.retrieval_ref_number <> '' and not exists (
    select from callback_events others
    where others.retrieval_ref_number = events.retrieval_ref_number and others.retrieval_ref_number <> ''
      and others.profile_id || '' = events.profile_id and others.tran_id <> events.tran_id
  )`,
  amountMinor: sql`events.amount_minor`,
  state: sql`events.state`,
  isSale: sql`events.funding <> 'none'`,
  currencyCode: sql`events.currency_code`,
  anomalies: sql`events.anomalies`,
  isOutside: sql`events.outside_at is not null`,
  merchantId: sql`events.merchant_id`,
  // Of nearly every sale nobody has said anything: what is not there costs a look-up, too.
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
  // Nearly every invoice has one sale, which its index finds; `|| ''` keeps the profile's from being used instead.
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
      and others.account || '' = events.account and others.profile_id || '' = events.profile_id
      and others.tran_id || '' <> events.tran_id
    having count(*) > 0
  ) end`,
})

/** Every sale that the log knows by one of the identifiers, of any profile. */
async function listSaleRows(db: DbOrTx, profileId: string, lines: readonly Named[]): Promise<SaleRow[]> {
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
 * As one JSON, column by column: to read many rows cell by cell takes four times as long as to find them, and the
 * names of the columns once for each row as long again.
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
  // `offset 0` keeps each a look-up in its index, also before PostgreSQL has statistics.
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

/** Rows of their columns; a column is null where there is no row. */
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

/**
 * Those of the transactions that a line of a batch names, by either identifier: of the others there is nothing to be found
 * in batches. `otherwise`: those whose id a line has in other letters. One look-up for both.
 */
async function listNamedInBatches(
  db: DbOrTx,
  names: readonly Name[],
): Promise<{ transactions: Name[]; otherwise: Name[] }> {
  const transactions: Name[] = []
  const otherwise: Name[] = []
  for (const some of inStrides(names)) {
    const { rows } = await db.execute<{ places: string | null }>(sql`
      select json_agg(json_build_array(place, is_named, is_otherwise))::text as places from (
        select place, bool_or(is_named) as is_named, bool_or(is_otherwise) as is_otherwise from (
          select place, lines.*
          from json_array_elements_text(${JSON.stringify(some.map(({ id }) => id))}::json)
            with ordinality as ids (id, place)
          cross join lateral (
            select bool_or(transaction_id = ids.id) as is_named, bool_or(transaction_id <> ids.id) as is_otherwise
            from funding_lines where lower(transaction_id) = lower(ids.id) and transaction_id <> ''
          ) lines
          where is_named is not null
          union all
          select place, true, false
          from json_array_elements_text(${JSON.stringify(some.map(({ reference }) => reference))}::json)
            with ordinality as names (reference, place)
          where reference <> '' and exists (
            select from funding_lines
            where retrieval_reference_number = names.reference and retrieval_reference_number <> '' offset 0
          )
        ) found
        group by place
      ) places`)
    const places: [place: number, isNamed: boolean, isOtherwise: boolean][] = JSON.parse(
      rows[0]?.places ?? '[]',
    )
    for (const [place, isNamed, isOtherwise] of places) {
      const name = some[place - 1]
      if (name && isNamed) transactions.push(name)
      if (name && isOtherwise) otherwise.push(name)
    }
  }
  return { transactions, otherwise }
}

/** Which reference numbers lead to one transaction of the profile; one that several have leads nowhere. */
function soleReferences(rows: readonly SaleRow[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { isOwnProfile, isSole, retrievalRefNumber, tranId } of rows) {
    if (isOwnProfile && isSole) names.set(retrievalRefNumber, tranId)
  }
  return names
}

function nameTransactions(
  lines: readonly Named[],
  find: (reference: string) => string | null,
  rows: readonly SaleRow[],
): Name[] {
  // Also one that another sale has by now: what was funded by it may have been this one.
  const references = new Map<string, string>()
  for (const { tranId, retrievalRefNumber } of rows) {
    if (retrievalRefNumber !== '') references.set(tranId, retrievalRefNumber)
  }
  const names = new Map<string, Name>()
  for (const line of lines) {
    const { transactionId, retrievalReferenceNumber } = line
    if (transactionId === '' && retrievalReferenceNumber === '') continue
    const key = transactionKey(line, find)
    if (names.has(key)) continue
    const id = transactionId || find(retrievalReferenceNumber) || ''
    names.set(key, { key, id, reference: references.get(id) ?? (id === '' ? retrievalReferenceNumber : '') })
  }
  return [...names.values()]
}

/** One for each transaction. Where two receivers of the profile tell of it differently, it is in conflict. */
function salesOf(
  rows: readonly SaleRow[],
  find: (reference: string) => string | null,
  beside: Beside,
): KnownSale[] {
  const byKey = new Map<string, SaleRow[]>()
  for (const row of rows) {
    const key = transactionKey({ transactionId: row.id, retrievalReferenceNumber: row.reference }, find)
    const others = byKey.get(key)
    if (others) others.push(row)
    else byKey.set(key, [row])
  }
  const known: KnownSale[] = []
  for (const [key, all] of byKey) {
    const own = all.length === 1 ? all : all.filter(({ isOwnProfile }) => isOwnProfile)
    const sales = own.length > 0 ? own : all
    const [first] = sales
    if (first) known.push(saleOf(key, first, sales, beside))
  }
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

/** What few sales have: left out of the others, of which a browser may be given 50,000. */
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

/** Whose receivers told of it. A receiver that was given to another merchant tells of a repeat as theirs. */
const merchantsOf = (sales: readonly SaleRow[]): string[] => [
  ...new Set(sales.flatMap(({ merchantId }) => (merchantId === '' ? [] : [merchantId]))),
]

/** What deliveries of a conflict say that do not stand, by the event: so few that all are read. */
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

/** Callbacks that took money back by the reference number of a sale, by that number. */
async function listBacks(
  db: DbOrTx,
  profileId: string,
  rows: readonly SaleRow[],
): Promise<ReadonlyMap<string, TakenBack>> {
  // A number that one event has alone was taken back by none.
  const shared = rows.filter(({ isSole, retrievalRefNumber }) => !isSole && retrievalRefNumber !== '')
  const references = [...new Set(shared.map(({ retrievalRefNumber }) => retrievalRefNumber))]
  if (references.length === 0) return new Map()
  const { rows: found } = await db.execute<{ reference: string; back: TakenBack }>(sql`
    select distinct on (backs.retrieval_ref_number) backs.retrieval_ref_number as reference, ${backOf('backs')} as back
    from callback_events backs
    where backs.retrieval_ref_number = any (array(select json_array_elements_text(${JSON.stringify(references)}::json)))
      and backs.retrieval_ref_number <> '' and backs.profile_id || '' = ${profileId} and ${isBack('backs')}
    order by backs.retrieval_ref_number, backs.state = 'closed', backs.n`)
  return new Map(found.map(({ reference, back }) => [reference, back]))
}

/** How far its money is counts by the batches themselves: `listOpen`, `listHeldAmounts`. */
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

/** Transaction ids that the log has not as they are typed. */
function unloggedIds(lines: readonly Named[], rows: readonly SaleRow[]): string[] {
  const logged = new Set<string>()
  for (const { tranId } of rows) logged.add(tranId)
  const unlogged = new Set<string>()
  for (const { transactionId } of lines) {
    if (transactionId !== '' && !logged.has(transactionId)) unlogged.add(transactionId)
  }
  return [...unlogged]
}

const namedById = (transactionId: string): Named => ({
  transactionId,
  retrievalReferenceNumber: '',
  merchantId: '',
})

/**
 * For ids that the log has not as they are typed: the sales of the profile that differ by letter case, blanks or an
 * apostrophe alone. All of them: a program may write every id in small letters.
 */
async function listSameSales(
  db: DbOrTx,
  profileId: string,
  ids: readonly string[],
): Promise<MoneyKnowledge['sameSales']> {
  const same: MoneyKnowledge['sameSales'] = []
  for (const some of inStrides(ids)) {
    const byKey = Map.groupBy(some, transactionIdKey)
    const { rows } = await db.execute<{ tran_id: string }>(sql`
      select distinct tran_id from callback_events
      where identifiers && (select array(select json_array_elements_text(${JSON.stringify([...byKey.keys()])}::json)))
        and profile_id = ${profileId} and tran_id is not null`)
    const found = Map.groupBy(
      rows.map(({ tran_id }) => tran_id),
      transactionIdKey,
    )
    for (const [key, typed] of byKey) {
      const sales = found.get(key)
      if (sales) for (const id of typed) same.push([id, sales])
    }
  }
  return same
}

/**
 * Of ids that some line has in other letters, those that another batch of the profile has as long as the partner has them
 * or may get them: a draft promises nothing, and is held against this one when it is submitted. One that the log does not
 * have both of comes before those that it has, which may be two sales.
 */
async function listSameInBatches(
  db: DbOrTx,
  { profileId, batchId }: Subject,
  names: readonly Name[],
): Promise<MoneyKnowledge['sameInBatches']> {
  const same: MoneyKnowledge['sameInBatches'] = []
  for (const some of inStrides(names)) {
    const { rows } = await db.execute<{ id: string; other: string; number: string; is_logged: boolean }>(sql`
      select distinct on (ids.id) ids.id, lines.transaction_id as other, batches.number, logged.is_logged
      from json_array_elements_text(${JSON.stringify(some.map(({ id }) => id))}::json) as ids (id)
        cross join lateral (
          select batch_id, transaction_no, transaction_id from funding_lines
          where lower(transaction_id) = lower(ids.id) and transaction_id <> '' and transaction_id || '' <> ids.id offset 0
        ) lines
        join funding_batches batches on batches.id = lines.batch_id and batches.profile_id = ${profileId}
          and batches.status not in ('draft', 'discarded') and batches.id is distinct from ${batchId}::uuid
        left join funding_requests requests on requests.batch_id = lines.batch_id
          and lines.transaction_no between requests.first_transaction and requests.last_transaction
        cross join lateral (
          select exists (select from callback_events where tran_id = ids.id)
            and exists (select from callback_events where tran_id = lines.transaction_id) as is_logged
        ) logged
      where (requests.state is null or requests.state not in ('refused', 'withdrawn'))
        and not exists (
          select from funding_failures failures
          where failures.batch_id = lines.batch_id and failures.transaction_no = lines.transaction_no
        )
      order by ids.id, logged.is_logged, batches.number desc`)
    for (const { id, other, number, is_logged } of rows)
      same.push([id, { id: other, batch: Number(number), ...(is_logged && { isLogged: true }) }])
  }
  return same
}

/**
 * Sales of the profile that ids were likely meant for: those that differ in zeros before their last digits, or in
 * letters that look like digits; else those one slip of the hand away, but for sales that the batch names besides.
 */
async function listLikeSales(
  db: DbOrTx,
  profileId: string,
  ids: readonly string[],
  lines: readonly Named[],
): Promise<MoneyKnowledge['likeSales']> {
  const like = await listAlikeSales(db, profileId, ids)
  const found = new Set(like.map(([id]) => id))
  const rest = ids.filter((id) => !found.has(id)).slice(0, MENDED)
  const besides = new Set(lines.map(({ transactionId }) => transactionId))
  return [...like, ...(await listNearSales(db, profileId, rest, besides))]
}

async function listAlikeSales(
  db: DbOrTx,
  profileId: string,
  ids: readonly string[],
): Promise<MoneyKnowledge['likeSales']> {
  const typed = ids.flatMap((id) => likeIds(id).map((like) => ({ id, like })))
  if (typed.length === 0) return []
  const { rows } = await db.execute<NearRow>(sql`
    select distinct on (typed.id) typed.id, events.tran_id, events.amount_minor
    from json_to_recordset(${JSON.stringify(typed)}::json) as typed (id text, "like" text)
    cross join lateral (
      select tran_id, amount_minor from callback_events
      where identifiers @> array[typed."like"] and profile_id = ${profileId} and lower(tran_id) = typed."like" limit 1
    ) events`)
  return nearSales(rows)
}

type NearRow = { id: string; tran_id: string; amount_minor: string | null }

const nearSales = (rows: readonly NearRow[]): MoneyKnowledge['likeSales'] =>
  [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
    id,
    own.map(({ tran_id, amount_minor }) => ({
      id: tran_id,
      amountMinor: amount_minor === null ? null : Number(amount_minor),
    })),
  ])

/** Each is looked for under hundreds of ids: of more nobody mends one by one. */
const MENDED = 20

async function listNearSales(
  db: DbOrTx,
  profileId: string,
  ids: readonly string[],
  besides: ReadonlySet<string>,
): Promise<MoneyKnowledge['likeSales']> {
  const typed = ids.flatMap((id) => nearIds(id).map((near) => ({ id, near })))
  if (typed.length === 0) return []
  const { rows } = await db.execute<NearRow>(sql`
    select typed.id, events.tran_id, events.amount_minor
    from json_to_recordset(${JSON.stringify(typed)}::json) as typed (id text, near text)
    cross join lateral (
      select tran_id, amount_minor from callback_events
      where tran_id = typed.near and tran_id is not null and profile_id || '' = ${profileId} offset 0
    ) events
    order by typed.id, events.tran_id`)
  return nearSales(rows.filter(({ tran_id }) => !besides.has(tran_id))).map(([id, near]) => [
    id,
    near.map((sale) => ({ ...sale, isSlip: true })),
  ])
}

const MOST_ZEROS = 3

/** `o` for 0, `i` and `l` for 1. */
const LIKE_DIGITS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' }

/**
 * `SBX-C-20237`: itself in lower case, and with one to three zeros more or fewer before its last digits; `SBX-C-O20237`
 * with digits for letters that look like them among the last ones.
 */
function likeIds(id: string): string[] {
  const lower = id.toLowerCase()
  const asDigits = lower.replace(/(?=[oil\d]*\d)[oil\d]+$|[oil]+$/, (end) =>
    end.replace(/[oil]/g, (letter) => LIKE_DIGITS[letter] ?? letter),
  )
  return [...new Set([...likeZeros(lower), ...likeZeros(asDigits)])]
}

function likeZeros(lower: string): string[] {
  const [, before = '', zeros = '', rest = ''] = /^(.*?)(0*)(\d+)$/s.exec(lower) ?? []
  if (rest === '') return [lower]
  const counts = Array.from({ length: 2 * MOST_ZEROS + 1 }, (_, index) => zeros.length + index - MOST_ZEROS)
  return counts.filter((count) => count >= 0).map((count) => `${before}${'0'.repeat(count)}${rest}`)
}

/** The batches that have a transaction and have not ended it: drafts, and what waits, is sent, or is not known. */
async function listOpen(
  db: DbOrTx,
  names: readonly Name[],
  batchId: string | null,
): Promise<MoneyKnowledge['open']> {
  if (names.length === 0) return []
  const { rows } = await db.execute<{ key: string; number: string; is_draft: boolean; status: string }>(sql`
    with names as materialized (
      select * from json_to_recordset(${JSON.stringify(names)}::json) as names (key text, id text, reference text)
    ),
    found as (
      select names.key, lines.batch_id, lines.transaction_no from names cross join lateral (
        (select batch_id, transaction_no from funding_lines
          where transaction_id = names.id and transaction_id <> '' offset 0)
        union all
        (select batch_id, transaction_no from funding_lines
          where retrieval_reference_number = names.reference and retrieval_reference_number <> '' offset 0)
      ) lines
    )
    select distinct on (found.key) found.key, batches.number, batches.status,
      batches.status = 'draft' as is_draft
    from found
      join funding_batches batches on batches.id = found.batch_id
        and batches.status <> 'discarded' and batches.id is distinct from ${batchId}::uuid
      left join funding_requests requests on requests.batch_id = found.batch_id
        and found.transaction_no between requests.first_transaction and requests.last_transaction
    where requests.state is null or requests.state not in ('accepted', 'refused', 'withdrawn')
    order by found.key, is_draft, batches.number desc`)
  return rows.map(({ key, number, is_draft, status }) => ({
    key,
    batch: Number(number),
    isDraft: is_draft,
    ...(status === 'unknown' && { waitsFor: 'resolving' as const }),
    ...(status === 'stopped' && { waitsFor: 'rest' as const }),
  }))
}

/** By the last attempt of a request that was not sent again since: all of it, or what somebody said is missing. */
async function listDeclaredAbsent(
  db: DbOrTx,
  names: readonly Name[],
  batchId: string | null,
): Promise<MoneyKnowledge['declaredAbsent']> {
  if (names.length === 0) return []
  const { rows } = await db.execute<{ key: string; number: string; by: string }>(sql`
    with absent as materialized (
      select requests.batch_id, requests.first_transaction, requests.last_transaction, batches.number,
        attempts.said_missing as missing, coalesce(sayers.name || ' and ', '') || users.name as by
      from funding_attempts attempts
        join funding_requests requests on requests.batch_id = attempts.batch_id and requests.n = attempts.request
          and (requests.state not in ('sending', 'unknown', 'accepted')
            or (requests.state = 'accepted' and attempts.said_missing is not null))
        join funding_batches batches on batches.id = attempts.batch_id
        join users on users.id = attempts.resolved_by
        left join users sayers on sayers.id = attempts.said_by and sayers.id <> attempts.resolved_by
      where attempts.resolution in ('absent', 'found')
        and (attempts.resolution = 'absent' or attempts.said_missing is not null)
        and attempts.batch_id is distinct from ${batchId}::uuid
        and not exists (
          select from funding_attempts later
          where later.batch_id = attempts.batch_id and later.request = attempts.request
            and later.sequence > attempts.sequence
        )
    ),
    names as materialized (
      select * from json_to_recordset(${JSON.stringify(names)}::json) as names (key text, id text, reference text)
      where exists (select from absent)
    )
    select distinct on (names.key) names.key, absent.number, absent.by
    from absent
      join funding_lines lines on lines.batch_id = absent.batch_id
        and lines.transaction_no between absent.first_transaction and absent.last_transaction
        and (absent.missing is null or lines.transaction_no = any (absent.missing))
      join names on (names.id <> '' and lines.transaction_id = names.id)
        or (names.reference <> '' and lines.retrieval_reference_number = names.reference)
    order by names.key, absent.number desc`)
  return rows.map(({ key, number, by }) => ({ key, batch: Number(number), by }))
}

async function loadMerchants(
  db: DbOrTx,
  lines: readonly Named[],
  others: readonly { merchantId: string }[],
): Promise<Pick<MoneyKnowledge, 'merchants' | 'named' | 'suggestions'>> {
  const typed = new Set(lines.map(({ merchantId }) => merchantId))
  // Whose sale it is says whose default split it has, also where none of it goes to them; and whoever the partner holds
  // money for may be left out here.
  const ids = new Set(typed)
  for (const { merchantId } of others) ids.add(merchantId)
  ids.delete('')
  typed.delete('')
  if (ids.size === 0) return { merchants: [], named: [], suggestions: [] }
  const rows = await listMerchantRows(db, ids)
  const known = new Set(rows.map(({ merchant_id }) => merchant_id))
  const unknown = [...typed].filter((id) => !known.has(id))
  const isAnyFirst = rows.some(({ is_paid }) => is_paid !== true)
  const directory = unknown.length > 0 || isAnyFirst ? await listNamedMerchants(db) : []
  const named = nameMerchants(unknown, directory)
  const meant = new Set(named.flatMap(([, found]) => found).filter((id) => !known.has(id)))
  if (meant.size > 0) rows.push(...(await listMerchantRows(db, meant)))
  const find = rows.some(({ is_paid }) => is_paid !== true) ? lookAlikeFinder(directory) : null
  const namedTexts = new Set(named.map(([text]) => text))
  return {
    merchants: rows.map(({ merchant_id, name, state, is_confirmed, is_paid, split }) => ({
      merchantId: merchant_id,
      name,
      state: is_confirmed ? state : 'unconfirmed',
      isFirst: is_paid !== true,
      ...(is_paid !== true && find && lookAlikeTold(find({ merchantId: merchant_id, name }))),
      ...(split.length > 0 && { defaultSplit: splitWords(merchant_id, split), shares: split }),
    })),
    named,
    suggestions: suggestMerchants(
      unknown.filter((text) => !namedTexts.has(text)),
      directory,
    ),
  }
}

/** What keeps money from these payees, in the words that the lines of a batch have for it. */
export async function listPayeeProblems(
  db: DbOrTx,
  merchantIds: readonly string[],
): Promise<Map<string, string>> {
  const lines = merchantIds.map((merchantId) => ({ ...namedById(''), merchantId }))
  const { merchants, named, suggestions } = await loadMerchants(db, lines, [])
  const index = {
    merchants: new Map(merchants.map((merchant) => [merchant.merchantId, merchant])),
    named: new Map(named),
    suggestions: new Map(suggestions),
  }
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const barred = barredPayee(line.merchantId, index)
      if (!barred) return []
      return [[line.merchantId, problemText({ row: null, ...barred }, { ...line, row: 0, amount: '' })]]
    }),
  )
}

type MerchantRow = {
  merchant_id: string
  name: string
  state: Exclude<KnownMerchant['state'], 'unconfirmed'>
  is_confirmed: boolean
  is_paid: boolean | null
  split: StoredShare[]
}

async function listMerchantRows(db: DbOrTx, ids: Iterable<string>): Promise<MerchantRow[]> {
  const { rows } = await db.execute<MerchantRow>(sql`
    select merchants.merchant_id, merchants.name, merchants.state, merchants.split,
      merchants.confirmed_at is not null as is_confirmed, paid.is_paid
    from merchants left join lateral (
      select true as is_paid from funding_lines lines
        join funding_requests requests on requests.batch_id = lines.batch_id and requests.state = 'accepted'
          and lines.transaction_no between requests.first_transaction and requests.last_transaction
      where lines.merchant_id = merchants.merchant_id and lines.amount_minor > 0
        and not exists (
          select from funding_failures failures
          where failures.batch_id = lines.batch_id and failures.transaction_no = lines.transaction_no
        )
      limit 1
    ) paid on true
    where merchants.merchant_id in (select json_array_elements_text(${JSON.stringify([...ids])}::json))`)
  return rows
}

/** A file may have the names, as people know them. */
function nameMerchants(
  texts: readonly string[],
  directory: readonly NamedMerchant[],
): MoneyKnowledge['named'] {
  if (texts.length === 0) return []
  const find = merchantFinder(directory)
  return texts.flatMap((text): [string, string[]][] => {
    const found = find(text)
    return found.length === 0 ? [] : [[text, found]]
  })
}

const lookAlikeTold = (others: readonly LookAlike[]): Pick<KnownMerchant, 'lookAlike'> =>
  others.length === 0 ? {} : { lookAlike: lookAlikeWords(others) }

/** Of more nobody reads what each could have meant. */
const SUGGESTED = 50

function suggestMerchants(
  unknown: readonly string[],
  directory: readonly NamedMerchant[],
): MoneyKnowledge['suggestions'] {
  return unknown.slice(0, SUGGESTED).flatMap((id): [string, string][] => {
    const meant = meantMerchant(id, directory)
    return meant === null ? [] : [[id, meant]]
  })
}

async function listOverrides(db: DbOrTx, batchId: string): Promise<MoneyKnowledge['overrides']> {
  const { rows } = await db.execute<{
    key: string
    allowed_minor: string
    sale_minor: string
    shares: Record<string, number>
    by: string
    reason: string
  }>(sql`
    select overrides.key, overrides.allowed_minor, overrides.sale_minor, users.name as by, overrides.reason,
      coalesce((
        select json_object_agg(payee.merchant_id, payee.cents)
        from unnest(overrides.payees, overrides.amounts) as payee (merchant_id, cents)
      ), '{}') as shares
    from funding_overrides overrides
      join users on users.id = overrides.by
      join funding_batches batches on batches.id = overrides.batch_id and overrides.by <> all (batches.worked_on_by)
    where overrides.batch_id = ${batchId}::uuid order by overrides.key`)
  return rows.map(({ key, allowed_minor, sale_minor, shares, by, reason }) => ({
    key,
    allowedMinor: Number(allowed_minor),
    saleMinor: Number(sale_minor),
    shares,
    by,
    reason,
  }))
}

/**
 * The batches that this one corrects, and those that they did. One that it retries is none of them: what that one has
 * funded did not fail, and is in a retry because somebody typed its identifier there.
 */
async function listOrigins(db: DbOrTx, { parentId, purpose }: Subject): Promise<number[]> {
  if (parentId === null) return []
  const { rows } = await db.execute<{ number: string }>(sql`
    with recursive ancestors (parent_id, number, purpose, is_corrected) as (
      select parent_id, number, purpose, ${purpose === 'correction'}::boolean from funding_batches
      where id = ${parentId}::uuid
      union all
      select parents.parent_id, parents.number, parents.purpose, ancestors.purpose = 'correction'
      from funding_batches parents join ancestors on parents.id = ancestors.parent_id
    )
    select number from ancestors where is_corrected`)
  return rows.map(({ number }) => Number(number))
}
