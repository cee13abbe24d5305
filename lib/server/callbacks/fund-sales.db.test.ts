import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog, callbackEvents, fundingBatches, fundingLines } from '@/lib/db/schema/desk'
import { ALL_CALLBACKS } from '@/lib/domain/callbacks/callback-list-query'
import type { SplitShare } from '@/lib/domain/funding/split'
import { putForward } from '@/lib/testing/funding-batches'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { type SeededSale, seedSales } from '@/lib/testing/sales'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../world'
import { type FundSalesResult, fundSales, previewSales } from './fund-sales'
import { markOutside, unmarkOutside } from './mark-outside'

let desk: TestDesk
let fay: Ctx
let flo: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1' })
  fay = await desk.as('Fay', ['finance'])
  flo = await desk.as('Flo', ['finance'])
})
afterAll(() => desk.close())
beforeEach(async () => {
  // Nothing of an earlier test is unfunded any more.
  await desk.world.db
    .update(callbackEvents)
    .set({ funding: 'none' })
    .where(eq(callbackEvents.funding, 'unfunded'))
})

const ALL_TO_ONE: SplitShare[] = [{ merchantId: 'MERCHANT-1' }]

/** What a person does: looks, and makes the batch of what the page shows. */
async function fund(ctx: Ctx, sales: number[], shares = ALL_TO_ONE, batchId: string = crypto.randomUUID()) {
  const looked = await previewSales(ctx, { sales })
  if (!looked.ok) return looked
  const { preview } = looked
  return fundSales(ctx, { batchId, name: '', sales: preview.sales, amountMinor: preview.amountMinor, shares })
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

test('sales become a draft of their profile: by transaction id, in dollars, oldest first', async () => {
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
  expect(await fundingOf(sales)).toEqual(['in-batch', 'in-batch'])
  if (result.ok) await putForward(fay, result.batchId)
})

test('each sale is split by itself, and the last merchant takes what is left', async () => {
  const sales = await seed(2, { amountMinor: 1_000 })
  const result = await fund(fay, sales, [
    { merchantId: 'A', percent: '33.33' },
    { merchantId: 'B', fixedMinor: 100n },
    { merchantId: 'C' },
  ])
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

test('a fixed amount that is more than a sale names that sale, and makes no batch', async () => {
  const sales = await seed(2, { amountMinor: 1_000 })
  await fay.db
    .update(callbackEvents)
    .set({ amountMinor: 99 })
    .where(eq(callbackEvents.n, sales[1] ?? 0))
  expect(await fund(fay, sales, [{ merchantId: 'A', fixedMinor: 100n }, { merchantId: 'B' }])).toMatchObject({
    ok: false,
    reason: 'shares',
    message: expect.stringContaining(`FUND-${used} of $0.99`),
  })
  expect(await fundingOf(sales)).toEqual(['unfunded', 'unfunded'])
})

test('what cannot be funded is told by reason, with the batches that have it', async () => {
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
  const looked = await previewSales(fay, { sales })
  if (!looked.ok || !made.ok) throw new Error('It should be possible.')
  expect(looked.preview.sales).toHaveLength(1)
  expect(
    looked.preview.leftOut.map(({ reason, sales, batches }) => [reason, sales, batches[0]?.number]),
  ).toEqual([
    ['in-batch', 1, made.number],
    ['conflict', 1, undefined],
    ['amount-unknown', 1, undefined],
    ['other-currency', 1, undefined],
    ['outside', 1, undefined],
    ['no-sale', 1, undefined],
    ['told-twice', 1, undefined],
  ])
})

test('a batch is made of what somebody looked at, or not at all', async () => {
  const sales = await seed(3)
  const input = { batchId: crypto.randomUUID(), name: '', sales, amountMinor: 3_750, shares: ALL_TO_ONE }
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

test('two presses make one batch, and nobody makes one with the id of somebody else', async () => {
  const sales = await seed(1)
  const input = {
    batchId: crypto.randomUUID(),
    name: 'Friday',
    sales,
    amountMinor: 1_250,
    shares: ALL_TO_ONE,
  }
  const first = await fundSales(fay, input)
  expect(await fundSales(fay, input)).toEqual(first)
  await expect(fundSales(flo, input)).rejects.toMatchObject({ code: 'invalid' })
})

test('sales of several profiles are refused, and the profiles are named', async () => {
  const sales = [...(await seed(1)), ...(await seed(1, { profileId: '941000000004' }))]
  expect(await fund(fay, sales)).toMatchObject({
    ok: false,
    reason: 'several-profiles',
    message: expect.stringMatching(/941000000001.*941000000004/),
  })
})

test('all that the log finds is taken: what is unfunded, oldest first, and no more than one batch takes', async () => {
  await seed(1, { funding: 'funded', merchantId: 'M-9' })
  const sales = await seed(10_001, { merchantId: 'M-9' })
  await seed(1, { merchantId: 'M-9', state: 'conflict' })
  await seed(1, { merchantId: 'M-8' })
  const looked = await previewSales(fay, {
    sales: { ...ALL_CALLBACKS, profileId: '941000000001', merchantId: 'M-9' },
  })
  if (!looked.ok) throw new Error(looked.message)
  const { preview } = looked
  expect(preview).toMatchObject({
    amountMinor: 12_500_000,
    leftOut: [{ reason: 'conflict', sales: 1 }],
    more: true,
    merchants: [{ merchantId: 'M-9', sales: 10_000 }],
  })
  expect(preview.sales).toEqual(sales.slice(0, 10_000))
  const result = await fundSales(fay, {
    batchId: crypto.randomUUID(),
    name: '',
    sales: preview.sales,
    amountMinor: preview.amountMinor,
    shares: ALL_TO_ONE,
  })
  expect((await batchOf(result)).transactions).toBe(10_000)
})

test('only what is unfunded is marked as funded outside, with a note that the audit log has', async () => {
  const sales = await seed(2)
  await fund(fay, sales.slice(0, 1))
  expect(await markOutside(fay, { sales, note: 'Paid by wire.' })).toMatchObject({
    ok: false,
    reason: 'wrong-state',
  })
  expect(await fundingOf(sales)).toEqual(['in-batch', 'unfunded'])
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

withPostgres('two people at once on a real PostgreSQL', (createDatabase) => {
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
    people = [await one.as('Fia', ['finance']), { ...two.world, actor: finn.actor, requestId: 'test-Finn' }]
  })
  afterAll(async () => {
    await two?.close()
    await one?.close()
  })

  test('of the same sales exactly one batch is made, and the other person hears why', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sales = await seedSales(
        one.world,
        tranIds(40).map((tranId) => ({ tranId })),
      )
      const results = await Promise.all(
        people.map((ctx, index) =>
          fundSales(ctx, {
            batchId: crypto.randomUUID(),
            name: '',
            // In another order, and partly others.
            sales: index === 0 ? sales.slice(0, 30) : sales.slice(10).reverse(),
            amountMinor: 37_500,
            shares: ALL_TO_ONE,
          }),
        ),
      )
      expect(results.map(({ ok }) => ok).sort()).toEqual([false, true])
      expect(results.find(({ ok }) => !ok)).toMatchObject({ reason: 'changed', leftOut: [{ sales: 20 }] })
    }
  })
})
