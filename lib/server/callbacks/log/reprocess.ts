import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { callbackDeliveries, callbackEvents } from '@/lib/db/schema/callbacks'
import type { DeliveryKind } from '@/lib/domain/callbacks/event'
import {
  addTelling,
  isToldAlready,
  saleOfMerchant,
  type Telling,
  type Told,
} from '@/lib/domain/callbacks/tellings'
import type { Outcome } from '@/lib/domain/values/outcome'
import { queueForwards, recordForwards } from '@/lib/server/callbacks/forwarding/forwards'
import { refreshFunding } from '@/lib/server/sales/funding-status'
import type { Ctx } from '@/lib/server/services'
import { auditEvent, lockEvent, STORED } from './event-lock'
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
import { linkOf } from './known-links'

const wrongState = (message: string) => ({ ok: false, reason: 'wrong-state', message }) as const

/** `changed`: the current rules read the event differently from what the log had. */
type ReprocessEventResult = Outcome<{ changed: boolean }, 'wrong-state'>

/**
 * Reads an event's deliveries again with the current rules and updates the event. People's decisions stay, unless a
 * new content has arrived since. Running it again changes nothing.
 */
export async function reprocessEvent(ctx: Ctx, { n: eventN }: { n: number }): Promise<ReprocessEventResult> {
  const { result, forwards } = await ctx.db.transaction(async (tx) => {
    const event = await lockEvent(tx, eventN)
    const { columns, classified } = await reread(tx, event)
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

/** Deliveries per query. */
const STRIDE = 500

/** An event's columns as the current rules derive them from its deliveries, and the kind of each delivery. */
export async function reread(tx: Tx, event: EventRow) {
  const told: Told = new Map()
  let first: Telling | null = null
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
        kind: kindOf(delivery, told, first),
        contentSha256: delivery.contentSha256,
      })
      if (!told.has(delivery.contentSha256))
        identifiers = withIdentifiers(identifiers, delivery.reading?.identifiers ?? [])
      first = withMerchantOf(first, delivery)
      addTelling(told, delivery)
      if (delivery.n === event.contentN) stands = delivery
    }
    if (deliveries.length < STRIDE) break
  }
  if (!stands) throw new Error(`The content of event ${event.n} is that of none of its deliveries.`)
  const isOpen = event.resolvedAt === null || event.state === 'conflict'
  return {
    classified,
    columns: {
      ...contentColumns(stands, {
        ...event,
        isContested: isOpen && classified.some(({ kind }) => kind === 'conflict'),
        link: await linkOf(tx, event.profileId, stands.reading),
      }),
      deliveries: classified.length,
      identifiers,
    },
  }
}

const withMerchantOf = (first: Telling | null, delivery: Telling): Telling =>
  first ? { ...first, merchantId: saleOfMerchant(first, delivery) } : delivery

/** `first`: the first delivery, with the merchant that a later one may have added. */
function kindOf(delivery: ReadDelivery, before: Told, first: Telling | null): DeliveryKind {
  if (first === null) return tranIdOf(delivery) === null ? 'unreadable' : 'first'
  return isToldAlready(before, first.merchantId, delivery) ? 'repeat' : 'conflict'
}

const listStored = (tx: Tx, eventN: number, after: number): Promise<StoredDelivery[]> =>
  tx
    .select(STORED)
    .from(callbackDeliveries)
    .where(and(eq(callbackDeliveries.eventN, eventN), gt(callbackDeliveries.n, after)))
    .orderBy(asc(callbackDeliveries.n))
    .limit(STRIDE)

/**
 * The number of the event for this sale of the profile or, without a transaction ID, for this content at this
 * receiver; null if there is none. An older log can have one event per receiver that reported a sale.
 */
export async function getSale(
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
        tranId === null
          ? and(
              eq(callbackEvents.merchantId, merchantId),
              isNull(callbackEvents.tranId),
              eq(callbackEvents.contentSha256, contentSha256),
            )
          : eq(callbackEvents.tranId, tranId),
      ),
    )
    .orderBy(desc(eq(callbackEvents.merchantId, merchantId)), asc(callbackEvents.n))
    .limit(1)
  return sale?.n ?? null
}

/** Names of the changed columns, for the audit log. */
const changedColumns = (event: EventRow, anew: Partial<EventRow>): string[] => {
  const before = new Map(Object.entries(event))
  return Object.entries(anew).flatMap(([name, value]) =>
    JSON.stringify(before.get(name)) === JSON.stringify(value) ? [] : [name],
  )
}
