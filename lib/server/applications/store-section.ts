import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { applicationSections, applications } from '@/lib/db/schema/applications'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { type Difference, diffSection } from '@/lib/domain/application/differences'
import {
  type AnyDraft,
  type AnySectionName,
  kindOf,
  type SectionDraft,
  sectionIn,
} from '@/lib/domain/application/draft'
import { blankDraftOf } from '@/lib/domain/application/draft-schemas'
import { isMasked } from '@/lib/domain/application/identities'
import { sectionsOf } from '@/lib/domain/application/section-names'
import { mapSensitive } from '@/lib/domain/application/sensitive'
import { truncateCardNumbers } from '@/lib/domain/values/card-number'
import { isSealed } from '@/lib/domain/values/sealed'
import { recordBy } from '@/lib/server/audit'
import { recordOwnWork } from '@/lib/server/cases/own-work'
import { openSection, sealSection, shownSection } from '@/lib/server/drafts/sealed-sections'
import { type Ctx, todayOf } from '@/lib/server/services'
import { fingerprintsOf, indexedColumns, storeFingerprints } from './search-index'

/**
 * Seals a section and stores it as its next version, with all that is derived of it and its audit row. `typed`
 * is of the section's shape; `before` is what stands, as stored and open; `told` is for a change that the audit log
 * tells otherwise than as a save, and names the tab of a browser that saved it.
 */
export async function storeSection<S extends AnySectionName>(
  ctx: Ctx,
  tx: DbOrTx,
  applicationId: string,
  section: S,
  typed: SectionDraft<S>,
  before: { version: number; data: SectionDraft<S>; open: SectionDraft<S> },
  told: { action: AuditAction; detail?: Record<string, unknown>; tab?: string } = { action: 'section-saved' },
): Promise<{ version: number; shown: SectionDraft<S>; open: SectionDraft<S>; newIdentities: boolean }> {
  const now = ctx.now()
  const today = todayOf(ctx)
  const stored = sealSection(ctx.sealer, applicationId, section, withoutCardsInTexts(typed), before.data)
  const openNow = openSection(ctx.sealer, applicationId, section, stored)
  const shown = shownSection(section, openNow, today)
  const changes = diffSection(section, shownSection(section, before.open, today), shown)
  const version = before.version + 1
  await tx
    .insert(applicationSections)
    .values({
      applicationId,
      section,
      version,
      schemaVersion: 1,
      data: stored,
      updatedBy: ctx.actor.id,
      updatedAt: now,
      tab: told.tab ?? null,
    })
    .onConflictDoUpdate({
      target: [applicationSections.applicationId, applicationSections.section],
      set: {
        version,
        data: stored,
        schemaVersion: 1,
        updatedBy: ctx.actor.id,
        updatedAt: now,
        tab: told.tab ?? null,
      },
    })
  await tx
    .update(applications)
    .set({ updatedAt: now, ...indexedColumns(section, openNow) })
    .where(eq(applications.id, applicationId))
  const fingerprints = fingerprintsOf(ctx.sealer, applicationId, section, openNow)
  // A section is saved every second while someone types, and its identities hardly ever change.
  const retyped = typedPlaces(section, typed)
  const newIdentities =
    retyped.size > 0 ||
    !isDeepStrictEqual(fingerprints, fingerprintsOf(ctx.sealer, applicationId, section, before.open))
  if (newIdentities)
    await storeFingerprints(
      tx,
      applicationId,
      section,
      fingerprints,
      ({ itemId, field }) =>
        !retyped.has(`${itemId}.${field}`) &&
        (field !== 'accountNumber' || routingOf(openNow, itemId) === routingOf(before.open, itemId)),
    )
  await recordBy(ctx, tx, {
    at: now,
    action: told.action,
    subject: ['application', applicationId],
    detail: { section, version, changes: changes.map(shortened), ...told.detail },
  })
  if (told.action === 'section-saved') await recordOwnWork(ctx, tx, applicationId)
  return { version, shown, open: openNow, newIdentities }
}

/** Where a masked identity comes as text and not as the stand-in of the one that is kept. */
function typedPlaces<S extends AnySectionName>(section: S, typed: SectionDraft<S>): ReadonlySet<string> {
  const places = new Set<string>()
  mapSensitive(section, typed, (place, value) => {
    if (isMasked(place) && !isSealed(value) && value.trim() !== '')
      places.add(`${place.itemId ?? ''}.${place.field}`)
    return value
  })
  return places
}

/** Where people write what they like. A card number has no place in an application. */
const FREE_TEXTS = ['notes', 'description', 'refundPolicy', 'cancellationReason']

export const withoutCardsInTexts = <D>(section: D): D =>
  typeof section !== 'object' || section === null
    ? section
    : {
        ...section,
        ...Object.fromEntries(
          Object.entries(section).flatMap(([name, value]) =>
            FREE_TEXTS.includes(name) && typeof value === 'string'
              ? [[name, truncateCardNumbers(value)]]
              : [],
          ),
        ),
      }

/** The sections of an application that was just made, as version 1 each; those that are blank stay unsaved. */
export async function storeFirstSections(
  ctx: Ctx,
  tx: DbOrTx,
  applicationId: string,
  draft: AnyDraft,
): Promise<void> {
  const blank = blankDraftOf(kindOf(draft))
  for (const section of sectionsOf(kindOf(draft))) {
    const typed = sectionIn(draft, section)
    const data = sectionIn(blank, section)
    if (isDeepStrictEqual(typed, data)) continue
    await storeSection(ctx, tx, applicationId, section, typed, { version: 0, data, open: data })
  }
}

/** A description has up to 32,000 characters, and is saved every second while it is typed. */
const AUDITED_LENGTH = 300
const shortened = (change: Difference): Difference => ({
  ...change,
  before: shorten(change.before),
  after: shorten(change.after),
})
const shorten = (text: string) => (text.length > AUDITED_LENGTH ? `${text.slice(0, AUDITED_LENGTH)}…` : text)

/** An account number with another routing number is another identity, and must differ from its routing number. */
function routingOf(open: SectionDraft, itemId: string): string | null {
  const item = 'items' in open ? open.items.find(({ id }) => id === itemId) : undefined
  return item && 'routingNumber' in item ? item.routingNumber : null
}
