import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { callbackDeliveries, callbackEvents } from '@/lib/db/schema/desk'
import { can } from '@/lib/domain/access/permissions'
import { MOST_CENTS } from '@/lib/domain/callbacks/amount-readings'
import { canClose, whyAmountStands } from '@/lib/domain/callbacks/event-state'
import { DeskError } from '@/lib/errors'
import { storableNote } from '@/lib/server/storable'
import type { Ctx } from '@/lib/server/world'
import { auditEvent, lockEvent, STORED } from './event-lock'
import { contentColumns, type EventRow, NOT_CLOSED, type ReadDelivery, readDelivery } from './event-rows'
import { queueForwards, recordForwards } from './forwards'
import { refreshFunding } from './funding-standing'
import { linkOf } from './known-links'
import { listSaleBatches } from './sale-batches'

/** What a person decides about an event, and the view that it was decided by. */
const decision = {
  n: z.int().min(1),
  /** `deliveries` and `version` of that view. */
  deliveries: z.int().min(1),
  version: z.int().min(0),
  /** How they know, or why. */
  note: z.string().trim().min(1).max(2_000),
}

/** `contentN`: the delivery whose content stands. */
export const settleEventSchema = z.strictObject({ ...decision, contentN: z.int().min(1) })
export type SettleEvent = z.output<typeof settleEventSchema>

/** `amountMinor`: cents. */
export const setAmountSchema = z.strictObject({ ...decision, amountMinor: z.int().min(1).max(MOST_CENTS) })
export type SetAmount = z.output<typeof setAmountSchema>

export const decideEventSchema = z.strictObject(decision)
export type DecideEvent = z.output<typeof decideEventSchema>

export type SettleEventResult = { ok: true } | { ok: false; reason: 'stale' | 'wrong-state'; message: string }

const STALE: SettleEventResult = {
  ok: false,
  reason: 'stale',
  message:
    'Another content came in, or somebody changed this, since you opened the page. Reload to see it; nothing was changed now.',
}

/** Says which delivery's content stands. Also where a batch has the sale already: what was sent stays as it was. */
export const settleEvent = (ctx: Ctx, input: SettleEvent): Promise<SettleEventResult> =>
  decide(ctx, input, async (tx, event) => {
    if (event.tranId === null) return refused('It names no transaction. Close it with a note instead.')
    const content = await readStored(tx, event, input.contentN)
    const isSameContent = content.contentSha256 === event.contentSha256
    return {
      ok: true,
      action: 'callback-settled',
      content,
      isContested: false,
      set: {
        settledBy: ctx.actor.id,
        settledAt: ctx.now(),
        settledNote: storableNote(input.note),
        // What was said of the amount, or of what is odd, holds for the content that it was said of.
        ...(!isSameContent && NO_AMOUNT_SET),
        ...(!isSameContent && NOT_CLOSED),
      },
    }
  })

/** Closes what is odd about an event: it waits for nobody any more. It makes nothing a sale, and no amount known. */
export const closeEvent = (ctx: Ctx, input: DecideEvent): Promise<SettleEventResult> =>
  decide(ctx, input, async (_tx, event) => {
    if (!canClose(event.state)) {
      return refused(
        event.state === 'conflict'
          ? 'A conflict is not closed. Say which content stands instead.'
          : 'There is nothing to close.',
      )
    }
    const closed = { closedBy: ctx.actor.id, closedAt: ctx.now(), closedNote: storableNote(input.note) }
    return { ok: true, action: 'callback-closed', set: closed }
  })

/** Takes back that it was closed. */
export const reopenEvent = (ctx: Ctx, input: DecideEvent): Promise<SettleEventResult> =>
  decide(ctx, input, async (_tx, event) =>
    event.state === 'closed'
      ? { ok: true, action: 'callback-reopened', set: NOT_CLOSED }
      : refused('It is not closed, so there is nothing to reopen.'),
  )

/** Setting an amount decides about money as much as about the log. */
export const maySetAmount = ({ actor }: Pick<Ctx, 'actor'>): boolean =>
  can(actor.roles, 'callbacks:reprocess') && can(actor.roles, 'funding:write')

/** Gives an event its amount in cents, or changes the one that a person gave. Never replaces a clear amount. */
export async function setAmount(ctx: Ctx, input: SetAmount): Promise<SettleEventResult> {
  if (!maySetAmount(ctx)) throw new DeskError('forbidden')
  return decide(ctx, input, async (tx, event, content) => {
    const fixed = await whyFixed(tx, event, content)
    if (fixed) return refused(fixed)
    return {
      ok: true,
      action: 'callback-amount-set',
      set: {
        settledAmountMinor: input.amountMinor,
        amountBy: ctx.actor.id,
        amountAt: ctx.now(),
        amountNote: storableNote(input.note),
      },
    }
  })
}

/** Takes back the amount that a person gave: the event is as it came. */
export async function takeBackAmount(ctx: Ctx, input: DecideEvent): Promise<SettleEventResult> {
  if (!maySetAmount(ctx)) throw new DeskError('forbidden')
  return decide(ctx, input, async (tx, event, content) => {
    if (event.settledAmountMinor === null)
      return refused('Nobody set its amount, so there is nothing to take back.')
    const fixed = await whyFixed(tx, event, content)
    if (fixed) return refused(fixed)
    return { ok: true, action: 'callback-amount-taken-back', set: { ...NO_AMOUNT_SET, ...NOT_CLOSED } }
  })
}

const NO_AMOUNT_SET = {
  settledAmountMinor: null,
  amountBy: null,
  amountAt: null,
  amountNote: null,
} as const

const whyFixed = async (tx: Tx, event: EventRow, { reading }: ReadDelivery): Promise<string | null> =>
  whyAmountStands({
    ...event,
    reportedMinor: reading?.amountMinor ?? null,
    batches: await listSaleBatches(tx, event),
  })

type Refused = { ok: false; reason: 'wrong-state'; message: string }
const refused = (message: string): Refused => ({ ok: false, reason: 'wrong-state', message })

/** What a decision makes of an event. Left out: the content that stands, and whether it is contested, as before. */
type Decided = {
  ok: true
  action: string
  set: Partial<EventRow>
  content?: ReadDelivery
  isContested?: boolean
}

/**
 * One decision of a person about an event: refused where the view that it was decided by is not true any more;
 * written with its audit row, the state and the funding that follow from it, and passed on.
 */
async function decide(
  ctx: Ctx,
  input: DecideEvent,
  rule: (tx: Tx, event: EventRow, content: ReadDelivery) => Promise<Decided | Refused>,
): Promise<SettleEventResult> {
  const { result, forwards } = await ctx.db.transaction(
    async (tx): Promise<{ result: SettleEventResult; forwards: string[] }> => {
      const event = await lockEvent(tx, input.n)
      const isOvertaken = event.version !== input.version
      if (isOvertaken || (await hasNewContent(tx, event.n, input.deliveries)))
        return { result: STALE, forwards: [] }
      const standing = await readStored(tx, event, event.contentN)
      const decided = await rule(tx, event, standing)
      if (!decided.ok) return { result: decided, forwards: [] }
      const content = decided.content ?? standing
      const after = { ...event, ...decided.set }
      const { identifiers: _, ...columns } = contentColumns(content, {
        ...after,
        isContested: decided.isContested ?? event.state === 'conflict',
        link: await linkOf(tx, event.profileId, content.reading),
      })
      await tx
        .update(callbackEvents)
        .set({ ...columns, ...decided.set, version: event.version + 1 })
        .where(eq(callbackEvents.n, event.n))
      await refreshFunding(tx, { events: [event.n] })
      await auditEvent(ctx, tx, decided.action, event.n, {
        note: input.note,
        content: { from: event.contentN, to: columns.contentN },
        state: { from: event.state, to: columns.state },
        amountMinor: { from: event.amountMinor, to: columns.amountMinor },
      })
      const told = [{ n: event.n, type: 'callback.changed' as const }]
      return { result: { ok: true }, forwards: await recordForwards(tx, ctx, told) }
    },
  )
  await queueForwards(ctx, forwards)
  return result
}

/** Whether a content came after the first so many deliveries of an event that was not among them. */
async function hasNewContent(tx: Tx, eventN: number, seen: number): Promise<boolean> {
  const { rows } = await tx.execute<{ is_new: boolean }>(sql`
    select bool_or(first_place > ${seen}) as is_new from (
      select min(place) as first_place from (
        select content_sha256, row_number() over (order by n) as place
        from ${callbackDeliveries} where event_n = ${eventN}
      ) placed group by content_sha256
    ) contents`)
  return rows[0]?.is_new ?? false
}

/** One delivery of this event, read by today's rules. Throws `invalid` where it is none of its own. */
async function readStored(tx: Tx, event: EventRow, deliveryN: number): Promise<ReadDelivery> {
  const [delivery] = await tx
    .select(STORED)
    .from(callbackDeliveries)
    .where(and(eq(callbackDeliveries.n, deliveryN), eq(callbackDeliveries.eventN, event.n)))
  if (!delivery) throw new DeskError('invalid')
  return readDelivery(delivery, event.profileId)
}
