import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { applications } from '@/lib/db/schema/applications'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { rowsInput, withdrawInput } from '@/lib/domain/application/inputs'
import { type ApplicationEvent, nextStatus } from '@/lib/domain/application/status'
import { takeUpProblem, type WithdrawalFacts, withdrawalProblem } from '@/lib/domain/application/withdrawal'
import { recordAudit } from '@/lib/server/audit'
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

const move = (
  ctx: Ctx,
  ids: readonly string[],
  event: ApplicationEvent,
  problemOf: (facts: WithdrawalFacts) => string | null,
  audit: { action: AuditAction; detail: Record<string, unknown> },
): Promise<RowsResult> =>
  ctx.db.transaction((tx) =>
    changeRows(tx, ids, async (application) => {
      const problem = problemOf(application)
      const to = nextStatus(application.status, event)
      if (problem !== null || to === null) return problem
      const now = ctx.now()
      await tx
        .update(applications)
        .set({ status: to, updatedAt: now })
        .where(eq(applications.id, application.id))
      await recordAudit(tx, {
        at: now,
        actorId: ctx.actor.id,
        action: audit.action,
        subject: ['application', application.id],
        requestId: ctx.requestId,
        detail: { from: application.status, to, ...audit.detail },
      })
      return null
    }),
  )
