import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '@/lib/db/client'
import { applicationSections, applications, partnerAttempts, users } from '@/lib/db/schema/desk'
import { blankDraft } from '@/lib/domain/application/blank'
import type { Draft, SectionName } from '@/lib/domain/application/sections'
import { DeskError } from '@/lib/errors'
import type { Sealer } from '@/lib/server/sealing/sealer'
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
