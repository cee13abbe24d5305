import { and, eq, inArray, lt, max, type SQL } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applications, auditLog, underwritingCases, underwritingDecisions } from '@/lib/db/schema/desk'
import { type ApplicationEvent, type ApplicationStatus, nextStatus } from '@/lib/domain/application/status'
import { stopped } from '@/lib/domain/underwriting/clock'
import { recordAudit } from '@/lib/server/audit'
import type { Ctx } from '@/lib/server/world'
import { type ApplicationRow, lockApplication } from '../applications/data'

export type CaseRow = typeof underwritingCases.$inferSelect

/** What the use cases of underwriting answer where something stands against it. */
export type CaseRefusal = {
  ok: false
  reason: 'wrong-state' | 'taken' | 'changed' | 'invalid' | 'own-work'
  message: string
}

export async function getCase(db: DbOrTx, applicationId: string): Promise<CaseRow | null> {
  const [row] = await db
    .select()
    .from(underwritingCases)
    .where(eq(underwritingCases.applicationId, applicationId))
  return row ?? null
}

/** The application and its case, both locked until the transaction ends; the case null before its first hand-over. */
export async function lockCase(
  tx: Tx,
  applicationId: string,
): Promise<{ application: ApplicationRow; held: CaseRow | null }> {
  const application = await lockApplication(tx, applicationId)
  // The application's lock orders everything that happens to its case.
  return { application, held: await getCase(tx, applicationId) }
}

/**
 * Moves an application between staff and underwriters: its status, its case, and the audit row. Null where
 * that cannot happen in its present status; nothing is changed then.
 */
export async function moveCase(
  ctx: Ctx,
  tx: Tx,
  application: ApplicationRow,
  event: ApplicationEvent,
  change: {
    case: Partial<typeof underwritingCases.$inferInsert>
    application?: Partial<typeof applications.$inferInsert>
    detail: Record<string, unknown>
  },
): Promise<ApplicationStatus | null> {
  const to = nextStatus(application.status, event)
  if (!to) return null
  const now = ctx.now()
  await tx
    .update(applications)
    .set({ ...change.application, status: to, updatedAt: now })
    .where(eq(applications.id, application.id))
  await tx
    .update(underwritingCases)
    .set(change.case)
    .where(eq(underwritingCases.applicationId, application.id))
  await auditCase(ctx, tx, `underwriting-${event}`, application.id, {
    from: application.status,
    to,
    ...change.detail,
  })
  return to
}

export const auditCase = (
  ctx: Ctx,
  tx: Tx,
  action: string,
  applicationId: string,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordAudit(tx, {
    at: ctx.now(),
    actorId: ctx.actor.id,
    action,
    subject: ['application', applicationId],
    requestId: ctx.requestId,
    detail,
  })

/** The last round before this one whose decision took effect; 0 where none did. The clock runs from there. */
export async function lastDecidedRound(db: DbOrTx, applicationId: string, before: number): Promise<number> {
  const { round, inEffect } = underwritingDecisions
  const [last] = await db
    .select({ round: max(round) })
    .from(underwritingDecisions)
    .where(and(eq(underwritingDecisions.applicationId, applicationId), eq(inEffect, true), lt(round, before)))
  return last?.round ?? 0
}

/** Nobody's work any more: it was decided or taken back. */
export const closedCase = (held: CaseRow, now: Date) => ({ ...stopped(held, now), closedAt: now })

/**
 * Everybody who ever worked on the application: started it, saved a section of it, put back what was sent, added
 * or changed a document of it, or asked for the decision. They may not decide on it.
 */
export async function listContributors(db: DbOrTx, applicationId: string): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ actorId: auditLog.actorId })
    .from(auditLog)
    .where(workedOn(eq(auditLog.subjectId, applicationId)))
  return new Set(rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])))
}

/** Those of the applications that this person ever worked on. */
export async function listOwnWork(
  db: DbOrTx,
  personId: string,
  applicationIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ applicationId: auditLog.subjectId })
    .from(auditLog)
    .where(and(workedOn(inArray(auditLog.subjectId, [...applicationIds])), eq(auditLog.actorId, personId)))
  return new Set(rows.map(({ applicationId }) => applicationId))
}

/**
 * What makes it somebody's own work. Another name or category makes a document say something else, and one that
 * is gone says nothing: they are edits as a value is. Who hands over or answers speaks for the application, and
 * does not grant what they ask for.
 */
const OWN_WORK_ACTIONS: readonly string[] = [
  'application-started',
  'application-adopted',
  'section-saved',
  'revision-discarded',
  'document-added',
  'document-renamed',
  'document-removed',
  'document-category-changed',
  'underwriting-hand-over',
  'underwriting-answer',
  'underwriting-ask-answered',
]

const workedOn = (applications: SQL) =>
  and(eq(auditLog.subjectType, 'application'), applications, inArray(auditLog.action, [...OWN_WORK_ACTIONS]))
