import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { callbackEndpoints, callbackEvents, callbackForwards } from '@/lib/db/schema/callbacks'
import { documents } from '@/lib/db/schema/documents'
import { fundingBatches } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import type { Role } from '@/lib/domain/access/permissions'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import type { DeliveryState } from '@/lib/domain/documents/delivery-state'
import type { ScanState } from '@/lib/domain/documents/scan-state'
import { type BatchWork, batchList } from '@/lib/domain/funding/batch-list-query'
import { businessDay, daysAfter, startOfBusinessDay } from '@/lib/domain/values/business-day'
import { createApplication } from '@/lib/server/applications/mutations'
import { saveLines } from '@/lib/server/funding/lines'
import { listBatchPage } from '@/lib/server/funding/list'
import { recallBatch, returnBatch } from '@/lib/server/funding/submit'
import { listWorkIds, sumWaitingApprovals } from '@/lib/server/funding/work'
import type { Ctx } from '@/lib/server/services'
import { claimCase } from '@/lib/server/underwriting/claim'
import { approve, linesOf, seedApproved, seedBatch, submitDraft } from '@/lib/testing/funding-batches'
import { type SeededSale, seedSales } from '@/lib/testing/sales'
import { withStatementLog } from '@/lib/testing/statement-log'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import {
  decideAll,
  HOUR,
  ourDraft,
  seedCase,
  seedClaimed,
  setUnderwritingRules,
  testClock,
} from '@/lib/testing/underwriting-cases'
import { viewDashboard } from './data'
import type { WorkKey } from './views'

const DAY = 24 * HOUR
const clock = testClock('2026-06-03T09:30:00.000Z')

let desk: TestDesk
let ana: Ctx
let ben: Ctx
let uma: Ctx
let ugo: Ctx
let fay: Ctx
let fio: Ctx
let flo: Ctx
let ada: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now: clock.now })
  const as = (name: string, ...roles: Role[]) => desk.as(name, roles)
  ana = await as('Ana', 'onboarding')
  ben = await as('Ben', 'onboarding')
  uma = await as('Uma', 'underwriter')
  ugo = await as('Ugo', 'underwriter')
  fay = await as('Fay', 'finance')
  fio = await as('Fio', 'finance')
  flo = await as('Flo', 'finance')
  ada = await as('Ada', 'admin')
})
afterAll(() => desk.close())

/** An empty desk: no work, no sales. */
beforeEach(async () => {
  const { db } = desk.services
  await db.update(applications).set({ status: 'withdrawn', assigneeId: null })
  await db.update(documents).set({ removedAt: clock.now() })
  await db.update(fundingBatches).set({ status: 'discarded' })
  await db.delete(callbackForwards)
  await db.delete(callbackEvents)
})

const look = (ctx: Ctx, days = 14) => viewDashboard(ctx, { days })
const workOf = async (ctx: Ctx) => (await look(ctx)).work
const groupOf = async (ctx: Ctx, key: WorkKey) => (await workOf(ctx))?.find((group) => group.key === key)
const countsOf = async (ctx: Ctx) =>
  Object.fromEntries((await workOf(ctx))?.map(({ key, count }) => [key, count]) ?? [])

/** An application of this person, in this status; its id. */
async function inStatus(ctx: Ctx, status: ApplicationStatus, updatedAt = clock.now()): Promise<string> {
  const { id } = await createApplication(ctx)
  await ctx.db.update(applications).set({ status, updatedAt }).where(eq(applications.id, id))
  return id
}

async function withDocument(
  applicationId: string,
  delivery: DeliveryState,
  scan: ScanState | null = null,
): Promise<void> {
  await desk.services.db.insert(documents).values({
    applicationId,
    name: 'check.pdf',
    category: 'voided-check',
    mediaType: 'application/pdf',
    sizeBytes: 10,
    sha256: 'none',
    delivery,
    scan,
    deliveryMessage: 'Too large',
    uploadedBy: ana.actor.id,
    uploadedAt: clock.now(),
  })
}

const ago = (ms: number) => new Date(clock.now().getTime() - ms)
const sell = (...sales: Partial<SeededSale>[]) =>
  seedSales(
    desk.services,
    sales.map((sale, index) => ({ tranId: `T-${index}`, ...sale })),
  )

describe('what waits for one who writes applications', () => {
  test('are their own by what is to be done, and nobody else’s', async () => {
    for (const status of ['draft', 'draft', 'info-requested', 'approved', 'outcome-unknown'] as const)
      await inStatus(ana, status)
    for (const status of ['refused', 'not-sent', 'partly-accepted', 'ids-needed'] as const)
      await inStatus(ana, status)
    for (const status of ['submitted', 'submitting', 'in-underwriting', 'declined', 'withdrawn'] as const)
      await inStatus(ana, status)
    await inStatus(ben, 'draft')
    expect(await countsOf(ana)).toEqual({
      questions: 1,
      'outcome-unknown': 1,
      refused: 4,
      approved: 1,
      drafts: 2,
    })
    expect((await workOf(ana))?.map(({ key }) => key)).toEqual([
      'questions',
      'outcome-unknown',
      'refused',
      'approved',
      'drafts',
    ])
    expect(await countsOf(ben)).toEqual({ drafts: 1 })
  })

  test('names the latest three of each, over all states that stand in it', async () => {
    await inStatus(ana, 'refused', ago(4 * HOUR))
    const latest = [
      await inStatus(ana, 'ids-needed', ago(HOUR)),
      await inStatus(ana, 'not-sent', ago(2 * HOUR)),
      await inStatus(ana, 'refused', ago(3 * HOUR)),
    ]
    const group = await groupOf(ana, 'refused')
    expect(group?.items.map(({ id }) => id)).toEqual(latest)
    expect(group?.items[0]).toMatchObject({ name: 'Untitled application', at: ago(HOUR).toISOString() })
  })

  test('a document counts while it ended without arriving, or nobody knows; one taken away does not', async () => {
    const id = await inStatus(ana, 'submitted')
    for (const delivery of ['refused', 'not-sent', 'unknown', 'waiting', 'sending', 'delivered'] as const)
      await withDocument(id, delivery)
    const other = await inStatus(ben, 'submitted')
    await withDocument(other, 'refused')
    expect(await groupOf(ana, 'documents')).toMatchObject({ count: 3, items: [{ id, documents: 3 }] })
    expect(await groupOf(ada, 'all-documents')).toMatchObject({ count: 4 })
    await desk.services.db.update(documents).set({ removedAt: clock.now() })
    expect(await workOf(ana)).toEqual([])
  })

  test('a document in quarantine counts until it is removed', async () => {
    const id = await inStatus(ana, 'submitted')
    for (const scan of ['infected', 'clean', 'waiting'] as const) await withDocument(id, 'waiting', scan)
    expect(await groupOf(ana, 'infected')).toMatchObject({ count: 1, items: [{ id, documents: 1 }] })
    expect(await groupOf(ada, 'all-infected')).toMatchObject({ count: 1 })
    expect(await groupOf(ben, 'infected')).toBeUndefined()
    await desk.services.db.update(documents).set({ removedAt: clock.now() })
    expect(await workOf(ana)).toEqual([])
  })
})

describe('what waits for an underwriter', () => {
  test('are their cases with their clocks, what nobody has, and what is late', async () => {
    await setUnderwritingRules(desk.services, { hoursAllowed: 48 })
    const mine = await seedClaimed(ana, uma)
    clock.advanceMs(60 * HOUR)
    await seedCase(ana)
    await seedClaimed(ana, ugo)
    expect(await countsOf(uma)).toEqual({ overdue: 1, 'my-cases': 1, unassigned: 1 })
    expect((await groupOf(uma, 'my-cases'))?.items).toMatchObject([
      { id: mine, clock: { usedMs: 60 * HOUR, hoursAllowed: 48, running: true } },
    ])
  })

  test('a first decision waits for whoever may make the second: not its maker, nor who worked on it', async () => {
    await setUnderwritingRules(desk.services, { fourEyesAbove: '1' })
    const both = await desk.as('Bob', ['onboarding', 'underwriter'])
    const id = await seedCase(both, ourDraft())
    await decideAll(uma, id, 'approve')
    expect(await groupOf(ugo, 'confirm')).toMatchObject({ count: 1, items: [{ id }] })
    expect(await groupOf(uma, 'confirm')).toBeUndefined()
    expect(await groupOf(both, 'confirm')).toBeUndefined()
    await decideAll(ugo, id, 'approve')
    expect(await groupOf(ugo, 'confirm')).toBeUndefined()
  })

  test('what somebody else has claimed meanwhile does not wait for one', async () => {
    await setUnderwritingRules(desk.services, { fourEyesAbove: '1' })
    const id = await seedCase(ana, ourDraft())
    await decideAll(uma, id, 'approve')
    const una = await desk.as('Una', ['underwriter'])
    await claimCase(ugo, { applicationId: id })
    expect(await groupOf(ugo, 'confirm')).toMatchObject({ count: 1 })
    expect(await groupOf(una, 'confirm')).toBeUndefined()
  })
})

/** The IDs in the list that a figure of the overview links to. */
const listed = async (ctx: Ctx, work: BatchWork) => {
  const services = { ...ctx, workIds: await listWorkIds(ctx, work) }
  return (await listBatchPage(services, { ...batchList.all, work })).items.map(({ id }) => id)
}

describe('what waits for one who funds', () => {
  test('is a batch to approve: not one they worked on, nor one that they said yes to already', async () => {
    const own = await seedBatch(fay, linesOf(['SBX-C-000001']))
    await submitDraft(fay, own)
    expect(await groupOf(fay, 'batches-to-approve')).toBeUndefined()
    expect(await groupOf(fio, 'batches-to-approve')).toMatchObject({
      count: 1,
      items: [{ id: own, amount: '$12.50' }],
    })
    const large = await seedBatch(fay, linesOf(['SBX-C-000002'], { amount: '9000000' }))
    await submitDraft(fay, large)
    expect(await sumWaitingApprovals(fio)).toEqual({ batches: 2, moved: '$90,012.50' })
    await approve(fio, large)
    // The list shows the sum of the batches that this person may approve: neither their own, nor any without the
    // permission.
    expect(await sumWaitingApprovals(fio)).toEqual({ batches: 1, moved: '$12.50' })
    for (const ctx of [fay, ana, ada]) expect(await sumWaitingApprovals(ctx)).toMatchObject({ batches: 0 })
    expect((await groupOf(fio, 'batches-to-approve'))?.items.map(({ id }) => id)).toEqual([own])
    // The list shows the same: no batch that other people have to approve.
    expect(await listed(fio, 'to-approve')).toEqual([own])
    expect(await listed(fay, 'to-approve')).toEqual([])
  })

  test('a batch that too few people can approve is shown to whoever made it, to approvers and to admins', async () => {
    const large = await seedBatch(fay, linesOf(['SBX-C-000002'], { amount: '9000000' }))
    await submitDraft(fay, large)
    for (const ctx of [fay, fio, flo, ada]) expect(await groupOf(ctx, 'batches-blocked')).toBeUndefined()
    await desk.services.db.update(users).set({ active: false }).where(eq(users.id, flo.actor.id))
    for (const ctx of [fay, fio, ada])
      expect(await groupOf(ctx, 'batches-blocked')).toMatchObject({
        count: 1,
        items: [{ id: large, note: 'needs 2, only Fio can' }],
      })
    expect(await groupOf(ana, 'batches-blocked')).toBeUndefined()
    for (const ctx of [fay, ada]) expect(await listed(ctx, 'blocked')).toEqual([large])
    expect(await groupOf(fio, 'batches-to-approve')).toMatchObject({ items: [{ id: large }] })
    await approve(fio, large)
    expect((await groupOf(ada, 'batches-blocked'))?.items[0]?.note).toBe('needs 2, has 1, no one else can')
    await desk.services.db.update(users).set({ active: true }).where(eq(users.id, flo.actor.id))
    expect(await groupOf(ada, 'batches-blocked')).toBeUndefined()
  })

  test('are drafts that were returned, apart from own drafts, for everybody who worked on them', async () => {
    const returned = await seedBatch(fay, linesOf(['SBX-C-000001']))
    await saveLines(fio, {
      batchId: returned,
      version: 1,
      changed: [{ row: 2, amount: '7' }],
      removed: [],
      added: [],
    })
    await submitDraft(fay, returned)
    await returnBatch(flo, { batchId: returned, note: 'Another amount, please.' })
    const own = await seedBatch(fay, linesOf(['SBX-C-000002']))
    for (const ctx of [fay, fio])
      expect(await groupOf(ctx, 'batches-returned')).toMatchObject({ count: 1, items: [{ id: returned }] })
    expect((await groupOf(fay, 'my-batches'))?.items.map(({ id }) => id)).toEqual([own])
    expect([await listed(fay, 'returned'), await listed(fay, 'drafts')]).toEqual([[returned], [own]])
    expect(await countsOf(flo)).toEqual({})
    // Submitted again and recalled, it is an ordinary draft.
    await submitDraft(fay, returned)
    await recallBatch(fay, { batchId: returned, note: '' })
    expect(await groupOf(fay, 'batches-returned')).toBeUndefined()
    expect(await groupOf(fay, 'my-batches')).toMatchObject({ count: 2 })
  })

  test('are batches that stopped or are unknown, those that can be sent, and their own drafts', async () => {
    await seedBatch(fay, linesOf(['SBX-C-000001']))
    await seedBatch(fio, linesOf(['SBX-C-000002']))
    await seedApproved(fio, [fay], linesOf(['SBX-C-000003']))
    for (const status of ['stopped', 'unknown', 'done', 'sending'] as const) {
      const id = await seedApproved(fio, [fay], linesOf([`SBX-C-${status}`]))
      await desk.services.db.update(fundingBatches).set({ status }).where(eq(fundingBatches.id, id))
    }
    expect(await countsOf(fay)).toEqual({ 'batches-stuck': 2, 'batches-approved': 1, 'my-batches': 1 })
  })

  test('are the conflicts and anomalies of the log', async () => {
    await sell({ state: 'conflict' }, { state: 'anomaly' }, { state: 'anomaly' }, {})
    expect(await countsOf(fay)).toEqual({ conflicts: 1, anomalies: 2 })
    expect(await countsOf(ana)).toEqual({})
  })
})

test('for an admin it is what failed over all of the house', async () => {
  await inStatus(ana, 'outcome-unknown')
  const [n = 0] = await sell({})
  const [endpoint] = await desk.services.db
    .insert(callbackEndpoints)
    .values({
      label: 'Ledger',
      url: 'https://ledger.example',
      secret: 'sealed',
      active: true,
      innerAllowed: false,
      createdBy: ada.actor.id,
      createdAt: clock.now(),
    })
    .returning({ id: callbackEndpoints.id })
  for (const state of ['failed', 'waiting', 'delivered'] as const)
    await desk.services.db.insert(callbackForwards).values({
      endpointId: endpoint?.id ?? '',
      eventN: n,
      type: 'callback.received',
      payload: '{}',
      state,
      createdAt: ago(HOUR),
    })
  expect(await countsOf(ada)).toEqual({ forwards: 1, 'all-outcomes-unknown': 1 })
  expect((await look(ada)).troubles).toMatchObject([
    { about: 'application', status: 'outcome-unknown' },
    { about: 'forward', n, name: 'Ledger' },
  ])
})

describe('the last problems', () => {
  test('are the latest of all kinds that a person has to do with', async () => {
    const id = await inStatus(ana, 'refused', ago(2 * HOUR))
    await withDocument(id, 'refused')
    await sell({ state: 'conflict', receivedAt: ago(3 * HOUR) })
    const batch = await seedApproved(fay, [fio], linesOf(['SBX-C-000001']))
    await desk.services.db
      .update(fundingBatches)
      .set({ status: 'stopped', updatedAt: ago(HOUR) })
      .where(eq(fundingBatches.id, batch))
    const aboutsOf = async (ctx: Ctx) => (await look(ctx)).troubles?.map(({ about }) => about)
    expect(await aboutsOf(ana)).toEqual(['document', 'application'])
    expect(await aboutsOf(uma)).toEqual(['document', 'application'])
    expect(await aboutsOf(fay)).toEqual(['batch', 'callback'])
    expect(await aboutsOf(ada)).toEqual(['document', 'batch', 'application', 'callback'])
  })

  test('are eight at most', async () => {
    for (let i = 0; i < 10; i += 1) await inStatus(ana, 'refused', ago(i * HOUR))
    expect((await look(ana)).troubles).toHaveLength(8)
  })
})

test('applications are counted by status, and by how long nothing happened to them', async () => {
  await inStatus(ana, 'draft', ago(7 * DAY))
  await inStatus(ana, 'draft', ago(7 * DAY + 1))
  await inStatus(ben, 'draft', ago(30 * DAY + 1))
  await inStatus(ben, 'submitted')
  const { applications: rows } = await look(ana)
  expect(rows?.filter(({ status }) => status !== 'withdrawn')).toEqual([
    { status: 'draft', all: 3, idle7: 2, idle30: 1 },
    { status: 'submitted', all: 1, idle7: 0, idle30: 0 },
  ])
})

describe('approved sales by hour', () => {
  test('are those of the hour that runs and of the 23 before it, and of the same hours a week before', async () => {
    const begins = Date.parse('2026-06-03T00:00:00Z')
    clock.advanceMs(begins + 14.5 * HOUR - clock.now().getTime())
    await sell(
      { amountMinor: 100 },
      { amountMinor: 250, receivedAt: ago(0.5 * HOUR) },
      { amountMinor: 400, receivedAt: ago(0.5 * HOUR + 1) },
      { receivedAt: ago(23.5 * HOUR), amountMinor: 7 },
      { receivedAt: ago(23.5 * HOUR + 1), amountMinor: 9_999 },
      { receivedAt: ago(7 * DAY), amountMinor: 30 },
      // Later than now, a week ago.
      { receivedAt: ago(7 * DAY - 1), amountMinor: 9_999 },
    )
    const { sales } = await look(fay)
    if (!sales) throw new Error('Finance sees no sales.')
    expect(sales.hours).toHaveLength(24)
    expect(sales.hours[0]).toMatchObject({
      from: new Date(begins - DAY + 15 * HOUR).toISOString(),
      now: { sales: 1, amountMinor: 7 },
    })
    expect(sales.hours[22]).toMatchObject({ now: { sales: 1, amountMinor: 400 } })
    expect(sales.hours[23]).toMatchObject({
      now: { sales: 2, amountMinor: 350 },
      before: { sales: 1, amountMinor: 30 },
    })
    expect(sales.now).toEqual({ sales: 4, amountMinor: 757, unsummed: 0 })
    expect(sales.before).toEqual({ sales: 1, amountMinor: 30, unsummed: 0 })
  })

  test('count what is no sale not at all, and add up dollars that are known', async () => {
    await sell(
      { funding: 'none', respCode: '005' },
      { amountMinor: null, state: 'anomaly' },
      { amountMinor: 500, currencyCode: '978', state: 'anomaly' },
      { amountMinor: 200, state: 'conflict' },
      { amountMinor: 300, funding: 'funded' },
    )
    expect((await look(fay)).sales?.now).toEqual({ sales: 4, amountMinor: 500, unsummed: 2 })
  })
})

test('the money of the last days is shown by the business day of receipt and by how far it is', async () => {
  const midnight = Date.parse(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`)
  await sell(
    { funding: 'funded', amountMinor: 100 },
    { funding: 'outside', amountMinor: 20 },
    { funding: 'in-batch', amountMinor: 3 },
    { funding: 'in-batch', amountMinor: 800, receivedAt: new Date(midnight) },
    { funding: 'unfunded', amountMinor: 4, receivedAt: new Date(midnight - 1) },
    { funding: 'unfunded', amountMinor: 5, receivedAt: new Date(midnight - 13 * DAY) },
    { funding: 'unfunded', amountMinor: 6, receivedAt: new Date(midnight - 13 * DAY - 1) },
    { funding: 'none', amountMinor: 7 },
  )
  const days = (await look(fay)).funding?.days ?? []
  expect(days).toHaveLength(14)
  const amounts = ({ by }: (typeof days)[number]) =>
    [by.funded, by.outside, by['in-batch'], by.unfunded].map(({ amountMinor }) => amountMinor)
  expect(
    days.filter((day) => amounts(day).some(Boolean)).map((day) => [day.day.slice(5), amounts(day)]),
  ).toEqual([
    [new Date(midnight - 13 * DAY).toISOString().slice(5, 10), [0, 0, 0, 5]],
    [new Date(midnight - DAY).toISOString().slice(5, 10), [0, 0, 0, 4]],
    [new Date(midnight).toISOString().slice(5, 10), [100, 20, 803, 0]],
  ])
  expect((await look(fay, 30)).funding?.days).toHaveLength(30)
  const { unfunded } = (await look(fay)).funding ?? {}
  expect(unfunded).toMatchObject({ sales: 3, amountMinor: 15, held: { sales: 0 } })
  expect(unfunded?.ages.reduce((sum, { sales }) => sum + sales, 0)).toBe(3)
})

test('by another zone and cut-off, the days, the ages and what was funded since are of those business days', async () => {
  const days = { timeZone: 'America/New_York', cutOffHour: 17 }
  const today = businessDay(clock.now(), days)
  const start = startOfBusinessDay(today, days).getTime()
  await sell(
    { funding: 'unfunded', amountMinor: 100, receivedAt: new Date(start) },
    { funding: 'unfunded', amountMinor: 20, receivedAt: new Date(start - 1) },
  )
  const view = await look({ ...fay, days })
  expect(view).toMatchObject({ today, dayRule: days })
  const shown = view.funding?.days.map(({ day, by }) => [day, by.unfunded.amountMinor]).slice(-2)
  expect(shown).toEqual([
    [daysAfter(today, -1), 20],
    [today, 100],
  ])
  expect(view.funding?.unfunded.ages.map(({ amountMinor }) => amountMinor)).toEqual([100, 20, 0, 0, 0])
})

test('the two cards of unfunded sales have the same sum, on hold or not', async () => {
  await sell(
    { amountMinor: 1_000 },
    { state: 'conflict', amountMinor: 4_200 },
    { state: 'anomaly', amountMinor: null },
    { state: 'anomaly', amountMinor: 700, currencyCode: '978' },
    { funding: 'in-draft', amountMinor: 50 },
  )
  const { days = [], unfunded } = (await look(fay)).funding ?? {}
  const byDay = (status: 'unfunded' | 'in-draft') =>
    days.reduce(
      ({ sales, amountMinor }, { by }) => ({
        sales: sales + by[status].sales,
        amountMinor: amountMinor + by[status].amountMinor,
      }),
      { sales: 0, amountMinor: 0 },
    )
  expect(byDay('unfunded')).toEqual({ sales: 4, amountMinor: 5_200 })
  expect(unfunded).toMatchObject({
    ...byDay('unfunded'),
    held: { sales: 3, amountMinor: 4_200 },
    draft: byDay('in-draft'),
  })
})

describe('what a role may not read', () => {
  test('is not shown', async () => {
    const auditor = await desk.as('Aldo', ['auditor'])
    expect(await look(auditor)).toMatchObject({ work: null, troubles: null, funding: { days: {} } })
    expect((await look(ana)).funding).toBeNull()
    expect((await look(uma)).funding).toBeNull()
  })

  test('each role has the figures that it works with; who only reads, and admins, have all', async () => {
    const seen = async (ctx: Ctx) => {
      const { applications: statuses, sales, funding, mayStart, moneyFirst } = await look(ctx)
      return [statuses !== null, sales !== null, funding !== null, mayStart, moneyFirst]
    }
    expect(await seen(ana)).toEqual([true, false, false, true, false])
    expect(await seen(uma)).toEqual([true, false, false, false, false])
    expect(await seen(fay)).toEqual([false, true, true, false, true])
    expect(await seen(ada)).toEqual([true, true, true, false, false])
    expect(await seen(await desk.as('Gus', ['auditor']))).toEqual([true, true, true, false, false])
    expect(await seen(await desk.as('Kim', ['onboarding', 'finance']))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
  })

  test('is not asked', async () => {
    const asked: string[] = []
    const db = withStatementLog(desk.services.db, (statement) => asked.push(statement))
    await look({ ...ana, db })
    expect(asked.join('\n')).not.toMatch(
      /funding_batches|underwriting|callback_forwards|group by funding|unfunded/,
    )
    expect(asked.length).toBeLessThanOrEqual(8)
    asked.length = 0
    await look({ ...fay, db })
    expect(asked.join('\n')).not.toMatch(/documents|underwriting|callback_forwards/)
    expect(asked.length).toBeLessThanOrEqual(10)
  })

  test('somebody with several roles has the work of each', async () => {
    const both = await desk.as('Bea', ['onboarding', 'finance'])
    await inStatus(both, 'draft')
    await seedBatch(both, linesOf(['SBX-C-000009']))
    expect(await countsOf(both)).toEqual({ drafts: 1, 'my-batches': 1 })
  })
})
