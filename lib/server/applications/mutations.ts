import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { applicationSections, applications } from '@/lib/db/schema/desk'
import { type Difference, diffSection } from '@/lib/domain/application/differences'
import { ANY_SECTION_NAMES, type AnySectionName, type SectionDraft } from '@/lib/domain/application/draft'
import { draftSectionSchema } from '@/lib/domain/application/draft-shape'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { Origin } from '@/lib/domain/application/origin'
import { isEditable } from '@/lib/domain/application/status'
import type { StepSlug } from '@/lib/domain/application/steps'
import { DeskError } from '@/lib/errors'
import { recordAudit } from '@/lib/server/audit'
import { type Ctx, todayOf } from '@/lib/server/world'
import { getStoredSection, lockApplication, requireApplication } from './data'
import { DERIVED_VERSION, derivedColumns, storeFingerprints } from './derived'
import { openSection, sealSection, shownSection } from './sealed-sections'

export const createApplicationSchema = z.object({ kind: z.enum(['payfac', 'full']) })

/** A new draft, at once in the database: nothing that is typed into it can be lost for want of a row. */
export const createApplication = (
  ctx: Ctx,
  { kind }: z.output<typeof createApplicationSchema> = { kind: 'payfac' },
): Promise<{ id: string; number: number }> =>
  ctx.db.transaction((tx) => insertApplication(ctx, tx, kind, null))

/** The row of a new draft, of whoever starts it. `origin` is what it is started from. */
export async function insertApplication(
  ctx: Ctx,
  tx: DbOrTx,
  kind: ApplicationKind,
  origin: Origin | null,
): Promise<{ id: string; number: number }> {
  const now = ctx.now()
  const [row] = await tx
    .insert(applications)
    .values({
      kind,
      origin,
      status: 'draft',
      derived: DERIVED_VERSION,
      assigneeId: ctx.actor.id,
      createdBy: ctx.actor.id,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: applications.id, number: applications.number })
  if (!row) throw new Error('An application row was not returned.')
  await recordAudit(tx, {
    at: now,
    actorId: ctx.actor.id,
    action: 'application-started',
    subject: ['application', row.id],
    requestId: ctx.requestId,
    detail: { kind, ...(origin && { from: origin.applicationId }) },
  })
  return row
}

export const saveSectionSchema = z.object({
  applicationId: z.uuid(),
  section: z.enum(ANY_SECTION_NAMES),
  /** The version that the form was filled over; 0 before the first save. */
  baseVersion: z.number().int().min(0),
  data: z.unknown(),
})

export type SaveResult<T extends SectionDraft = SectionDraft> =
  | { ok: true; version: number; savedAt: string; shown: T }
  | {
      ok: false
      reason: 'stale'
      version: number
      theirs: T
      changedBy: string
      changedAt: string
    }

/**
 * Saves one section over the version it started from; a stale save changes nothing and brings back what
 * stands. `shown` has stand-ins in place of the sensitive text that was just sealed.
 */
export async function saveSection<S extends AnySectionName>(
  ctx: Ctx,
  input: { applicationId: string; section: S; baseVersion: number; data: unknown },
): Promise<SaveResult<SectionDraft<S>>> {
  const { applicationId, section } = input
  const now = ctx.now()
  const today = todayOf(ctx)

  return ctx.db.transaction(async (tx): Promise<SaveResult<SectionDraft<S>>> => {
    // The lock orders the saves of one application, so that two first saves of a section cannot both win.
    const application = await lockApplication(tx, applicationId)
    if (!isEditable(application)) {
      throw new DeskError(
        'wrong-state',
        'This application can no longer be edited: it was sent meanwhile. Reload to see its state.',
      )
    }
    const shape = draftSectionSchema(application.kind, section).safeParse(input.data)
    if (!shape.success) throw new DeskError('invalid', undefined, { cause: shape.error })
    const typed = shape.data
    const before = await getStoredSection(tx, application, section)
    const openBefore = openSection(ctx.sealer, applicationId, section, before.data)
    if (before.version !== input.baseVersion) {
      const [by] = await tx
        .execute<{ name: string }>(sql`select name from users where id = ${before.updatedBy}`)
        .then((r) => r.rows)
      return {
        ok: false,
        reason: 'stale',
        version: before.version,
        theirs: shownSection(section, openBefore, today),
        changedBy: before.updatedBy === ctx.actor.id ? 'you, in another window' : (by?.name ?? 'somebody'),
        changedAt: (before.updatedAt ?? now).toISOString(),
      }
    }
    const stored = sealSection(ctx.sealer, applicationId, section, typed, before.data)
    const openNow = openSection(ctx.sealer, applicationId, section, stored)
    const shown = shownSection(section, openNow, today)
    const changes = diffSection(section, shownSection(section, openBefore, today), shown)
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
      })
      .onConflictDoUpdate({
        target: [applicationSections.applicationId, applicationSections.section],
        set: { version, data: stored, schemaVersion: 1, updatedBy: ctx.actor.id, updatedAt: now },
      })
    await tx
      .update(applications)
      .set({ updatedAt: now, ...derivedColumns(section, openNow) })
      .where(eq(applications.id, applicationId))
    await storeFingerprints(tx, ctx.sealer, applicationId, section, openNow)
    await recordAudit(tx, {
      at: now,
      actorId: ctx.actor.id,
      action: 'section-saved',
      subject: ['application', applicationId],
      requestId: ctx.requestId,
      detail: { section, version, changes: changes.map(shortened) },
    })
    return { ok: true, version, savedAt: now.toISOString(), shown }
  })
}

/** A description has up to 32,000 characters, and is saved every second while it is typed. */
const AUDITED_LENGTH = 300
const shortened = (change: Difference): Difference => ({
  ...change,
  before: shorten(change.before),
  after: shorten(change.after),
})
const shorten = (text: string) => (text.length > AUDITED_LENGTH ? `${text.slice(0, AUDITED_LENGTH)}…` : text)

/** Remembers that somebody opened a step. No version and no audit row: it is no change of the application. */
export async function markLooked(ctx: Ctx, applicationId: string, step: StepSlug): Promise<void> {
  await requireApplication(ctx.db, applicationId)
  await ctx.db
    .update(applications)
    .set({ looked: sql`array_append(${applications.looked}, ${step})` })
    .where(and(eq(applications.id, applicationId), sql`not ${step} = any(${applications.looked})`))
}
