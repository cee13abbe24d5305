import { and, asc, eq, sql } from 'drizzle-orm'
import { applications } from '@/lib/db/schema/applications'
import { notifications } from '@/lib/db/schema/notifications'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import { tellFound } from '@/lib/server/notifications/tell'
import type { Services } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { usedMs } from './queue'

/** Told in one look; the next one, a minute later, goes on. */
const MAX_TOLD = 200

/**
 * Tells of cases that are overdue, once in each hand-over: whoever claimed one, and of one that no one has every
 * underwriter. Looked for every minute: no change of a person makes a case late.
 */
export async function tellOverdue(services: Services): Promise<void> {
  const now = services.now()
  const { hoursAllowed } = await loadUnderwritingRules(services.db)
  const late = await services.db
    .select({
      id: underwritingCases.applicationId,
      underwriterId: underwritingCases.underwriterId,
      handedOverAt: underwritingCases.handedOverAt,
    })
    .from(underwritingCases)
    .innerJoin(applications, eq(applications.id, underwritingCases.applicationId))
    .where(
      and(
        eq(applications.status, 'in-underwriting'),
        sql`${usedMs(now)} > ${hoursAllowed * 3_600_000}`,
        // Told since it was handed over: whoever it is for, or for one that no one has someone.
        sql`not exists (
          select 1 from ${notifications} as told
          where told.subject_type = 'application' and told.subject_id = ${underwritingCases.applicationId}::text
            and told.kind = 'overdue' and told.at >= ${underwritingCases.handedOverAt}
            and (${underwritingCases.underwriterId} is null or told.person_id = ${underwritingCases.underwriterId}))`,
      ),
    )
    .orderBy(asc(underwritingCases.handedOverAt))
    .limit(MAX_TOLD)
  for (const { id, underwriterId, handedOverAt } of late)
    await tellFound(services.db, {
      type: 'application',
      id,
      kind: 'overdue',
      at: now,
      startedAt: handedOverAt,
      to: underwriterId === null ? 'underwriting:work' : { person: underwriterId },
    })
}
