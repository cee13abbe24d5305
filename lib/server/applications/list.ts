import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias, type SelectedFields } from 'drizzle-orm/pg-core'
import type { Db } from '@/lib/db/client'
import { applications, documents, users } from '@/lib/db/schema/desk'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { COUNTED, type ListCursor } from '@/lib/domain/application/list-query'
import { APPLICATION_STATUSES, type ApplicationStatus } from '@/lib/domain/application/status'
import type { ApplicationRow } from './data'
import { type Search, searchedNearby, searchedWhole, toSearch } from './list-search'

export type ApplicationListItem = Pick<
  ApplicationRow,
  | 'id'
  | 'number'
  | 'kind'
  | 'status'
  | 'legalName'
  | 'dbaName'
  | 'ownership'
  | 'partnerUnderwrites'
  | 'taxIdLast4'
  | 'stage'
  | 'opportunityId'
  | 'accountId'
  | 'assigneeId'
  | 'createdAt'
  | 'updatedAt'
> & { assignee: string | null; createdBy: string; documents: number }

export type ListFilter = {
  search?: string
  statuses?: readonly ApplicationStatus[]
  kind?: ApplicationKind
  /** Null: those whose stage is not known; so with the other two. */
  stage?: string | null
  ownership?: string
  partnerUnderwrites?: boolean | null
  assigneeId?: string | null
  startedSince?: Date
  startedBefore?: Date
  changedBefore?: Date
  /** Those older than this row; or those newer, of which the nearest. */
  after?: ListCursor
  before?: ListCursor
}

export const LIST_PAGE = 50

/**
 * Latest change first, `LIST_PAGE` and one more (the last, or the first before a `before`) at a time from a key
 * on: page 10,000 costs what page 1 does.
 */
export async function listApplications(db: Db, filter: ListFilter): Promise<ApplicationListItem[]> {
  const search = toSearch(filter.search ?? '')
  return search ? searchedPage(db, filter, search) : page(db, filter, [], inOrder(isNewer(filter)))
}

export type ListPage = { items: ApplicationListItem[]; newer: ListCursor | null; older: ListCursor | null }

/** One page and the keys of its neighbours. Where nothing is newer any more, it is the first page. */
export async function listApplicationPage(db: Db, filter: ListFilter): Promise<ListPage> {
  const rows = await listApplications(db, filter)
  const more = rows.length > LIST_PAGE
  if (filter.before) {
    const { before: _, ...first } = filter
    if (!more) return listApplicationPage(db, first)
    const items = rows.slice(1)
    return { items, newer: keyOf(items.at(0)), older: keyOf(items.at(-1)) }
  }
  const items = rows.slice(0, LIST_PAGE)
  return {
    items,
    newer: filter.after ? keyOf(items.at(0)) : null,
    older: more ? keyOf(items.at(-1)) : null,
  }
}

const keyOf = (row: ApplicationListItem | undefined): ListCursor | null =>
  row ? { updatedAt: row.updatedAt, id: row.id } : null

/** A word that many have is found among the next rows; one that few have, by its index. */
async function searchedPage(db: Db, filter: ListFilter, search: Search): Promise<ApplicationListItem[]> {
  const newer = isNewer(filter)
  const nearby = and(searchedNearby(search), within(newer, nearbyEnd(db, filter)))
  const rows = await page(db, filter, [nearby], inOrder(newer))
  return rows.length > LIST_PAGE ? rows : page(db, filter, [searchedWhole(search)], outOfIndex(newer))
}

const assignees = alias(users, 'assignees')

/** What the list and its export show of an application. */
const LISTED_COLUMNS = {
  id: applications.id,
  number: applications.number,
  kind: applications.kind,
  status: applications.status,
  legalName: applications.legalName,
  dbaName: applications.dbaName,
  ownership: applications.ownership,
  partnerUnderwrites: applications.partnerUnderwrites,
  taxIdLast4: applications.taxIdLast4,
  stage: applications.stage,
  opportunityId: applications.opportunityId,
  accountId: applications.accountId,
  assigneeId: applications.assigneeId,
  assignee: assignees.name,
  createdAt: applications.createdAt,
  createdBy: users.name,
  updatedAt: applications.updatedAt,
  documents: sql<number>`(select count(*)::int from ${documents} where ${documents.applicationId} = ${applications.id} and ${documents.removedAt} is null)`,
} satisfies SelectedFields

/** The applications with the names of their people, to be narrowed and ordered. */
export const selectListed = (db: Db) =>
  db
    .select(LISTED_COLUMNS)
    .from(applications)
    .innerJoin(users, eq(users.id, applications.createdBy))
    .leftJoin(assignees, eq(assignees.id, applications.assigneeId))
    .$dynamic()

/** Found first and shown then: the names of people are looked up for no more rows than the page has. */
function page(
  db: Db,
  filter: ListFilter,
  more: (SQL | undefined)[],
  order: SQL,
): Promise<ApplicationListItem[]> {
  const found = db
    .select({ id: applications.id })
    .from(applications)
    .where(and(...filterConditions(filter), fromPlace(filter), ...more))
    .orderBy(order)
    .limit(LIST_PAGE + 1)
  return selectListed(db)
    .where(inArray(applications.id, found))
    .orderBy(desc(applications.updatedAt), desc(applications.id))
}

/** Everything of a filter but its search and its place. */
export const filterConditions = (filter: ListFilter): (SQL | undefined)[] => [
  filter.statuses?.length ? inArray(applications.status, [...filter.statuses]) : undefined,
  filter.kind && eq(applications.kind, filter.kind),
  orNull(applications.stage, filter.stage),
  filter.ownership ? eq(applications.ownership, filter.ownership) : undefined,
  orNull(applications.partnerUnderwrites, filter.partnerUnderwrites),
  orNull(applications.assigneeId, filter.assigneeId),
  // Nothing is changed before it is started: so much of the index need not be read.
  filter.startedSince &&
    and(gte(applications.createdAt, filter.startedSince), gte(applications.updatedAt, filter.startedSince)),
  filter.startedBefore && lt(applications.createdAt, filter.startedBefore),
  filter.changedBefore && lt(applications.updatedAt, filter.changedBefore),
]

type Nullable =
  | typeof applications.stage
  | typeof applications.partnerUnderwrites
  | typeof applications.assigneeId

const orNull = (column: Nullable, value: string | boolean | null | undefined): SQL | undefined =>
  value === undefined ? undefined : value === null ? isNull(column) : sql`${column} = ${value}`

const isNewer = ({ before }: ListFilter): boolean => before !== undefined

/** Compared as a row, because PostgreSQL begins in its index there; with `or` it reads from the start. */
const KEY = sql`(${applications.updatedAt}, ${applications.id})`
const keyRow = ({ updatedAt, id }: ListCursor) => sql`(${updatedAt.toISOString()}::timestamptz, ${id}::uuid)`

function fromPlace({ after, before }: ListFilter): SQL | undefined {
  if (before) return sql`${KEY} > ${keyRow(before)}`
  return after && sql`${KEY} < ${keyRow(after)}`
}

/** Word for word the order of the indexes: `desc` alone puts nulls first, and could use none of them. */
const inOrder = (newer: boolean): SQL =>
  newer
    ? sql`${applications.updatedAt} asc nulls first, ${applications.id} asc nulls first`
    : sql`${applications.updatedAt} desc nulls last, ${applications.id} desc nulls last`

/**
 * The same order as a sum that no index has. PostgreSQL cannot know how few rows a word's beginning finds, and
 * would rather read all 100,000 in their order than sort the three that there are.
 */
const outOfIndex = (newer: boolean): SQL => {
  const moment = sql`${applications.updatedAt} + interval '0'`
  return newer ? sql`${moment} asc, ${applications.id} asc` : sql`${moment} desc, ${applications.id} desc`
}

/** How many rows are looked at one by one before the index of words is asked. */
export const NEARBY = 3_000

/** The key of the row `NEARBY` rows on from the filter's place, whatever else it asks for. */
const nearbyEnd = (db: Db, filter: ListFilter) =>
  db
    .select({ updatedAt: applications.updatedAt, id: applications.id })
    .from(applications)
    .where(fromPlace(filter))
    .orderBy(inOrder(isNewer(filter)))
    .offset(NEARBY)
    .limit(1)

const within = (newer: boolean, end: ReturnType<typeof nearbyEnd>): SQL =>
  newer ? sql`${KEY} < ${end}` : sql`${KEY} > ${end}`

/** How many there are of each status, at most `COUNTED + 1`: counting all would read the whole table. */
export async function countByStatus(db: Db): Promise<Partial<Record<ApplicationStatus, number>>> {
  const { rows } = await db.execute<{ status: ApplicationStatus; count: number }>(sql`
    select asked.status, (
      select count(*)::int from (
        select 1 from ${applications} where ${applications.status} = asked.status limit ${COUNTED + 1}
      ) as counted
    ) as count
    from unnest(array[${sql.join(
      APPLICATION_STATUSES.map((status) => sql`${status}`),
      sql`, `,
    )}]) as asked (status)`)
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ status, count }) => [status, count]))
}

const STAGES_AMONG = 1_000

/** The stages that the latest applications are in: what a filter by stage offers. */
export async function listRecentStages(db: Db): Promise<string[]> {
  const latest = db
    .select({ stage: applications.stage })
    .from(applications)
    .orderBy(inOrder(false))
    .limit(STAGES_AMONG)
    .as('latest')
  const rows = await db.selectDistinct({ stage: latest.stage }).from(latest).orderBy(latest.stage)
  return rows.flatMap(({ stage }) => stage ?? [])
}
