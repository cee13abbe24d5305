import { and, asc, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import type { Db, DbOrTx } from '@/lib/db/client'
import { callbackEvents, callbackReceivers } from '@/lib/db/schema/callbacks'
import { fundingBatches } from '@/lib/db/schema/funding'
import type { CallbackKey, CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import type { EventState, FundingStatus } from '@/lib/domain/callbacks/event'
import { US_DOLLARS } from '@/lib/domain/callbacks/readings'
import type { SaleStage } from '@/lib/domain/callbacks/sale-stage'
import { searchedId } from '@/lib/domain/callbacks/searched-id'
import { payeeWords } from '@/lib/domain/merchants/payee-words'
import { type DayRule, daysAfter, startOfBusinessDay } from '@/lib/domain/values/business-day'
import { keyset, keysetPage, LIST_PAGE } from '@/lib/server/lists/keyset'
import { listDirectory } from '@/lib/server/sales/directory'
import { isRefusedSale, listRefusedSales } from '@/lib/server/sales/refused-sales'
import type { CallbackCounts, CallbackListItem, CallbackListPage, SourceView } from './views'

/** By whose days a query is meant. */
export type DaysAndDb = { db: DbOrTx; days: DayRule }

/** Word for word as the queries below name them, which are of this table alone. */
const KEYS = keyset<CallbackKey>({ receivedAt: sql`received_at`, n: sql`n` }, 'descending')

/**
 * Latest receipt first, a page at a time from a key on: page 10,000 costs what page 1 does. `newer` and `older` are
 * the keys of its neighbors. Where nothing is newer any more, it is the first page. `seesMoney`: for whoever may see
 * funding; nobody else is told, or can find out by a filter, how much of a sale is left.
 */
export async function listCallbackPage(
  { db, days }: DaysAndDb,
  query: CallbackListQuery,
  seesMoney = false,
): Promise<CallbackListPage> {
  if (!seesMoney) {
    const page = await listPage(db, days, { ...query, short: false })
    return { ...page, items: page.items.map((item) => ({ ...item, leftMinor: null })) }
  }
  const page = await listPage(db, days, query)
  return { ...page, items: await withPayees(db, page.items) }
}

/** Merchants of receivers, a few on a page. */
async function withPayees(db: DbOrTx, items: readonly CallbackListItem[]): Promise<CallbackListItem[]> {
  const isAsked = ({ funding }: CallbackListItem) => funding === 'unfunded'
  const ids = items.filter(isAsked).map(({ merchantId }) => merchantId)
  const directory = new Map((await listDirectory(db, ids)).map((merchant) => [merchant.merchantId, merchant]))
  return items.map((item) =>
    isAsked(item) ? { ...item, payees: payeeWords(item.merchantId, directory) } : item,
  )
}

const listPage = (db: DbOrTx, days: DayRule, query: CallbackListQuery): Promise<CallbackListPage> =>
  keysetPage(
    query.cursor,
    ({ receivedAt, n }: CallbackListItem) => ({ receivedAt: new Date(receivedAt), n }),
    (cursor) => selectPage(db, days, { ...query, cursor }),
  )

/**
 * Of what few events have, all are found by the index of identifiers; of what many have, a page is full soon in the
 * order of the log. What lies between is found by the index as well, and sorted.
 */
async function selectPage(db: DbOrTx, days: DayRule, query: CallbackListQuery): Promise<CallbackListItem[]> {
  const conditions = and(...filterConditions(query, days), searchedIf(query))
  if (query.search === '') return listFound(db, foundInOrder(query, conditions))
  const few = await listFew(db, query, conditions)
  if (few) return listFound(db, sql`select json_array_elements_text(${JSON.stringify(few)}::json)::bigint`)
  const nearby = await listFound(db, foundInOrder(query, and(conditions, withinNearby(query))))
  return nearby.length > LIST_PAGE ? nearby : listFound(db, foundBySearch(query, conditions))
}

/** Found first and shown then: batches and receivers are looked up for no more rows than the page has. */
async function listFound(db: DbOrTx, found: SQL): Promise<CallbackListItem[]> {
  const rows = await selectListed(db)
    .where(sql`${callbackEvents.n} in (${found})`)
    .orderBy(desc(callbackEvents.receivedAt), desc(callbackEvents.n))
  return withRefusals(db, rows.map(toListItem))
}

/** Rows of the log with what the partner refused of them for good. */
export async function withRefusals<Item extends CallbackListItem>(
  db: DbOrTx,
  items: readonly Item[],
): Promise<Item[]> {
  const unfunded = items.flatMap(({ n, funding }) => (funding === 'unfunded' ? [n] : []))
  const refused = await listRefusedSales(db, unfunded)
  return items.map((item) => ({ ...item, refused: refused.get(item.n) ?? null }))
}

/** What the log and its export show of an event. */
export const LISTED_COLUMNS = {
  event: callbackEvents,
  label: callbackReceivers.label,
  batch: { id: fundingBatches.id, number: fundingBatches.number, status: fundingBatches.status },
} satisfies SelectedFields

/** The events with their receiver and batch, to be narrowed and ordered. */
export const selectListed = (db: DbOrTx) =>
  db
    .select(LISTED_COLUMNS)
    .from(callbackEvents)
    .leftJoin(
      callbackReceivers,
      and(
        eq(callbackReceivers.profileId, callbackEvents.profileId),
        eq(callbackReceivers.merchantId, callbackEvents.merchantId),
      ),
    )
    .leftJoin(fundingBatches, eq(fundingBatches.id, callbackEvents.fundingBatchId))
    .$dynamic()

export type ListedRow = Awaited<ReturnType<typeof selectListed>>[number]

export const toListItem = ({ event, label, batch }: ListedRow): CallbackListItem => ({
  n: event.n,
  receivedAt: event.receivedAt.toISOString(),
  profileId: event.profileId,
  merchantId: event.merchantId,
  label: label ?? (event.merchantId || event.profileId),
  tranId: event.tranId,
  state: event.state,
  anomalies: event.anomalies,
  deliveries: event.deliveries,
  respCode: event.respCode,
  amountText: event.amountText,
  amountMinor: event.amountMinor,
  currencyCode: event.currencyCode,
  account: event.account,
  invoiceNumber: event.invoiceNumber,
  clientRefNumber: event.clientRefNumber,
  funding: event.funding,
  leftMinor: event.leftMinor,
  payees: null,
  refused: null,
  batch,
  linkN: event.linkN,
  linkAmountMinor: event.linkAmountMinor,
  tranType: event.tranType,
  version: event.version,
})

/** Everything that a query asks for but its cursor, its search, and what is one of several values. */
const filterConditions = (query: CallbackListQuery, days: DayRule): (SQL | undefined)[] => [
  query.profileId === null ? undefined : eq(callbackEvents.profileId, query.profileId),
  query.merchantId === null ? undefined : eq(callbackEvents.merchantId, query.merchantId),
  query.from === null ? undefined : gte(callbackEvents.receivedAt, startOfBusinessDay(query.from, days)),
  // After the last day that an address can name there is none.
  query.to === null || query.to === '9999-12-31'
    ? undefined
    : lt(callbackEvents.receivedAt, startOfBusinessDay(daysAfter(query.to, 1), days)),
  query.atLeastMinor === null ? undefined : gte(callbackEvents.amountMinor, query.atLeastMinor),
  query.atMostMinor === null ? undefined : lte(callbackEvents.amountMinor, query.atMostMinor),
  query.repeated ? sql`${callbackEvents.deliveries} > 1` : undefined,
  query.short ? sql`${callbackEvents.leftMinor} > 0` : undefined,
  query.stages.length === 0 ? undefined : or(...query.stages.map((stage) => STAGES[stage])),
]

/** As `ineligibleReason` of lib/domain/callbacks/ineligible.ts. */
const HELD = sql`(${callbackEvents.state} = 'conflict' or coalesce(${callbackEvents.amountMinor}, 0) <= 0
  or ${callbackEvents.currencyCode} <> ${US_DOLLARS}
  or ('link-amount-differs' = any (${callbackEvents.anomalies}) and ${callbackEvents.state} <> 'closed'))`

const REFUSED = sql`(${isRefusedSale(sql`${callbackEvents.n}`)})`

const inBatch = (status: SQL): SQL => sql`(${callbackEvents.funding} = 'in-batch' and exists (
  select from ${fundingBatches} where ${fundingBatches.id} = ${callbackEvents.fundingBatchId}
    and ${fundingBatches.status} ${status}
))`

/** As `saleStage` of lib/domain/callbacks/sale-stage.ts. */
const STAGES: Readonly<Record<SaleStage, SQL>> = {
  ready: sql`(${callbackEvents.funding} = 'unfunded' and not ${HELD} and not ${REFUSED})`,
  refused: sql`(${callbackEvents.funding} = 'unfunded' and not ${HELD} and ${REFUSED})`,
  held: sql`(${callbackEvents.funding} = 'unfunded' and ${HELD})`,
  moving: inBatch(sql`not in ('stopped', 'unknown')`),
  stopped: inBatch(sql`= 'stopped'`),
  unknown: inBatch(sql`= 'unknown'`),
}

/** The same with everything but its cursor: for whoever goes through all that it finds. */
export const everyCondition = (query: CallbackListQuery, days: DayRule): SQL | undefined =>
  and(
    ...filterConditions(query, days),
    query.states.length > 0 ? inArray(callbackEvents.state, [...query.states]) : undefined,
    query.funding.length > 0 ? inArray(callbackEvents.funding, [...query.funding]) : undefined,
    searchedIf(query),
  )

const searchedIf = ({ search }: CallbackListQuery): SQL | undefined =>
  search === '' ? undefined : searched(search)

/**
 * An identifier, or the number of the event as the audit log shows it: bare digits are of an ID. Each has an index of its
 * own, word for word.
 */
function searched(search: string): SQL | undefined {
  const number = Number(/^#(\d{1,15})$/.exec(search)?.[1] ?? Number.NaN)
  const { whole, ending } = searchedId(search)
  return or(
    sql`${callbackEvents.identifiers} @> array[${whole}]::text[]`,
    ending === null ? undefined : idEnds(ending),
    Number.isNaN(number) ? undefined : eq(callbackEvents.n, number),
  )
}

/** Sales whose transaction ID ends so, by an index of it. */
export const idEnds = (ending: string): SQL =>
  sql`reverse(lower(${callbackEvents.tranId})) like ${beginsReversed(ending)}`

const beginsReversed = (ending: string): string =>
  `${[...ending]
    .reverse()
    .join('')
    .replace(/[\\%_]/g, '\\$&')}%`

/**
 * The same order as a sum that no index has. PostgreSQL cannot know how few rows an identifier finds, and would
 * rather read all of the log in its order than sort the three that there are.
 */
const outOfIndex = ({ cursor }: CallbackListQuery): SQL =>
  cursor?.side === 'before'
    ? sql`received_at + interval '0' asc, n asc`
    : sql`received_at + interval '0' desc, n desc`

/** A page and one more. */
const PAGE_LIMIT = sql.raw(String(LIST_PAGE + 1))

/**
 * The numbers of a page. Of several states or funding statuses each is looked for by itself, in its own index: for all of
 * them at once PostgreSQL would read the log until enough of them had come by.
 */
function foundInOrder(query: CallbackListQuery, conditions: SQL | undefined): SQL {
  const order = KEYS.order(query.cursor)
  const branches = conditionsOf(query).map(
    (condition) => sql`(
      select n, received_at from ${callbackEvents} where ${and(conditions, condition, KEYS.from(query.cursor)) ?? sql`true`}
      order by ${order} limit ${PAGE_LIMIT}
    )`,
  )
  return sql`select n from (${sql.join(branches, sql` union all `)}) found order by ${order} limit ${PAGE_LIMIT}`
}

const foundBySearch = (query: CallbackListQuery, conditions: SQL | undefined): SQL => sql`
  select n from ${callbackEvents} where ${searchedFrom(query, conditions)}
  order by ${outOfIndex(query)} limit ${PAGE_LIMIT}`

/** More than these are many. */
const FEW = 1_000

/** The numbers of a page, where few events fit the query; null where many do. */
async function listFew(
  db: DbOrTx,
  query: CallbackListQuery,
  conditions: SQL | undefined,
): Promise<number[] | null> {
  const { rows } = await db.execute<{ n: string; fitting: number }>(sql`
    select n, count(*) over ()::int as fitting from (
      select n, received_at from ${callbackEvents} where ${searchedFrom(query, conditions)}
      limit ${sql.raw(String(FEW + 1))}
    ) few
    order by ${KEYS.order(query.cursor)} limit ${PAGE_LIMIT}`)
  return (rows[0]?.fitting ?? 0) > FEW ? null : rows.map(({ n }) => Number(n))
}

const searchedFrom = (query: CallbackListQuery, conditions: SQL | undefined): SQL =>
  and(conditions, or(...conditionsOf(query)), KEYS.from(query.cursor)) ?? sql`true`

/** One condition for each state with each funding status. Word for word: only so a partial index is known to hold them. */
function conditionsOf({ states, funding }: CallbackListQuery): SQL[] {
  return orAny(states).flatMap((state) =>
    orAny(funding).map(
      (status) =>
        and(
          state ? sql`state = ${sql.raw(`'${state}'`)}` : undefined,
          status ? sql`funding = ${sql.raw(`'${status}'`)}` : undefined,
        ) ?? sql`true`,
    ),
  )
}

const orAny = <T extends EventState | FundingStatus>(values: readonly T[]): readonly (T | null)[] =>
  values.length > 0 ? values : [null]

/** How many rows are looked at one by one before the index of identifiers is asked. */
const NEARBY = 10_000

/** Until the row `NEARBY` rows on from the query's place, whatever else it asks for. */
function withinNearby(query: CallbackListQuery): SQL {
  return sql`${KEYS.row} ${query.cursor?.side === 'before' ? sql`<` : sql`>`} (
    select received_at, n from ${callbackEvents} where ${KEYS.from(query.cursor) ?? sql`true`}
    order by ${KEYS.order(query.cursor)} offset ${sql.raw(String(NEARBY))} limit 1
  )`
}

/** As many as are told exactly; of more than these it is said that there are more. */
const COUNTED_CALLBACKS = 1_000

/** What waits for somebody, over all of the log: each no further than `COUNTED_CALLBACKS` and one. */
export async function countCallbacks(db: Db): Promise<CallbackCounts> {
  const atMost = (condition: SQL) => sql`(
    select count(*)::int from (
      select from ${callbackEvents} where ${condition} limit ${sql.raw(String(COUNTED_CALLBACKS + 1))}
    ) counted
  )`
  const { rows } = await db.execute<CallbackCounts>(sql`
    select ${atMost(sql`state = 'conflict'`)} as conflicts,
      least(${atMost(sql`state = 'anomaly'`)} + ${atMost(sql`state = 'unreadable'`)}, ${sql.raw(String(COUNTED_CALLBACKS + 1))}) as anomalies,
      ${atMost(sql`funding = 'unfunded'`)} as unfunded`)
  return rows[0] ?? { conflicts: 0, anomalies: 0, unfunded: 0 }
}

/** As many as one batch takes, and one. */
const COUNTED_MATCHES = 10_001

/**
 * How many events a query finds, and how many of them can be funded, with their cents, no further than `COUNTED_MATCHES`, where it asks for unfunded sales alone: all of
 * those can be chosen at once. Null else.
 */
export async function countMatching(
  { db, days }: DaysAndDb,
  query: CallbackListQuery,
): Promise<{ count: number; fundable: { sales: number; amountMinor: number } } | null> {
  if (query.funding.length !== 1 || query.funding[0] !== 'unfunded') return null
  const branches = conditionsOf(query).map(
    (condition) => sql`(
      select n, case when ${HELD} then null else amount_minor end as minor
      from ${callbackEvents} where ${and(...filterConditions(query, days), condition, searchedIf(query))}
      limit ${sql.raw(String(COUNTED_MATCHES))}
    )`,
  )
  const { rows } = await db.execute<{ count: number; fundable: number; amount_minor: string }>(sql`
    select count(*)::int as count, count(minor)::int as fundable, coalesce(sum(minor), 0)::text as amount_minor
    from (select n, minor from (${sql.join(branches, sql` union all `)}) found limit ${sql.raw(String(COUNTED_MATCHES))}) counted`)
  const { count = 0, fundable = 0, amount_minor = 0 } = rows[0] ?? {}
  return { count, fundable: { sales: fundable, amountMinor: Number(amount_minor) } }
}

/** What the log can be narrowed to: the receivers that there are. */
export const listSources = (db: Db): Promise<SourceView[]> =>
  db
    .select({
      profileId: callbackReceivers.profileId,
      merchantId: callbackReceivers.merchantId,
      label: callbackReceivers.label,
    })
    .from(callbackReceivers)
    .orderBy(asc(callbackReceivers.label), asc(callbackReceivers.id))
