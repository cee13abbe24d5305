import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbackDeliveries, callbackEvents, callbackKeys } from '@/lib/db/schema/callbacks'
import { fundingBatches } from '@/lib/db/schema/funding'
import { listReceivers } from '@/lib/server/callbacks/receivers/receiver-list'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { RARE } from './sales'
import { seedCallbacks } from './seed-callbacks'
import { seedFunding } from './seed-funding'
import { seedMerchants } from './seed-merchants'
import { seedPeople } from './seed-people'
import { seedReceivers } from './seed-receivers'

const DAY_MS = 86_400_000

let sandbox: SandboxProcess
let desk: TestDesk
let deliveries: (typeof callbackDeliveries.$inferSelect)[]
let events: (typeof callbackEvents.$inferSelect)[]
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  await seedPeople(desk.services)
  await seedReceivers(desk.services)
  await seedMerchants(desk.services)
  await seedFunding(desk.services, sandbox.url)
  await seedCallbacks(desk.services)
  // Once, however often.
  await seedCallbacks(desk.services)
  deliveries = await desk.services.db.select().from(callbackDeliveries).orderBy(asc(callbackDeliveries.n))
  events = await desk.services.db.select().from(callbackEvents).orderBy(asc(callbackEvents.n))
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

/** How many there are of each. */
const countsOf = (values: readonly (string | null)[]): Record<string, number> =>
  Object.fromEntries(
    Map.groupBy(values, String)
      .entries()
      .map(([value, some]) => [value, some.length]),
  )

const eventOf = (tranId: string) => events.find((event) => event.tranId === tranId)

test('the demonstration has 400 callbacks over 60 days, in their order, and each was looked at', () => {
  expect(deliveries).toHaveLength(400)
  const moments = deliveries.map(({ receivedAt }) => receivedAt.getTime())
  expect(moments).toEqual(moments.toSorted((one, other) => one - other))
  const [first = 0, last = 0] = [moments.at(0), moments.at(-1)]
  expect(Date.now() - first).toBeGreaterThan(50 * DAY_MS)
  expect(Date.now() - first).toBeLessThan(62 * DAY_MS)
  expect(last).toBeLessThanOrEqual(Date.now())
  const { first: sales, repeat, conflict, unreadable, ...rest } = countsOf(deliveries.map(({ kind }) => kind))
  expect(rest).toEqual({})
  expect(sales).toBe(events.length - 1)
  expect(repeat).toBeGreaterThan(5)
  expect([conflict, unreadable]).toEqual([2, 1])
})

test('sales come at all but the quietest hours, and on every day of the week', () => {
  const hours = new Set(events.map(({ receivedAt }) => receivedAt.getUTCHours()))
  expect([...hours].filter((hour) => hour >= 4 && hour <= 10)).toEqual([])
  expect(hours.size).toBeGreaterThan(14)
  expect(new Set(events.map(({ receivedAt }) => receivedAt.getUTCDay())).size).toBe(7)
  const lastDay = events.filter(({ receivedAt }) => Date.now() - receivedAt.getTime() < DAY_MS)
  expect(lastDay.length).toBeGreaterThan(10)
})

test('most of them are of the first profile, some of one merchant alone', () => {
  const counts = countsOf(events.map(({ profileId, merchantId }) => `${profileId} ${merchantId}`.trim()))
  expect(Object.keys(counts).sort()).toEqual([
    '941000000001',
    '941000000001 BLUEBIRD-01',
    '941000000001 HARBOR-LANE-02',
    '941000000004',
  ])
  expect((counts['941000000004'] ?? 0) * 2).toBeLessThan(events.length)
})

test('sales are funded, in a batch, funded outside and unfunded, and those that a batch has came before it and say its amount', async () => {
  const {
    funded = 0,
    'in-batch': inBatch = 0,
    outside = 0,
    unfunded = 0,
  } = countsOf(events.map(({ funding }) => funding))
  expect(funded).toBeGreaterThan(50)
  expect(inBatch).toBeGreaterThan(20)
  expect(outside).toBeGreaterThan(20)
  expect(unfunded).toBeGreaterThan(100)
  const batches = await desk.services.db
    .select()
    .from(fundingBatches)
    .where(eq(fundingBatches.name, 'Book fair'))
  const [batch] = batches
  const sold = events.filter(({ fundingBatchId }) => fundingBatchId === batch?.id)
  expect(sold).toHaveLength(batch?.transactions ?? 0)
  expect(sold.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor ?? 0), 0n)).toBe(batch?.amountMinor)
  for (const { receivedAt } of sold) expect(receivedAt < (batch?.createdAt ?? receivedAt)).toBe(true)
  const old = events.filter(
    ({ funding, receivedAt }) => funding === 'unfunded' && Date.now() - receivedAt.getTime() > 14 * DAY_MS,
  )
  expect(old.length).toBeGreaterThan(5)
})

test('what is rare is there: one conflict open and one settled, anomalies, an unknown field, one that names nothing', () => {
  expect(events.filter(({ state }) => state === 'conflict').map(({ tranId }) => tranId)).toEqual([
    RARE.conflict,
  ])
  expect(eventOf(RARE.resolved)).toMatchObject({ state: 'approved', amountMinor: 12_650, deliveries: 2 })
  expect(eventOf(RARE.resolved)?.resolvedBy).not.toBeNull()
  expect(eventOf(RARE.declined)).toMatchObject({ anomalies: ['not-approved'], funding: 'none' })
  expect(eventOf(RARE.amountInDoubt)).toMatchObject({ anomalies: ['amount-ambiguous'], amountMinor: null })
  expect(eventOf(RARE.fullCardNumber)?.anomalies).toEqual(['card-number-truncated'])
  expect(eventOf(RARE.unknownField)?.state).toBe('approved')
  expect(events.filter(({ state }) => state === 'unreadable').map(({ tranId }) => tranId)).toEqual([null])
  expect(events.filter(({ state }) => state === 'anomaly')).toHaveLength(3)
})

test('no full card number was written', () => {
  const texts = deliveries.map(({ body }) => Buffer.from(body).toString('latin1'))
  expect(texts.filter((text) => text.includes('4111111111111111'))).toEqual([])
  expect(texts.filter((text) => text.includes('loyalty_tier=gold'))).toHaveLength(1)
})

test('a batch of sales that came before it says that the log had them, also once it was sent', async () => {
  const batches = await desk.services.db.select().from(fundingBatches)
  const inLog = (name: string) => batches.find((batch) => batch.name === name)?.money
  expect(inLog('Restaurants')).toMatchObject({ inLog: 15, notInLog: 0 })
  expect(inLog('Payouts of the week of the fair')).toMatchObject({ inLog: 24, notInLog: 0 })
  // Advances are no sales at a till.
  expect(inLog('Holiday advance')).toMatchObject({ inLog: 0, notInLog: 20 })
})

test('no key of the demonstration was used before it was made', async () => {
  const keys = await listReceivers(desk.services.db, new Date())
  const used = keys.flatMap((receiver) => receiver.keys.filter(({ lastUsedAt }) => lastUsedAt !== null))
  expect(used.length).toBeGreaterThan(1)
  const made = await desk.services.db.select().from(callbackKeys)
  for (const { id, createdAt } of made) {
    const first = deliveries.find(({ keyId }) => keyId === id)?.receivedAt
    if (first) expect(createdAt.getTime()).toBeLessThan(first.getTime())
  }
})
