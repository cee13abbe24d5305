import { ruleProposals } from '@/lib/db/schema/desk'
import { can, type Permission } from '@/lib/domain/access/permissions'
import { COUNTED } from '@/lib/domain/application/list-query'
import { businessDay, lastBusinessDays, startOfBusinessDay } from '@/lib/domain/values/business-day'
import { backupState } from '@/lib/server/backup/schedule'
import { countCallbacks } from '@/lib/server/callbacks/log/list'
import { type JudgedWaiting, listJudgedWaiting } from '@/lib/server/funding/work'
import { hasSecondAdmin, whyNotFor } from '@/lib/server/people/access'
import { listAgeing } from '@/lib/server/sales/ageing'
import type { Ctx } from '@/lib/server/services'
import { countByStatusAndAge, sumFundingByDay, sumSalesByHour } from './figures'
import { sumFundedByBatches, sumFundedForSales } from './funded'
import { listAllOutcomesUnknown, listOwnApplications, listTroubledDocuments } from './my-applications'
import { listBeyondApproval, listMyBatches } from './my-batches'
import { listMyCases } from './my-cases'
import { countFailedForwards, listTroubles } from './troubles'
import { sumUnfunded } from './unfunded'
import type { DashboardView, WorkGroup } from './views'

/** People with one of these permissions see their work here; people who only read see figures. */
const WORKING: readonly Permission[] = [
  'applications:write',
  'underwriting:work',
  'funding:write',
  'admin:settings',
]

/**
 * The overview for this person. Queries nothing that they may not read. `days`: how many the funding chart covers.
 * `judged`: the waiting batches, if the page's frame has read them already.
 */
export async function viewDashboard(
  ctx: Ctx,
  { days }: { days: number },
  judged = () => listJudgedWaiting(ctx.db),
): Promise<DashboardView> {
  const now = ctx.now()
  const shown = lastBusinessDays(now, days, ctx.days)
  const today = businessDay(now, ctx.days)
  const since = startOfBusinessDay(shown[0] ?? today, ctx.days)
  const may = (permission: Permission) => can(ctx.actor.roles, permission)
  const works = WORKING.some(may)
  // A role does not see figures that it has no use for. Admins and people who only read see all of them.
  const seesAll = !works || may('admin:settings')
  const seesApplications = seesAll || may('applications:write') || may('underwriting:work')
  const seesSales = seesAll || may('funding:read')
  const [work, troubles, applications, sales, fundingDays, forSales, byBatches, ageing, backup] =
    await Promise.all([
      works ? listWork(ctx, may, now, judged) : null,
      works ? listTroubles(ctx.db, may, now) : null,
      seesApplications ? countByStatusAndAge(ctx.db, now) : null,
      seesSales ? sumSalesByHour(ctx.db, now) : null,
      may('funding:read') ? sumFundingByDay(ctx, shown) : null,
      may('funding:read') ? sumFundedForSales(ctx.db, since) : null,
      may('funding:read') ? sumFundedByBatches(ctx.db, since) : null,
      may('funding:read') ? listAgeing(ctx, today) : null,
      may('admin:settings') ? backupState(ctx) : null,
    ])
  return {
    at: now.toISOString(),
    today,
    dayRule: ctx.days,
    work,
    troubles,
    moneyFirst: may('funding:write'),
    mayStart: may('applications:write'),
    applications,
    sales,
    funding: fundingDays &&
      byBatches &&
      ageing && { days: fundingDays, unfunded: sumUnfunded(ageing), forSales, byBatches },
    backup,
  }
}

/** The work of this person in each of their roles, without empty groups. */
async function listWork(
  ctx: Ctx,
  may: (permission: Permission) => boolean,
  now: Date,
  judged: () => Promise<JudgedWaiting>,
): Promise<WorkGroup[]> {
  const { db, actor } = ctx
  const groups = await Promise.all([
    may('applications:write') ? listOwnWork(db, actor.id) : [],
    may('underwriting:work') ? listMyCases(db, actor.id, now) : [],
    may('funding:write') ? judged().then((found) => listMyBatches(db, actor.id, found)) : [],
    may('callbacks:reprocess') ? listOddCallbacks(db) : [],
    // People who fund have these batches in their own groups.
    may('admin:settings') && !may('funding:write') ? listBeyondApproval(db) : [],
    may('admin:settings') ? listHouseWork(ctx) : [],
  ])
  return groups.flat().filter(({ count }) => count > 0)
}

async function listOwnWork(db: Ctx['db'], me: string): Promise<WorkGroup[]> {
  const [[questions, unknown, refused, ...rest], documents] = await Promise.all([
    listOwnApplications(db, me),
    listTroubledDocuments(db, me),
  ])
  return [questions, unknown, refused, ...documents, ...rest].filter((group) => group !== undefined)
}

async function listOddCallbacks(db: Ctx['db']): Promise<WorkGroup[]> {
  const { conflicts, anomalies } = await countCallbacks(db)
  return [
    { key: 'conflicts', count: conflicts, items: [] },
    { key: 'anomalies', count: anomalies, items: [] },
  ]
}

/** Those that this admin can approve, and their own if no other admin is left to. */
async function countRuleChanges(ctx: Ctx): Promise<number> {
  const { db, actor } = ctx
  const all = await db.select({ by: ruleProposals.proposedBy }).from(ruleProposals)
  if (all.length === 0) return 0
  const isAlone = !(await hasSecondAdmin(db, { actorId: actor.id, now: ctx.now() }))
  const others = isAlone ? all : all.filter(({ by }) => by !== actor.id)
  const barred = await whyNotFor(
    ctx,
    db,
    others.map(({ by }) => by),
  )
  return others.filter(({ by }) => !barred.has(by)).length
}

async function listHouseWork(ctx: Ctx): Promise<WorkGroup[]> {
  const { db } = ctx
  const [ruleChanges, forwards, unknown, documents] = await Promise.all([
    countRuleChanges(ctx),
    countFailedForwards(db, COUNTED + 1),
    listAllOutcomesUnknown(db),
    listTroubledDocuments(db, null),
  ])
  return [
    { key: 'rule-changes', count: ruleChanges, items: [] },
    { key: 'forwards', count: forwards, items: [] },
    unknown,
    ...documents,
  ]
}
