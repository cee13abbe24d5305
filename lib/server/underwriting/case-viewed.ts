import { and, desc, eq } from 'drizzle-orm'
import { auditLog } from '@/lib/db/schema/desk'
import { recordBy } from '@/lib/server/audit'
import type { Ctx } from '@/lib/server/services'

/** A page that is open loads itself anew at every change: so long it counts as one look. */
const ONE_LOOK_MS = 10 * 60_000

/** Writes down who looked at a case: applicants' whole files are in it. */
export async function recordView(ctx: Ctx, applicationId: string): Promise<void> {
  const now = ctx.now()
  const [last] = await ctx.db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'case'),
        eq(auditLog.subjectId, applicationId),
        eq(auditLog.actorId, ctx.actor.id),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
  if (last && now.getTime() - last.at.getTime() < ONE_LOOK_MS) return
  await recordBy(ctx, ctx.db, {
    at: now,
    action: 'case-viewed',
    subject: ['case', applicationId],
    detail: {},
  })
}
