import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { callbackDeliveries, callbackEvents } from '@/lib/db/schema/desk'
import type { DeliveryKind } from '@/lib/domain/callbacks/event'
import { DeskError } from '@/lib/errors'
import { recordAudit } from '@/lib/server/audit'
import { storable } from '@/lib/server/storable'
import type { Ctx } from '@/lib/server/world'
import {
  type Classified,
  contentColumns,
  type EventRow,
  markDeliveries,
  type ReadDelivery,
  readDelivery,
  type StoredDelivery,
  tranIdOf,
  withIdentifiers,
} from './event-rows'
import { queueForwards, recordForwards } from './forwards'
import { lockStandings, refreshFunding } from './funding-standing'

const n = z.int().min(1)

export const settleEventSchema = z.strictObject({
  n,
  /** What the page showed that this was decided by: `deliveries` and `settled?.at` of the view. */
  deliveries: z.int().min(1),
  settledAt: z.iso.datetime().nullable(),
  /** The delivery whose content stands; left out: the one that stands already. */
  contentN: n.optional(),
  /** Cents, where the amount's text does not say for sure. */
  amountMinor: z.int().min(1).max(999_999_999_999).optional(),
  note: z.string().trim().min(1).max(2_000),
})
export type SettleEvent = z.output<typeof settleEventSchema>

export const reprocessEventSchema = z.strictObject({ n })

export type SettleEventResult = { ok: true } | { ok: false; reason: 'stale' | 'wrong-state'; message: string }

const STALE: SettleEventResult = {
  ok: false,
  reason: 'stale',
  message:
    'Another content came in, or somebody settled this, since you opened the page. Reload to see it; nothing was changed now.',
}

const wrongState = (message: string) => ({ ok: false, reason: 'wrong-state', message }) as const

/**
 * Says which delivery's content stands, and what an amount that could be two things is in cents; with neither, that
 * somebody looked at the event as it is. Also where a batch has the sale already: what was sent stays as it was.
 */
export async function settleEvent(ctx: Ctx, input: SettleEvent): Promise<SettleEventResult> {
  const { result, forwards } = await ctx.db.transaction(async (tx) => {
    const event = await lockEvent(tx, input.n)
    const refused = await settleProblem(tx, event, input)
    if (refused) return { result: refused, forwards: [] }
    const content = await readStored(tx, event, input.contentN ?? event.contentN)
    if (content.reading?.amountMinor != null && input.amountMinor !== undefined)
      return {
        result: wrongState('The amount of this content is known, and cannot be said anew.'),
        forwards: [],
      }
    // What was said of the amount holds for the content that it was said of.
    const settledAmountMinor =
      input.amountMinor ?? (content.contentSha256 === event.contentSha256 ? event.settledAmountMinor : null)
    const now = ctx.now()
    const { identifiers: _, ...columns } = contentColumns(content, {
      isContested: false,
      settledAt: now,
      settledAmountMinor,
    })
    await tx
      .update(callbackEvents)
      .set({
        ...columns,
        settledBy: ctx.actor.id,
        settledAt: now,
        settledNote: storable(input.note),
        settledAmountMinor,
      })
      .where(eq(callbackEvents.n, event.n))
    await refreshFunding(tx, { events: [event.n] })
    await auditEvent(ctx, tx, 'callback-settled', event.n, {
      note: input.note,
      content: { from: event.contentN, to: columns.contentN },
      state: { from: event.state, to: columns.state },
      amountMinor: { from: event.amountMinor, to: columns.amountMinor },
    })
    return {
      result: { ok: true } as const,
      forwards: await recordForwards(tx, ctx, [{ n: event.n, type: 'callback.changed' }]),
    }
  })
  await queueForwards(ctx, forwards)
  return result
}

/** Refuses what was decided on a view that is not true any more, and what cannot be decided. */
async function settleProblem(tx: Tx, event: EventRow, input: SettleEvent): Promise<SettleEventResult | null> {
  if (event.tranId === null)
    return wrongState('It names no transaction: there is nothing about it that could be settled.')
  const isOvertaken = (event.settledAt?.toISOString() ?? null) !== input.settledAt
  return isOvertaken || (await hasNewContent(tx, event.n, input.deliveries)) ? STALE : null
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

const STORED = {
  n: callbackDeliveries.n,
  body: callbackDeliveries.body,
  redactions: callbackDeliveries.redactions,
}

/** Nothing else changes the log until this transaction ends. Throws `not-found`. */
async function lockEvent(tx: Tx, eventN: number): Promise<EventRow> {
  await lockStandings(tx)
  const [event] = await tx.select().from(callbackEvents).where(eq(callbackEvents.n, eventN)).for('update')
  if (!event) throw new DeskError('not-found')
  return event
}

const auditEvent = (ctx: Ctx, tx: Tx, action: string, eventN: number, detail: Record<string, unknown>) =>
  recordAudit(tx, {
    at: ctx.now(),
    actorId: ctx.actor.id,
    action,
    subject: ['callback', String(eventN)],
    requestId: ctx.requestId,
    detail: storable(detail),
  })

/** `changed`: today's rules read something else in it than the log had. */
export type ReprocessEventResult =
  | { ok: true; changed: boolean }
  | { ok: false; reason: 'wrong-state'; message: string }

/**
 * Reads the deliveries of an event again, by today's rules, and writes it anew. What a person settled stays, as long
 * as it is not another content that came since. Done twice it changes nothing.
 */
export async function reprocessEvent(ctx: Ctx, { n: eventN }: { n: number }): Promise<ReprocessEventResult> {
  const { result, forwards } = await ctx.db.transaction(async (tx) => {
    const event = await lockEvent(tx, eventN)
    const { columns, classified } = await readAnew(tx, event)
    const taken = await getSale(tx, event, columns)
    if (taken !== null && taken !== event.n)
      return {
        result: wrongState(`It names a transaction that is in the log already, as number ${taken}.`),
        forwards: [],
      }
    await markDeliveries(tx, classified)
    await tx.update(callbackEvents).set(columns).where(eq(callbackEvents.n, event.n))
    await refreshFunding(tx, { events: [event.n] })
    const changed = changedColumns(event, columns)
    await auditEvent(ctx, tx, 'callback-reprocessed', event.n, { changed })
    return {
      result: { ok: true, changed: changed.length > 0 } as const,
      forwards:
        changed.length > 0 ? await recordForwards(tx, ctx, [{ n: event.n, type: 'callback.changed' }]) : [],
    }
  })
  await queueForwards(ctx, forwards)
  return result
}

/** Deliveries that are read in one go. */
const STRIDE = 500

type Contents = Map<string, ReadDelivery>

/** The columns of an event as its deliveries give them by today's rules, and what each of them is. */
async function readAnew(tx: Tx, event: EventRow) {
  const contents: Contents = new Map()
  let identifiers: string[] = []
  const classified: Classified[] = []
  let stands: ReadDelivery | null = null
  for (let after = 0; ; after = classified.at(-1)?.n ?? after) {
    const deliveries = await listStored(tx, event.n, after)
    for (const stored of deliveries) {
      const delivery = readDelivery(stored, event.profileId)
      classified.push({
        n: delivery.n,
        eventN: event.n,
        kind: kindOf(delivery, contents),
        contentSha256: delivery.contentSha256,
      })
      if (!contents.has(delivery.contentSha256)) {
        contents.set(delivery.contentSha256, delivery)
        identifiers = withIdentifiers(identifiers, delivery.reading?.identifiers ?? [])
      }
      if (delivery.n === event.contentN) stands = delivery
    }
    if (deliveries.length < STRIDE) break
  }
  if (!stands) throw new Error(`The content of event ${event.n} is that of none of its deliveries.`)
  const isOpen = event.settledAt === null || event.state === 'conflict'
  return {
    classified,
    columns: {
      ...contentColumns(stands, { ...event, isContested: contents.size > 1 && isOpen }),
      deliveries: classified.length,
      identifiers,
    },
  }
}

function kindOf(delivery: ReadDelivery, before: Contents): DeliveryKind {
  if (before.has(delivery.contentSha256)) return 'repeat'
  if (before.size > 0) return 'conflict'
  return tranIdOf(delivery) === null ? 'unreadable' : 'first'
}

const listStored = (tx: Tx, eventN: number, after: number): Promise<StoredDelivery[]> =>
  tx
    .select(STORED)
    .from(callbackDeliveries)
    .where(and(eq(callbackDeliveries.eventN, eventN), gt(callbackDeliveries.n, after)))
    .orderBy(asc(callbackDeliveries.n))
    .limit(STRIDE)

/** The event that stands for this sale of this receiver, or for this content that names none; null: none does. */
async function getSale(
  tx: Tx,
  { profileId, merchantId }: EventRow,
  { tranId, contentSha256 }: Pick<EventRow, 'tranId' | 'contentSha256'>,
): Promise<number | null> {
  const [sale] = await tx
    .select({ n: callbackEvents.n })
    .from(callbackEvents)
    .where(
      and(
        eq(callbackEvents.profileId, profileId),
        eq(callbackEvents.merchantId, merchantId),
        tranId === null
          ? and(isNull(callbackEvents.tranId), eq(callbackEvents.contentSha256, contentSha256))
          : eq(callbackEvents.tranId, tranId),
      ),
    )
  return sale?.n ?? null
}

/** The names of what differs, for the audit log. */
const changedColumns = (event: EventRow, anew: Partial<EventRow>): string[] => {
  const before = new Map(Object.entries(event))
  return Object.entries(anew).flatMap(([name, value]) =>
    JSON.stringify(before.get(name)) === JSON.stringify(value) ? [] : [name],
  )
}
