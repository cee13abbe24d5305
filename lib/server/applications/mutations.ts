import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/desk'
import { can } from '@/lib/domain/access/permissions'
import {
  ANY_SECTION_NAMES,
  type AnySectionName,
  blankDraftOf,
  type SectionDraft,
} from '@/lib/domain/application/draft'
import { draftSectionSchema } from '@/lib/domain/application/draft-shape'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { Origin } from '@/lib/domain/application/origin'
import { isEditable } from '@/lib/domain/application/status'
import { type StepSlug, stepsOf } from '@/lib/domain/application/steps'
import { MODE_FIELD, modeChangeProblem, withDefaultMode } from '@/lib/domain/application/underwriting-mode'
import { DeskError } from '@/lib/errors'
import { recordAudit } from '@/lib/server/audit'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { type Ctx, todayOf } from '@/lib/server/world'
import { getStoredSection, lockApplication, requireApplication } from './data'
import { DERIVED_VERSION } from './derived'
import { openSection, shownSection } from './sealed-sections'
import { storeFirstSections, storeSection } from './store-section'

export const createApplicationSchema = z.object({ kind: z.enum(['payfac', 'full']) })

/** A new draft, at once in the database: nothing that is typed into it can be lost for want of a row. */
export const createApplication = (
  ctx: Ctx,
  { kind }: z.output<typeof createApplicationSchema> = { kind: 'payfac' },
): Promise<{ id: string; number: number }> =>
  ctx.db.transaction(async (tx) => {
    const row = await insertApplication(ctx, tx, kind)
    const { defaultMode } = await loadUnderwritingRules(tx)
    await storeFirstSections(ctx, tx, row.id, withDefaultMode(blankDraftOf(kind), defaultMode))
    return row
  })

/**
 * The row of a new draft, of whoever starts it. `origin` is the application that it is started from, `imported`
 * the row of a file; `id` is its own, where it must be known beforehand.
 */
export async function insertApplication(
  ctx: Ctx,
  tx: DbOrTx,
  kind: ApplicationKind,
  {
    id,
    origin = null,
    imported,
  }: { id?: string; origin?: Origin | null; imported?: { importId: string; row: number } } = {},
): Promise<{ id: string; number: number }> {
  const now = ctx.now()
  const [row] = await tx
    .insert(applications)
    .values({
      ...(id && { id }),
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
    detail: { kind, ...(origin && { from: origin.applicationId }), ...imported },
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
    await refuseModeChange(ctx, tx, openBefore, typed)
    const { version, shown } = await storeSection(ctx, tx, applicationId, section, typed, {
      ...before,
      open: openBefore,
    })
    return { ok: true, version, savedAt: now.toISOString(), shown }
  })
}

/** Throws where it changes who underwrites, and that is not this person's to change. */
async function refuseModeChange(
  ctx: Ctx,
  tx: DbOrTx,
  before: SectionDraft,
  after: SectionDraft,
): Promise<void> {
  if (!(MODE_FIELD in before) || !(MODE_FIELD in after) || before[MODE_FIELD] === after[MODE_FIELD]) return
  const { defaultMode } = await loadUnderwritingRules(tx)
  const problem = modeChangeProblem({
    before: before[MODE_FIELD],
    after: after[MODE_FIELD],
    defaultMode,
    mayChange: can(ctx.actor.roles, 'underwriting:decide'),
  })
  if (problem) throw new DeskError('forbidden', problem)
}

/**
 * Remembers that somebody opened a step that its kind has. No version and no audit row: it is no change of the
 * application.
 */
export async function markLooked(ctx: Ctx, applicationId: string, step: StepSlug): Promise<void> {
  const { kind } = await requireApplication(ctx.db, applicationId)
  if (!stepsOf(kind).includes(step)) throw new DeskError('not-found')
  await ctx.db
    .update(applications)
    .set({ looked: sql`array_append(${applications.looked}, ${step})` })
    .where(and(eq(applications.id, applicationId), sql`not ${step} = any(${applications.looked})`))
}
