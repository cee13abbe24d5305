import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { can } from '@/lib/domain/access/permissions'
import { checkSoleOwner } from '@/lib/domain/application/check'
import type { AnyDraft, AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import { blankDraftOf } from '@/lib/domain/application/draft-schemas'
import { draftSectionSchema } from '@/lib/domain/application/draft-shape'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { mergeSaves } from '@/lib/domain/application/merge-saves'
import type { Origin } from '@/lib/domain/application/origin'
import { checkSameWithin } from '@/lib/domain/application/same-identity'
import { ANY_SECTION_NAMES } from '@/lib/domain/application/section-names'
import { restoreBase } from '@/lib/domain/application/sparse-base'
import { isEditable } from '@/lib/domain/application/status'
import { type StepSlug, stepsOf } from '@/lib/domain/application/steps'
import { MODE_FIELD, modeChangeProblem, withDefaultMode } from '@/lib/domain/application/underwriting-mode'
import type { Violation } from '@/lib/domain/values/violation'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import { recordOwnWork } from '@/lib/server/cases/own-work'
import { getPerson, getStoredSection, lockApplication, requireApplication } from '@/lib/server/drafts/data'
import { openSection, shownSection } from '@/lib/server/drafts/sealed-sections'
import { type Ctx, todayOf } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { checkCompared, compareIdentities, confirmWithinLimit, withoutPaused } from './compare-identities'
import { INDEX_VERSION, listSameIdentities } from './search-index'
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
  }: {
    id?: string
    origin?: Origin | null
    imported?: { importId: string; row: number; file?: string }
  } = {},
): Promise<{ id: string; number: number }> {
  const now = ctx.now()
  const [row] = await tx
    .insert(applications)
    .values({
      ...(id && { id }),
      kind,
      origin,
      status: 'draft',
      derived: INDEX_VERSION,
      assigneeId: ctx.actor.id,
      createdBy: ctx.actor.id,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: applications.id, number: applications.number })
  if (!row) throw new Error('An application row was not returned.')
  await recordBy(ctx, tx, {
    at: now,
    action: 'application-started',
    subject: ['application', row.id],
    detail: { kind, ...(origin && { from: origin.applicationId }), ...imported },
  })
  await recordOwnWork(ctx, tx, row.id)
  return row
}

export const saveSectionSchema = z.object({
  applicationId: z.uuid(),
  section: z.enum(ANY_SECTION_NAMES),
  /** The version that the form was filled over; 0 before the first save. */
  baseVersion: z.number().int().min(0),
  data: z.unknown(),
  /** What the form was filled over, where that differs from `data` (`sparseBase`); a stale save is merged with it. */
  base: z.unknown(),
  /** The browser tab that saves. */
  tab: z.string().max(64).optional(),
})

export type SaveResult<T extends SectionDraft = SectionDraft> =
  /** `mergedWith` is whose changes were there already, and stand in `shown` beside these; null for none. */
  | {
      ok: true
      version: number
      savedAt: string
      shown: T
      mergedWith: string | null
      /** Identities that other applications, or other items of this one, have too, where this save brought any; else what was said before holds. */
      sameIdentities?: Violation[]
    }
  | {
      ok: false
      reason: 'stale'
      version: number
      theirs: T
      changedBy: string
      changedAt: string
    }

/**
 * Saves one section over the version it started from. A stale save is merged with what stands, field by field; where
 * both changed the same field it changes nothing and brings back what stands. `shown` has stand-ins in place of the
 * sensitive text that was just sealed.
 */
export async function saveSection<S extends AnySectionName>(
  ctx: Ctx,
  input: {
    applicationId: string
    section: S
    baseVersion: number
    data: unknown
    base?: unknown
    tab?: string | undefined
  },
): Promise<SaveResult<SectionDraft<S>>> {
  const { applicationId, section, tab } = input
  const now = ctx.now()
  const today = todayOf(ctx)

  await confirmWithinLimit(ctx, input)
  return ctx.db.transaction(async (tx): Promise<SaveResult<SectionDraft<S>>> => {
    // The lock orders the saves of one application, so that two first saves of a section cannot both win.
    const application = await lockApplication(tx, applicationId)
    if (!isEditable(application)) {
      throw new DeskError(
        'wrong-state',
        'This application can no longer be edited because it was sent. Reload to see its status.',
      )
    }
    const schema = draftSectionSchema(application.kind, section)
    const shape = schema.safeParse(input.data)
    if (!shape.success) throw new DeskError('invalid', undefined, { cause: shape.error })
    const before = await getStoredSection(tx, application, section)
    const openBefore = openSection(ctx.sealer, applicationId, section, before.data)
    let typed = shape.data
    let mergedWith: string | null = null
    if (before.version !== input.baseVersion) {
      const theirs = shownSection(section, openBefore, today)
      const isOwn = before.updatedBy === ctx.actor.id
      const by = isOwn ? null : await getPerson(tx, before.updatedBy)
      const base = input.base === undefined ? null : schema.safeParse(restoreBase(input.base, typed))
      const isSameTab = isOwn && tab !== undefined && before.tab === tab
      const merged =
        base?.success && input.baseVersion < before.version
          ? mergeSaves(section, { base: base.data, mine: typed, theirs, open: openBefore }, isSameTab)
          : null
      if (!merged) {
        return {
          ok: false,
          reason: 'stale',
          version: before.version,
          theirs,
          changedBy: isOwn ? 'you, in another window' : (by?.name ?? 'somebody'),
          changedAt: (before.updatedAt ?? now).toISOString(),
        }
      }
      typed = merged
      mergedWith = isOwn ? 'yourself' : (by?.name ?? 'somebody')
    }
    await refuseModeChange(ctx, tx, openBefore, typed)
    const { version, shown, open, newIdentities } = await storeSection(
      ctx,
      tx,
      applicationId,
      section,
      typed,
      { ...before, open: openBefore },
      { action: 'section-saved', ...(tab !== undefined && { tab }) },
    )
    const result = { ok: true, version, savedAt: now.toISOString(), shown, mergedWith } as const
    if (!newIdentities) return result
    const same = (await listSameIdentities(tx, applicationId)).filter((one) => one.section === section)
    // Only that section is looked into.
    const draftOf = (data: SectionDraft<S>) => ({ ...blankDraftOf(application.kind), [section]: data })
    const ofOwner =
      section === 'contacts'
        ? checkSoleOwner({ ...draftOf(open), merchant: await openMerchant(ctx, tx, application) } as AnyDraft)
        : []
    const left = await compareIdentities(ctx, tx, application, draftOf(open))
    const leftHere = left && { ...left, places: left.places.filter((place) => place.section === section) }
    return {
      ...result,
      sameIdentities: [
        ...checkCompared(draftOf(shown), same, leftHere),
        ...withoutPaused([...checkSameWithin(draftOf(open)), ...ofOwner], left?.places ?? []),
      ],
    }
  })
}

async function openMerchant(ctx: Ctx, tx: DbOrTx, application: Parameters<typeof getStoredSection>[1]) {
  const { data } = await getStoredSection(tx, application, 'merchant')
  return openSection(ctx.sealer, application.id, 'merchant', data)
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
 * Remembers that someone opened a step that its kind has. No version and no audit row: it is no change of the
 * application.
 */
export async function markVisited(ctx: Ctx, applicationId: string, step: StepSlug): Promise<void> {
  const { kind } = await requireApplication(ctx.db, applicationId)
  if (!stepsOf(kind).includes(step)) throw new DeskError('not-found')
  await ctx.db
    .update(applications)
    .set({ visited: sql`array_append(${applications.visited}, ${step})` })
    .where(and(eq(applications.id, applicationId), sql`not ${step} = any(${applications.visited})`))
}
