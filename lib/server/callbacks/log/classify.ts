import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import {
  callbackDeliveries,
  callbackEvents,
  callbackKeys,
  callbackReceivers,
} from '@/lib/db/schema/callbacks'
import type { ForwardType } from '@/lib/domain/callbacks/forward'
import { readCallback } from '@/lib/domain/callbacks/read-callback'
import { addTelling, isToldAlready, saleOfMerchant, type Told } from '@/lib/domain/callbacks/tellings'
import { queueForwards, recordForwards } from '@/lib/server/callbacks/forwarding/forwards'
import { tellFound } from '@/lib/server/notifications/tell'
import { lockFundingStatus, refreshFunding } from '@/lib/server/sales/funding-status'
import { unindexedProfile } from '@/lib/server/sales/query-parts'
import type { Services } from '@/lib/server/services'
import {
  type Classified,
  contentColumns,
  type EventRow,
  insertEvents,
  markDeliveries,
  NOT_CLOSED,
  NOT_COUNTED,
  type Read,
  type ReadDelivery,
  readDelivery,
  type StoredDelivery,
  tranIdOf,
  withIdentifiers,
} from './event-rows'
import { findLinks, type KnownLink } from './known-links'

/** Limits per transaction, in deliveries and bytes, because all of them are in memory together. */
const BURST = 100
const BURST_BYTES = 2 * 1024 * 1024

/** An arbitrary number that no other lock of the desk uses. */
const CLASSIFIER_LOCK = 7_239_401_122

/** Keeps other transactions from classifying deliveries until this one ends. */
export const lockClassifier = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${CLASSIFIER_LOCK})`)

/**
 * Classifies at most a burst of new deliveries, in order, and returns how many. Only one run at a time across all
 * instances. Deliveries with the same `tran_id` and profile are one event, whichever receiver of the profile got them,
 * because one transaction at the partner is one sale.
 */
export async function classifyWaiting(services: Services, read: Read = readCallback): Promise<number> {
  const { found, forwards } = await services.db.transaction(async (tx) => {
    await lockClassifier(tx)
    const waiting = await listWaiting(tx)
    if (waiting.length === 0) return { found: 0, forwards: [] }
    const deliveries = waiting.map((delivery) => ({
      ...delivery,
      ...readDelivery(delivery, delivery.profileId, read),
    }))
    await lockFundingStatus(tx)
    const linkOf = await findLinks(tx, deliveries.map(linkKey))
    const known = await listKnown(tx, deliveries)
    const burst = sortOut(deliveries, known, (delivery) => linkOf(linkKey(delivery)))
    await insertEvents(tx, burst.made)
    await updateEvents(tx, burst.changed)
    await markDeliveries(tx, burst.classified)
    await refreshFunding(tx, { events: burst.made.map(({ n }) => n) })
    const at = services.now()
    for (const n of newConflicts(known, burst))
      await tellFound(tx, {
        type: 'callback',
        id: String(n),
        kind: 'conflict',
        at,
        startedAt: at,
        to: 'callbacks:reprocess',
      })
    return { found: waiting.length, forwards: await recordForwards(tx, services, burst.told) }
  })
  await queueForwards(services, forwards)
  return found
}

type Waiting = StoredDelivery & { receivedAt: Date; profileId: string }
type Looked = Waiting & ReadDelivery

const linkKey = ({ profileId, reading }: Looked) => ({
  profileId,
  clientRefNumber: reading?.clientRefNumber ?? '',
})

/** The next deliveries: as many as a burst allows, and at least one. */
function listWaiting(tx: Tx): Promise<Waiting[]> {
  const burst = sql`(
    select n from (
      select n, sum(size) over (order by n) as bytes, row_number() over (order by n) as place
      from (
        select n, octet_length(body) as size from callback_deliveries where kind is null order by n limit ${sql.raw(String(BURST))}
      ) next
    ) sized
    where bytes <= ${sql.raw(String(BURST_BYTES))} or place = 1
  )`
  return tx
    .select({
      n: callbackDeliveries.n,
      receivedAt: callbackDeliveries.receivedAt,
      body: callbackDeliveries.body,
      redactions: callbackDeliveries.redactions,
      profileId: callbackReceivers.profileId,
      merchantId: callbackReceivers.merchantId,
    })
    .from(callbackDeliveries)
    .innerJoin(callbackKeys, eq(callbackKeys.id, callbackDeliveries.keyId))
    .innerJoin(callbackReceivers, eq(callbackReceivers.id, callbackKeys.receiverId))
    .where(sql`${callbackDeliveries.n} in ${burst}`)
    .orderBy(asc(callbackDeliveries.n))
}

/** The existing events of these deliveries, and which merchants' receivers got which contents. */
type Known = { events: EventRow[]; told: { eventN: number; contentSha256: string; merchantId: string }[] }

async function listKnown(tx: Tx, deliveries: readonly Looked[]): Promise<Known> {
  const asked = JSON.stringify(
    deliveries.map((delivery) => ({
      profile_id: delivery.profileId,
      merchant_id: delivery.merchantId,
      tran_id: tranIdOf(delivery),
      content_sha256: delivery.contentSha256,
    })),
  )
  // One select per index. A partial index is only used if the query repeats its condition. `limit 1`, and hiding the
  // profile from indexes that begin with it, keep PostgreSQL from scanning everything while it has no statistics. An
  // older log can have one event per receiver that reported a sale; each delivery then belongs to its receiver's
  // event.
  const { rows } = await tx.execute<{ n: string; content_sha256: string; merchants: string[] }>(sql`
    with asked as (
      select distinct * from json_to_recordset(${asked}::json)
        as asked (profile_id text, merchant_id text, tran_id text, content_sha256 text)
    )
    select found.n, asked.content_sha256, array_remove(array[
      case when found.content_sha256 = asked.content_sha256 then found.merchant_id end,
      case when known.by_them then asked.merchant_id end
    ], null) || known.merchants as merchants
    from asked
      cross join lateral (
        (
          select n, content_sha256, merchant_id from callback_events
          where tran_id = asked.tran_id and tran_id is not null and ${unindexedProfile()} = asked.profile_id
          order by merchant_id = asked.merchant_id desc, n
          limit 1
        ) union all (
          select n, content_sha256, merchant_id from callback_events
          where profile_id = asked.profile_id and merchant_id = asked.merchant_id
            and content_sha256 = asked.content_sha256 and tran_id is null and asked.tran_id is null
          limit 1
        )
      ) found
      cross join lateral (
        select array(
          select distinct ${TELLER} from callback_deliveries told
          where event_n = found.n and content_sha256 = asked.content_sha256 and kind <> 'repeat'
        ) as merchants, asked.merchant_id <> ''
          and (found.content_sha256, found.merchant_id) is distinct from (asked.content_sha256, asked.merchant_id)
          and exists (
          select from callback_deliveries told
          where event_n = found.n and content_sha256 = asked.content_sha256 and ${TELLER} = asked.merchant_id
        ) as by_them
      ) known`)
  const numbers = [...new Set(rows.map(({ n }) => Number(n)))]
  const events =
    numbers.length === 0
      ? []
      : await tx.select().from(callbackEvents).where(inArray(callbackEvents.n, numbers))
  return {
    events,
    told: rows.flatMap(({ n, content_sha256: contentSha256, merchants }) =>
      merchants.map((merchantId) => ({ eventN: Number(n), contentSha256, merchantId })),
    ),
  }
}

/** The merchant of a delivery's receiver. Two nested selects, because without statistics a join would scan whole tables. */
const TELLER = sql`(
  select receivers.merchant_id from callback_keys keys join callback_receivers receivers on receivers.id = keys.receiver_id
  where keys.id = told.key_id
)`

type Burst = {
  made: EventRow[]
  changed: EventRow[]
  classified: Classified[]
  told: { n: number; type: ForwardType }[]
}

/** An event while its burst is processed, with the contents received for it. */
type Open = { event: EventRow; told: Told; isNew: boolean; isChanged: boolean }

/** Events that became conflicts in this burst. Existing conflicts were already reported. */
function newConflicts({ events }: Known, { made, changed }: Burst): number[] {
  const before = new Set(events.filter(({ state }) => state === 'conflict').map(({ n }) => n))
  return [...made, ...changed]
    .filter(({ n, state }) => state === 'conflict' && !before.has(n))
    .map(({ n }) => n)
}

/** Assigns each delivery to an event, with its kind. The first content counts until a person resolves the conflict. */
function sortOut(
  deliveries: readonly Looked[],
  known: Known,
  linkOf: (delivery: Looked) => KnownLink | null,
): Burst {
  const toldOf = Map.groupBy(known.told, ({ eventN }) => eventN)
  const open = Map.groupBy(
    known.events
      .toSorted((one, other) => one.n - other.n)
      .map((event): Open => {
        const told: Told = new Map()
        for (const telling of toldOf.get(event.n) ?? []) addTelling(told, telling)
        return { event, told, isNew: false, isChanged: false }
      }),
    ({ event }) => saleKey(event, event.tranId, event.contentSha256),
  )
  const classified = deliveries.map((delivery): Classified => {
    const { n, contentSha256 } = delivery
    const key = saleKey(delivery, tranIdOf(delivery), contentSha256)
    const events = open.get(key) ?? []
    const found = events.find(({ event }) => event.merchantId === delivery.merchantId) ?? events[0]
    if (!found) {
      const event = newEvent(delivery, linkOf(delivery))
      const told: Told = new Map()
      addTelling(told, delivery)
      open.set(key, [{ event, told, isNew: true, isChanged: false }])
      return { n, eventN: n, contentSha256, kind: event.tranId === null ? 'unreadable' : 'first' }
    }
    const isRepeat = isToldAlready(found.told, found.event.merchantId, delivery)
    const { merchantId } = found.event
    found.event = toldAgain(found.event, delivery, isRepeat)
    addTelling(found.told, delivery)
    found.isChanged ||= !isRepeat || found.event.merchantId !== merchantId
    return { n, eventN: found.event.n, contentSha256, kind: isRepeat ? 'repeat' : 'conflict' }
  })
  const all = [...open.values()].flat()
  return {
    made: all.flatMap(({ isNew, event }) => (isNew ? [event] : [])),
    changed: all.flatMap(({ isNew, event }) => (isNew ? [] : [event])),
    classified,
    told: all.flatMap(({ event: { n }, isNew, isChanged }): Burst['told'] =>
      isNew ? [{ n, type: 'callback.received' }] : isChanged ? [{ n, type: 'callback.changed' }] : [],
    ),
  }
}

/** Equal for the same event: a profile's sale or, without a `tran_id`, the same content at the same receiver. */
const saleKey = (
  { profileId, merchantId }: { profileId: string; merchantId: string },
  tranId: string | null,
  contentSha256: string,
): string => JSON.stringify([profileId, tranId, ...(tranId === null ? [merchantId, contentSha256] : [])])

function newEvent(delivery: Looked, link: KnownLink | null): EventRow {
  const { n, receivedAt, profileId, merchantId } = delivery
  return {
    n,
    receivedAt,
    lastReceivedAt: receivedAt,
    deliveries: 1,
    profileId,
    merchantId,
    ...contentColumns(delivery, {
      isContested: false,
      closedAt: null,
      saleAt: null,
      resolvedAmountMinor: null,
      link,
    }),
    // Until `refreshFunding` sets it, in the same transaction.
    funding: 'none',
    fundingBatchId: null,
    leftMinor: null,
    outsideBy: null,
    outsideAt: null,
    outsideNote: null,
    resolvedBy: null,
    resolvedAt: null,
    resolvedNote: null,
    resolvedAmountMinor: null,
    amountBy: null,
    amountAt: null,
    amountNote: null,
    ...NOT_COUNTED,
    ...NOT_CLOSED,
    version: 0,
  }
}

/**
 * The event after another delivery. A new content adds its identifiers to the search and reopens a closed event; so
 * does the same content from another merchant's receiver.
 */
function toldAgain(event: EventRow, delivery: Looked, isRepeat: boolean): EventRow {
  const { receivedAt, reading } = delivery
  return {
    ...event,
    merchantId: isRepeat ? saleOfMerchant(event, delivery) : event.merchantId,
    deliveries: event.deliveries + 1,
    lastReceivedAt: receivedAt > event.lastReceivedAt ? receivedAt : event.lastReceivedAt,
    ...(!isRepeat && {
      ...NOT_CLOSED,
      state: 'conflict',
      identifiers: withIdentifiers(event.identifiers, reading?.identifiers ?? []),
    }),
  }
}

async function updateEvents(tx: Tx, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({
    n: event.n,
    deliveries: event.deliveries,
    last_received_at: event.lastReceivedAt,
    merchant_id: event.merchantId,
    state: event.state,
    identifiers: event.identifiers,
    closed_by: event.closedBy,
    closed_at: event.closedAt,
    closed_note: event.closedNote,
  }))
  await tx.execute(sql`
    update ${callbackEvents} set deliveries = told.deliveries, last_received_at = told.last_received_at,
      merchant_id = told.merchant_id, state = told.state, identifiers = told.identifiers,
      closed_by = told.closed_by, closed_at = told.closed_at, closed_note = told.closed_note
    from json_populate_recordset(null::callback_events, ${JSON.stringify(rows)}::json) told
    where ${callbackEvents.n} = told.n`)
}
