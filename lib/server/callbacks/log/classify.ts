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
import { queueForwards, recordForwards } from '@/lib/server/callbacks/forwarding/forwards'
import { lockFundingStatus, refreshFunding } from '@/lib/server/sales/funding-status'
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
  tranIdOf,
  withIdentifiers,
} from './event-rows'
import { findLinks, type KnownLink } from './known-links'

/** Deliveries of one transaction, and bytes of them: they are in memory together. */
const BURST = 100
const BURST_BYTES = 2 * 1024 * 1024

/** Any number that no other lock of the desk has. */
const CLASSIFIER_LOCK = 7_239_401_122

/** No delivery is read, and becomes an event, until this transaction ends. */
export const lockClassifier = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${CLASSIFIER_LOCK})`)

/**
 * Finds what deliveries that nobody has looked at yet are, in their order, at most a burst of them; and how many it
 * were. One at a time over all instances. Deliveries of one `tran_id` and receiver are one event, however they came.
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
    const burst = sortOut(deliveries, await listKnown(tx, deliveries), (delivery) =>
      linkOf(linkKey(delivery)),
    )
    await insertEvents(tx, burst.made)
    await updateEvents(tx, burst.changed)
    await markDeliveries(tx, burst.classified)
    await refreshFunding(tx, { events: burst.made.map(({ n }) => n) })
    return { found: waiting.length, forwards: await recordForwards(tx, services, burst.told) }
  })
  await queueForwards(services, forwards)
  return found
}

type Waiting = {
  n: number
  receivedAt: Date
  body: Uint8Array
  redactions: EventRedactions
  profileId: string
  merchantId: string
}
type EventRedactions = (typeof callbackDeliveries.$inferSelect)['redactions']
type Looked = Waiting & ReadDelivery

const linkKey = ({ profileId, reading }: Looked) => ({
  profileId,
  clientRefNumber: reading?.clientRefNumber ?? '',
})

/** The next ones: as many as a burst takes, and one in any case. */
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

/** What is known already of the events that these belong to, and of their contents. */
type Known = { events: EventRow[]; contents: { eventN: number; contentSha256: string }[] }

async function listKnown(tx: Tx, deliveries: readonly Looked[]): Promise<Known> {
  const asked = JSON.stringify(
    deliveries.map((delivery) => ({
      profile_id: delivery.profileId,
      merchant_id: delivery.merchantId,
      tran_id: tranIdOf(delivery),
      content_sha256: delivery.contentSha256,
    })),
  )
  // Each by its own index; what an index leaves out has to be left out here in its own words. `limit 1`, and a profile
  // that no index begins with, keep PostgreSQL from reading all that came instead, as it does before it has statistics.
  const { rows } = await tx.execute<{ n: string; content_sha256: string; is_known: boolean }>(sql`
    with asked as (
      select distinct * from json_to_recordset(${asked}::json)
        as asked (profile_id text, merchant_id text, tran_id text, content_sha256 text)
    )
    select found.n, asked.content_sha256, found.content_sha256 = asked.content_sha256 or known.is_known is true as is_known
    from asked
      cross join lateral (
        (
          select n, content_sha256 from callback_events
          where tran_id = asked.tran_id and tran_id is not null
            and profile_id || '' = asked.profile_id and merchant_id || '' = asked.merchant_id
          limit 1
        ) union all (
          select n, content_sha256 from callback_events
          where profile_id = asked.profile_id and merchant_id = asked.merchant_id
            and content_sha256 = asked.content_sha256 and tran_id is null and asked.tran_id is null
          limit 1
        )
      ) found
      left join lateral (
        select true as is_known from callback_deliveries
        where event_n = found.n and content_sha256 = asked.content_sha256 and kind <> 'repeat'
        limit 1
      ) known on true`)
  const numbers = [...new Set(rows.map(({ n }) => Number(n)))]
  const events =
    numbers.length === 0
      ? []
      : await tx.select().from(callbackEvents).where(inArray(callbackEvents.n, numbers))
  return {
    events,
    contents: rows.flatMap(({ n, content_sha256: contentSha256, is_known }) =>
      is_known ? [{ eventN: Number(n), contentSha256 }] : [],
    ),
  }
}

type Burst = {
  made: EventRow[]
  changed: EventRow[]
  classified: Classified[]
  told: { n: number; type: ForwardType }[]
}

/** An event while a burst is sorted out, with the contents that are known of it. */
type Open = { event: EventRow; contents: Set<string>; isNew: boolean; isChanged: boolean }

/** Which event each delivery belongs to, and as what. The first content stands until somebody settles it. */
function sortOut(
  deliveries: readonly Looked[],
  known: Known,
  linkOf: (delivery: Looked) => KnownLink | null,
): Burst {
  const contentsOf = Map.groupBy(known.contents, ({ eventN }) => eventN)
  const open = new Map<string, Open>(
    known.events.map((event) => [
      saleKey(event, event.tranId, event.contentSha256),
      {
        event,
        contents: new Set(contentsOf.get(event.n)?.map(({ contentSha256 }) => contentSha256)),
        isNew: false,
        isChanged: false,
      },
    ]),
  )
  const classified = deliveries.map((delivery): Classified => {
    const { n, contentSha256 } = delivery
    const key = saleKey(delivery, tranIdOf(delivery), contentSha256)
    const found = open.get(key)
    if (!found) {
      const event = newEvent(delivery, linkOf(delivery))
      open.set(key, { event, contents: new Set([contentSha256]), isNew: true, isChanged: false })
      return { n, eventN: n, contentSha256, kind: event.tranId === null ? 'unreadable' : 'first' }
    }
    const isRepeat = found.contents.has(contentSha256)
    found.event = told(found.event, delivery, isRepeat)
    found.contents.add(contentSha256)
    found.isChanged ||= !isRepeat
    return { n, eventN: found.event.n, contentSha256, kind: isRepeat ? 'repeat' : 'conflict' }
  })
  const all = [...open.values()]
  return {
    made: all.flatMap(({ isNew, event }) => (isNew ? [event] : [])),
    changed: all.flatMap(({ isNew, event }) => (isNew ? [] : [event])),
    classified,
    told: all.flatMap(({ event: { n }, isNew, isChanged }): Burst['told'] =>
      isNew ? [{ n, type: 'callback.received' }] : isChanged ? [{ n, type: 'callback.changed' }] : [],
    ),
  }
}

/** Equal for what is one event: a sale of a receiver, or the same content that names none. */
const saleKey = (
  { profileId, merchantId }: { profileId: string; merchantId: string },
  tranId: string | null,
  contentSha256: string,
): string => JSON.stringify([profileId, merchantId, tranId, tranId === null ? contentSha256 : null])

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
      settledAmountMinor: null,
      link,
    }),
    // Until its batches are asked, within the same transaction.
    funding: 'none',
    fundingBatchId: null,
    leftMinor: null,
    outsideBy: null,
    outsideAt: null,
    outsideNote: null,
    settledBy: null,
    settledAt: null,
    settledNote: null,
    settledAmountMinor: null,
    amountBy: null,
    amountAt: null,
    amountNote: null,
    ...NOT_COUNTED,
    ...NOT_CLOSED,
    version: 0,
  }
}

/**
 * The same event, told of once more. Another content can also be searched for by what it names, and opens again what
 * was closed without it.
 */
function told(event: EventRow, { receivedAt, reading }: Looked, isRepeat: boolean): EventRow {
  return {
    ...event,
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
    state: event.state,
    identifiers: event.identifiers,
    closed_by: event.closedBy,
    closed_at: event.closedAt,
    closed_note: event.closedNote,
  }))
  await tx.execute(sql`
    update ${callbackEvents} set deliveries = told.deliveries, last_received_at = told.last_received_at,
      state = told.state, identifiers = told.identifiers,
      closed_by = told.closed_by, closed_at = told.closed_at, closed_note = told.closed_note
    from json_populate_recordset(null::callback_events, ${JSON.stringify(rows)}::json) told
    where ${callbackEvents.n} = told.n`)
}
