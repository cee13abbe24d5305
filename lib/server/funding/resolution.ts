import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { fundingAttempts, fundingBatches, fundingRequests } from '@/lib/db/schema/funding'
import { listWords } from '@/lib/domain/funding/approval'
import { type BatchStatus, type FundingRequestState, nextBatchStatus } from '@/lib/domain/funding/batch'
import { MAX_TRANSACTIONS } from '@/lib/domain/funding/limits'
import {
  findMissing,
  isSameMissing,
  type Missing,
  reportConfirmers,
  reportInEffect,
  reportWay,
} from '@/lib/domain/funding/lost-answer'
import type { FundingFailure } from '@/lib/domain/funding/match-answer'
import { NOBODY_CONFIRMS } from '@/lib/domain/funding/nobody-confirms'
import type { Outcome } from '@/lib/domain/values/outcome'
import type { Changes } from '@/lib/server/attempts/ledger'
import { isUnresolved, needsAnother, resolutionNote, resolveAttempt } from '@/lib/server/attempts/resolve'
import { refreshFunding } from '@/lib/server/sales/funding-status'
import { sanitizeNote, sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { loadFundingRules, loadRules } from '@/lib/server/settings'
import { listPeople } from './approvals'
import { insertFailures, restingStatus, setRequestState, transactionsOf } from './attempt'
import { type BatchRow, listLines, listRequests, lockBatch, type RequestRow } from './data'
import { queueSoon } from './send'

/** Resolves a request of unknown outcome (see attempts/resolve.ts). */
export const resolveRequestSchema = z.strictObject({
  batchId: z.uuid(),
  attemptId: z.uuid(),
  outcome: z.enum(['found', 'absent', 'sent-again']),
  /** With `found`: the transactions that the partner does not have, by ID or reference number. */
  missing: z.array(z.string().trim().min(1).max(255)).max(MAX_TRANSACTIONS).default([]),
  note: resolutionNote,
  /**
   * When confirming a proposal: the time of the proposal that the page showed. Refused if it has been replaced since.
   */
  saidAt: z.iso.datetime().optional(),
})
export type ResolveRequest = z.input<typeof resolveRequestSchema>

/** `proposed`: a second person has to confirm it. */
export type ResolveRequestResult = Outcome<
  { status: BatchStatus; proposed?: true },
  'wrong-state' | 'second-person' | 'not-named' | 'stale'
>

const secondPerson = (message: string): Exclude<ResolveRequestResult, { ok: true }> => ({
  ok: false,
  reason: 'second-person',
  message,
})

const reportChanged = (
  people: readonly { id: string; name: string }[],
  saidBy: string | null,
): Exclude<ResolveRequestResult, { ok: true }> => ({
  ok: false,
  reason: 'stale',
  message: `${people.find(({ id }) => id === saidBy)?.name ?? 'Someone'} has changed what they reported. Look again.`,
})

/** Whether the sender may record the outcome alone. Not if sending again requires a second person. */
async function mayAlone(ctx: Ctx, tx: Tx, open: Open): Promise<boolean> {
  const { outcomeAlone } = await loadFundingRules(tx)
  return outcomeAlone && !needsAnother(ctx, await loadRules(tx), open)
}

const REQUEST_STATE: Record<ResolveRequest['outcome'], FundingRequestState> = {
  found: 'accepted',
  absent: 'not-sent',
  'sent-again': 'waiting',
}

/**
 * Records how a request ended. `sent-again` sets the same amounts once more (interface, "Create or modify funding
 * amounts") and then continues with the rest of the batch. `absent` leaves the request unsent until a person sends
 * it. `found` marks the transactions in `missing` as failed and the others as funded.
 * Whoever sent the request or worked on the batch only proposes `found` or `absent`; someone else confirms it.
 */
export async function resolveRequest(ctx: Ctx, input: ResolveRequest): Promise<ResolveRequestResult> {
  const { batchId, attemptId, outcome, note, missing: names = [], saidAt } = input
  const result = await resolveAttempt(
    ctx,
    fundingAttempts,
    { attemptId, resolution: outcome, note },
    (tx) => findUnknown(tx, batchId, attemptId),
    async (tx, open): Promise<Decision> => {
      const { batch, request } = open
      if (outcome === 'sent-again' && needsAnother(ctx, await loadRules(tx), open))
        return secondPerson(
          'You had this request sent. Settings require someone else to review and resend it.',
        )
      const read =
        outcome === 'found' && names.length > 0
          ? findMissing(names, await listLines(tx, batch.id, request))
          : { ok: true as const, missing: outcome === 'found' ? [] : null }
      if (!read.ok) return { ok: false, reason: 'not-named', message: read.message }
      const { missing } = read
      const isSame = outcome !== 'sent-again' && isSameMissing(missing, open.missing)
      if (saidAt !== undefined && !(isSame && open.saidAt?.toISOString() === saidAt))
        return reportChanged(await listPeople(tx), open.saidBy)
      const saidBy = isSame ? reportInEffect(open.saidBy, await listPeople(tx)) : null
      if (outcome !== 'sent-again') {
        const facts = { ...open, saidBy, workedOnBy: batch.workedOnBy }
        const way = reportWay(ctx.actor.id, facts, { mayAlone: await mayAlone(ctx, tx, open) })
        if (way === 'waits') return secondPerson(await waitingWords(ctx, tx))
        if (way === 'proposes') return propose(ctx, tx, open, { attemptId, note, missing })
      }
      const proposedBy = saidBy === ctx.actor.id ? null : saidBy
      await setRequestState(tx, batch.id, request.n, REQUEST_STATE[outcome])
      // A separate statement, because `resolveAttempt` updates the same row in the statement that it builds from
      // `changes`.
      await tx
        .update(fundingAttempts)
        // This replaces any other proposal; the audit log keeps it.
        .set({ saidMissing: missing && [...missing], saidBy: proposedBy })
        .where(eq(fundingAttempts.id, attemptId))
      if (missing?.length) await insertFailures(tx, batch.id, missing.map(missingFailure))
      const status = await statusAfterResolution(tx, batch, outcome === 'sent-again')
      const now = ctx.now()
      const failed = missing?.length ?? 0
      const counted = {
        succeeded: batch.succeeded + (outcome === 'found' ? transactionsOf(request) - failed : 0),
        failed: batch.failed + failed,
      }
      return {
        done: { ok: true, status },
        changes: [
          tx
            .update(fundingBatches)
            .set({
              status,
              updatedAt: now,
              ...counted,
              ...(outcome === 'sent-again' && { sentBy: ctx.actor.id }),
            })
            .where(eq(fundingBatches.id, batch.id)),
        ],
        audit: {
          at: now,
          actorId: ctx.actor.id,
          action: `funding-outcome-${outcome}`,
          subject: ['funding-batch', batch.id],
          requestId: ctx.requestId,
          detail: sanitizeText({
            request: request.n,
            attemptId,
            note,
            from: batch.status,
            to: status,
            failedInBatch: counted.failed,
            ...(failed > 0 && { missing: namesOf(names), missingCount: failed }),
            ...(proposedBy !== null && { proposedBy }),
          }),
        },
        afterwards: (tx) => refreshFunding(tx, { batchId: batch.id, transactions: request }),
      }
    },
  )
  if (result.ok && result.status === 'sending') await queueSoon(ctx, batchId)
  return result
}

type Decision =
  | (Changes & { done: ResolveRequestResult; isProposal?: boolean })
  | Exclude<ResolveRequestResult, { ok: true }>

/** The failure as shown in the grid, retries and exports; it has no code from the partner. */
const missingFailure = (transactionNo: number): FundingFailure => ({
  transactionNo,
  errorCode: '',
  errorMessage: 'Someone checked with the partner: it does not have this transaction.',
})

/** No one reads more in the audit log; the attempt has all of them. */
const AUDITED = 100
const namesOf = (names: readonly string[]): string[] => [...new Set(names)].slice(0, AUDITED)

/** Stores a proposal until someone else confirms it; the request stays unknown. */
function propose(
  ctx: Ctx,
  tx: Tx,
  { batch, request }: Open,
  { attemptId, note, missing }: Pick<ResolveRequest, 'attemptId' | 'note'> & { missing: Missing },
): Decision {
  const at = ctx.now()
  return {
    done: { ok: true, status: batch.status, proposed: true },
    isProposal: true,
    changes: [
      tx
        .update(fundingAttempts)
        .set({
          saidBy: ctx.actor.id,
          saidAt: at,
          saidNote: sanitizeNote(note),
          saidMissing: missing && [...missing],
        })
        .where(eq(fundingAttempts.id, attemptId)),
      tx.update(fundingBatches).set({ updatedAt: at }).where(eq(fundingBatches.id, batch.id)),
    ],
    audit: {
      at,
      actorId: ctx.actor.id,
      action: missing === null ? 'funding-outcome-absent-proposed' : 'funding-outcome-found-proposed',
      subject: ['funding-batch', batch.id],
      requestId: ctx.requestId,
      detail: sanitizeText({
        request: request.n,
        attemptId,
        note,
        ...(missing?.length && { missingCount: missing.length }),
      }),
    },
  }
}

async function waitingWords(ctx: Ctx, tx: Tx): Promise<string> {
  const others = reportConfirmers(await listPeople(tx), ctx.actor.id)
  return `You already recorded this. Someone else must confirm it. ${
    others.length === 0 ? NOBODY_CONFIRMS : `Ask ${listWords(others)}.`
  }`
}

/** While the rest of a batch is being sent, it keeps its status and gets its final one when that ends. */
async function statusAfterResolution(tx: Tx, batch: BatchRow, sendsAgain: boolean): Promise<BatchStatus> {
  if (batch.status === 'sending') return batch.status
  if (sendsAgain) {
    const status = nextBatchStatus(batch.status, 'send')
    if (!status) throw new Error('The status was looked at, under the same lock.')
    return status
  }
  return restingStatus((await listRequests(tx, batch.id)).map(({ state }) => state))
}

type Open = {
  batch: BatchRow
  request: RequestRow
  preparedBy: string | null
  /** The user who proposed an outcome: all received, all but `missing`, or nothing. */
  saidBy: string | null
  saidAt: Date | null
  missing: Missing
}

/** The request of an unresolved attempt, under its batch's lock; null if it no longer needs a person. */
async function findUnknown(tx: Tx, batchId: string, attemptId: string): Promise<Open | null> {
  const batch = await lockBatch(tx, batchId)
  const [open] = await tx
    .select({
      request: fundingRequests,
      preparedBy: fundingAttempts.preparedBy,
      saidBy: fundingAttempts.saidBy,
      saidAt: fundingAttempts.saidAt,
      missing: fundingAttempts.saidMissing,
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
    .where(and(eq(fundingAttempts.id, attemptId), eq(fundingAttempts.batchId, batchId)))
  const waits =
    (batch.status === 'unknown' || batch.status === 'sending') &&
    open?.request.state === 'unknown' &&
    isUnresolved(open)
  return waits ? { ...open, batch } : null
}
