import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundingLine, seedBatch } from '@/lib/testing/funding-batches'
import { seedSales } from '@/lib/testing/sales'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../world'
import { requireBatch } from './data'
import { saveLines, viewLines } from './lines'
import { submitBatch } from './submit'

let desk: TestDesk
let fay: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1' })
  fay = await desk.as('Fay', ['finance'])
})
afterAll(() => desk.close())

const REFERENCE = '900000000777'
const DEBIT = 'SBX-D-000777'
const bothNames = [
  fundingLine(2, { transactionId: DEBIT }),
  fundingLine(3, { retrievalReferenceNumber: REFERENCE }),
]
const duplicates = async (batchId: string) =>
  (await viewLines(fay, batchId)).problems.filter(({ code }) => code === 'duplicate')

test('nobody knows that two names are one transaction before the log has told', async () => {
  const batchId = await seedBatch(fay, bothNames)
  expect(await duplicates(batchId)).toEqual([])
})

test('what the log heard meanwhile refuses a draft when it is put forward', async () => {
  const batchId = await seedBatch(fay, [
    fundingLine(2, { transactionId: 'SBX-D-000778' }),
    fundingLine(3, { retrievalReferenceNumber: '900000000778' }),
  ])
  await seedSales(fay, [{ tranId: 'SBX-D-000778', retrievalRefNumber: '900000000778' }])
  expect(await submitBatch(fay, { batchId, version: 1 })).toMatchObject({ ok: false, reason: 'problems' })
})

test('one transaction under both its names is a duplicate, with its rows, where the log knows both', async () => {
  await seedSales(fay, [{ tranId: DEBIT, retrievalRefNumber: REFERENCE }])
  const batchId = await seedBatch(fay, bothNames)
  expect((await requireBatch(fay.db, batchId)).errors).toBe(1)
  expect(await duplicates(batchId)).toMatchObject([{ row: 3, otherRow: 2, severity: 'error' }])
  const saved = await saveLines(fay, {
    batchId,
    version: 1,
    changed: [{ row: 3, amount: '12.00' }],
    removed: [],
    added: [],
  })
  expect(saved).toMatchObject({ ok: true, totals: { errors: 1 } })
  const mended = await saveLines(fay, { batchId, version: 2, changed: [], removed: [3], added: [] })
  expect(mended).toMatchObject({ ok: true, totals: { errors: 0 } })
})

test('the log of another profile is not asked, nor one that names several transactions', async () => {
  await seedSales(fay, [
    { tranId: 'SBX-D-000779', retrievalRefNumber: '900000000779', profileId: '941000000004' },
    { tranId: 'SBX-D-000780', retrievalRefNumber: '900000000780' },
    { tranId: 'SBX-D-000781', retrievalRefNumber: '900000000780' },
  ])
  const batchId = await seedBatch(fay, [
    fundingLine(2, { transactionId: 'SBX-D-000779' }),
    fundingLine(3, { retrievalReferenceNumber: '900000000779' }),
    fundingLine(4, { transactionId: 'SBX-D-000780' }),
    fundingLine(5, { retrievalReferenceNumber: '900000000780' }),
  ])
  expect(await duplicates(batchId)).toEqual([])
})
