import { can } from '@/lib/domain/access/permissions'
import { type JudgedWaiting, listJudgedWaiting, listWaitingApprovals } from '@/lib/server/funding/work'
import { countWaitingFor } from '@/lib/server/merchants/list'
import { countUnread, latestTold } from '@/lib/server/notifications/list'
import type { Ctx } from '@/lib/server/services'
import { countOwnCases } from '@/lib/server/underwriting/queue'
import type { Counts } from './views'

/** `judged`: how the batches stand, where a page has asked that already. */
export async function countForPerson(
  ctx: Ctx,
  judged: () => Promise<JudgedWaiting> = () => listJudgedWaiting(ctx.db),
): Promise<Counts> {
  const { roles } = ctx.actor
  const [unread, latest, underwriting, merchants, funding] = await Promise.all([
    countUnread(ctx),
    latestTold(ctx),
    can(roles, 'underwriting:work') ? countOwnCases(ctx) : 0,
    countWaitingFor(ctx),
    can(roles, 'funding:approve')
      ? listWaitingApprovals(ctx, await judged()).then(({ length }) => length)
      : 0,
  ])
  return { unread, latest, waiting: { underwriting, merchants, funding } }
}
