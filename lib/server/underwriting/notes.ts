import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { underwritingNotes, underwritingTicks } from '@/lib/db/schema/desk'
import { checklistOf } from '@/lib/domain/underwriting/checklist'
import { OWN_WORK } from '@/lib/domain/underwriting/decision'
import { MAX_NOTE_LENGTH } from '@/lib/domain/underwriting/reasons'
import { storableNote } from '@/lib/server/storable'
import type { Ctx } from '@/lib/server/world'
import { getOpenDraft } from '../applications/data'
import { auditCase, type CaseRefusal, listContributors, lockCase } from './case'
import { caseSchema } from './claim'

export const addNoteSchema = caseSchema.extend({ text: z.string().trim().min(1).max(MAX_NOTE_LENGTH) })

/** What underwriters tell each other; staff do not see it. Never changed or removed. */
export const addNote = (ctx: Ctx, { applicationId, text }: z.output<typeof addNoteSchema>): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    await lockCase(tx, applicationId)
    await tx
      .insert(underwritingNotes)
      .values({ applicationId, by: ctx.actor.id, at: ctx.now(), text: storableNote(text) })
    await auditCase(ctx, tx, 'case-noted', applicationId, {})
  })

export const tickSchema = caseSchema.extend({ key: z.string().min(1).max(200), done: z.boolean() })

export type TickResult = { ok: true } | CaseRefusal

/** Confirms an entry of the checklist, or takes that back. Whoever has the case does it, of nothing of their own. */
export const tick = (
  ctx: Ctx,
  { applicationId, key, done }: z.output<typeof tickSchema>,
): Promise<TickResult> =>
  ctx.db.transaction(async (tx): Promise<TickResult> => {
    const { application, held } = await lockCase(tx, applicationId)
    if (!held || application.status !== 'in-underwriting' || held.underwriterId !== ctx.actor.id) {
      return {
        ok: false,
        reason: 'wrong-state',
        message: 'Claim the case first: only whoever works on it confirms its checklist.',
      }
    }
    const contributors = await listContributors(tx, applicationId)
    if (contributors.has(ctx.actor.id)) {
      return {
        ok: false,
        reason: 'own-work',
        message: `${OWN_WORK} Release the case: somebody who did not has to confirm its checklist.`,
      }
    }
    const { draft } = await getOpenDraft(tx, ctx.sealer, application)
    if (!checklistOf(draft).some((entry) => entry.key === key)) {
      return {
        ok: false,
        reason: 'changed',
        message: 'The application changed, and its checklist with it. Reload the page.',
      }
    }
    const its = { applicationId, round: held.round, key }
    const ticks = underwritingTicks
    if (done) {
      const by = { by: ctx.actor.id, at: ctx.now() }
      await tx
        .insert(ticks)
        .values({ ...its, ...by })
        // A confirmation that does not count any more gives way to one that does.
        .onConflictDoUpdate({
          target: [ticks.applicationId, ticks.round, ticks.key],
          set: by,
          setWhere: inArray(ticks.by, [...contributors]),
        })
    } else {
      await tx
        .delete(ticks)
        .where(and(eq(ticks.applicationId, applicationId), eq(ticks.round, held.round), eq(ticks.key, key)))
    }
    await auditCase(ctx, tx, done ? 'check-confirmed' : 'check-taken-back', applicationId, { key })
    return { ok: true }
  })
