import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applications, auditLog, underwritingCases } from '@/lib/db/schema/desk'
import { type ApplicationEvent, type ApplicationStatus, nextStatus } from '@/lib/domain/application/status'
import { stopped } from '@/lib/domain/underwriting/clock'
import { recordAudit } from '@/lib/server/audit'
import type { Ctx } from '@/lib/server/world'
import { type ApplicationRow, lockApplication } from '../applications/data'

export type CaseRow = typeof underwritingCases.$inferSelect

/** What the use cases of underwriting answer where something stands against it. */
export type CaseRefusal = {
  ok: false
  reason: 'wrong-state' | 'taken' | 'changed' | 'invalid'
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

/** Nobody's work any more: it was decided or taken back. */
export const closedCase = (held: CaseRow, now: Date) => ({ ...stopped(held, now), closedAt: now })

/**
 * Everybody who ever wrote into the application: started it, saved a section of it, put back what was sent, or
 * put a document to it. They may not decide on it.
 */
export async function listWriters(db: DbOrTx, applicationId: string): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ actorId: auditLog.actorId })
    .from(auditLog)
    .where(wroteInto(eq(auditLog.subjectId, applicationId)))
  return new Set(rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])))
}

/** Those of the applications that this person ever wrote into. */
export async function listOwnWork(
  db: DbOrTx,
  personId: string,
  applicationIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ applicationId: auditLog.subjectId })
    .from(auditLog)
    .where(and(wroteInto(inArray(auditLog.subjectId, [...applicationIds])), eq(auditLog.actorId, personId)))
  return new Set(rows.map(({ applicationId }) => applicationId))
}

const wroteInto = (applications: SQL) =>
  and(
    eq(auditLog.subjectType, 'application'),
    applications,
    sql`${auditLog.action} in ('application-started', 'section-saved', 'revision-discarded', 'document-added')`,
  )
