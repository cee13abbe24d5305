import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { underwritingNotes, underwritingTicks } from '@/lib/db/schema/underwriting'
import { LONGEST_ASKED, SHORTEST_ASKED } from '@/lib/domain/underwriting/asked-words'
import { checklistOf, hasReadProofs, proofsOf } from '@/lib/domain/underwriting/checklist'
import { OWN_WORK } from '@/lib/domain/underwriting/decision'
import { MAX_NOTE_LENGTH } from '@/lib/domain/underwriting/reasons'
import { auditCase, type CaseRefusal, lockCase } from '@/lib/server/cases/case'
import { listContributors } from '@/lib/server/cases/own-work'
import { listDocuments, listReaders } from '@/lib/server/documents/data'
import { getOpenDraft } from '@/lib/server/drafts/data'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { forgetText, sentTextId } from '../applications/kept-texts'
import { caseSchema } from './claim'

export const addNoteSchema = caseSchema.extend({
  text: z.string().trim().min(1).max(MAX_NOTE_LENGTH),
  textId: sentTextId,
})

/** What underwriters tell each other; staff do not see it. Never changed or removed. */
export const addNote = (
  ctx: Ctx,
  { applicationId, text, textId }: z.output<typeof addNoteSchema>,
): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    await lockCase(tx, applicationId)
    await tx
      .insert(underwritingNotes)
      .values({ applicationId, by: ctx.actor.id, at: ctx.now(), text: sanitizeNote(text) })
    await auditCase(ctx, tx, 'case-noted', applicationId, {})
    await forgetText(ctx, tx, applicationId, 'note', textId)
  })

export const tickSchema = caseSchema.extend({
  key: z.string().min(1).max(200),
  done: z.boolean(),
  /** Why it is confirmed without the document that proves it, or unread. */
  reason: z.string().trim().max(LONGEST_ASKED).default(''),
})

export type TickResult = { ok: true } | CaseRefusal

/**
 * Confirms an entry of the checklist for whoever has the case, or takes that back; of nothing of their own. What a
 * document proves takes that they have opened it, or a reason in words.
 */
export const tick = (
  ctx: Ctx,
  { applicationId, key, done, reason = '' }: z.input<typeof tickSchema>,
): Promise<TickResult> =>
  ctx.db.transaction(async (tx): Promise<TickResult> => {
    const { application, held } = await lockCase(tx, applicationId)
    if (!held || application.status !== 'in-underwriting' || held.underwriterId !== ctx.actor.id) {
      return {
        ok: false,
        reason: 'wrong-state',
        message: 'Claim the case before you confirm its checklist.',
      }
    }
    const contributors = await listContributors(tx, applicationId)
    if (contributors.has(ctx.actor.id)) {
      return {
        ok: false,
        reason: 'own-work',
        message: `${OWN_WORK} Release the case. Someone who did not must confirm its checklist.`,
      }
    }
    const { draft } = await getOpenDraft(tx, ctx.sealer, application)
    const entry = checklistOf(draft).find((one) => one.key === key)
    if (!entry) {
      return {
        ok: false,
        reason: 'changed',
        message: 'The application and its checklist changed. Reload the page.',
      }
    }
    const ticks = underwritingTicks
    if (done) {
      const proofs = proofsOf(entry, draft, await listDocuments(tx, applicationId))
      const readers = await listReaders(tx, proofs ?? [])
      const hasOpened = (id: string) => readers.get(id)?.has(ctx.actor.id) === true
      const isRead = hasReadProofs(proofs, hasOpened)
      if (!isRead && reason.trim().length < SHORTEST_ASKED) {
        const unread = (proofs ?? []).filter(({ id }) => !hasOpened(id)).map(({ name }) => name)
        return {
          ok: false,
          reason: 'unread',
          message:
            unread.length === 0
              ? `No supporting document: “${entry.text}”. Request the document, or enter a reason to confirm without one.`
              : `You have not opened ${unread.join(', ')}. Open it and confirm again, or enter a reason.`,
        }
      }
      const set = { at: ctx.now(), reason: isRead ? '' : sanitizeNote(reason.trim()) }
      await tx
        .insert(ticks)
        .values({ applicationId, round: held.round, key, by: ctx.actor.id, ...set })
        .onConflictDoUpdate({ target: [ticks.applicationId, ticks.round, ticks.key, ticks.by], set })
      await auditCase(ctx, tx, 'check-confirmed', applicationId, {
        key,
        ...(set.reason !== '' && { reason: set.reason }),
      })
      return { ok: true }
    }
    await tx
      .delete(ticks)
      .where(
        and(
          eq(ticks.applicationId, applicationId),
          eq(ticks.round, held.round),
          eq(ticks.key, key),
          eq(ticks.by, ctx.actor.id),
        ),
      )
    await auditCase(ctx, tx, 'check-taken-back', applicationId, { key })
    return { ok: true }
  })
