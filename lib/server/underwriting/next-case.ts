import { and, asc, eq, isNull } from 'drizzle-orm'
import { applications } from '@/lib/db/schema/applications'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import { needsSecond } from '@/lib/domain/underwriting/decision'
import { isStale } from '@/lib/domain/underwriting/evidence'
import { listOwnWork } from '@/lib/server/cases/own-work'
import { requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { claimCase } from './claim'
import { evidenceOf, getFirstDecision, lookAt } from './decide'

/**
 * Claims the case that has waited longest and that this person may decide on, and gives its id; null where none
 * is left. What two people ask for at once goes to one each.
 */
export async function claimNext(ctx: Ctx): Promise<string | null> {
  const waiting = await ctx.db
    .select({ applicationId: underwritingCases.applicationId, round: underwritingCases.round })
    .from(underwritingCases)
    .innerJoin(applications, eq(applications.id, underwritingCases.applicationId))
    .where(and(isNull(underwritingCases.underwriterId), eq(applications.status, 'in-underwriting')))
    .orderBy(asc(underwritingCases.handedOverAt), asc(underwritingCases.applicationId))
  const ids = waiting.map(({ applicationId }) => applicationId)
  const own = await listOwnWork(ctx.db, ctx.actor.id, ids)
  for (const { applicationId, round } of waiting) {
    if (own.has(applicationId) || (await waitsForAnother(ctx, applicationId, round))) continue
    const claimed = await claimCase(ctx, { applicationId })
    if (claimed.ok) return applicationId
  }
  return null
}

/** This person made the first decision, it stands, and a second one is needed. */
async function waitsForAnother(ctx: Ctx, applicationId: string, round: number): Promise<boolean> {
  const first = await getFirstDecision(ctx.db, applicationId, round)
  if (first?.decidedBy !== ctx.actor.id) return false
  const application = await requireApplication(ctx.db, applicationId)
  const { draft, evidence } = await lookAt(ctx, ctx.db, application)
  const { fourEyesAbove } = await loadUnderwritingRules(ctx.db)
  return needsSecond(draft, fourEyesAbove) && !isStale(evidenceOf(first), evidence)
}
