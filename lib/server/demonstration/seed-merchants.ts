import { and, eq, isNotNull } from 'drizzle-orm'
import { applications } from '@/lib/db/schema/applications'
import { merchants } from '@/lib/db/schema/merchants'
import { users } from '@/lib/db/schema/people'
import { can } from '@/lib/domain/access/permissions'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { log } from '@/lib/log'
import { confirmMerchants } from '@/lib/server/merchants/confirm'
import { changeMerchant, enterMerchant, stopMerchant } from '@/lib/server/merchants/enter'
import type { Ctx, Services } from '@/lib/server/services'

/** `feePercent` goes to the platform, the remainder to the merchant. */
type Plan = {
  merchantId: string
  /** Of a demonstration application of this DBA name, where the partner has it. */
  name: string
  daysAgo: number
  feePercent?: string
  end?: 'waiting' | 'paused' | 'closed' | 'change-waiting'
}

const PLATFORM_FEE = 'PLATFORM-FEE'

/** Those of the demonstration's batches and receivers are active from before the first of them. */
const PLANS: readonly Plan[] = [
  { merchantId: PLATFORM_FEE, name: 'Platform fee', daysAgo: 58 },
  { merchantId: 'BLUEBIRD-01', name: 'Bluebird Bakery', daysAgo: 57, feePercent: '2.9' },
  { merchantId: 'HARBOR-LANE-02', name: 'Harbor Lane Books', daysAgo: 57, feePercent: '2.9' },
  { merchantId: 'CEDAR-STONE-03', name: 'Cedar & Stone Masonry', daysAgo: 56 },
  { merchantId: 'JUNIPER-05', name: 'Juniper Yoga Studio', daysAgo: 55, end: 'change-waiting' },
  { merchantId: 'PIXEL-07', name: 'Pixel Foundry', daysAgo: 48, feePercent: '3.2' },
  { merchantId: 'KAYAKS-08', name: 'Saltwater Kayaks', daysAgo: 47, feePercent: '2.5' },
  { merchantId: 'PANTRY-09', name: 'Sunrise Food Pantry', daysAgo: 46, end: 'paused' },
  { merchantId: 'MARIGOLD-10', name: 'Marigold Florists', daysAgo: 45, end: 'closed' },
  { merchantId: 'ODELLS-04', name: "O'Dell's Hardware", daysAgo: 1, end: 'waiting' },
]

/**
 * The demonstration's merchants: every id that its batches, receivers and splits have, and a few more states. Made by
 * the use cases that people use, after the applications and before the batches. Once.
 */
export async function seedMerchants(services: Services): Promise<void> {
  const [some] = await services.db.select({ id: merchants.merchantId }).from(merchants).limit(1)
  if (some) return
  const staff = await services.db.select().from(users).where(eq(users.active, true)).orderBy(users.email)
  const [maker, checker] = staff.filter(({ roles }) => can(roles, 'merchants:confirm'))
  const boarder = staff.find(({ roles }) => roles.includes('onboarding')) ?? maker
  if (!maker || !checker || !boarder) return
  const startedAt = Date.now()
  for (const plan of PLANS) {
    const as = (actor: typeof maker, daysLater: number): Ctx => ({
      ...services,
      now: () => new Date(startedAt - (plan.daysAgo - daysLater) * DAY_MS),
      actor: { ...actor, sessionId: 'demonstration' },
      requestId: 'demonstration',
    })
    await seedMerchant(
      plan,
      plan.end === 'waiting' ? as(boarder, 0) : as(maker, 0),
      as(checker, 0.2),
      as(maker, plan.daysAgo - 3),
    )
  }
  log.info({ merchants: PLANS.length, ms: Date.now() - startedAt }, 'demonstration merchants are in place')
}

async function seedMerchant(plan: Plan, entering: Ctx, confirming: Ctx, later: Ctx): Promise<void> {
  const { merchantId, name, feePercent, end } = plan
  const fields = { merchantId, name, application: await numberOf(entering, name) }
  const split = (percent: string | undefined): StoredShare[] =>
    percent === undefined ? [] : [{ merchantId: PLATFORM_FEE, percent }, { merchantId }]
  must(await enterMerchant(entering, { ...fields, split: split(feePercent) }))
  if (end === 'waiting') return
  await confirmMerchants(confirming, { merchants: [{ merchantId, version: 1 }] })
  if (end === 'paused') {
    must(
      await stopMerchant(later, {
        merchantId,
        state: 'paused',
        reason: 'Chargebacks above the limit this month.',
      }),
    )
  }
  if (end === 'closed')
    must(await stopMerchant(later, { merchantId, state: 'closed', reason: 'The shop has closed.' }))
  if (end === 'change-waiting')
    must(await changeMerchant(later, { ...fields, split: split('2.9'), state: 'active', version: 2 }))
}

const must = (result: Awaited<ReturnType<typeof enterMerchant>>): void => {
  if (!result.ok) throw new Error(result.message)
}

/** Of the demonstration application with this name, if the partner has it. */
async function numberOf({ db }: Services, name: string): Promise<string> {
  const [application] = await db
    .select({ number: applications.number })
    .from(applications)
    .where(and(eq(applications.dbaName, name), isNotNull(applications.opportunityId)))
    .orderBy(applications.number)
    .limit(1)
  return application ? `A-${application.number}` : ''
}
