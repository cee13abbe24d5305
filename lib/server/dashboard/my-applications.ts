import { and, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { documents } from '@/lib/db/schema/documents'
import { COUNTED } from '@/lib/domain/application/list-query'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { listKeptBack } from '@/lib/server/documents/data'
import type { WorkGroup, WorkItem, WorkKey } from './views'

/** How many of a group are listed; the rest is only counted. */
export const NAMED = 3

/** The statuses in which applications need work from onboarding, most urgent first. */
const OWN_GROUPS = [
  { key: 'questions', statuses: ['info-requested'] },
  { key: 'outcome-unknown', statuses: ['outcome-unknown'] },
  { key: 'refused', statuses: ['refused', 'not-sent', 'partly-accepted', 'ids-needed'] },
  { key: 'approved', statuses: ['approved'] },
  { key: 'drafts', statuses: ['draft'] },
] as const satisfies readonly { key: WorkKey; statuses: readonly ApplicationStatus[] }[]

/** The work of a person who writes applications: only their own, and only what they can act on. */
export async function listOwnApplications(db: Db, me: string): Promise<WorkGroup[]> {
  const found = await listByStatus(
    db,
    OWN_GROUPS.flatMap(({ statuses }) => statuses),
    sql`and applications.assignee_id = ${me}::uuid`,
  )
  return OWN_GROUPS.map(({ key, statuses }) => {
    const some = statuses.flatMap((status) => found.get(status) ?? [])
    return {
      key,
      count: some.reduce((sum, { count }) => sum + count, 0),
      items: latestFirst(some.flatMap(({ items }) => items)).slice(0, NAMED),
    }
  })
}

/** Everyone's applications with an unknown outcome. */
export async function listAllOutcomesUnknown(db: Db): Promise<WorkGroup> {
  const found = await listByStatus(db, ['outcome-unknown'], sql``)
  const { count, items } = found.get('outcome-unknown') ?? { count: 0, items: [] }
  return { key: 'all-outcomes-unknown', count, items }
}

const latestFirst = (items: readonly WorkItem[]): WorkItem[] =>
  items.toSorted((one, other) => (one.at < other.at ? 1 : -1))

type NamedRow = { id: string; number: number; name: string; at: string }

/**
 * The number of applications with each status, and the latest of them. One query per status: in a combined query,
 * PostgreSQL cannot see how rare each status is, and reads everything that the person has.
 */
async function listByStatus(
  db: Db,
  statuses: readonly ApplicationStatus[],
  more: SQL,
): Promise<Map<ApplicationStatus, { count: number; items: WorkItem[] }>> {
  const { rows } = await db.execute<{ status: ApplicationStatus; count: number; items: NamedRow[] }>(
    sql.join(
      statuses.map(
        (status) => sql`
          select ${status}::text as status, count(*)::int as count,
            coalesce(json_agg(json_build_object(
              'id', id, 'number', number, 'name', ${nameOf(sql`found`)}, 'at', updated_at
            )) filter (where place <= ${NAMED}), '[]') as items
          from (
            select id, number, dba_name, legal_name, updated_at,
              row_number() over (order by updated_at desc nulls last, id desc nulls last) as place
            from ${applications} where applications.status = ${status} ${more}
            limit ${COUNTED + 1}
          ) as found`,
      ),
      sql` union all `,
    ),
  )
  return new Map(rows.map(({ status, count, items }) => [status, { count, items: items.map(shownItem) }]))
}

const shownItem = <Item extends { name: string; at: string }>(item: Item): Item => ({
  ...item,
  name: nameInRow(item.name),
  at: new Date(item.at).toISOString(),
})

/** The name as the list of applications shows it. */
export const nameOf = (applications: SQL): SQL =>
  sql`coalesce(nullif(${applications}.dba_name, ''), nullif(${applications}.legal_name, ''), 'Untitled application')`

/** Documents that did not arrive, or whose outcome is unknown. Must match the index's condition word for word. */
export const TROUBLED = sql`${documents.removedAt} is null and ${documents.delivery} in ('refused', 'not-sent', 'unknown')`

/**
 * Of the latest such documents, excludes those that no one should send any more, because they were rejected or
 * replaced. One with an unknown outcome stays, because someone must still ask the partner.
 */
export async function listSettled(db: Db): Promise<SQL> {
  const { id, applicationId, delivery, uploadedAt } = documents
  const failed = await db
    .select({ id, applicationId })
    .from(documents)
    .where(and(TROUBLED, ne(delivery, 'unknown')))
    .orderBy(sql`${uploadedAt} desc nulls last, ${id} desc nulls last`)
    .limit(COUNTED + 1)
  if (failed.length === 0) return sql`true`
  const kept = await listKeptBack(
    db,
    inArray(applicationId, [...new Set(failed.map((one) => one.applicationId))]),
  )
  return notInArray(
    id,
    failed.flatMap((one) => (kept.has(one.id) ? [one.id] : [])),
  )
}

/** Documents in quarantine, which someone has to replace. Must match the index's condition word for word. */
const INFECTED = sql`${documents.removedAt} is null and ${documents.scan} = 'infected'`

/** When the last try to send a document ended, or else began. */
export const lastTried = sql`coalesce((
  select max(coalesce(${partnerAttempts.answeredAt}, ${partnerAttempts.sendingAt}, ${partnerAttempts.preparedAt}))
  from ${partnerAttempts}
  where ${partnerAttempts.applicationId} = ${documents.applicationId} and ${partnerAttempts.documentId} = ${documents.id}
), ${documents.uploadedAt})`

/**
 * The applications with documents that did not arrive or contain malware; `me`: only this person's. `count` counts
 * documents.
 */
export async function listTroubledDocuments(db: Db, me: string | null): Promise<WorkGroup[]> {
  const open = sql`${TROUBLED} and ${await listSettled(db)}`
  return Promise.all([
    listDocuments(db, me === null ? 'all-infected' : 'infected', INFECTED, me),
    listDocuments(db, me === null ? 'all-documents' : 'documents', open, me),
  ])
}

async function listDocuments(db: Db, key: WorkKey, which: SQL, me: string | null): Promise<WorkGroup> {
  const { rows } = await db.execute<NamedRow & { documents: number; of_all: number }>(sql`
    with troubled as (
      select ${documents.applicationId} as application_id, ${lastTried} as at
      from ${documents} join ${applications} on ${applications.id} = ${documents.applicationId}
      where ${which} ${me === null ? sql`` : sql`and ${applications.assigneeId} = ${me}::uuid`}
      order by ${documents.uploadedAt} desc nulls last, ${documents.id} desc nulls last
      limit ${COUNTED + 1}
    )
    select applications.id, applications.number::int, ${nameOf(sql`applications`)} as name,
      to_json(max(troubled.at)) #>> '{}' as at, count(*)::int as documents,
      (sum(count(*)) over ())::int as of_all
    from troubled join ${applications} on applications.id = troubled.application_id
    group by applications.id
    order by max(troubled.at) desc
    limit ${NAMED}`)
  return {
    key,
    count: rows[0]?.of_all ?? 0,
    items: rows.map(({ of_all: _, ...item }) => shownItem(item)),
  }
}
