import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { rowsInput, withdrawInput } from '@/lib/domain/application/inputs'
import {
  APPLICATION_STATUSES,
  type ApplicationEvent,
  nextStatus,
  STATUS_TEXTS,
} from '@/lib/domain/application/status'
import { takeUpProblem, withdrawalProblem } from '@/lib/domain/application/withdrawal'
import { recordBy } from '@/lib/server/audit'
import type { ApplicationRow } from '@/lib/server/drafts/data'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { changeRows, type RowsResult } from './change-rows'

/** Sets applications aside, each for itself: one of which something stands at the partner is refused. */
export const withdrawApplications = (
  ctx: Ctx,
  { applicationIds, reason }: z.output<typeof withdrawInput>,
): Promise<RowsResult> =>
  move(ctx, applicationIds, 'withdraw', withdrawalProblem, {
    action: 'application-withdrawn',
    detail: reason === '' ? {} : { reason: sanitizeNote(reason) },
  })

/** Makes drafts of withdrawn applications again, each for itself. */
export const takeUpApplications = (
  ctx: Ctx,
  { applicationIds }: z.output<typeof rowsInput>,
): Promise<RowsResult> =>
  move(ctx, applicationIds, 'reopen', takeUpProblem, { action: 'application-taken-up', detail: {} })

/**
 * Makes drafts again of those that whoever asks withdrew as drafts, each for itself, while nothing was done with it
 * since. What was something else before would not be that again.
 */
export const undoWithdrawals = (
  ctx: Ctx,
  { applicationIds }: z.output<typeof rowsInput>,
): Promise<RowsResult> =>
  move(
    ctx,
    applicationIds,
    'reopen',
    async (application, tx) => takeUpProblem(application) ?? (await undoProblem(ctx, tx, application.id)),
    { action: 'application-taken-up', detail: { undone: true } },
  )

async function undoProblem(ctx: Ctx, tx: Tx, applicationId: string): Promise<string | null> {
  const [last] = await tx
    .select({ action: auditLog.action, actorId: auditLog.actorId, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, 'application'), eq(auditLog.subjectId, applicationId)))
    .orderBy(desc(auditLog.id))
    .limit(1)
  if (last?.action !== 'application-withdrawn' || last.actorId !== ctx.actor.id)
    return 'Someone changed it since. Open it to see its history.'
  const { from } = z.object({ from: z.enum(APPLICATION_STATUSES) }).parse(last.detail)
  return from === 'draft' ? null : `It was ${STATUS_TEXTS[from].label} before. Reopening makes it a draft.`
}

const move = (
  ctx: Ctx,
  ids: readonly string[],
  event: ApplicationEvent,
  problemOf: (application: ApplicationRow, tx: Tx) => string | null | Promise<string | null>,
  audit: { action: AuditAction; detail: Record<string, unknown> },
): Promise<RowsResult> =>
  ctx.db.transaction((tx) =>
    changeRows(tx, ids, async (application) => {
      const problem = await problemOf(application, tx)
      const to = nextStatus(application.status, event)
      if (problem !== null || to === null) return problem
      const now = ctx.now()
      await tx
        .update(applications)
        .set({ status: to, updatedAt: now })
        .where(eq(applications.id, application.id))
      await recordBy(ctx, tx, {
        at: now,
        action: audit.action,
        subject: ['application', application.id],
        detail: { from: application.status, to, ...audit.detail },
      })
      return null
    }),
  )
