import { and, asc, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '@/lib/db/client'
import { applicationSections, applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { users } from '@/lib/db/schema/people'
import {
  type AnySectionName,
  type DraftOf,
  type SectionDraft,
  sectionIn,
} from '@/lib/domain/application/draft'
import { blankDraftOf } from '@/lib/domain/application/draft-schemas'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { type UnderwritingRules, underwritingRules } from '@/lib/domain/settings/underwriting-rules'
import { isUuid } from '@/lib/domain/values/uuid'
import { DeskError } from '@/lib/errors'
import type { Sealer } from '@/lib/server/sealing/sealer'
import { settingColumn } from '@/lib/server/settings'
import { openSection } from './sealed-sections'

export type ApplicationRow = typeof applications.$inferSelect

/** A section with the version that a save must name, and who saved it last. */
export type StoredSection<S extends AnySectionName = AnySectionName> = {
  version: number
  data: SectionDraft<S>
  updatedBy: string | null
  updatedAt: Date | null
  tab: string | null
}

/** Which application, and of which kind its sections therefore are. */
export type KindedId = Pick<ApplicationRow, 'id' | 'kind'>

export async function requireApplication(db: DbOrTx, id: string): Promise<ApplicationRow> {
  const [row] = await selectApplication(db, id)
  if (!row) throw new DeskError('not-found')
  return row
}

/**
 * The same, locked until the transaction ends, so that what changes an application takes turns. Not its key: what only
 * points to it (an attempt of a document, which is locked before) does not wait, and so is in no ring.
 */
export async function lockApplication(tx: DbOrTx, id: string): Promise<ApplicationRow> {
  const [row] = await selectApplication(tx, id).for('no key update')
  if (!row) throw new DeskError('not-found')
  return row
}

/** For a change of what belongs to an application and is none of its columns: an answer, or a document. */
export const markChanged = (tx: DbOrTx, id: string, now: Date) =>
  tx.update(applications).set({ updatedAt: now }).where(isApplication(id))

/** Locked, with the rules of underwriting as they stand at that moment, in one statement. */
export async function lockApplicationWithRules(
  tx: DbOrTx,
  id: string,
): Promise<{ application: ApplicationRow; rules: UnderwritingRules }> {
  const [row] = await tx
    .select({ application: applications, rules: settingColumn(underwritingRules) })
    .from(applications)
    .where(isApplication(id))
    .for('no key update')
    .prepare('lock_application_with_rules')
    .execute()
  if (!row) throw new DeskError('not-found')
  return { application: row.application, rules: underwritingRules.read(row.rules) }
}

const selectApplication = (db: DbOrTx, id: string) => db.select().from(applications).where(isApplication(id))

function isApplication(id: string): SQL {
  // An id that is no UUID would be an error of the database, not an answer.
  if (!isUuid(id)) throw new DeskError('not-found')
  return eq(applications.id, id)
}

export type SectionVersions = Record<AnySectionName, number>
export type OpenDraft<K extends ApplicationKind = ApplicationKind> = {
  draft: DraftOf<K>
  versions: SectionVersions
  lastSaved: { at: Date; by: string } | null
}

/** The whole draft, open; sections never saved are blank at version 0. */
export async function getOpenDraft<K extends ApplicationKind>(
  db: DbOrTx,
  sealer: Sealer,
  { id, kind }: { id: string; kind: K },
): Promise<OpenDraft<K>> {
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
    .where(eq(applicationSections.applicationId, id))
    .orderBy(asc(applicationSections.updatedAt))
  const last = rows.at(-1)
  return {
    ...openSections(sealer, { id, kind }, rows),
    lastSaved: last ? { at: last.updatedAt, by: last.by } : null,
  }
}

/** The draft that stored sections make, open. */
export function openSections<K extends ApplicationKind>(
  sealer: Sealer,
  { id, kind }: { id: string; kind: K },
  rows: readonly { section: AnySectionName; version: number; data: unknown }[],
): Pick<OpenDraft<K>, 'draft' | 'versions'> {
  const draft = blankDraftOf(kind)
  const versions: SectionVersions = { merchant: 0, contacts: 0, accounts: 0, options: 0, pricing: 0 }
  for (const { section, version, data } of rows) {
    versions[section] = version
    Object.assign(draft, { [section]: openSection(sealer, id, section, withBlanks(kind, section, data)) })
  }
  return { draft, versions }
}

/** One section as stored, or blank at version 0. */
export async function getStoredSection<S extends AnySectionName>(
  db: DbOrTx,
  { id, kind }: KindedId,
  section: S,
): Promise<StoredSection<S>> {
  const [row] = await db
    .select()
    .from(applicationSections)
    .where(and(eq(applicationSections.applicationId, id), eq(applicationSections.section, section)))
  return {
    version: row?.version ?? 0,
    data: withBlanks(kind, section, row?.data),
    updatedBy: row?.updatedBy ?? null,
    updatedAt: row?.updatedAt ?? null,
    tab: row?.tab ?? null,
  }
}

/** What was stored before a field existed gets that field's blank. The shape was checked when it was saved. */
export const withBlanks = <S extends AnySectionName>(
  kind: ApplicationKind,
  section: S,
  data: unknown,
): SectionDraft<S> => ({ ...sectionIn(blankDraftOf(kind), section), ...(data as SectionDraft<S>) })

/** A name to show; null for no one. */
export async function getPerson(db: DbOrTx, id: string | null): Promise<{ id: string; name: string } | null> {
  if (id === null) return null
  const [person] = await db.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, id))
  return person ?? null
}

/** Names of people by their ids, for what names many. */
export async function listNames(db: DbOrTx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const people = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(people.map(({ id, name }) => [id, name]))
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
