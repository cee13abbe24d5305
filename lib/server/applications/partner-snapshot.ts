import { eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { applicationRecords, applicationSections, sentSections } from '@/lib/db/schema/applications'
import type { Adopted } from '@/lib/domain/application/adopted'
import { blankDraft } from '@/lib/domain/application/blank'
import type { AnyDraft, AnySectionName } from '@/lib/domain/application/draft'
import { canBeEmptied } from '@/lib/domain/application/emptied'
import { ITEM_RECORD_TYPES } from '@/lib/domain/application/partner-records'
import type { Draft } from '@/lib/domain/application/sections'
import { type ItemEffect, type ListSection, planUpdate } from '@/lib/domain/application/update-plan'
import type { RecordIds } from '@/lib/partner/mapping/application'
import type { RecordResult } from '@/lib/partner/mapping/application-answer'
import { type ApplicationRow, withBlanks } from '@/lib/server/drafts/data'
import { openSection } from '@/lib/server/drafts/sealed-sections'
import type { Sealer } from '@/lib/server/sealing/sealer'

/**
 * What the partner has of a PayFac application, as far as we know: the values that it last took, and its record
 * ids. The other kind cannot be updated.
 */

/** The values that the partner last took, open; null when it has taken none. */
export async function getSnapshot(
  db: DbOrTx,
  sealer: Sealer,
  applicationId: string,
): Promise<{ draft: Draft; revision: number; sentAt: Date } | null> {
  const rows = await db.select().from(sentSections).where(eq(sentSections.applicationId, applicationId))
  const [first] = rows
  const draft = snapshotDraftOf(sealer, applicationId, rows)
  return first && draft ? { draft, revision: first.revision, sentAt: first.sentAt } : null
}

/** The draft that sent sections make, open; null where there are none. */
export function snapshotDraftOf(
  sealer: Sealer,
  applicationId: string,
  rows: readonly { section: AnySectionName; taken: unknown }[],
): Draft | null {
  if (rows.length === 0) return null
  const draft = blankDraft()
  for (const { section, taken } of rows) {
    // Sealed values were copied with their sections, and stay bound to the place where they were sealed.
    const open = openSection(sealer, applicationId, section, withBlanks('payfac', section, taken))
    Object.assign(draft, { [section]: open })
  }
  return draft
}

/**
 * Record ids by item, to update them by; null until the partner named the account and the opportunity, without
 * which there is no update, and for a full application, whose endpoint only creates.
 */
export async function getRecordIds(db: DbOrTx, application: Identified): Promise<RecordIds | null> {
  if (!isUpdatable(application)) return null
  const { id } = application
  const rows = await db.select().from(applicationRecords).where(eq(applicationRecords.applicationId, id))
  return recordIdsOf(application, rows)
}

type Identified = Pick<ApplicationRow, 'id' | 'kind' | 'opportunityId' | 'accountId'>

export const isUpdatable = ({ kind, opportunityId, accountId }: Identified): boolean =>
  kind === 'payfac' && opportunityId !== null && accountId !== null

/** The same of the application's records, of which some have one of their type and are named by the row itself. */
export function recordIdsOf(
  application: Identified,
  records: readonly { objectType: string; itemId: string; recordId: string }[],
): RecordIds | null {
  const { opportunityId, accountId } = application
  if (!isUpdatable(application) || opportunityId === null || accountId === null) return null
  const idsOf = (section: ListSection) =>
    Object.fromEntries(
      records
        .filter(({ objectType }) => objectType === ITEM_RECORD_TYPES[section])
        .map(({ itemId, recordId }) => [itemId, recordId]),
    )
  return { opportunityId, accountId, contacts: idsOf('contacts'), accounts: idsOf('accounts') }
}

/** What an update would do to each contact and account, as the draft stands, against what the partner took. */
export const planOf = (
  taken: Draft | null,
  draft: Pick<Draft, ListSection>,
  recordIds: RecordIds,
): ItemEffect[] =>
  planUpdate(taken ?? blankDraft(), draft, (section, itemId) =>
    Object.hasOwn(recordIds[section], itemId) ? (recordIds[section][itemId] ?? null) : null,
  )

/** Of an application that the partner had before the desk: the items whose records are known. Else null. */
export function adoptedOf(
  { adoptedAt }: Pick<ApplicationRow, 'adoptedAt'>,
  recordIds: RecordIds | null,
): Adopted | null {
  if (adoptedAt === null) return null
  // Without both ids a request would create what the partner has.
  if (recordIds === null) throw new Error('An adopted application has lost its record ids.')
  return { contacts: Object.keys(recordIds.contacts), accounts: Object.keys(recordIds.accounts) }
}

/** What the next update empties: what someone said of fields, as far as it still can be. */
export const emptiedOf = (
  { emptied }: Pick<ApplicationRow, 'emptied'>,
  taken: Draft | null,
  draft: AnyDraft,
): string[] =>
  taken && !('pricing' in draft) ? canBeEmptied(taken, draft).filter((path) => emptied.includes(path)) : []

type Failed = Pick<RecordResult, 'objectType' | 'sourceId'>

/**
 * Remembers the sections as they stand as taken by the partner; the database copies them by itself. Awaited, or
 * part of another statement. Called while the application is locked and cannot be edited.
 */
export const acceptedWhole = (
  tx: DbOrTx,
  { id, revision }: Pick<ApplicationRow, 'id' | 'revision'>,
  sentAt: Date,
) =>
  tx
    .insert(sentSections)
    .select(
      tx
        .select({
          applicationId: applicationSections.applicationId,
          section: applicationSections.section,
          revision: sql<number>`${revision}::integer`.as('revision'),
          sent: applicationSections.data,
          taken: sql`${applicationSections.data}`.as('taken'),
          sentAt: sql<Date>`${sentAt.toISOString()}::timestamptz`.as('sent_at'),
        })
        .from(applicationSections)
        .where(eq(applicationSections.applicationId, id)),
    )
    .onConflictDoUpdate(REPLACED)

/** The same, but for the records that it refused: of those it has what it had before, or nothing. */
export async function storePartialSnapshot(
  tx: DbOrTx,
  { id, revision }: Pick<ApplicationRow, 'id' | 'revision'>,
  failed: readonly Failed[],
  sentAt: Date,
): Promise<void> {
  const now = await tx.select().from(applicationSections).where(eq(applicationSections.applicationId, id))
  const before = await tx.select().from(sentSections).where(eq(sentSections.applicationId, id))
  const rows = now.map(({ section, data }) => {
    const earlier = before.find((row) => row.section === section)?.taken ?? null
    return {
      applicationId: id,
      section,
      revision,
      sent: data,
      taken: acceptedData(section, data, earlier, failed),
      sentAt,
    }
  })
  if (rows.length > 0) await tx.insert(sentSections).values(rows).onConflictDoUpdate(REPLACED)
}

const REPLACED = {
  target: [sentSections.applicationId, sentSections.section],
  set: {
    revision: sql`excluded.revision`,
    sent: sql`excluded.sent`,
    taken: sql`excluded.taken`,
    sentAt: sql`excluded.sent_at`,
  },
}

const SINGLE_OBJECT_TYPES: Partial<Record<AnySectionName, string>> = {
  merchant: 'Account',
  options: 'Opportunity',
}

type StoredItems = { items: { id: string }[] }

function acceptedData(section: AnySectionName, stored: unknown, earlier: unknown, failed: readonly Failed[]) {
  if (section !== 'contacts' && section !== 'accounts') {
    return failed.some(({ objectType }) => objectType === SINGLE_OBJECT_TYPES[section]) ? earlier : stored
  }
  const { items, ...rest } = stored as StoredItems
  const had = (earlier as StoredItems | null)?.items ?? []
  const isRefused = (id: string) =>
    failed.some(({ objectType, sourceId }) => objectType === ITEM_RECORD_TYPES[section] && sourceId === id)
  return {
    ...rest,
    items: items.flatMap((item) => (isRefused(item.id) ? had.filter(({ id }) => id === item.id) : [item])),
  }
}
