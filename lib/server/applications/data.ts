import { and, asc, desc, eq, ilike, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, DbOrTx } from '@/lib/db/client'
import { applicationSections, applications, documents, partnerAttempts, users } from '@/lib/db/schema/desk'
import { blankDraft } from '@/lib/domain/application/blank'
import type { Draft, SectionName } from '@/lib/domain/application/sections'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { DeskError } from '@/lib/errors'
import type { Sealer } from '@/lib/server/sealing/sealer'
import { storable } from '@/lib/server/storable'
import { openSection } from './sealed-sections'

export type ApplicationRow = typeof applications.$inferSelect

/** A section with the version that a save must name, and who saved it last. */
export type StoredSection<S extends SectionName = SectionName> = {
  version: number
  data: Draft[S]
  updatedBy: string | null
  updatedAt: Date | null
}

export async function requireApplication(db: DbOrTx, id: string): Promise<ApplicationRow> {
  const [row] = await selectApplication(db, id)
  if (!row) throw new DeskError('not-found')
  return row
}

/** The same, locked until the transaction ends, so that what changes an application takes turns. */
export async function lockApplication(tx: DbOrTx, id: string): Promise<ApplicationRow> {
  const [row] = await selectApplication(tx, id).for('update')
  if (!row) throw new DeskError('not-found')
  return row
}

function selectApplication(db: DbOrTx, id: string) {
  // An id that is no UUID would be an error of the database, not an answer.
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new DeskError('not-found')
  return db.select().from(applications).where(eq(applications.id, id))
}

/** The whole draft, open; sections never saved are blank at version 0. */
export async function getOpenDraft(
  db: DbOrTx,
  sealer: Sealer,
  applicationId: string,
): Promise<{
  draft: Draft
  versions: Record<SectionName, number>
  lastSaved: { at: Date; by: string } | null
}> {
  const rows = await db
    .select({
      section: applicationSections.section,
      version: applicationSections.version,
      data: applicationSections.data,
      updatedAt: applicationSections.updatedAt,
      by: users.name,
    })
    .from(applicationSections)
    .innerJoin(users, eq(users.id, applicationSections.updatedBy))
    .where(eq(applicationSections.applicationId, applicationId))
    .orderBy(asc(applicationSections.updatedAt))
  const draft = blankDraft()
  const versions: Record<SectionName, number> = { merchant: 0, contacts: 0, accounts: 0, options: 0 }
  for (const row of rows) {
    versions[row.section] = row.version
    putSection(
      draft,
      row.section,
      openSection(sealer, applicationId, row.section, withBlanks(row.section, row.data)),
    )
  }
  const last = rows.at(-1)
  return { draft, versions, lastSaved: last ? { at: last.updatedAt, by: last.by } : null }
}

/** One section as stored, or blank at version 0. */
export async function getStoredSection<S extends SectionName>(
  db: DbOrTx,
  applicationId: string,
  section: S,
): Promise<StoredSection<S>> {
  const [row] = await db
    .select()
    .from(applicationSections)
    .where(
      and(eq(applicationSections.applicationId, applicationId), eq(applicationSections.section, section)),
    )
  return row
    ? {
        version: row.version,
        data: withBlanks(section, row.data),
        updatedBy: row.updatedBy,
        updatedAt: row.updatedAt,
      }
    : { version: 0, data: blankDraft()[section], updatedBy: null, updatedAt: null }
}

const putSection = <S extends SectionName>(draft: Draft, section: S, data: Draft[S]) => {
  draft[section] = data
}

/** What was stored before a field existed gets that field's blank. The shape was checked when it was saved. */
function withBlanks<S extends SectionName>(section: S, data: unknown): Draft[S] {
  return { ...blankDraft()[section], ...(data as Draft[S]) }
}

export type ApplicationListItem = Pick<
  ApplicationRow,
  'id' | 'number' | 'status' | 'legalName' | 'dbaName' | 'ownership' | 'opportunityId' | 'updatedAt'
> & { createdBy: string; documents: number }

export type ListCursor = { updatedAt: Date; id: string }
export type ListFilter = { search?: string; statuses?: readonly ApplicationStatus[]; after?: ListCursor }

export const LIST_PAGE = 50

/** Latest change first, `LIST_PAGE` at a time from a key on: page 10,000 costs what page 1 does. */
export async function listApplications(db: Db, filter: ListFilter): Promise<ApplicationListItem[]> {
  const search = storable(filter.search ?? '').trim()
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const number = /^a?-?(\d{1,15})$/i.exec(search)?.[1]
  return db
    .select({
      id: applications.id,
      number: applications.number,
      status: applications.status,
      legalName: applications.legalName,
      dbaName: applications.dbaName,
      ownership: applications.ownership,
      opportunityId: applications.opportunityId,
      updatedAt: applications.updatedAt,
      createdBy: users.name,
      documents: sql<number>`(select count(*)::int from ${documents} where ${documents.applicationId} = ${applications.id} and ${documents.removedAt} is null)`,
    })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.createdBy))
    .where(
      and(
        filter.statuses?.length ? inArray(applications.status, [...filter.statuses]) : undefined,
        search === ''
          ? undefined
          : or(
              ilike(applications.legalName, pattern),
              ilike(applications.dbaName, pattern),
              eq(applications.opportunityId, search),
              eq(applications.accountId, search),
              number ? eq(applications.number, Number(number)) : undefined,
            ),
        filter.after
          ? or(
              lt(applications.updatedAt, filter.after.updatedAt),
              and(eq(applications.updatedAt, filter.after.updatedAt), lt(applications.id, filter.after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(applications.updatedAt), desc(applications.id))
    .limit(LIST_PAGE + 1)
}

export async function countByStatus(db: Db): Promise<Partial<Record<ApplicationStatus, number>>> {
  const rows = await db
    .select({ status: applications.status, count: sql<number>`count(*)::int` })
    .from(applications)
    .groupBy(applications.status)
  return Object.fromEntries(rows.map((row) => [row.status, row.count]))
}

const resolver = alias(users, 'resolver')
const asker = alias(users, 'asker')

/** Attempts of the application itself (not of its documents), latest first. */
export const listAttempts = (db: DbOrTx, applicationId: string) =>
  db
    .select({
      attempt: partnerAttempts,
      resolvedByName: resolver.name,
      resendAskedByName: asker.name,
    })
    .from(partnerAttempts)
    .leftJoin(resolver, eq(resolver.id, partnerAttempts.resolvedBy))
    .leftJoin(asker, eq(asker.id, partnerAttempts.resendAskedBy))
    .where(and(eq(partnerAttempts.applicationId, applicationId), isNull(partnerAttempts.documentId)))
    .orderBy(desc(partnerAttempts.preparedAt))
    .limit(20)
