import { and, asc, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import type { Db, DbOrTx } from '@/lib/db/client'
import { callbackEvents, callbackReceivers } from '@/lib/db/schema/callbacks'
import { fundingBatches } from '@/lib/db/schema/funding'
import type { CallbackKey, CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import type { EventState, FundingStatus } from '@/lib/domain/callbacks/event'
import { US_DOLLARS } from '@/lib/domain/callbacks/readings'
import type { SaleStage } from '@/lib/domain/callbacks/sale-stage'
import { searchedAmount, searchedId } from '@/lib/domain/callbacks/searched-id'
import { payeeWords } from '@/lib/domain/merchants/payee-words'
import { endOfBusinessDay, startOfBusinessDay } from '@/lib/domain/values/business-day'
import { keyset, keysetPage, LIST_PAGE } from '@/lib/server/lists/keyset'
import { listDirectory } from '@/lib/server/sales/directory'
import { isRefusedSale, listRefusedSales } from '@/lib/server/sales/refused-sales'
import type { Ctx } from '@/lib/server/services'
import type { CallbackCounts, CallbackListItem, CallbackListPage, SourceView } from './views'

/** The database, the business days by which a query's dates are meant, and the profiles. */
export type LogDesk = Pick<Ctx, 'days'> & { db: DbOrTx; funding: Pick<Ctx['funding'], 'profiles'> }

/** Column names as the queries below write them, which select from this table only. */
const KEYS = keyset<CallbackKey>({ receivedAt: sql`received_at`, n: sql`n` }, 'descending')

/**
 * A page of the log, latest first, starting at a key, so that page 10,000 costs no more than page 1. `newer` and
 * `older` are the keys of the neighboring pages. `seesMoney`: the user may see funding. Others are not told how much
 * of a sale is left, and cannot find out with a filter.
 */
export async function listCallbackPage(
  desk: LogDesk,
  query: CallbackListQuery,
  seesMoney = false,
): Promise<CallbackListPage> {
  if (!seesMoney) {
    const page = await listPage(desk, { ...query, short: false })
    return { ...page, items: page.items.map((item) => ({ ...item, leftMinor: null })) }
  }
  const page = await listPage(desk, query)
  return { ...page, items: await withPayees(desk.db, page.items) }
}

/** Adds the payees of unfunded sales. */
async function withPayees(db: DbOrTx, items: readonly CallbackListItem[]): Promise<CallbackListItem[]> {
  const isAsked = ({ funding }: CallbackListItem) => funding === 'unfunded'
  const ids = items.filter(isAsked).map(({ merchantId }) => merchantId)
  const directory = new Map((await listDirectory(db, ids)).map((merchant) => [merchant.merchantId, merchant]))
  return items.map((item) =>
    isAsked(item) ? { ...item, payees: payeeWords(item.merchantId, directory) } : item,
  )
}

const listPage = (desk: LogDesk, query: CallbackListQuery): Promise<CallbackListPage> =>
  keysetPage(
    query.cursor,
    ({ receivedAt, n }: CallbackListItem) => ({ receivedAt: new Date(receivedAt), n }),
    (cursor) => selectPage(desk, { ...query, cursor }),
  )

/**
 * Finds a page for a search. If few events match, all of them come from the identifier index. If many match, a page
 * fills up quickly in log order. In between, the matches from the identifier index are sorted.
 */
async function selectPage(desk: LogDesk, query: CallbackListQuery): Promise<CallbackListItem[]> {
  const conditions = and(...filterConditions(desk, query), searchedIf(query))
  if (query.search === '') return listFound(desk, foundInOrder(query, conditions))
  const few = await listFew(desk.db, query, conditions)
  if (few) return listFound(desk, sql`select json_array_elements_text(${JSON.stringify(few)}::json)::bigint`)
  const nearby = await listFound(desk, foundInOrder(query, and(conditions, withinNearby(query))))
  return nearby.length > LIST_PAGE ? nearby : listFound(desk, foundBySearch(query, conditions))
}

/** Selects the page first, so that batches and receivers are only looked up for its rows. */
async function listFound(desk: LogDesk, found: SQL): Promise<CallbackListItem[]> {
  const rows = await selectListed(desk.db)
    .where(sql`${callbackEvents.n} in (${found})`)
    .orderBy(desc(callbackEvents.receivedAt), desc(callbackEvents.n))
  return withRefusals(desk, rows.map(toListItem))
}

/** Adds the partner's permanent refusals to rows of the log. */
export async function withRefusals<Item extends CallbackListItem>(
  desk: Pick<LogDesk, 'db' | 'funding'>,
  items: readonly Item[],
): Promise<Item[]> {
  const unfunded = items.flatMap(({ n, funding }) => (funding === 'unfunded' ? [n] : []))
  const refused = await listRefusedSales(desk, unfunded)
  return items.map((item) => ({ ...item, refused: refused.get(item.n) ?? null }))
}

/** The columns that the log and its export show. */
export const LISTED_COLUMNS = {
  event: callbackEvents,
  label: callbackReceivers.label,
  batch: { id: fundingBatches.id, number: fundingBatches.number, status: fundingBatches.status },
} satisfies SelectedFields

/** Events with their receiver and batch, to be filtered and ordered. */
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

/** A query's conditions, except its cursor, its search, and the filters with several values. */
const filterConditions = (
  { days, funding }: Pick<LogDesk, 'days' | 'funding'>,
  query: CallbackListQuery,
): (SQL | undefined)[] => {
  const end = query.to === null ? null : endOfBusinessDay(query.to, days)
  return [
    query.profileId === null ? undefined : eq(callbackEvents.profileId, query.profileId),
    query.merchantId === null ? undefined : eq(callbackEvents.merchantId, query.merchantId),
    query.from === null ? undefined : gte(callbackEvents.receivedAt, startOfBusinessDay(query.from, days)),
    end === null ? undefined : lt(callbackEvents.receivedAt, end),
    query.atLeastMinor === null ? undefined : gte(callbackEvents.amountMinor, query.atLeastMinor),
    query.atMostMinor === null ? undefined : lte(callbackEvents.amountMinor, query.atMostMinor),
    query.repeated ? sql`${callbackEvents.deliveries} > 1` : undefined,
    query.short ? sql`${callbackEvents.leftMinor} > 0` : undefined,
    query.stages.length === 0 ? undefined : or(...query.stages.map((stage) => isInStage({ funding }, stage))),
  ]
}

/** The SQL form of `ineligibleReason` (lib/domain/callbacks/ineligible.ts). */
const HELD = sql`(${callbackEvents.state} = 'conflict' or coalesce(${callbackEvents.amountMinor}, 0) <= 0
  or ${callbackEvents.currencyCode} <> ${US_DOLLARS}
  or ('link-amount-differs' = any (${callbackEvents.anomalies}) and ${callbackEvents.state} <> 'closed'))`

const inBatch = (status: SQL): SQL => sql`(${callbackEvents.funding} = 'in-batch' and exists (
  select from ${fundingBatches} where ${fundingBatches.id} = ${callbackEvents.fundingBatchId}
    and ${fundingBatches.status} ${status}
))`

/** The SQL form of `saleStage` (lib/domain/callbacks/sale-stage.ts). */
function isInStage(desk: Pick<LogDesk, 'funding'>, stage: SaleStage): SQL {
  const isRefused = isRefusedSale(desk, sql`${callbackEvents.n}`)
  switch (stage) {
    case 'ready':
      return sql`(${callbackEvents.funding} = 'unfunded' and not ${HELD} and not (${isRefused}))`
    case 'refused':
      return sql`(${callbackEvents.funding} = 'unfunded' and not ${HELD} and (${isRefused}))`
    case 'held':
      return sql`(${callbackEvents.funding} = 'unfunded' and ${HELD})`
    case 'moving':
      return inBatch(sql`not in ('stopped', 'unknown')`)
    case 'stopped':
      return inBatch(sql`= 'stopped'`)
    case 'unknown':
      return inBatch(sql`= 'unknown'`)
  }
}

/** All conditions of a query except its cursor, for reading everything that it finds. */
export const everyCondition = (
  desk: Pick<LogDesk, 'days' | 'funding'>,
  query: CallbackListQuery,
): SQL | undefined =>
  and(
    ...filterConditions(desk, query),
    query.states.length > 0 ? inArray(callbackEvents.state, [...query.states]) : undefined,
    query.funding.length > 0 ? inArray(callbackEvents.funding, [...query.funding]) : undefined,
    searchedIf(query),
  )

const searchedIf = ({ search }: CallbackListQuery): SQL | undefined =>
  search === '' ? undefined : searched(search)

/**
 * Matches an identifier, the end of a transaction ID, a sale's amount, or an event's number as the audit log shows it
 * (`#123`); bare digits are part of an ID. Each condition matches its index exactly. The payer's name is stored only in
 * the posted body, which has no index.
 */
function searched(search: string): SQL | undefined {
  const number = Number(/^#(\d{1,15})$/.exec(search)?.[1] ?? Number.NaN)
  const { whole, ending } = searchedId(search)
  const amount = searchedAmount(search)
  return or(
    sql`${callbackEvents.identifiers} @> array[${whole}]::text[]`,
    ending === null ? undefined : idEnds(ending),
    amount === null ? undefined : eq(callbackEvents.amountMinor, amount),
    Number.isNaN(number) ? undefined : eq(callbackEvents.n, number),
  )
}

/** Sales whose transaction ID ends like this; uses the index on the reversed ID. */
export const idEnds = (ending: string): SQL =>
  sql`reverse(lower(${callbackEvents.tranId})) like ${beginsReversed(ending)}`

const beginsReversed = (ending: string): string =>
  `${[...ending]
    .reverse()
    .join('')
    .replace(/[\\%_]/g, '\\$&')}%`

/**
 * The same order, written so that no index matches. PostgreSQL cannot know how few rows an identifier finds, and
 * would read the whole log in order instead of sorting three rows.
 */
const outOfIndex = ({ cursor }: CallbackListQuery): SQL =>
  cursor?.side === 'before'
    ? sql`received_at + interval '0' asc, n asc`
    : sql`received_at + interval '0' desc, n desc`

/** A page and one row more. */
const PAGE_LIMIT = sql.raw(String(LIST_PAGE + 1))

/**
 * Selects the event numbers of a page. Each state and funding status is searched separately through its own index;
 * for all of them together PostgreSQL would scan the log until enough rows match.
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

/** More matches than this are many. */
const FEW = 1_000

/** The event numbers of a page if few events match the query; null if many do. */
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

/**
 * One condition for each combination of state and funding status, written literally so that PostgreSQL recognizes the
 * partial indexes.
 */
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

/** How many rows are scanned in log order before the identifier index is used. */
const NEARBY = 10_000

/** Limits a query to the `NEARBY` rows from its position. */
function withinNearby(query: CallbackListQuery): SQL {
  return sql`${KEYS.row} ${query.cursor?.side === 'before' ? sql`<` : sql`>`} (
    select received_at, n from ${callbackEvents} where ${KEYS.from(query.cursor) ?? sql`true`}
    order by ${KEYS.order(query.cursor)} offset ${sql.raw(String(NEARBY))} limit 1
  )`
}

/** Counts are exact up to this number. */
const COUNTED_CALLBACKS = 1_000

/** Counts over the whole log, each up to `COUNTED_CALLBACKS` plus one. */
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

/** One more than fits into a batch. */
const COUNTED_MATCHES = 10_001

/**
 * If the query asks for unfunded sales only, all of which can be selected at once: how many events it finds, up to
 * `COUNTED_MATCHES`, and how many of those can be funded, with their total in cents. Otherwise null.
 */
export async function countMatching(
  desk: LogDesk,
  query: CallbackListQuery,
): Promise<{ count: number; fundable: { sales: number; amountMinor: number } } | null> {
  if (query.funding.length !== 1 || query.funding[0] !== 'unfunded') return null
  const branches = conditionsOf(query).map(
    (condition) => sql`(
      select n, case when ${HELD} then null else amount_minor end as minor
      from ${callbackEvents} where ${and(...filterConditions(desk, query), condition, searchedIf(query))}
      limit ${sql.raw(String(COUNTED_MATCHES))}
    )`,
  )
  const { rows } = await desk.db.execute<{ count: number; fundable: number; amount_minor: string }>(sql`
    select count(*)::int as count, count(minor)::int as fundable, coalesce(sum(minor), 0)::text as amount_minor
    from (select n, minor from (${sql.join(branches, sql` union all `)}) found limit ${sql.raw(String(COUNTED_MATCHES))}) counted`)
  const { count = 0, fundable = 0, amount_minor = 0 } = rows[0] ?? {}
  return { count, fundable: { sales: fundable, amountMinor: Number(amount_minor) } }
}

/** The receivers that the log can be filtered by. */
export const listSources = (db: Db): Promise<SourceView[]> =>
  db
    .select({
      profileId: callbackReceivers.profileId,
      merchantId: callbackReceivers.merchantId,
      label: callbackReceivers.label,
    })
    .from(callbackReceivers)
    .orderBy(asc(callbackReceivers.label), asc(callbackReceivers.id))
