import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import {
  callbackDeliveries,
  callbackEndpoints,
  callbackEvents,
  callbackForwardAttempts,
  callbackForwards,
} from '@/lib/db/schema/callbacks'
import type { ForwardType } from '@/lib/domain/callbacks/forward'
import { buildForwardMessage } from '@/lib/domain/callbacks/forward-message'
import { MAX_EVENT_TEXT, parseFields } from '@/lib/domain/callbacks/read-callback'
import { log } from '@/lib/log'
import type { Services } from '@/lib/server/services'
import type { ForwardView } from './views'

/** Rows per statement, far below the limit on its parameters. */
const ROWS_AT_ONCE = 1_000

/**
 * Creates a message for each of these events and each active endpoint, in the transaction that stores the events.
 * Returns the ids for `queueForwards`. Without an endpoint it does nothing else.
 */
export async function recordForwards(
  tx: Tx,
  services: Pick<Services, 'now'>,
  events: readonly { n: number; type: ForwardType }[],
): Promise<string[]> {
  if (events.length === 0) return []
  const endpoints = await tx
    .select({ id: callbackEndpoints.id })
    .from(callbackEndpoints)
    .where(eq(callbackEndpoints.active, true))
  if (endpoints.length === 0) return []
  const now = services.now()
  const stored = await readEvents(
    tx,
    events.map(({ n }) => n),
  )
  const rows = events.flatMap(({ n, type }) => {
    const event = stored.get(n)
    if (!event) throw new Error(`Event ${n} is not stored.`)
    const payload = buildForwardMessage(type, now, event)
    return endpoints.map((endpoint) => ({
      id: crypto.randomUUID(),
      endpointId: endpoint.id,
      eventN: n,
      type,
      payload,
      state: 'waiting' as const,
      createdAt: now,
    }))
  })
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    await tx.insert(callbackForwards).values(rows.slice(i, i + ROWS_AT_ONCE))
  }
  return rows.map(({ id }) => id)
}

async function readEvents(tx: Tx, ns: number[]) {
  const rows = await tx
    .select({ event: callbackEvents, body: callbackDeliveries.body })
    .from(callbackEvents)
    .leftJoin(callbackDeliveries, eq(callbackDeliveries.n, callbackEvents.contentN))
    .where(inArray(callbackEvents.n, ns))
  return new Map(rows.map(({ event, body }) => [event.n, { ...event, authCode: authCodeOf(body) }]))
}

/** The one field of a message that the event does not store. If it occurs twice, the first counts. */
const authCodeOf = (body: Uint8Array | null): string =>
  (body &&
    parseFields(body)
      .find(([name]) => name === 'auth_code')?.[1]
      .slice(0, MAX_EVENT_TEXT)) ??
  ''

/**
 * Queues messages, after the transaction that created them. Never throws: messages that could not be queued stay
 * waiting until `queueWaitingForwards`, which runs every minute.
 */
export async function queueForwards(services: Pick<Services, 'jobs'>, ids: readonly string[]): Promise<void> {
  try {
    for (let i = 0; i < ids.length; i += ROWS_AT_ONCE) {
      const jobs = ids
        .slice(i, i + ROWS_AT_ONCE)
        .map((forwardId) => ({ key: forwardId, data: { forwardId } }))
      await services.jobs.enqueueAll('forward-callback', jobs)
    }
  } catch (error) {
    log.warn({ err: error, messages: ids.length }, 'messages could not be queued now')
  }
}

/**
 * Queues all waiting messages of active endpoints: at the start, every minute, and when an endpoint is switched on.
 * Harmless for a message that is already queued or between two tries, because the queue takes each only once.
 */
export async function queueWaitingForwards(services: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  const waiting = await services.db
    .select({ id: callbackForwards.id })
    .from(callbackForwards)
    .innerJoin(callbackEndpoints, eq(callbackEndpoints.id, callbackForwards.endpointId))
    .where(and(eq(callbackForwards.state, 'waiting'), eq(callbackEndpoints.active, true)))
    .orderBy(asc(callbackForwards.createdAt))
  await queueForwards(
    services,
    waiting.map(({ id }) => id),
  )
}

/** The messages about one event, latest first. */
export async function listForwards(db: DbOrTx, eventN: number): Promise<ForwardView[]> {
  const rows = await db
    .select(FORWARD_ROW)
    .from(callbackForwards)
    .innerJoin(callbackEndpoints, eq(callbackEndpoints.id, callbackForwards.endpointId))
    .where(eq(callbackForwards.eventN, eventN))
    .orderBy(desc(callbackForwards.createdAt), desc(callbackForwards.id))
  return withAttempts(db, rows)
}

/** What `withAttempts` needs of a message. */
export const FORWARD_ROW = {
  id: callbackForwards.id,
  eventN: callbackForwards.eventN,
  endpoint: callbackEndpoints.label,
  isOn: callbackEndpoints.active,
  type: callbackForwards.type,
  state: callbackForwards.state,
  createdAt: callbackForwards.createdAt,
}

type ForwardRow = Pick<
  typeof callbackForwards.$inferSelect,
  'id' | 'eventN' | 'type' | 'state' | 'createdAt'
> & {
  endpoint: string
  isOn: boolean
}

/** These messages with their tries, first try first. */
export async function withAttempts(
  db: DbOrTx,
  rows: readonly ForwardRow[],
): Promise<(ForwardView & { eventN: number })[]> {
  if (rows.length === 0) return []
  const attempts = await db
    .select()
    .from(callbackForwardAttempts)
    .where(
      inArray(
        callbackForwardAttempts.forwardId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(callbackForwardAttempts.id))
  const byForward = Map.groupBy(attempts, ({ forwardId }) => forwardId)
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    attempts: (byForward.get(row.id) ?? []).map(({ at, status, problem, durationMs }) => ({
      at: at.toISOString(),
      status,
      problem,
      durationMs,
    })),
  }))
}
