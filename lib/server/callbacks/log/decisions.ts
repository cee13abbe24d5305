import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { callbackDeliveries, callbackEvents } from '@/lib/db/schema/callbacks'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { can } from '@/lib/domain/access/permissions'
import { whyImplausible } from '@/lib/domain/callbacks/amount-readings'
import { canClose, whyAmountStands, whyNoSale, whySaleStands } from '@/lib/domain/callbacks/event-state'
import type {
  countAsSalesInput,
  decideEventInput,
  resolveConflictInput,
  setAmountInput,
} from '@/lib/domain/callbacks/inputs'
import type { Refusal } from '@/lib/domain/values/outcome'
import { DeskError } from '@/lib/errors'
import { queueForwards, recordForwards } from '@/lib/server/callbacks/forwarding/forwards'
import { refreshFunding } from '@/lib/server/sales/funding-status'
import { listSaleBatches } from '@/lib/server/sales/sale-batches'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { auditEvent, lockEvent, STORED } from './event-lock'
import {
  contentColumns,
  type EventRow,
  NOT_CLOSED,
  NOT_COUNTED,
  type ReadDelivery,
  readDelivery,
} from './event-rows'
import { linkOf } from './known-links'

type Resolve = z.output<typeof resolveConflictInput>
type SetAmount = z.output<typeof setAmountInput>
type Decide = z.output<typeof decideEventInput>
type CountAsSales = z.output<typeof countAsSalesInput>

type NotDecided = Refusal<'stale' | 'wrong-state' | 'implausible'>
export type DecisionResult = { ok: true } | NotDecided

const STALE: NotDecided = {
  ok: false,
  reason: 'stale',
  message: 'This callback changed after you opened it. Review it and choose again.',
}

/** Chooses the delivery whose content counts, even if a batch already has the sale: what was sent does not change. */
export const resolveConflict = (ctx: Ctx, input: Resolve): Promise<DecisionResult> =>
  decide(ctx, input, async (tx, event) => {
    if (event.tranId === null) return refused('It has no transaction ID. Close it with a note instead.')
    const content = await readStored(tx, event, input.contentN)
    const isSameContent = content.contentSha256 === event.contentSha256
    return {
      ok: true,
      action: 'callback-settled',
      content,
      isContested: false,
      set: {
        resolvedBy: ctx.actor.id,
        resolvedAt: ctx.now(),
        resolvedNote: sanitizeNote(input.note),
        // A content without a merchant does not contradict the known one.
        merchantId: content.merchantId || event.merchantId,
        // Decisions about the amount or an issue apply only to the content that they were made for.
        ...(!isSameContent && NO_AMOUNT_SET),
        ...(!isSameContent && NOT_COUNTED),
        ...(!isSameContent && NOT_CLOSED),
      },
    }
  })

/** Closes an event's issue, so that it no longer needs review. This does not make it a sale or set an amount. */
export const closeEvent = (ctx: Ctx, input: Decide): Promise<DecisionResult> =>
  decide(ctx, input, async (_tx, event) => {
    if (!canClose(event.state)) {
      return refused(
        event.state === 'conflict'
          ? 'A conflict cannot be closed. Choose the correct delivery instead.'
          : 'There is nothing to close.',
      )
    }
    const closed = { closedBy: ctx.actor.id, closedAt: ctx.now(), closedNote: sanitizeNote(input.note) }
    return { ok: true, action: 'callback-closed', set: closed }
  })

/** Undoes the closing. */
export const reopenEvent = (ctx: Ctx, input: Decide): Promise<DecisionResult> =>
  decide(ctx, input, async (_tx, event) =>
    event.state === 'closed'
      ? { ok: true, action: 'callback-reopened', set: NOT_CLOSED }
      : refused('It is not closed.'),
  )

/** Needs both permissions, because setting an amount affects money as well as the log. */
export const maySetAmount = ({ actor }: Pick<Ctx, 'actor'>): boolean =>
  can(actor.roles, 'callbacks:reprocess') && can(actor.roles, 'funding:write')

/** Sets an event's amount in cents, or changes one that a person set. Never replaces an unambiguous amount. */
export async function setAmount(ctx: Ctx, input: SetAmount): Promise<DecisionResult> {
  if (!maySetAmount(ctx)) throw new DeskError('forbidden')
  return decide(ctx, input, async (tx, event, content) => {
    const fixed = await whyFixed(tx, event, content)
    if (fixed) return refused(fixed)
    const implausible = whyImplausible([event.amountText], input.amountMinor)
    if (implausible && !input.isMeant && input.amountMinor !== event.linkAmountMinor)
      return { ok: false, reason: 'implausible', message: implausible }
    return {
      ok: true,
      action: 'callback-amount-set',
      set: {
        resolvedAmountMinor: input.amountMinor,
        amountBy: ctx.actor.id,
        amountAt: ctx.now(),
        amountNote: sanitizeNote(input.note),
      },
    }
  })
}

/** Removes the amount that a person set, so that the event is as received. */
export async function takeBackAmount(ctx: Ctx, input: Decide): Promise<DecisionResult> {
  if (!maySetAmount(ctx)) throw new DeskError('forbidden')
  return decide(ctx, input, async (tx, event, content) => {
    if (event.resolvedAmountMinor === null)
      return refused('No one set its amount, so there is nothing to remove.')
    if (event.funding === 'funded')
      return refused('The sale is funded. Change its amount instead of removing it.')
    const fixed = await whyFixed(tx, event, content)
    if (fixed) return refused(fixed)
    return { ok: true, action: 'callback-amount-taken-back', set: { ...NO_AMOUNT_SET, ...NOT_CLOSED } }
  })
}

/** Counts an event as a sale although its type does not say so, so that it can be funded. Needs the same permissions. */
export async function countAsSale(ctx: Ctx, input: Decide): Promise<DecisionResult> {
  if (!maySetAmount(ctx)) throw new DeskError('forbidden')
  return decide(ctx, input, async (_tx, event) => saleDecision(ctx, event, input.note))
}

function saleDecision(ctx: Ctx, event: EventRow, note: string): Decided | Refused {
  const reason = whyNoSale(typeQuestion(event))
  if (reason) return refused(reason)
  const counted = { saleBy: ctx.actor.id, saleAt: ctx.now(), saleNote: sanitizeNote(note) }
  return { ok: true, action: 'callback-counted-as-sale', set: { ...counted, ...NOT_CLOSED } }
}

/** The same for several events with one reason: all of them, or none if one cannot be counted. */
export async function countAsSales(ctx: Ctx, { sales, note }: CountAsSales): Promise<DecisionResult> {
  if (!maySetAmount(ctx)) throw new DeskError('forbidden')
  const wanted = [...new Map(sales.map((sale) => [sale.n, sale])).values()].sort((a, b) => a.n - b.n)
  const { result, forwards } = await ctx.db.transaction(async (tx): Promise<Written> => {
    const judged: { input: Decide; judgement: Judgement }[] = []
    for (const sale of wanted) {
      const input = { ...sale, note }
      const judgement = await judge(tx, input, async (_tx, event) => saleDecision(ctx, event, note))
      if (!judgement.ok) return { result: refusedAll(sale.n, judgement.result), forwards: [] }
      judged.push({ input, judgement })
    }
    const told: string[] = []
    for (const { input, judgement } of judged) told.push(...(await write(ctx, tx, input, judgement)))
    return { result: { ok: true }, forwards: told }
  })
  await queueForwards(ctx, forwards)
  return result
}

const refusedAll = (n: number, refusal: NotDecided): NotDecided => ({
  ...refusal,
  message: `Callback ${n}: ${refusal.message} Nothing was counted as a sale.`,
})

/** Undoes that, so that the event is as received. */
export async function takeBackSale(ctx: Ctx, input: Decide): Promise<DecisionResult> {
  if (!maySetAmount(ctx)) throw new DeskError('forbidden')
  return decide(ctx, input, async (_tx, event) => {
    const reason = whySaleStands(typeQuestion(event))
    return reason
      ? refused(reason)
      : { ok: true, action: 'callback-not-a-sale', set: { ...NOT_COUNTED, ...NOT_CLOSED } }
  })
}

export const typeQuestion = ({ state, funding, tranType, anomalies, saleAt }: EventRow) => ({
  state,
  funding,
  tranType,
  anomalies,
  isCounted: saleAt !== null,
})

const NO_AMOUNT_SET = {
  resolvedAmountMinor: null,
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

type Refused = Refusal<'wrong-state' | 'implausible'>
const refused = (message: string): Refused => ({ ok: false, reason: 'wrong-state', message })

/** What a decision changes. If missing, the content that counts and whether it is contested stay the same. */
type Decided = {
  ok: true
  action: AuditAction
  set: Partial<EventRow>
  content?: ReadDelivery
  isContested?: boolean
}

/**
 * One person's decision about an event. Refused if the event has changed since the person's view of it; otherwise
 * written together with its audit row and the resulting state and funding status, and forwarded.
 */
async function decide(
  ctx: Ctx,
  input: Decide,
  rule: (tx: Tx, event: EventRow, content: ReadDelivery) => Promise<Decided | Refused>,
): Promise<DecisionResult> {
  const { result, forwards } = await ctx.db.transaction(async (tx): Promise<Written> => {
    const judgement = await judge(tx, input, rule)
    return judgement.ok
      ? { result: { ok: true }, forwards: await write(ctx, tx, input, judgement) }
      : { result: judgement.result, forwards: [] }
  })
  await queueForwards(ctx, forwards)
  return result
}

/** The result of a decision, and the messages to forward. */
type Written = { result: DecisionResult; forwards: string[] }

/** The changes to write to a locked event. */
type Judgement = { ok: true; event: EventRow; stored: ReadDelivery; decided: Decided }

async function judge(
  tx: Tx,
  input: Decide,
  rule: (tx: Tx, event: EventRow, content: ReadDelivery) => Promise<Decided | Refused>,
): Promise<Judgement | { ok: false; result: NotDecided }> {
  const event = await lockEvent(tx, input.n)
  const isOvertaken = event.version !== input.version
  if (isOvertaken || (await hasNewContent(tx, event.n, input.deliveries))) return { ok: false, result: STALE }
  const stored = await readStored(tx, event, event.contentN)
  const decided = await rule(tx, event, stored)
  return decided.ok ? { ok: true, event, stored, decided } : { ok: false, result: decided }
}

async function write(
  ctx: Ctx,
  tx: Tx,
  input: Decide,
  { event, stored, decided }: Judgement,
): Promise<string[]> {
  const content = decided.content ?? stored
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
  return recordForwards(tx, ctx, [{ n: event.n, type: 'callback.changed' }])
}

/** Whether an event has received a new content after its first `seen` deliveries. */
async function hasNewContent(tx: Tx, eventN: number, seen: number): Promise<boolean> {
  const { rows } = await tx.execute<{ is_new: boolean }>(sql`
    select bool_or(place > ${seen} and kind <> 'repeat') as is_new from (
      select kind, row_number() over (order by n) as place
      from ${callbackDeliveries} where event_n = ${eventN}
    ) placed`)
  return rows[0]?.is_new ?? false
}

/** Reads one delivery of this event with the current rules. Throws `invalid` if it belongs to another event. */
async function readStored(tx: Tx, event: EventRow, deliveryN: number): Promise<ReadDelivery> {
  const [delivery] = await tx
    .select(STORED)
    .from(callbackDeliveries)
    .where(and(eq(callbackDeliveries.n, deliveryN), eq(callbackDeliveries.eventN, event.n)))
  if (!delivery) throw new DeskError('invalid')
  return readDelivery(delivery, event.profileId)
}
