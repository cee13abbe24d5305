import { and, eq, lt, max } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { underwritingCases, underwritingDecisions } from '@/lib/db/schema/underwriting'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { type ApplicationEvent, type ApplicationStatus, nextStatus } from '@/lib/domain/application/status'
import { stopped } from '@/lib/domain/underwriting/clock'
import { type AuditEntry, recordAudit } from '@/lib/server/audit'
import { type ApplicationRow, lockApplication } from '@/lib/server/drafts/data'
import { tellPeople } from '@/lib/server/notifications/tell'
import type { Change, Ctx } from '@/lib/server/services'
import { recordOwnWork } from './own-work'

export const caseSchema = z.object({ applicationId: z.uuid() })

export type CaseRow = typeof underwritingCases.$inferSelect

/** What the use cases of underwriting answer where something stands against it. */
export type CaseRefusal = {
  ok: false
  reason: 'wrong-state' | 'taken' | 'changed' | 'invalid' | 'own-work' | 'unread'
  message: string
}

export async function getCase(db: DbOrTx, applicationId: string): Promise<CaseRow | null> {
  const [row] = await db
    .select()
    .from(underwritingCases)
    .where(eq(underwritingCases.applicationId, applicationId))
  return row ?? null
}

/** Who has claimed the case, while it is open. */
export const claimedBy = (held: Pick<CaseRow, 'underwriterId' | 'closedAt'> | null): string | null =>
  held && held.closedAt === null ? held.underwriterId : null

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
  if (OWN_WORK.includes(event)) await recordOwnWork(ctx, tx, application.id)
  return to
}

/** What speaks for the application. */
const OWN_WORK: readonly ApplicationEvent[] = ['hand-over', 'answer']

export async function auditCase(
  ctx: Change,
  tx: Tx,
  action: AuditAction,
  applicationId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const entry: AuditEntry = {
    at: ctx.now(),
    actorId: ctx.actor?.id ?? null,
    action,
    subject: ['application', applicationId],
    requestId: ctx.requestId,
    detail,
  }
  await recordAudit(tx, entry)
  await tellPeople(tx, entry)
}

/** The last round before this one whose decision took effect; 0 where none did. The clock runs from there. */
export async function lastDecidedRound(db: DbOrTx, applicationId: string, before: number): Promise<number> {
  const { round, inEffect } = underwritingDecisions
  const [last] = await db
    .select({ round: max(round) })
    .from(underwritingDecisions)
    .where(and(eq(underwritingDecisions.applicationId, applicationId), eq(inEffect, true), lt(round, before)))
  return last?.round ?? 0
}

/** No one's work any more: it was decided or taken back. */
export const closedCase = (held: CaseRow, now: Date) => ({ ...stopped(held, now), closedAt: now })
