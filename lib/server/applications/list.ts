import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias, type SelectedFields } from 'drizzle-orm/pg-core'
import type { Db } from '@/lib/db/client'
import { applications, importedApplications } from '@/lib/db/schema/applications'
import { documents } from '@/lib/db/schema/documents'
import { users } from '@/lib/db/schema/people'
import {
  type ApplicationKey,
  type ApplicationListQuery,
  COUNTED,
  LIST_AGES,
  type ListAge,
  NO_STAGE,
  type OwnApplicationKey,
  type Underwriting,
} from '@/lib/domain/application/list-query'
import {
  APPLICATION_STATUSES,
  LIST_FILTERS,
  type ListFilter,
  listedStatus,
  UPDATE_NOT_SENT,
} from '@/lib/domain/application/status'
import type { ListCursor } from '@/lib/domain/lists/list-query'
import { DAY_MS } from '@/lib/domain/values/calendar'
import type { ApplicationRow } from '@/lib/server/drafts/data'
import {
  keyset,
  keysetPage,
  LIST_PAGE,
  type ListPage,
  nameOrder,
  sortedKeyset,
  stepOrder,
} from '@/lib/server/lists/keyset'
import type { Ctx } from '@/lib/server/services'
import { searchedNearby, searchedWhole, toSearch } from './list-search'

export type ApplicationListItem = Pick<
  ApplicationRow,
  | 'id'
  | 'number'
  | 'kind'
  | 'status'
  | 'statusBeforeRevision'
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

/** Whoever looks, and when. */
type Looker = Pick<Ctx, 'db' | 'actor' | 'now'>

export type ApplicationListPage = ListPage<ApplicationListItem, ApplicationKey>

const KEYS = keyset<OwnApplicationKey>(
  { updatedAt: applications.updatedAt, id: applications.id },
  'descending',
)

export const applicationOrder = sortedKeyset({
  own: KEYS,
  ownKeyOf: ({ updatedAt, id }: ApplicationListItem) => ({ updatedAt, id }),
  tie: applications.id,
  tieOf: ({ id }) => id,
  orders: {
    number: { column: applications.number, of: ({ number }) => number },
    // Word for word that of the index `applications_merchant`.
    merchant: nameOrder(
      sql`coalesce(nullif(${applications.dbaName}, ''), ${applications.legalName})`,
      ({ dbaName, legalName }: ApplicationListItem) => dbaName || legalName,
    ),
    status: stepOrder(applications.listedStatus, APPLICATION_STATUSES, (item: ApplicationListItem) =>
      listedStatus(item),
    ),
    started: { column: applications.createdAt, of: ({ createdAt }) => createdAt },
    changed: { column: applications.updatedAt, of: ({ updatedAt }) => updatedAt },
  },
})

/** Latest change first, or as it is asked for. */
export const listApplicationPage = (
  looker: Looker,
  query: ApplicationListQuery,
  size = LIST_PAGE,
): Promise<ApplicationListPage> =>
  keysetPage(
    query.cursor,
    applicationOrder(query.sort).keyOf,
    (cursor, limit) => listApplications(looker, { ...query, cursor }, limit),
    size,
  )

/** At most `limit` rows from the cursor on, or those nearest before it. */
export async function listApplications(
  looker: Looker,
  query: ApplicationListQuery,
  limit = LIST_PAGE + 1,
): Promise<ApplicationListItem[]> {
  const { cursor, sort } = query
  const { keys } = applicationOrder(sort)
  const conditions = [...applicationConditions(query, looker), keys.from(cursor)]
  const search = toSearch(query.search)
  const rowsWith = (condition: SQL | undefined, order: SQL) =>
    selectPage(looker.db, and(...conditions, condition), order, keys.shown, limit)
  if (!search) return rowsWith(undefined, keys.order(cursor))
  // In another order than that of the latest, those nearby are no beginning of what is found.
  if (sort) return rowsWith(searchedWhole(search), keys.order(cursor))
  // A word that many have is found among the next rows; one that few have, by its index.
  const nearby = and(searchedNearby(search), withinNearby(looker.db, cursor as OwnCursor))
  const rows = await rowsWith(nearby, keys.order(cursor))
  return rows.length >= limit ? rows : rowsWith(searchedWhole(search), outOfIndex(cursor))
}

/** Of a query without a sort. */
type OwnCursor = ListCursor<OwnApplicationKey> | null

const assignees = alias(users, 'assignees')

/** What the list and its export show of an application. */
const LISTED_COLUMNS = {
  id: applications.id,
  number: applications.number,
  kind: applications.kind,
  status: applications.status,
  statusBeforeRevision: applications.statusBeforeRevision,
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
function selectPage(
  db: Db,
  conditions: SQL | undefined,
  order: SQL,
  shown: SQL,
  limit: number,
): Promise<ApplicationListItem[]> {
  const found = db
    .select({ id: applications.id })
    .from(applications)
    .where(conditions)
    .orderBy(order)
    .limit(limit)
  return selectListed(db).where(inArray(applications.id, found)).orderBy(shown)
}

/** Everything that a query asks for but its search and its cursor. */
export const applicationConditions = (
  query: ApplicationListQuery,
  { actor, now }: Omit<Looker, 'db'>,
): (SQL | undefined)[] => [
  query.statuses.length > 0 ? isListed(query.statuses) : undefined,
  query.kind ? eq(applications.kind, query.kind) : undefined,
  query.stage ? sameOrNull(applications.stage, query.stage === NO_STAGE ? null : query.stage) : undefined,
  query.ownership ? eq(applications.ownership, query.ownership) : undefined,
  query.underwriting
    ? sameOrNull(applications.partnerUnderwrites, PARTNER_UNDERWRITES[query.underwriting])
    : undefined,
  query.assignee ? sameOrNull(applications.assigneeId, assigneeOf(query.assignee, actor.id)) : undefined,
  query.age ? ofAge(query.age, now()) : undefined,
  query.import ? isImportedBy(query.import) : undefined,
  // Which of them are ready is in no column: `list-readiness.ts` judges each.
  query.readiness ? isFirstDraft : undefined,
]

/** As `isFirst` of lib/server/applications/list-readiness.ts. */
const isFirstDraft = and(
  eq(applications.status, 'draft'),
  isNull(applications.statusBeforeRevision),
  isNull(applications.adoptedAt),
)

const isImportedBy = (importId: string): SQL =>
  sql`exists (select from ${importedApplications} where ${importedApplications.importId} = ${importId}::uuid and ${importedApplications.applicationId} = ${applications.id})`

type Nullable =
  | typeof applications.stage
  | typeof applications.partnerUnderwrites
  | typeof applications.assigneeId

const sameOrNull = (column: Nullable, value: string | boolean | null): SQL =>
  value === null ? isNull(column) : sql`${column} = ${value}`

const PARTNER_UNDERWRITES: Record<Underwriting, boolean | null> = { partner: true, own: false, open: null }

const assigneeOf = (assignee: string, me: string): string | null =>
  assignee === 'me' ? me : assignee === 'nobody' ? null : assignee

function ofAge(age: ListAge, now: Date): SQL | undefined {
  const found = LIST_AGES.find(({ slug }) => slug === age)
  if (!found) return undefined
  const then = new Date(now.getTime() - found.days * DAY_MS)
  if (found.measure === 'older') return lt(applications.createdAt, then)
  if (found.measure === 'idle') return lt(applications.updatedAt, then)
  // Nothing is changed before it is started: so much of the index need not be read.
  return and(gte(applications.createdAt, then), gte(applications.updatedAt, then))
}

/**
 * The same order as a sum that no index has. PostgreSQL cannot know how few rows a word's beginning finds, and
 * would rather read all 100,000 in their order than sort the three that there are.
 */
const outOfIndex = (cursor: ApplicationListQuery['cursor']): SQL => {
  const moment = sql`${applications.updatedAt} + interval '0'`
  return cursor?.side === 'before'
    ? sql`${moment} asc, ${applications.id} asc`
    : sql`${moment} desc, ${applications.id} desc`
}

/** How many rows are looked at one by one before the index of words is asked. */
export const NEARBY = 3_000

/** Until the row `NEARBY` rows on from the place, whatever else is asked for. */
function withinNearby(db: Db, cursor: OwnCursor): SQL {
  const end = db
    .select({ updatedAt: applications.updatedAt, id: applications.id })
    .from(applications)
    .where(KEYS.from(cursor))
    .orderBy(KEYS.order(cursor))
    .offset(NEARBY)
    .limit(1)
  return sql`${KEYS.row} ${cursor?.side === 'before' ? sql`<` : sql`>`} ${end}`
}

/** Listed under it: an update that was not sent is so with what the partner has, and as itself. */
function isListed(filters: readonly ListFilter[]): SQL | undefined {
  const statuses = filters.filter((filter) => filter !== UPDATE_NOT_SENT.slug)
  const isUpdate = and(eq(applications.status, 'draft'), isNotNull(applications.statusBeforeRevision))
  return or(
    statuses.length > 0 ? inArray(applications.listedStatus, statuses) : undefined,
    statuses.length < filters.length ? isUpdate : undefined,
  )
}

/** How many there are of each, at most `COUNTED + 1`: counting all would read the whole table. */
export async function countByStatus(db: Db): Promise<Partial<Record<ListFilter, number>>> {
  const { rows } = await db.execute<{ filter: ListFilter; count: number }>(
    sql.join(
      LIST_FILTERS.map(
        (filter) => sql`
          select ${filter}::text as filter, count(*)::int as count
          from (select 1 from ${applications} where ${isListed([filter])} limit ${COUNTED + 1}) as counted`,
      ),
      sql` union all `,
    ),
  )
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ filter, count }) => [filter, count]))
}

const STAGES_AMONG = 1_000

/** The stages that the latest applications are in: what a filter by stage offers. */
export async function listRecentStages(db: Db): Promise<string[]> {
  const latest = db
    .select({ stage: applications.stage })
    .from(applications)
    .orderBy(KEYS.shown)
    .limit(STAGES_AMONG)
    .as('latest')
  const rows = await db.selectDistinct({ stage: latest.stage }).from(latest).orderBy(latest.stage)
  return rows.flatMap(({ stage }) => stage ?? [])
}
