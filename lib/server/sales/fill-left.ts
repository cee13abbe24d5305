import { and, asc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import type { Services } from '@/lib/server/services'
import { getSetting, storeSetting } from '@/lib/server/settings'
import { lockFundingStatus, refreshFunding } from './funding-status'

const AT_ONCE = 1_000

/** The number of the last sale processed. */
const progressSchema = z.object({ after: z.int(), isDone: z.boolean() })

/**
 * Fills in `leftMinor` for sales that were funded before that column existed. Works page by page and stores its
 * progress: an interrupted run resumes there, two instances take turns, and once done it never runs again.
 */
export async function fillLeft(services: Services): Promise<void> {
  for (;;) {
    const isDone = await services.db.transaction(async (tx) => {
      await lockFundingStatus(tx)
      const stored = progressSchema.safeParse(await getSetting(tx, 'left-fill'))
      const before = stored.success ? stored.data : { after: 0, isDone: false }
      if (before.isDone) return true
      const funded = await tx
        .select({ n: callbackEvents.n })
        .from(callbackEvents)
        .where(and(eq(callbackEvents.funding, 'funded'), gt(callbackEvents.n, before.after)))
        .orderBy(asc(callbackEvents.n))
        .limit(AT_ONCE)
      const events = funded.map(({ n }) => n)
      await refreshFunding(tx, { events })
      const after = { after: events.at(-1) ?? before.after, isDone: events.length < AT_ONCE }
      await storeSetting(tx, 'left-fill', after)
      return after.isDone
    })
    if (isDone || services.jobs.isStopping()) return
  }
}
