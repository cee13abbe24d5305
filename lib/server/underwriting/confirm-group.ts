import { z } from 'zod'
import { CHECKLIST_GROUPS, checklistOf, hasReadProofs, proofsOf } from '@/lib/domain/underwriting/checklist'
import { doubtOf } from '@/lib/domain/underwriting/doubts'
import { type CaseRefusal, caseSchema } from '@/lib/server/cases/case'
import { listReaders } from '@/lib/server/documents/data'
import { requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { ownConfirmations, storeConfirmation, takeUpCase } from './case-work'
import { lookAt } from './look-at'

export const confirmGroupSchema = caseSchema.extend({
  group: z.enum(CHECKLIST_GROUPS),
  /** The entries that the page showed, and the documents beside them: nothing else is confirmed. */
  keys: z.array(z.string().min(1).max(200)).min(1).max(200),
  documents: z.array(z.object({ id: z.uuid(), sha256: z.string().length(64) })).max(200),
})

/** `left`: what was not confirmed, and why. */
export type ConfirmGroupResult =
  | { ok: true; confirmed: string[]; left: { key: string; message: string }[] }
  | CaseRefusal

/**
 * Confirms what one group of the checklist shows together, each entry for itself. It accepts no document: each has its
 * own press. Of a document that this person has not opened nothing is confirmed: that takes a reason, and each its own;
 * nor is what a missing or questioned value or document stands against, which is confirmed alone.
 */
export const confirmGroup = (
  ctx: Ctx,
  { applicationId, group, keys, documents: shown }: z.output<typeof confirmGroupSchema>,
): Promise<ConfirmGroupResult> =>
  ctx.db.transaction(async (tx): Promise<ConfirmGroupResult> => {
    const work = await takeUpCase(ctx, tx, applicationId, 'confirm its checklist')
    if (!work.ok) return work
    const { draft, documents } = work
    const entries = checklistOf(draft).filter((entry) => entry.group === group && keys.includes(entry.key))
    if (entries.length !== keys.length)
      return {
        ok: false,
        reason: 'changed',
        message: 'The application and its checklist changed. Reload the page.',
      }
    const readers = await listReaders(tx, documents)
    const hasOpened = (id: string) => readers.get(id)?.has(ctx.actor.id) === true
    const isShown = ({ id, sha256 }: { id: string; sha256: string }) =>
      shown.some((one) => one.id === id && one.sha256 === sha256)
    const { signals } = await lookAt(ctx, tx, await requireApplication(tx, applicationId))
    const own = await ownConfirmations(ctx, tx, work)
    const open = entries.filter(({ key }) => !own.has(key))
    const judged = open.map((entry) => {
      const proofs = proofsOf(entry, draft, documents)
      const unread = (proofs ?? []).filter((proof) => !isShown(proof) || !hasOpened(proof.id))
      const isProved = unread.length === 0 && hasReadProofs(proofs, hasOpened)
      return {
        key: entry.key,
        message: isProved
          ? doubtOf(entry, draft, signals, documents)
          : whyLeft(unread.map(({ name }) => name)),
      }
    })
    const confirmed = judged.filter(({ message }) => message === null).map(({ key }) => key)
    for (const key of confirmed) await storeConfirmation(ctx, tx, work, key)
    return {
      ok: true,
      confirmed,
      left: judged.flatMap(({ key, message }) => (message === null ? [] : [{ key, message }])),
    }
  })

const whyLeft = (unread: readonly string[]): string =>
  unread.length === 0 ? 'No supporting document.' : `Not opened by you: ${unread.join(', ')}.`
