import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '@/lib/server/world'
import { linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { knowMerchants } from '@/lib/testing/merchants'
import { seedSales } from '@/lib/testing/sales'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { requireBatch } from '../funding/data'
import { searchRecords } from './search-records'

let desk: TestDesk
let fay: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  fay = await desk.as('Fay', ['finance'])
})
afterAll(() => desk.close())

test('a batch is found by its number, a part of its name and a transaction of it, a sale by its transaction', async () => {
  const batchId = await seedBatch(fay, linesOf(['PAL-0001']), { name: 'Heron payouts of May' })
  const { number } = await requireBatch(desk.world.db, batchId)
  const [n = 0] = await seedSales(desk.world, [{ tranId: 'PAL-0001', funding: 'in-batch' }])
  const found = async (text: string, ctx = fay) => {
    const { batches, sales } = await searchRecords(ctx, { text })
    return [batches.map(({ id }) => id), sales.map((sale) => sale.n)]
  }
  expect(await found(`B-${number}`)).toEqual([[batchId], []])
  expect(await found(`b${number}`)).toEqual([[batchId], []])
  expect(await found('heron pay')).toEqual([[batchId], []])
  expect(await found(' pal-0001 ')).toEqual([[], [n]])
  expect(await found('PAL-0001')).toEqual([[batchId], [n]])
  expect(await found('PAL-000')).toEqual([[], []])

  const { batches, sales } = await searchRecords(fay, { text: 'PAL-0001' })
  expect(batches).toEqual([
    {
      id: batchId,
      number,
      name: 'Heron payouts of May',
      status: 'draft',
      succeeded: 0,
      failed: 0,
      amountMinor: '1250',
    },
  ])
  expect(sales[0]).toMatchObject({ n, tranId: 'PAL-0001', amountMinor: 1_250, funding: 'in-batch' })

  // Onboarding sees the log, and no batches.
  expect(await found('PAL-0001', await desk.as('Onna', ['onboarding']))).toEqual([[], [n]])
})

test('a merchant is found by a part of its name or id', async () => {
  await knowMerchants(desk.world, ['HERON-77'])
  const found = async (text: string) => {
    const { merchants } = await searchRecords(fay, { text })
    return merchants.items.map(({ merchantId }) => merchantId)
  }
  expect(await found('heron-7')).toEqual(['HERON-77'])
  expect(await found('Merchant HERON')).toEqual(['HERON-77'])
  expect(await found('HERON-78')).toEqual([])
})

test.each(['', '   ', '\u0000', '\ud800', "' or 1=1 --", '%%%', 'x'.repeat(255)])(
  '%j finds nothing and breaks nothing',
  async (text) => {
    expect(await searchRecords(fay, { text })).toMatchObject({ batches: [], sales: [] })
  },
)
