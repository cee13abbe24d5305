import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { fundingAttempts, fundingBatches, fundingRequests } from '@/lib/db/schema/desk'
import { type BatchStatus, type FundingRequestState, nextBatchStatus } from '@/lib/domain/funding/batch'
import { refreshFunding } from '@/lib/server/callbacks/funding-standing'
import { loadRules } from '@/lib/server/settings'
import { storableNote } from '@/lib/server/storable'
import type { Ctx } from '@/lib/server/world'
import { auditBatch, type BatchRow, listRequests, lockBatch, type RequestRow } from './data'
import { queueSoon, restingStatus, setRequestState, transactionsOf } from './send'

/**
 * The ways out of an unknown outcome (product.md, "Unknown outcome"), each taken by a person, with a note, and
 * each ending that attempt once: the partner has it; it has nothing of it; the identical request goes out again.
 */
export const resolveRequestSchema = z.strictObject({
  batchId: z.uuid(),
  attemptId: z.uuid(),
  outcome: z.enum(['found', 'absent', 'sent-again']),
  /** Who said so at the partner, or why it is sent again. */
  note: z.string().trim().min(3).max(2_000),
})
export type ResolveRequest = z.output<typeof resolveRequestSchema>

export type ResolveRequestResult =
  | { ok: true; status: BatchStatus }
  | { ok: false; reason: 'wrong-state' | 'second-person'; message: string }

const OVERTAKEN: ResolveRequestResult = {
  ok: false,
  reason: 'wrong-state',
  message: 'Somebody settled this in the meantime. Reload to see how; nothing was changed now.',
}

const secondPerson = (outcome: 'absent' | 'sent-again'): ResolveRequestResult => ({
  ok: false,
  reason: 'second-person',
  message: `You had this request sent. By the rules in Settings somebody else must ${
    outcome === 'absent' ? 'confirm that the partner has nothing of it' : 'look at it and send it again'
  }.`,
})

const REQUEST_STATE: Record<ResolveRequest['outcome'], FundingRequestState> = {
  found: 'accepted',
  absent: 'not-sent',
  'sent-again': 'waiting',
}

/**
 * Says how a request ended. To send it again sets the same amounts once more (interface, "Create or modify
 * funding amounts"), and what still waits in the batch follows it; what is absent waits for a person's press.
 */
export async function resolveRequest(ctx: Ctx, input: ResolveRequest): Promise<ResolveRequestResult> {
  const rules = await loadRules(ctx.db)
  const result = await ctx.db.transaction(async (tx): Promise<ResolveRequestResult> => {
    const batch = await lockBatch(tx, input.batchId)
    const open = await findUnknown(tx, batch, input.attemptId)
    if (!open) return OVERTAKEN
    const { request, preparedBy } = open
    const sendsAgain = input.outcome === 'sent-again'
    // What is absent can be sent by anybody's press: said by whoever had it sent, that would be to send it again.
    if (input.outcome !== 'found' && rules.resendNeedsSecondPerson && preparedBy === ctx.actor.id)
      return secondPerson(input.outcome)
    const now = ctx.now()
    await tx
      .update(fundingAttempts)
      .set({
        resolution: input.outcome,
        resolvedBy: ctx.actor.id,
        resolvedAt: now,
        resolutionNote: storableNote(input.note),
      })
      .where(eq(fundingAttempts.id, input.attemptId))
    await setRequestState(tx, batch.id, request.n, REQUEST_STATE[input.outcome])
    const status = await statusAfterResolution(tx, batch, sendsAgain)
    await tx
      .update(fundingBatches)
      .set({
        status,
        updatedAt: now,
        succeeded: batch.succeeded + (input.outcome === 'found' ? transactionsOf(request) : 0),
      })
      .where(eq(fundingBatches.id, batch.id))
    await auditBatch(ctx, tx, `funding-outcome-${input.outcome}`, batch.id, {
      request: request.n,
      attemptId: input.attemptId,
      note: input.note,
      from: batch.status,
      to: status,
    })
    await refreshFunding(tx, { batchId: batch.id, transactions: request })
    return { ok: true, status }
  })
  if (result.ok && result.status === 'sending') await queueSoon(ctx, input.batchId)
  return result
}

/** While the rest of a batch is on its way it stays so, and gets its end when that is through. */
async function statusAfterResolution(tx: Tx, batch: BatchRow, sendsAgain: boolean): Promise<BatchStatus> {
  if (batch.status === 'sending') return batch.status
  if (sendsAgain) {
    const status = nextBatchStatus(batch.status, 'send')
    if (!status) throw new Error('The status was looked at, under the same lock.')
    return status
  }
  return restingStatus((await listRequests(tx, batch.id)).map(({ state }) => state))
}

/** The request of an attempt that still waits for a person to say how it ended. */
async function findUnknown(
  tx: Tx,
  batch: BatchRow,
  attemptId: string,
): Promise<{ request: RequestRow; preparedBy: string | null } | null> {
  const [open] = await tx
    .select({
      request: fundingRequests,
      preparedBy: fundingAttempts.preparedBy,
      resolution: fundingAttempts.resolution,
      state: fundingAttempts.state,
    })
    .from(fundingAttempts)
    .innerJoin(
      fundingRequests,
      and(
        eq(fundingRequests.batchId, fundingAttempts.batchId),
        eq(fundingRequests.n, fundingAttempts.request),
      ),
    )
    .where(and(eq(fundingAttempts.id, attemptId), eq(fundingAttempts.batchId, batch.id)))
  const waits =
    (batch.status === 'unknown' || batch.status === 'sending') &&
    open?.state === 'unknown' &&
    open.resolution === null &&
    open.request.state === 'unknown'
  return waits ? open : null
}
