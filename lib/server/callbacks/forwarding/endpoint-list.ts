import { and, asc, count, desc, eq, inArray, ne, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { callbackEndpoints, callbackForwards } from '@/lib/db/schema/callbacks'
import { auditLog } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import type { ForwardState } from '@/lib/domain/callbacks/forward'
import type { TestResult } from './endpoints'
import { FORWARD_ROW, withAttempts } from './forwards'
import type { ForwardView } from './views'

export type EndpointView = {
  id: string
  label: string
  url: string
  innerAllowed: boolean
  active: boolean
  createdAt: string
  createdBy: string
  /** The last test since it was changed; null if there was none. */
  tested: (TestResult & { at: string; by: string }) | null
  /** Undelivered messages. */
  waiting: number
  failed: number
}

/** A message, with the event that it is about. */
export type MessageView = ForwardView & { eventN: number }

/** All endpoints by name, with their numbers of undelivered messages. */
export async function listEndpoints(db: DbOrTx): Promise<EndpointView[]> {
  const rows = await db
    .select({ endpoint: callbackEndpoints, createdBy: users.name })
    .from(callbackEndpoints)
    .innerJoin(users, eq(users.id, callbackEndpoints.createdBy))
    .orderBy(asc(callbackEndpoints.label), asc(callbackEndpoints.id))
  const open = await db
    .select({ endpointId: callbackForwards.endpointId, state: callbackForwards.state, messages: count() })
    .from(callbackForwards)
    .where(ne(callbackForwards.state, 'delivered'))
    .groupBy(callbackForwards.endpointId, callbackForwards.state)
  const messagesOf = (id: string, wanted: ForwardState) =>
    open.find(({ endpointId, state }) => endpointId === id && state === wanted)?.messages ?? 0
  const tests = await listTests(db)
  return rows.map(({ endpoint: { id, label, url, innerAllowed, active, createdAt }, createdBy }) => ({
    id,
    label,
    url,
    innerAllowed,
    active,
    createdAt: createdAt.toISOString(),
    createdBy,
    tested: tests.get(id) ?? null,
    waiting: messagesOf(id, 'waiting'),
    failed: messagesOf(id, 'failed'),
  }))
}

/** What a test before it, or while it was made, says nothing about: another address, or another secret. */
const VOIDS_TEST = ['callback-endpoint-changed', 'callback-endpoint-secret-renewed'] as const

/** The last test of each endpoint, as the audit log has it. */
async function listTests(db: DbOrTx): Promise<Map<string, EndpointView['tested']>> {
  const rows = await db
    .selectDistinctOn([auditLog.subjectId], {
      id: auditLog.subjectId,
      at: auditLog.at,
      by: users.name,
      detail: auditLog.detail,
      action: auditLog.action,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, 'callback-endpoint'),
        inArray(auditLog.action, ['callback-endpoint-tested', ...VOIDS_TEST]),
      ),
    )
    .orderBy(auditLog.subjectId, desc(auditLog.id))
  return new Map(
    rows.flatMap(({ id, at, by, action, detail }) => {
      const read = testResult.safeParse(detail)
      return action === 'callback-endpoint-tested' && read.success && !('changedMeanwhile' in detail)
        ? [[id, { ...read.data, at: at.toISOString(), by: by ?? '' }]]
        : []
    }),
  )
}

const testResult = z.object({
  status: z.number().nullable(),
  problem: z.string().nullable(),
  durationMs: z.number(),
}) satisfies z.ZodType<TestResult>

const MESSAGES_SHOWN = 50

/** The latest messages, latest first: all, or those in one undelivered state. */
export async function listMessages(
  db: DbOrTx,
  only: Exclude<ForwardState, 'delivered'> | null,
): Promise<MessageView[]> {
  const latest = (where: SQL | undefined) =>
    db
      .select(FORWARD_ROW)
      .from(callbackForwards)
      .innerJoin(callbackEndpoints, eq(callbackEndpoints.id, callbackForwards.endpointId))
      .where(where)
      .orderBy(desc(callbackForwards.createdAt), desc(callbackForwards.id))
      .limit(MESSAGES_SHOWN)
  if (only !== null) {
    // The second condition is redundant, but lets PostgreSQL use the partial index of undelivered messages.
    const rows = await latest(and(eq(callbackForwards.state, only), ne(callbackForwards.state, 'delivered')))
    return withAttempts(db, rows)
  }
  // One query per endpoint, because the index is by endpoint; there are only a few.
  const endpoints = await db.select({ id: callbackEndpoints.id }).from(callbackEndpoints)
  const rows = await Promise.all(endpoints.map(({ id }) => latest(eq(callbackForwards.endpointId, id))))
  return withAttempts(db, rows.flat().sort(byLatest).slice(0, MESSAGES_SHOWN))
}

const byLatest = (a: { createdAt: Date; id: string }, b: { createdAt: Date; id: string }): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)
