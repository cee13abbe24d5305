import { and, asc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import type { Services } from '@/lib/server/services'
import { getSetting, storeSetting } from '@/lib/server/settings'
import { lockFundingStatus, refreshFunding } from './funding-status'

const AT_ONCE = 1_000

/** The number of the last sale that was looked at. */
const progressSchema = z.object({ after: z.int(), isDone: z.boolean() })

/**
 * Says of sales that were funded before the desk kept it what is left of them. A page at a time, each with how far it
 * is: stopped at any point it goes on from there, two instances take turns, and once through it is never begun again.
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
