import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundingLine, seedBatch } from '@/lib/testing/funding-batches'
import { seedSales } from '@/lib/testing/sales'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../services'
import { checkedBatchOf, reviewLines } from './check-lines'
import { listLines, requireBatch } from './data'
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

test('two identifiers are separate transactions until the log links them', async () => {
  const batchId = await seedBatch(fay, bothNames)
  expect(await duplicates(batchId)).toEqual([])
})

test('a draft is refused at submission by what the log has learned since', async () => {
  const batchId = await seedBatch(fay, [
    fundingLine(2, { transactionId: 'SBX-D-000778' }),
    fundingLine(3, { retrievalReferenceNumber: '900000000778' }),
  ])
  await seedSales(fay, [{ tranId: 'SBX-D-000778', retrievalRefNumber: '900000000778' }])
  expect(await submitBatch(fay, { batchId, version: 1 })).toMatchObject({ ok: false, reason: 'problems' })
})

test('one transaction under both identifiers is a duplicate, with its rows, if the log links them', async () => {
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

test('another profile’s log, and an ambiguous reference number, link nothing', async () => {
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

test('an ID with other case, spaces or an apostrophe is stored as the log spells its one sale', async () => {
  await seedSales(fay, [
    { tranId: 'SBX-C-000790', amountMinor: 1_250 },
    { tranId: 'SBX-C-000791', profileId: '941000000004' },
  ])
  const batchId = await seedBatch(fay, [
    fundingLine(2, { transactionId: "'sbx-c-00 0790" }),
    // Another profile's log is not used.
    fundingLine(3, { transactionId: 'sbx-c-000791' }),
  ])
  const { lines, problems } = await viewLines(fay, batchId)
  expect(lines.map(([, , id]) => id)).toEqual(['SBX-C-000790', 'sbx-c-000791'])
  expect(problems.filter(({ field }) => field === 'transactionId')).toMatchObject([
    { row: 3, code: 'unlogged' },
  ])
  const saved = await saveLines(fay, {
    batchId,
    version: 1,
    changed: [{ row: 2, transactionId: 'sbx-C-000790', amount: '12.51' }],
    removed: [],
    added: [],
  })
  expect(saved).toMatchObject({
    ok: true,
    readAs: [{ typed: 'sbx-C-000790', id: 'SBX-C-000790', rows: 1 }],
    // It is compared with its sale.
    problems: expect.arrayContaining([expect.objectContaining({ row: 2, code: 'over-sale' })]),
  })
})

test('a file with both identifiers, such as the log’s export, is stored with IDs only', async () => {
  await seedSales(fay, [
    { tranId: 'SBX-D-000783', retrievalRefNumber: '900000000783' },
    { tranId: 'SBX-D-000784', retrievalRefNumber: '900000000784' },
  ])
  const both = (row: number, transactionId: string, retrievalReferenceNumber: string) =>
    fundingLine(row, { transactionId, retrievalReferenceNumber })
  const batchId = await seedBatch(fay, [
    both(2, 'SBX-D-000783', '900000000783'),
    // Of another sale, and of none.
    both(3, 'SBX-D-000784', '900000000783'),
    both(4, 'SBX-D-000785', '900000000785'),
  ])
  const { lines, problems } = await viewLines(fay, batchId)
  expect(lines.map(([, , ...names]) => names.slice(0, 2))).toEqual([
    ['SBX-D-000783', ''],
    ['SBX-D-000784', '900000000783'],
    ['SBX-D-000785', '900000000785'],
  ])
  expect(problems.flatMap(({ code, row }) => (code === 'both-identifiers' ? [row] : []))).toEqual([3, 4])
})

test('an ID that matches several logged sales by spelling is an error that names them', async () => {
  await seedSales(fay, [{ tranId: 'Sbx-C-000792' }, { tranId: 'SBX-C-000792' }])
  const typed = ['sbx-c-000792', 'SBX-C-000792']
  const batchId = await seedBatch(
    fay,
    typed.map((transactionId, at) => fundingLine(at + 2, { transactionId })),
  )
  const { lines, problems } = await viewLines(fay, batchId)
  expect(lines.map(([, , id]) => id)).toEqual(typed)
  const [problem] = problems.filter(({ severity }) => severity === 'error')
  expect(problem).toMatchObject({ row: 2, code: 'sale-several' })
  expect(problem?.suggestion?.split(', ').sort()).toEqual(['SBX-C-000792', 'Sbx-C-000792'])
})

test('what the log has learned about a draft is applied at submission, and shown first', async () => {
  const batchId = await seedBatch(fay, [fundingLine(2, { transactionId: 'sbx-c-000793' })])
  await seedSales(fay, [{ tranId: 'SBX-C-000793', amountMinor: 1_250 }])
  expect(await submitBatch(fay, { batchId, version: 1 })).toMatchObject({ ok: false, reason: 'stale' })
  expect((await viewLines(fay, batchId)).lines.map(([, , id]) => id)).toEqual(['SBX-C-000793'])
  const { version } = await requireBatch(fay.db, batchId)
  expect(version).toBe(2)
})

test('a pending batch is not sent once the log has its ID in another spelling', async () => {
  await desk.as('Flo', ['finance'])
  const batchId = await seedBatch(fay, [fundingLine(2, { transactionId: 'sbx-c-000794' })])
  expect(await submitBatch(fay, { batchId, version: 1 })).toMatchObject({ ok: true })
  await seedSales(fay, [{ tranId: 'SBX-C-000794', amountMinor: 1_250 }])
  const batch = await requireBatch(fay.db, batchId)
  const { moneyErrors } = await reviewLines(fay.db, checkedBatchOf(batch), await listLines(fay.db, batchId), {
    amountUnit: 'minor',
  })
  expect(moneyErrors).toMatchObject([{ row: 2, code: 'sale-otherwise', suggestion: 'SBX-C-000794' }])
})
