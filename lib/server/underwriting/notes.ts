import { z } from 'zod'
import { underwritingNotes } from '@/lib/db/schema/underwriting'
import { LONGEST_ASKED, SHORTEST_ASKED } from '@/lib/domain/underwriting/asked-words'
import { checklistOf, hasReadProofs, proofsOf } from '@/lib/domain/underwriting/checklist'
import { MAX_CASE_NOTE_LENGTH } from '@/lib/domain/underwriting/reasons'
import { auditCase, type CaseRefusal, caseSchema, lockCase } from '@/lib/server/cases/case'
import { listReaders } from '@/lib/server/documents/data'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { forgetText, sentTextId } from '../applications/unsent-texts'
import { removeConfirmation, storeConfirmation, takeUpCase } from './case-work'

export const addNoteSchema = caseSchema.extend({
  text: z.string().trim().min(1).max(MAX_CASE_NOTE_LENGTH),
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

export const confirmEntrySchema = caseSchema.extend({
  key: z.string().min(1).max(200),
  done: z.boolean(),
  /** Why it is confirmed without the document that proves it, or unread. */
  reason: z.string().trim().max(LONGEST_ASKED).default(''),
})

export type ConfirmEntryResult = { ok: true } | CaseRefusal

/**
 * Confirms an entry of the checklist for whoever has the case, or takes that back; of nothing of their own. What a
 * document proves takes that they have opened it, or a reason in words.
 */
export const confirmEntry = (
  ctx: Ctx,
  { applicationId, key, done, reason = '' }: z.input<typeof confirmEntrySchema>,
): Promise<ConfirmEntryResult> =>
  ctx.db.transaction(async (tx): Promise<ConfirmEntryResult> => {
    const work = await takeUpCase(ctx, tx, applicationId, 'confirm its checklist')
    if (!work.ok) return work
    const entry = checklistOf(work.draft).find((one) => one.key === key)
    if (!entry) {
      return {
        ok: false,
        reason: 'changed',
        message: 'The application and its checklist changed. Reload the page.',
      }
    }
    if (!done) {
      await removeConfirmation(ctx, tx, work, key)
      return { ok: true }
    }
    const proofs = proofsOf(entry, work.draft, work.documents)
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
    await storeConfirmation(ctx, tx, work, key, isRead ? '' : sanitizeNote(reason.trim()))
    return { ok: true }
  })
