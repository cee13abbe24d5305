import { and, count, desc, eq, gte, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { callbackEndpoints, callbackForwards } from '@/lib/db/schema/callbacks'
import type { replayFailedInput, replayForwardInput } from '@/lib/domain/callbacks/inputs'
import type { Outcome } from '@/lib/domain/values/outcome'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import type { Ctx, Services } from '@/lib/server/services'
import { queueForwards } from './forwards'

type ReplayResult = Outcome

/**
 * Sends one message again with the same id and text; the id lets recipients recognize a message that they already have.
 * A message that is still being retried is left alone.
 */
export async function replayForward(
  ctx: Ctx,
  { forwardId }: z.output<typeof replayForwardInput>,
): Promise<ReplayResult> {
  const result = await ctx.db.transaction(async (tx): Promise<ReplayResult> => {
    const [forward] = await tx
      .select()
      .from(callbackForwards)
      .where(eq(callbackForwards.id, forwardId))
      .for('update')
    if (!forward) throw new DeskError('not-found')
    const [endpoint] = await tx
      .select()
      .from(callbackEndpoints)
      .where(eq(callbackEndpoints.id, forward.endpointId))
    if (!endpoint?.active) {
      const message = 'Its endpoint is off. Ask an admin to switch it on.'
      return { ok: false, message }
    }
    if (forward.state === 'waiting') return { ok: true }
    await tx
      .update(callbackForwards)
      .set({ state: 'waiting', endedAt: null })
      .where(eq(callbackForwards.id, forwardId))
    await recordBy(ctx, tx, {
      action: 'callback-forward-replayed',
      subject: ['callback', String(forward.eventN)],
      detail: { forwardId, endpointId: forward.endpointId, from: forward.state },
    })
    return { ok: true }
  })
  if (result.ok) await queueForwards(ctx, [forwardId])
  return result
}

/** Failed messages by endpoint. Those of inactive endpoints are not replayed. */
export type FailedCount = { endpointId: string; label: string; active: boolean; messages: number }

/** What `replayFailed` would send and what it would skip. `since` is an ISO timestamp. */
export const countFailed = (
  { db }: Pick<Services, 'db'>,
  { since }: z.output<typeof replayFailedInput>,
): Promise<FailedCount[]> =>
  db
    .select({
      endpointId: callbackEndpoints.id,
      label: callbackEndpoints.label,
      active: callbackEndpoints.active,
      messages: count(),
    })
    .from(callbackForwards)
    .innerJoin(callbackEndpoints, eq(callbackEndpoints.id, callbackForwards.endpointId))
    .where(and(eq(callbackForwards.state, 'failed'), gte(callbackForwards.endedAt, new Date(since))))
    .groupBy(callbackEndpoints.id)
    .orderBy(desc(count()), callbackEndpoints.label)

/** Resends all messages that failed since then, to active endpoints. Returns how many. */
export async function replayFailed(
  ctx: Ctx,
  { since }: z.output<typeof replayFailedInput>,
): Promise<{ messages: number }> {
  const ids = await ctx.db.transaction(async (tx) => {
    const active = tx
      .select({ id: callbackEndpoints.id })
      .from(callbackEndpoints)
      .where(eq(callbackEndpoints.active, true))
    const again = await tx
      .update(callbackForwards)
      .set({ state: 'waiting', endedAt: null })
      .where(
        and(
          eq(callbackForwards.state, 'failed'),
          gte(callbackForwards.endedAt, new Date(since)),
          inArray(callbackForwards.endpointId, active),
        ),
      )
      .returning({ id: callbackForwards.id, endpointId: callbackForwards.endpointId })
    for (const [endpointId, messages] of Map.groupBy(again, (row) => row.endpointId)) {
      await recordBy(ctx, tx, {
        action: 'callback-endpoint-failed-replayed',
        subject: ['callback-endpoint', endpointId],
        detail: { since, messages: messages.length },
      })
    }
    return again.map(({ id }) => id)
  })
  await queueForwards(ctx, ids)
  return { messages: ids.length }
}
