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

/** So many of a group are named; the rest is a figure. */
export const NAMED = 3

/** Which applications wait for whoever works on them, most pressing first. */
const OWN_GROUPS = [
  { key: 'questions', statuses: ['info-requested'] },
  { key: 'outcome-unknown', statuses: ['outcome-unknown'] },
  { key: 'refused', statuses: ['refused', 'not-sent', 'partly-accepted', 'ids-needed'] },
  { key: 'approved', statuses: ['approved'] },
  { key: 'drafts', statuses: ['draft'] },
] as const satisfies readonly { key: WorkKey; statuses: readonly ApplicationStatus[] }[]

/** What waits for one who writes applications: only what is theirs, and of it what they can do something about. */
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

/** Of everybody: what was sent, and nobody knows what became of it. */
export async function listAllOutcomesUnknown(db: Db): Promise<WorkGroup> {
  const found = await listByStatus(db, ['outcome-unknown'], sql``)
  const { count, items } = found.get('outcome-unknown') ?? { count: 0, items: [] }
  return { key: 'all-outcomes-unknown', count, items }
}

const latestFirst = (items: readonly WorkItem[]): WorkItem[] =>
  items.toSorted((one, other) => (one.at < other.at ? 1 : -1))

type NamedRow = { id: string; number: number; name: string; at: string }

/**
 * How many there are of each status, and the latest of them. Each status by its name: asked for several at once,
 * PostgreSQL knows of none how rare it is, and reads all that a person has.
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

/** As the list of applications names them. */
export const nameOf = (applications: SQL): SQL =>
  sql`coalesce(nullif(${applications}.dba_name, ''), nullif(${applications}.legal_name, ''), 'Untitled application')`

/** Word for word the condition of their index: documents that ended without arriving, or nobody knows. */
export const TROUBLED = sql`${documents.removedAt} is null and ${documents.delivery} in ('refused', 'not-sent', 'unknown')`

/**
 * Of the latest of them, those that nobody is to send any more: rejected or replaced since. Whether the partner has one of
 * unknown outcome is asked all the same.
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

/** Word for word the condition of theirs: documents in quarantine, which somebody has to replace. */
const INFECTED = sql`${documents.removedAt} is null and ${documents.scan} = 'infected'`

/** When the last try of a document ended, or began. */
export const lastTried = sql`coalesce((
  select max(coalesce(${partnerAttempts.answeredAt}, ${partnerAttempts.sendingAt}, ${partnerAttempts.preparedAt}))
  from ${partnerAttempts}
  where ${partnerAttempts.applicationId} = ${documents.applicationId} and ${partnerAttempts.documentId} = ${documents.id}
), ${documents.uploadedAt})`

/** The applications with documents that did not arrive, or have malware; `me`: only this person's. `count` is of documents. */
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
