import { asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { auditLog } from '@/lib/db/schema/desk'
import { fundingBatches, fundingLines } from '@/lib/db/schema/funding'
import { merchants } from '@/lib/db/schema/merchants'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import type { SplitShare } from '@/lib/domain/funding/split'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import { markOutside, unmarkOutside } from '@/lib/server/sales/mark-outside'
import type { Ctx } from '@/lib/server/services'
import { submitDraft } from '@/lib/testing/funding-batches'
import { knowMerchants } from '@/lib/testing/merchants'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { type SeededSale, seedSales } from '@/lib/testing/sales'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { type FundSales, type FundSalesResult, fundSales, previewSales } from './fund-sales'

let desk: TestDesk
let fay: Ctx
let flo: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1' })
  fay = await desk.as('Fay', ['finance'])
  flo = await desk.as('Flo', ['finance'])
  await knowMerchants(desk.services, ['MERCHANT-1', 'A', 'B', 'C'])
})
afterAll(() => desk.close())
beforeEach(async () => {
  // No sale of an earlier test is still unfunded.
  await desk.services.db
    .update(callbackEvents)
    .set({ funding: 'none' })
    .where(eq(callbackEvents.funding, 'unfunded'))
})

type Split = FundSales['split']
const alike = (...shares: SplitShare[]) => ({ by: 'shares' as const, shares })
const ALL_TO_ONE = alike({ merchantId: 'MERCHANT-1' })
const OWN = { by: 'merchant' as const, forNoMerchant: null }

/** Previews, and creates the batch that the page shows, as a person does. */
async function fund(ctx: Ctx, wanted: number[], split: Split = ALL_TO_ONE) {
  const previewed = await previewSales(ctx, { sales: wanted, split })
  if (!previewed.ok) return previewed
  const { sales, amountMinor, terms } = previewed.preview
  return fundSales(ctx, {
    batchId: crypto.randomUUID(),
    dropped: [],
    name: '',
    sales,
    amountMinor,
    terms,
    split,
  })
}

const batchOf = async (result: FundSalesResult) => {
  if (!result.ok) throw new Error(result.message)
  const [batch] = await fay.db.select().from(fundingBatches).where(eq(fundingBatches.id, result.batchId))
  const lines = await fay.db
    .select()
    .from(fundingLines)
    .where(eq(fundingLines.batchId, result.batchId))
    .orderBy(asc(fundingLines.row))
  return {
    ...batch,
    lines: lines.map((line) => [line.row, line.transactionId, line.merchantId, line.amount]),
  }
}

const fundingOf = async (sales: readonly number[]) =>
  (
    await fay.db
      .select({ funding: callbackEvents.funding })
      .from(callbackEvents)
      .where(inArray(callbackEvents.n, [...sales]))
      .orderBy(asc(callbackEvents.n))
  ).map(({ funding }) => funding)

let used = 0
const tranIds = (count: number) => Array.from({ length: count }, () => `FUND-${++used}`)
const seed = (count: number, fields: Partial<SeededSale> = {}) =>
  seedSales(
    fay,
    tranIds(count).map((tranId) => ({ tranId, ...fields })),
  )

test('sales become a draft of their profile, by transaction ID, in dollars, oldest first', async () => {
  const [first, second] = tranIds(2)
  const sales = await seedSales(fay, [
    { tranId: first ?? '', amountMinor: 5, retrievalRefNumber: '900000000001' },
    { tranId: second ?? '', amountMinor: 123_450, receivedAt: new Date('2026-01-01T00:00:00Z') },
  ])
  const result = await fund(fay, sales)
  expect(await batchOf(result)).toMatchObject({
    status: 'draft',
    source: 'callbacks',
    profileId: '941000000001',
    amountStyle: 'dollars',
    amountMinor: 123_455n,
    errors: 0,
    lines: [
      [1, second, 'MERCHANT-1', '1234.50'],
      [2, first, 'MERCHANT-1', '0.05'],
    ],
  })
  expect(await fundingOf(sales)).toEqual(['in-draft', 'in-draft'])
  if (result.ok) await submitDraft(fay, result.batchId)
})

test('each sale is split separately, and the last merchant gets the remainder', async () => {
  const sales = await seed(2, { amountMinor: 1_000 })
  const result = await fund(
    fay,
    sales,
    alike({ merchantId: 'A', percent: '33.33' }, { merchantId: 'B', fixedMinor: 100n }, { merchantId: 'C' }),
  )
  const { lines } = await batchOf(result)
  expect(lines.map(([row, , merchantId, amount]) => [row, merchantId, amount])).toEqual([
    [1, 'A', '3.33'],
    [2, 'B', '1.00'],
    [3, 'C', '5.67'],
    [4, 'A', '3.33'],
    [5, 'B', '1.00'],
    [6, 'C', '5.67'],
  ])
})

test('a sale smaller than a fixed share stays out and is counted, and the others are funded', async () => {
  const sales = await seed(2, { amountMinor: 1_000 })
  const [kept, small = 0] = sales
  await fay.db.update(callbackEvents).set({ amountMinor: 99 }).where(eq(callbackEvents.n, small))
  const split = alike({ merchantId: 'A', fixedMinor: 100n }, { merchantId: 'B' })
  expect(await previewSales(fay, { sales, split })).toMatchObject({
    ok: true,
    preview: {
      sales: [kept],
      amountMinor: 1_000,
      leftOut: [{ reason: 'sale-too-small', sales: 1, amountMinor: 99 }],
      payees: [
        { merchantId: 'B', amountMinor: 900 },
        { merchantId: 'A', amountMinor: 100 },
      ],
    },
  })
  const input = {
    batchId: crypto.randomUUID(),
    dropped: [],
    name: '',
    sales,
    amountMinor: 1_099,
    terms: '',
    split,
  }
  expect(await fundSales(fay, input)).toMatchObject({ ok: false, reason: 'changed', leftOut: [{ sales: 1 }] })
  expect(await fundingOf(sales)).toEqual(['unfunded', 'unfunded'])
  await fund(fay, sales, split)
  expect(await fundingOf(sales)).toEqual(['in-draft', 'unfunded'])
})

test('shares that could not split any sale are refused, naming the share', async () => {
  const sales = await seed(1)
  const split = alike(
    { merchantId: 'A', percent: '60' },
    { merchantId: '', percent: '50' },
    { merchantId: 'C' },
  )
  expect(await previewSales(fay, { sales, split })).toMatchObject({
    ok: false,
    reason: 'shares',
    problems: [{ index: 1 }],
  })
  expect(await fundingOf(sales)).toEqual(['unfunded'])
})

test('sales that cannot be funded are counted by reason, with the batches that have them', async () => {
  const [taken = 0] = await seed(1)
  const made = await fund(fay, [taken])
  const twice = tranIds(1)[0] ?? ''
  const sales = [
    taken,
    ...(await seed(1, { state: 'conflict' })),
    ...(await seed(1, { amountMinor: null, state: 'anomaly' })),
    ...(await seed(1, { currencyCode: '978' })),
    ...(await seed(1, { funding: 'outside' })),
    ...(await seed(1, { funding: 'none', respCode: '051' })),
    ...(await seedSales(fay, [{ tranId: twice }, { tranId: twice, merchantId: 'M-7' }])),
  ]
  const previewed = await previewSales(fay, { sales, split: ALL_TO_ONE })
  if (!previewed.ok || !made.ok) throw new Error('It should be possible.')
  expect(previewed.preview.sales).toHaveLength(1)
  expect(
    previewed.preview.leftOut.map(({ reason, sales, batches }) => [reason, sales, batches[0]?.number]),
  ).toEqual([
    ['in-draft', 1, made.number],
    ['conflict', 1, undefined],
    ['amount-unknown', 1, undefined],
    ['other-currency', 1, undefined],
    ['outside', 1, undefined],
    ['no-sale', 1, undefined],
    ['told-twice', 1, undefined],
  ])
})

test('a batch is created from exactly the previewed sales, or not at all', async () => {
  const sales = await seed(3)
  const input = {
    batchId: crypto.randomUUID(),
    dropped: [],
    name: '',
    sales,
    amountMinor: 3_750,
    terms: '',
    split: ALL_TO_ONE,
  }
  const [gone = 0] = sales
  await markOutside(fay, { sales: [gone], note: 'Paid by wire.' })
  expect(await fundSales(fay, input)).toMatchObject({ ok: false, reason: 'changed', leftOut: [{ sales: 1 }] })
  const rest = { ...input, sales: sales.slice(1), amountMinor: 2_500 }
  await fay.db
    .update(callbackEvents)
    .set({ amountMinor: 1_300 })
    .where(eq(callbackEvents.n, sales[1] ?? 0))
  expect(await fundSales(fay, rest)).toMatchObject({ ok: false, reason: 'changed', leftOut: [] })
  expect(await fundSales(fay, { ...rest, amountMinor: 2_550 })).toMatchObject({ ok: true })
})

test('two clicks create one batch, and another person’s batch id is refused', async () => {
  const sales = await seed(1)
  const input = {
    batchId: crypto.randomUUID(),
    dropped: [],
    name: 'Friday',
    sales,
    amountMinor: 1_250,
    terms: '',
    split: ALL_TO_ONE,
  }
  const first = await fundSales(fay, input)
  expect(await fundSales(fay, input)).toEqual(first)
  await expect(fundSales(flo, input)).rejects.toMatchObject({ code: 'invalid' })
})

test('sales of several profiles are refused, naming the profiles', async () => {
  const sales = [...(await seed(1)), ...(await seed(1, { profileId: '941000000004' }))]
  expect(await fund(fay, sales)).toMatchObject({
    ok: false,
    reason: 'several-profiles',
    message: expect.stringMatching(/941000000001.*941000000004/),
  })
})

test('beside one profile’s unfunded sales, those of other profiles are counted and summed', async () => {
  const day = { receivedAt: new Date('2019-02-03T10:00:00.000Z') }
  await seed(2, day)
  await seed(3, { ...day, profileId: '941000000004', amountMinor: 1_000 })
  await seed(1, { ...day, profileId: '941000000004', currencyCode: '978', amountMinor: 7_000 })
  await seed(1, { ...day, profileId: '941000000004', funding: 'funded' })
  const all = { ...callbackList.all, profileId: '941000000001', from: '2019-02-01', to: '2019-02-05' }
  const looked = await previewSales(fay, { sales: all, split: ALL_TO_ONE })
  expect(looked).toMatchObject({
    ok: true,
    preview: {
      otherProfiles: [
        { profileId: '941000000004', label: expect.stringMatching(/./), sales: 4, amountMinor: 3_000 },
      ],
    },
  })
  // For one merchant, other profiles do not matter.
  const own = await previewSales(fay, { sales: { ...all, merchantId: '' }, split: ALL_TO_ONE })
  expect(own).toMatchObject({ ok: true, preview: { otherProfiles: [] } })
})

test('all of 20,000 chosen sales are read, even if few can be funded', async () => {
  const [ready = 0] = await seed(1)
  // One insert, because row by row takes half a minute.
  const { rows } = await fay.db.execute<{ n: string }>(sql`
    insert into callback_events select copies.* from callback_events events, generate_series(1, 19999) as at,
      jsonb_populate_record(events, jsonb_build_object('n', events.n + 10000000 + at, 'tran_id', 'COPY-' || at,
        'funding', 'none', 'identifiers', '{}'::text[])) as copies
    where events.n = ${ready} returning n`)
  const others = rows.map(({ n }) => Number(n))
  const { ok } = await previewSales(fay, { sales: [ready, ...others], split: ALL_TO_ONE })
  expect(ok).toBe(true)
  const missing = previewSales(fay, { sales: [ready, ...others.slice(1), 1], split: ALL_TO_ONE })
  await expect(missing).rejects.toMatchObject({ code: 'not-found' })
})

test('a query of the log takes its unfunded sales, oldest first, up to one batch', async () => {
  await seed(1, { funding: 'funded', merchantId: 'M-9' })
  const sales = await seed(10_001, { merchantId: 'M-9' })
  await seed(1, { merchantId: 'M-9', state: 'conflict' })
  await seed(1, { merchantId: 'M-8' })
  const previewed = await previewSales(fay, {
    sales: { ...callbackList.all, profileId: '941000000001', merchantId: 'M-9' },
    split: ALL_TO_ONE,
  })
  if (!previewed.ok) throw new Error(previewed.message)
  const { preview } = previewed
  expect(preview).toMatchObject({
    amountMinor: 12_500_000,
    leftOut: [{ reason: 'conflict', sales: 1 }],
    remaining: 1,
    merchants: [{ merchantId: 'M-9', sales: 10_000, split: null }],
    payees: [{ merchantId: 'MERCHANT-1', amountMinor: 12_500_000 }],
  })
  expect(preview.sales).toEqual(sales.slice(0, 10_000))
  const result = await fundSales(fay, {
    batchId: crypto.randomUUID(),
    dropped: [],
    name: '',
    sales: preview.sales,
    amountMinor: preview.amountMinor,
    terms: '',
    split: ALL_TO_ONE,
  })
  expect((await batchOf(result)).transactions).toBe(10_000)
})

const PLATFORM = 'PLATFORM-FEE'
const knowWithSplit = async (merchantId: string, split: StoredShare[]) => {
  await knowMerchants(desk.services, [PLATFORM, merchantId])
  await fay.db.update(merchants).set({ split }).where(eq(merchants.merchantId, merchantId))
}
const fee = (merchantId: string, share: Omit<StoredShare, 'merchantId'>): StoredShare[] => [
  { merchantId: PLATFORM, ...share },
  { merchantId },
]

test('each sale goes to its own merchant by the confirmed split', async () => {
  await knowMerchants(desk.services, ['OWN-ALL'])
  await knowWithSplit('OWN-FEE', fee('OWN-FEE', { percent: '2.9' }))
  // A pending change does not count.
  await fay.db
    .update(merchants)
    .set({
      proposed: { name: 'x', applicationId: null, state: 'active', split: fee('OWN-FEE', { percent: '50' }) },
      proposedBy: fay.actor.id,
    })
    .where(eq(merchants.merchantId, 'OWN-FEE'))
  const at = (day: number) => ({ receivedAt: new Date(Date.UTC(2026, 0, day)) })
  const sales = [
    ...(await seed(1, { merchantId: 'OWN-FEE', amountMinor: 1_001, ...at(3) })),
    ...(await seed(1, { merchantId: 'OWN-ALL', amountMinor: 700, ...at(4) })),
    ...(await seed(1, { amountMinor: 500, ...at(5) })),
  ]
  const previewed = await previewSales(fay, { sales, split: null })
  if (!previewed.ok) throw new Error(previewed.message)
  expect(previewed.preview).toMatchObject({
    splitBy: 'merchant',
    sales: sales.slice(0, 2),
    amountMinor: 1_701,
    lines: 3,
    name: 'Unfunded sales until Jan 4, 2026 (3 payees)',
    hasMerchants: true,
    noMerchant: { sales: 1, amountMinor: 500, out: [expect.any(Number)] },
    leftOut: [{ reason: 'no-merchant', sales: 1, amountMinor: 500 }],
    merchants: [
      {
        merchantId: 'OWN-FEE',
        sales: 1,
        amountMinor: 1_001,
        split: fee('OWN-FEE', { percent: '2.9' }),
      },
      { merchantId: 'OWN-ALL', sales: 1, amountMinor: 700, split: [] },
    ],
    payees: [
      { merchantId: 'OWN-FEE', amountMinor: 972 },
      { merchantId: 'OWN-ALL', amountMinor: 700 },
      { merchantId: PLATFORM, amountMinor: 29 },
    ],
  })
  const split: Split = {
    ...OWN,
    forNoMerchant: [{ merchantId: PLATFORM, percent: '10' }, { merchantId: 'OWN-ALL' }],
  }
  const batch = await batchOf(await fund(fay, sales, split))
  expect(batch).toMatchObject({ errors: 0, name: 'Unfunded sales until Jan 5, 2026 (3 payees)' })
  expect(batch.lines.map(([, , merchantId, amount]) => [merchantId, amount])).toEqual([
    [PLATFORM, '0.29'],
    ['OWN-FEE', '9.72'],
    ['OWN-ALL', '7.00'],
    [PLATFORM, '0.50'],
    ['OWN-ALL', '4.50'],
  ])
})

test('a sale whose merchant cannot be paid stays out, with the reason and the merchant', async () => {
  await knowMerchants(desk.services, ['OUT-OK'])
  await knowMerchants(desk.services, ['OUT-PAUSED'], 'paused')
  await knowMerchants(desk.services, ['OUT-CLOSED'], 'closed')
  await knowMerchants(desk.services, ['OUT-NEW'])
  await fay.db.update(merchants).set({ confirmedAt: null }).where(eq(merchants.merchantId, 'OUT-NEW'))
  await knowWithSplit('OUT-PAYEE', [{ merchantId: 'OUT-PAUSED', percent: '1' }, { merchantId: 'OUT-PAYEE' }])
  await knowWithSplit('OUT-SMALL', fee('OUT-SMALL', { fixedMinor: '2000' }))
  const sales = await seedSales(
    fay,
    [
      'OUT-OK',
      'OUT-NOBODY',
      'OUT-NOBODY',
      'OUT-PAUSED',
      'OUT-CLOSED',
      'OUT-NEW',
      'OUT-PAYEE',
      'OUT-SMALL',
    ].map((merchantId) => ({ tranId: tranIds(1)[0] ?? '', merchantId })),
  )
  const previewed = await previewSales(fay, { sales, split: OWN })
  if (!previewed.ok) throw new Error(previewed.message)
  expect(previewed.preview.sales).toEqual(sales.slice(0, 1))
  expect(
    previewed.preview.leftOut.map(({ reason, sales, merchants }) => [
      reason,
      sales,
      merchants[0]?.merchantId,
      merchants[0]?.payee,
    ]),
  ).toEqual([
    ['merchant-unknown', 2, 'OUT-NOBODY', null],
    ['merchant-paused', 1, 'OUT-PAUSED', null],
    ['merchant-closed', 1, 'OUT-CLOSED', null],
    ['merchant-unconfirmed', 1, 'OUT-NEW', null],
    ['payee-not-payable', 1, 'OUT-PAYEE', 'OUT-PAUSED'],
    ['sale-too-small', 1, 'OUT-SMALL', null],
  ])
  // If nothing is left, the preview still shows why: another split may help.
  const none = await previewSales(fay, { sales: sales.slice(1), split: OWN })
  expect(none).toMatchObject({ ok: true, preview: { sales: [], hasMerchants: true } })
})

test('a batch is not created if a default split or merchant has changed since the preview', async () => {
  await knowWithSplit('CHANGED', fee('CHANGED', { percent: '1' }))
  const sales = await seed(1, { merchantId: 'CHANGED' })
  const previewed = await previewSales(fay, { sales, split: OWN })
  if (!previewed.ok) throw new Error(previewed.message)
  const { terms, amountMinor } = previewed.preview
  const input = { batchId: crypto.randomUUID(), dropped: [], name: '', sales, amountMinor, terms, split: OWN }
  await knowWithSplit('CHANGED', fee('CHANGED', { percent: '2' }))
  expect(await fundSales(fay, input)).toMatchObject({ ok: false, reason: 'changed' })
  await fay.db.update(merchants).set({ state: 'paused' }).where(eq(merchants.merchantId, 'CHANGED'))
  expect(await fundSales(fay, input)).toMatchObject({
    ok: false,
    reason: 'changed',
    leftOut: [{ reason: 'merchant-paused' }],
  })
  expect(await fundingOf(sales)).toEqual(['unfunded'])
  await knowWithSplit('CHANGED', fee('CHANGED', { percent: '1' }))
  await fay.db.update(merchants).set({ state: 'active' }).where(eq(merchants.merchantId, 'CHANGED'))
  expect(await fundSales(fay, input)).toMatchObject({ ok: true })
})

test('a sale reported to both a profile’s and a merchant’s receiver is the merchant’s', async () => {
  await knowMerchants(desk.services, ['TWICE'])
  const [tranId = ''] = tranIds(1)
  const sales = await seedSales(fay, [{ tranId }, { tranId, merchantId: 'TWICE' }])
  const split: Split = { ...OWN, forNoMerchant: [{ merchantId: PLATFORM }] }
  const previewed = await previewSales(fay, { sales, split })
  if (!previewed.ok) throw new Error(previewed.message)
  expect(previewed.preview).toMatchObject({
    sales: sales.slice(1),
    leftOut: [{ reason: 'told-twice', sales: 1 }],
    payees: [{ merchantId: 'TWICE' }],
  })
})

test('500 merchants and 5,000 sales are one batch, each sale by its merchant’s split', async () => {
  const ids = Array.from({ length: 500 }, (_, n) => `BULK-${n}`)
  await knowMerchants(desk.services, [PLATFORM, ...ids])
  await fay.db
    .update(merchants)
    .set({
      split: sql`jsonb_build_array(jsonb_build_object('merchantId', 'PLATFORM-FEE', 'percent', '10'), jsonb_build_object('merchantId', merchant_id))`,
    })
    .where(inArray(merchants.merchantId, ids))
  await seedSales(
    fay,
    ids.flatMap((merchantId) => tranIds(10).map((tranId) => ({ tranId, merchantId, amountMinor: 1_000 }))),
  )
  const previewed = await previewSales(fay, {
    sales: { ...callbackList.all, profileId: '941000000001', to: '2999-01-01' },
    split: null,
  })
  if (!previewed.ok) throw new Error(previewed.message)
  const { sales, amountMinor, terms, merchants: shown, payees, name, leftOut } = previewed.preview
  expect([sales.length, shown.length, payees.length, leftOut.length]).toEqual([5_000, 500, 501, 0])
  expect(payees[0]).toEqual({
    merchantId: PLATFORM,
    name: 'Merchant PLATFORM-FEE',
    amountMinor: 500_000,
    problem: null,
  })
  expect(name).toBe('Unfunded sales until Jan 1, 2999 (501 payees)')
  const made = await fundSales(fay, {
    batchId: crypto.randomUUID(),
    dropped: [],
    name,
    sales,
    amountMinor,
    terms,
    split: OWN,
  })
  const batch = await batchOf(made)
  expect(batch).toMatchObject({ transactions: 5_000, errors: 0, amountMinor: 5_000_000n })
  expect(batch.lines).toHaveLength(10_000)
  const sums = Map.groupBy(batch.lines, ([, , merchantId]) => merchantId)
  expect(sums.get('BULK-499')?.map(([, , , amount]) => amount)).toEqual(Array(10).fill('9.00'))
})

test('only unfunded sales can be marked as funded externally, with an audited note', async () => {
  const sales = await seed(2)
  await fund(fay, sales.slice(0, 1))
  expect(await markOutside(fay, { sales, note: 'Paid by wire.' })).toMatchObject({
    ok: false,
    reason: 'wrong-state',
  })
  expect(await fundingOf(sales)).toEqual(['in-draft', 'unfunded'])
  const [, free = 0] = sales
  await markOutside(fay, { sales: [free], note: 'Paid by wire, said Ms. Ortiz.' })
  expect(await fundingOf([free])).toEqual(['outside'])
  const audited = await fay.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(free)))
  expect(audited).toMatchObject([
    {
      action: 'callback-funded-outside',
      actorId: fay.actor.id,
      detail: { note: 'Paid by wire, said Ms. Ortiz.' },
    },
  ])
  expect(await unmarkOutside(fay, { sales: [free], note: 'It came back.' })).toEqual({ ok: true, marked: 1 })
  expect(await fundingOf([free])).toEqual(['unfunded'])
  expect(await unmarkOutside(fay, { sales: [free], note: 'It came back.' })).toMatchObject({ ok: false })
})

withPostgres('two people at once', (createDatabase) => {
  let one: TestDesk
  let two: TestDesk
  let people: Ctx[]
  beforeAll(async () => {
    const databaseUrl = await createDatabase()
    const keyEncryptionKey = Buffer.alloc(32, 14)
    const open = () => openTestDesk({ partnerUrl: 'http://127.0.0.1:1', databaseUrl, keyEncryptionKey })
    one = await open()
    two = await open()
    const finn = await one.as('Finn', ['finance'])
    people = [
      await one.as('Fia', ['finance']),
      { ...two.services, actor: finn.actor, requestId: 'test-Finn' },
    ]
    await knowMerchants(one.services, ['MERCHANT-1'])
  })
  afterAll(async () => {
    await two?.close()
    await one?.close()
  })

  test('two people who fund the same sales create one batch, and the other one is told why', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sales = await seedSales(
        one.services,
        tranIds(40).map((tranId) => ({ tranId })),
      )
      const results = await Promise.all(
        people.map((ctx, index) =>
          fundSales(ctx, {
            batchId: crypto.randomUUID(),
            dropped: [],
            name: '',
            // In another order, and partly others.
            sales: index === 0 ? sales.slice(0, 30) : sales.slice(10).reverse(),
            amountMinor: 37_500,
            terms: '',
            split: ALL_TO_ONE,
          }),
        ),
      )
      expect(results.map(({ ok }) => ok).sort()).toEqual([false, true])
      expect(results.find(({ ok }) => !ok)).toMatchObject({ reason: 'changed', leftOut: [{ sales: 20 }] })
    }
  })
})

test('a payee who cannot be paid is reported before the draft, in the words of its lines', async () => {
  const wanted = await seedSales(fay, [{ tranId: 'PAYEE-1', amountMinor: 1_000 }])
  const split = alike({ merchantId: 'MERCHNAT-1', percent: '10' }, { merchantId: 'MERCHANT-1' })
  const previewed = await previewSales(fay, { sales: wanted, split })
  expect(previewed.ok && previewed.preview.payees).toEqual([
    { merchantId: 'MERCHANT-1', name: 'Merchant MERCHANT-1', amountMinor: 900, problem: null },
    {
      merchantId: 'MERCHNAT-1',
      name: '',
      amountMinor: 100,
      problem:
        '“MERCHNAT-1” is not in the merchant directory. Did you mean MERCHANT-1? Correct the ID, or add the merchant first.',
    },
  ])
})

test('no batch is created for an entered payee who cannot be paid, and its share is named', async () => {
  await knowMerchants(desk.services, ['TYPED-PAUSED'], 'paused')
  await knowMerchants(desk.services, ['TYPED-CLOSED'], 'closed')
  for (const merchantId of ['saltwa', 'TYPED-PAUSED', 'TYPED-CLOSED']) {
    const given = [{ merchantId: 'MERCHANT-1', percent: '10' }, { merchantId }]
    for (const split of [alike(...given), { ...OWN, forNoMerchant: given }]) {
      const sales = await seed(1)
      const previewed = await previewSales(fay, { sales, split })
      if (!previewed.ok) throw new Error(previewed.message)
      const payee = previewed.preview.payees.find((one) => one.merchantId === merchantId)
      expect(await fund(fay, sales, split)).toMatchObject({
        ok: false,
        reason: 'shares',
        problems: [{ index: 1, message: payee?.problem ?? '' }],
      })
      expect(await fundingOf(sales)).toEqual(['unfunded'])
    }
  }
})

test('a previewed sale that someone else has taken stops the batch, even if a later preview left it out', async () => {
  await knowMerchants(desk.services, ['SEEN-OWN'])
  const own = await seed(2, { merchantId: 'SEEN-OWN' })
  const none = await seed(1)
  const first = await previewSales(fay, { sales: [...own, ...none], split: null })
  expect(first).toMatchObject({ ok: true, preview: { sales: own } })
  const [taken = 0, kept = 0] = own
  const made = await fund(flo, [taken])
  const split = { ...OWN, forNoMerchant: [{ merchantId: 'MERCHANT-1' }] }
  const second = await previewSales(fay, { sales: [...own, ...none], split })
  if (!second.ok || !made.ok) throw new Error('It should be possible.')
  const { sales, amountMinor, terms } = second.preview
  expect(sales).toEqual([kept, ...none])
  const input = { batchId: crypto.randomUUID(), name: '', sales, amountMinor, terms, split }
  expect(await fundSales(fay, { ...input, dropped: [taken] })).toMatchObject({
    ok: false,
    reason: 'changed',
    message: expect.stringMatching(/^One of these sales can no longer be funded/),
    leftOut: [{ reason: 'in-draft', sales: 1, batches: [{ number: made.number }] }],
  })
  expect(await fundingOf(sales)).toEqual(['unfunded', 'unfunded'])
  expect(await fundSales(fay, { ...input, dropped: [] })).toMatchObject({ ok: true })
})

test('a sale that dropped out because of the chosen split stops nothing', async () => {
  await knowMerchants(desk.services, ['SEEN-CHOICE'])
  const sales = await seed(1, { merchantId: 'SEEN-CHOICE' })
  const dropped = await seed(1)
  const previewed = await previewSales(fay, { sales: [...sales, ...dropped], split: OWN })
  if (!previewed.ok) throw new Error(previewed.message)
  const { amountMinor, terms } = previewed.preview
  const input = { batchId: crypto.randomUUID(), name: '', sales, amountMinor, terms, split: OWN }
  expect(await fundSales(fay, { ...input, dropped })).toMatchObject({ ok: true })
})
