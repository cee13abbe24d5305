import { and, asc, eq, isNull } from 'drizzle-orm'
import { applications } from '@/lib/db/schema/applications'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import { listOwnWork } from '@/lib/server/cases/own-work'
import type { Ctx } from '@/lib/server/services'
import { claimCase } from './claim'

/**
 * Claims the case that has waited longest and that this person may decide on, and gives its id; null where none
 * is left. What two people ask for at once goes to one each.
 */
export async function claimNext(ctx: Ctx): Promise<string | null> {
  const waiting = await ctx.db
    .select({ applicationId: underwritingCases.applicationId })
    .from(underwritingCases)
    .innerJoin(applications, eq(applications.id, underwritingCases.applicationId))
    .where(and(isNull(underwritingCases.underwriterId), eq(applications.status, 'in-underwriting')))
    .orderBy(asc(underwritingCases.handedOverAt), asc(underwritingCases.applicationId))
  const ids = waiting.map(({ applicationId }) => applicationId)
  const own = await listOwnWork(ctx.db, ctx.actor.id, ids)
  for (const { applicationId } of waiting) {
    if (own.has(applicationId)) continue
    // Refused where someone else was faster, or where it waits for another to confirm this person's decision.
    const claimed = await claimCase(ctx, { applicationId })
    if (claimed.ok) return applicationId
  }
  return null
}
