import { eq } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import type { AttemptResolution } from '@/lib/db/schema/attempts'
import { note } from '@/lib/domain/values/note'
import type { Refusal } from '@/lib/domain/values/outcome'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { type AttemptTable, type Change, type Changes, writeChanges } from './ledger'

/**
 * How a person resolves an unknown outcome (product.md, "Unknown outcome"): *found* at the partner, *absent* there, or
 * *sent again*, with a note. It happens once per attempt.
 */

/** Who at the partner confirmed it, or why it is sent again. */
export const resolutionNote = note()

export type Overtaken = Refusal<'wrong-state'>

export const OVERTAKEN: Overtaken = {
  ok: false,
  reason: 'wrong-state',
  message: 'Someone else already resolved this. Nothing was changed. Reload the page.',
}

export type Resolution = { attemptId: string; resolution: AttemptResolution; note: string }

/**
 * Resolves an unknown outcome as a person says, with everything that follows, in one transaction. `find` locks the
 * subject and returns null if the attempt no longer needs a person. If `decide` refuses, nothing is written. A proposal
 * resolves nothing yet: it waits for a second person.
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

/** The update alone, for a transaction that also writes the next attempt. */
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

/** Whether a person still has to resolve the attempt. */
export const isUnresolved = (attempt: { state: string; resolution: AttemptResolution | null }): boolean =>
  attempt.state === 'unknown' && attempt.resolution === null

/**
 * Whether another person has to resolve it. If sending again takes two people, the sender could otherwise send it again
 * alone by recording it as absent.
 */
export const needsAnother = (
  ctx: Ctx,
  rules: { resendNeedsSecondPerson: boolean },
  attempt: { preparedBy: string | null },
): boolean => rules.resendNeedsSecondPerson && attempt.preparedBy === ctx.actor.id
