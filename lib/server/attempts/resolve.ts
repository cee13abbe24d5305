import { eq } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import type { AttemptResolution } from '@/lib/db/schema/attempts'
import { note } from '@/lib/domain/values/note'
import type { Refusal } from '@/lib/domain/values/outcome'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { type AttemptTable, type Change, type Changes, writeChanges } from './ledger'

/**
 * The ways out of an unknown outcome (product.md, "Unknown outcome"): *found* at the partner, *absent* there, or
 * *sent again*. A person takes one, with a note, and it ends the attempt once.
 */

/** Who said so at the partner, or why it is sent again. */
export const resolutionNote = note()

export type Overtaken = Refusal<'wrong-state'>

export const OVERTAKEN: Overtaken = {
  ok: false,
  reason: 'wrong-state',
  message: 'Someone else already resolved this. Nothing was changed. Reload the page.',
}

export type Resolution = { attemptId: string; resolution: AttemptResolution; note: string }

/**
 * Ends an unknown outcome by a person's word, with what follows from it, in one transaction. `find` locks the subject
 * and gives null where the attempt waits for nobody any more; `decide` may refuse, and then nothing is written. A proposal ends nothing:
 * it waits for a second person.
 */
export const resolveAttempt = <Open, Done, Refusal extends { ok: false }>(
  ctx: Ctx,
  table: AttemptTable,
  resolution: Resolution,
  find: (tx: Tx) => Promise<Open | null>,
  decide: (tx: Tx, open: Open) => Promise<(Changes & { done: Done; isProposal?: boolean }) | Refusal>,
): Promise<Done | Refusal | Overtaken> =>
  ctx.db.transaction(async (tx) => {
    const open = await find(tx)
    if (open === null) return OVERTAKEN
    const decision = await decide(tx, open)
    if ('ok' in decision) return decision
    const { done, changes, isProposal, ...rest } = decision
    const mark = isProposal ? [] : [resolutionChange(ctx, tx, table, resolution)]
    await writeChanges(tx, { ...rest, changes: [...mark, ...changes] })
    return done
  })

/** The mark itself, for a transaction that writes the next attempt as well. */
export const resolutionChange = (
  ctx: Ctx,
  tx: Tx,
  table: AttemptTable,
  { attemptId, resolution, note }: Resolution,
): Change =>
  tx
    .update(table)
    .set({
      resolution,
      resolvedBy: ctx.actor.id,
      resolvedAt: ctx.now(),
      resolutionNote: sanitizeNote(note),
    })
    .where(eq(table.id, attemptId))

/** Whether a person has yet to say how an attempt ended. */
export const isUnresolved = (attempt: { state: string; resolution: AttemptResolution | null }): boolean =>
  attempt.state === 'unknown' && attempt.resolution === null

/**
 * Whether somebody else has to decide: where sending again takes two people, whoever had it sent could otherwise
 * send it again by saying that it is absent.
 */
export const needsAnother = (
  ctx: Ctx,
  rules: { resendNeedsSecondPerson: boolean },
  attempt: { preparedBy: string | null },
): boolean => rules.resendNeedsSecondPerson && attempt.preparedBy === ctx.actor.id
