import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { callbackEndpoints, callbackEvents, callbackForwards } from '@/lib/db/schema/callbacks'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import { fundingBatches } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { Permission } from '@/lib/domain/access/permissions'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { needsAttention } from '@/lib/server/funding/withdraw'
import { lastTried, listSettled, TROUBLED } from './my-applications'
import type { Trouble } from './views'

/** The number shown, of all kinds together. */
const SHOWN_TROUBLES = 8
const REVEALS_SHOWN_DAYS = 7

/** The latest unresolved problems that this person may read and is responsible for. */
export async function listTroubles(
  db: Db,
  may: (permission: Permission) => boolean,
  now: Date,
): Promise<Trouble[]> {
  const found = await Promise.all([
    may('documents:read') ? troubledApplications(db) : [],
    may('documents:read') ? troubledDocuments(db) : [],
    may('funding:read') ? troubledBatches(db) : [],
    may('callbacks:reprocess') ? troubledCallbacks(db) : [],
    may('admin:settings') ? troubledForwards(db) : [],
    may('audit:read') ? passedLimits(db, now) : [],
  ])
  return found
    .flat()
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, SHOWN_TROUBLES)
}

const titleOf = ({ dbaName, legalName }: { dbaName: string; legalName: string }): string =>
  nameInRow(dbaName || legalName) || 'Untitled application'

async function troubledApplications(db: Db): Promise<Trouble[]> {
  const { id, number, dbaName, legalName, status, updatedAt } = applications
  const rows = await db
    .select({ id, number, dbaName, legalName, status, updatedAt })
    .from(applications)
    .where(inArray(status, ['refused', 'not-sent', 'partly-accepted', 'ids-needed', 'outcome-unknown']))
    .orderBy(desc(updatedAt))
    .limit(SHOWN_TROUBLES)
  return rows.map((row) => ({
    about: 'application',
    id: row.id,
    number: row.number,
    name: titleOf(row),
    status: row.status,
    at: row.updatedAt.toISOString(),
  }))
}

async function troubledDocuments(db: Db): Promise<Trouble[]> {
  const rows = await db
    .select({
      id: documents.id,
      name: documents.name,
      applicationId: documents.applicationId,
      number: applications.number,
      delivery: documents.delivery,
      message: documents.deliveryMessage,
      at: sql`${lastTried}`.mapWith(documents.uploadedAt),
    })
    .from(documents)
    .innerJoin(applications, eq(applications.id, documents.applicationId))
    .where(and(TROUBLED, await listSettled(db)))
    // Must match the index's order word for word.
    .orderBy(sql`${documents.uploadedAt} desc nulls last, ${documents.id} desc nulls last`)
    .limit(SHOWN_TROUBLES)
  return rows.map(({ at, ...row }) => ({ ...row, about: 'document', at: at.toISOString() }))
}

async function troubledBatches(db: Db): Promise<Trouble[]> {
  const { id, number, name, status, succeeded, failed, updatedAt } = fundingBatches
  const rows = await db
    .select({ id, number, name, status, succeeded, failed, updatedAt })
    .from(fundingBatches)
    .where(needsAttention)
    .orderBy(desc(updatedAt))
    .limit(SHOWN_TROUBLES)
  return rows.map((row) => ({ ...row, about: 'batch', at: row.updatedAt.toISOString() }))
}

async function troubledCallbacks(db: Db): Promise<Trouble[]> {
  const { n, tranId, state, anomalies, receivedAt, lastReceivedAt } = callbackEvents
  const rows = await db
    .select({ n, tranId, state, anomalies, lastReceivedAt })
    .from(callbackEvents)
    // Repeats the partial index's condition word for word, so that PostgreSQL uses it.
    .where(and(sql`${state} <> 'approved'`, inArray(state, ['conflict', 'anomaly', 'unreadable'])))
    .orderBy(desc(receivedAt), desc(n))
    .limit(SHOWN_TROUBLES)
  return rows.map((row) => ({
    about: 'callback',
    n: row.n,
    name: row.tranId ?? 'No transaction named',
    state: row.state,
    anomalies: row.anomalies,
    at: row.lastReceivedAt.toISOString(),
  }))
}

async function troubledForwards(db: Db): Promise<Trouble[]> {
  const { id, eventN, state, createdAt, endedAt } = callbackForwards
  const rows = await db
    .select({ id, n: eventN, name: callbackEndpoints.label, createdAt, endedAt })
    .from(callbackForwards)
    .innerJoin(callbackEndpoints, eq(callbackEndpoints.id, callbackForwards.endpointId))
    .where(and(eq(state, 'failed'), sql`${state} <> 'delivered'`))
    .orderBy(desc(createdAt))
    .limit(SHOWN_TROUBLES)
  return rows.map(({ id, n, name, createdAt, endedAt }) => ({
    about: 'forward',
    id,
    n,
    name,
    at: (endedAt ?? createdAt).toISOString(),
  }))
}

/** The limits on learning identities, by the audit action that reports exceeding them. */
const LIMITS = {
  'reveal-limit-passed': 'reveals',
  'identity-check-limit-passed': 'identity-checks',
} as const satisfies { [A in AuditAction]?: Trouble['about'] }
const isLimit = (action: string): action is keyof typeof LIMITS => action in LIMITS

/** People who exceeded such a limit. Nothing resolves this, so it is shown for a limited time. */
async function passedLimits(db: Db, now: Date): Promise<Trouble[]> {
  const { id, at, action, actorId } = auditLog
  const rows = await db
    .select({ auditId: id, at, action, personId: users.id, name: users.name })
    .from(auditLog)
    .innerJoin(users, eq(users.id, actorId))
    .where(
      and(
        inArray(action, Object.keys(LIMITS).filter(isLimit)),
        gt(at, new Date(now.getTime() - REVEALS_SHOWN_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(at))
    .limit(SHOWN_TROUBLES)
  return rows.flatMap(({ action, at, ...row }) =>
    isLimit(action) ? [{ ...row, about: LIMITS[action], at: at.toISOString() }] : [],
  )
}

/** Messages whose every try failed, and that a person has to send again. Counts up to `limit`. */
export async function countFailedForwards(db: Db, limit: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${callbackForwards}
      where ${callbackForwards.state} = 'failed' and ${callbackForwards.state} <> 'delivered' limit ${limit}
    ) as failed`)
  return rows[0]?.count ?? 0
}
