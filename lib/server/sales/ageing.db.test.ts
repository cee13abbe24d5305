import { afterAll, beforeAll, expect, test } from 'vitest'
import { AGES, daysOfAge } from '@/lib/domain/callbacks/ageing'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { listCallbackPage } from '@/lib/server/callbacks/log/list'
import type { Ctx } from '@/lib/server/services'
import { seedReceiver } from '@/lib/testing/callbacks'
import { seedSales } from '@/lib/testing/sales'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { listAgeing } from './ageing'

const TODAY = '2026-03-10'
const EAST = '941000000001'
const WEST = '941000000004'

let desk: TestDesk
let fay: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1' })
  fay = await desk.as('Fay', ['finance'])
  await seedReceiver(fay, { profileId: EAST, merchantId: 'BAKERY', label: 'Bakery' })
})
afterAll(() => desk.close())

let used = 0
const sale = (receivedAt: string, fields: Record<string, unknown> = {}) => ({
  tranId: `AGE-${++used}`,
  receivedAt: new Date(receivedAt),
  profileId: EAST,
  merchantId: 'BAKERY',
  ...fields,
})

test('nothing is unfunded of an empty log', async () => {
  expect(await listAgeing(fay, TODAY)).toEqual([])
})

test('unfunded sales stand by receiver and age, the longest waiting first; what waits for somebody is held', async () => {
  await seedSales(fay, [
    sale('2026-03-10T00:00:00Z'),
    sale('2026-03-09T23:59:59Z', { amountMinor: 100 }),
    sale('2026-02-01T08:00:00Z', { amountMinor: 200 }),
    sale('2026-03-05T08:00:00Z', { state: 'conflict', amountMinor: 5_000 }),
    sale('2026-03-05T09:00:00Z', { state: 'anomaly', amountMinor: null }),
    sale('2026-03-05T10:00:00Z', { state: 'anomaly', currencyCode: '978' }),
    sale('2026-03-05T11:00:00Z', { state: 'anomaly' }),
    sale('2025-01-01T00:00:00Z', { funding: 'funded' }),
    sale('2025-01-01T00:00:00Z', { funding: 'outside' }),
    // In drafts alone: open, and apart.
    sale('2026-03-09T00:00:00Z', { funding: 'in-draft', amountMinor: 33 }),
    sale('2026-03-09T00:00:00Z', { funding: 'in-batch', amountMinor: 44 }),
    // Partly funded: old ones, but for what is left of them.
    sale('2026-02-02T00:00:00Z', { funding: 'funded', leftMinor: 300 }),
    sale('2026-03-10T01:00:00Z', { funding: 'funded', leftMinor: 50 }),
    sale('2026-01-01T00:00:00Z', { profileId: WEST, merchantId: '', amountMinor: 7 }),
  ])
  const none = { sales: 0, amountMinor: 0 }
  expect(await listAgeing(fay, TODAY)).toEqual([
    {
      profileId: WEST,
      merchantId: '',
      label: WEST,
      sales: 1,
      amountMinor: 7,
      ages: [none, none, none, none, { sales: 1, amountMinor: 7 }],
      held: none,
      draft: none,
      left: none,
      oldestAt: '2026-01-01T00:00:00.000Z',
    },
    {
      profileId: EAST,
      merchantId: 'BAKERY',
      label: 'Bakery',
      sales: 7,
      amountMinor: 7_800,
      ages: [
        { sales: 1, amountMinor: 1_250 },
        { sales: 1, amountMinor: 100 },
        { sales: 4, amountMinor: 6_250 },
        none,
        { sales: 1, amountMinor: 200 },
      ],
      // The amount of a conflict is owed until someone says otherwise; euros are no dollars.
      held: { sales: 3, amountMinor: 5_000 },
      draft: { sales: 1, amountMinor: 33 },
      left: { sales: 2, amountMinor: 350 },
      oldestAt: '2026-02-01T08:00:00.000Z',
    },
  ])
})

test('each figure finds in the log the sales that it counts', async () => {
  for (const { profileId, merchantId, ages, left } of await listAgeing(fay, TODAY)) {
    for (const [index, age] of AGES.entries()) {
      const page = await listCallbackPage(fay, {
        ...callbackList.all,
        profileId,
        merchantId,
        funding: ['unfunded'],
        ...daysOfAge(age, TODAY),
      })
      expect(page.items).toHaveLength(ages[index]?.sales ?? -1)
    }
    const short = { ...callbackList.all, profileId, merchantId, short: true }
    expect((await listCallbackPage(fay, short, true)).items).toHaveLength(left.sales)
  }
})

test.each([
  // 5 PM in New York, two days after its clocks were put forward.
  { timeZone: 'America/New_York', cutOffHour: 17, today: '2026-03-11', edge: '2026-03-10T21:00:00.000Z' },
  { timeZone: 'Pacific/Chatham', cutOffHour: 24, today: '2026-03-11', edge: '2026-03-10T10:15:00.000Z' },
])('by $timeZone with a cut-off at $cutOffHour, today begins at $edge', async ({ today, edge, ...rule }) => {
  const profileId = `9410000099${rule.cutOffHour}`
  const there = { ...fay, days: rule }
  await seedSales(fay, [
    sale(edge, { profileId, amountMinor: 1 }),
    sale(new Date(Date.parse(edge) - 1).toISOString(), { profileId, amountMinor: 20 }),
  ])
  const [row] = (await listAgeing(there, today)).filter((each) => each.profileId === profileId)
  expect(row?.ages.map(({ amountMinor }) => amountMinor)).toEqual([1, 20, 0, 0, 0])
  const asked = { ...callbackList.all, profileId, merchantId: 'BAKERY', from: today, to: today }
  const page = await listCallbackPage(there, asked)
  expect(page.items.map(({ amountMinor }) => amountMinor)).toEqual([1])
  const before = await listCallbackPage(there, { ...asked, from: null, to: '2026-03-10' })
  expect(before.items.map(({ amountMinor }) => amountMinor)).toEqual([20])
})
