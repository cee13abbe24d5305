import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundingLines } from '@/lib/db/schema/funding'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import type { FundingLine } from '@/lib/domain/funding/line'
import { readCsvRecords } from '@/lib/domain/tables/csv-records'
import { requireBatch } from '@/lib/server/funding/data'
import type { Ctx } from '@/lib/server/services'
import { postCallbacks, saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { fundingLine, seedApproved, sendToEnd } from '@/lib/testing/funding-batches'
import { transactionId } from '@/lib/testing/funding-calls'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { exportCallbacks } from './export'

let sandbox: SandboxProcess
let desk: TestDesk
let fay: Ctx
let flo: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  fay = await desk.as('Fay', ['finance'])
  flo = await desk.as('Flo', ['finance'])
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

async function fund(...lines: FundingLine[]): Promise<string> {
  const batchId = await seedApproved(fay, [flo], lines)
  await sendToEnd(fay, batchId)
  return batchId
}

test('the export has the funded amounts, their batches, and the authorization code', async () => {
  const shop = await seedReceiver(await desk.as('Ada', ['admin']))
  const [sold, lost] = [transactionId('C', 41), transactionId('C', 42)]
  await postCallbacks(
    desk.services,
    shop,
    [sold, lost].map((tran_id) => saleFields({ tran_id, auth_code: '=9A' })),
  )
  const first = await fund(
    fundingLine(2, { transactionId: sold, merchantId: 'EAST', amount: '400' }),
    fundingLine(3, { transactionId: sold, merchantId: 'WEST', amount: '30' }),
  )
  const second = await fund(fundingLine(2, { transactionId: sold, merchantId: 'EAST', amount: '500' }))
  // As the desk sent it before a batch had to state all merchants of a transaction.
  await desk.services.db
    .delete(fundingLines)
    .where(and(eq(fundingLines.batchId, second), eq(fundingLines.merchantId, 'WEST')))
  const fault = { endpoint: 'funding', times: 1, mode: 'cut-after' }
  await sandboxCalls(sandbox.url).control('PUT', 'faults', fault)
  await fund(fundingLine(2, { transactionId: lost, merchantId: 'EAST', amount: '700' }))
  const rowOf = async (ctx: Ctx, search: string) => {
    const text = await new Response(await exportCallbacks(ctx, { ...callbackList.all, search })).text()
    const reading = readCsvRecords(text)
    if (!reading.ok) throw new Error(reading.message)
    const [titles = [], row = []] = reading.records
    const of = (title: string) => row[titles.indexOf(title)]
    return [
      'Funded amount',
      'Funded amount, outcome unknown',
      'Funded in',
      'Authorization code',
      'Left to fund',
    ].map(of)
  }
  const numbers = await Promise.all(
    [second, first].map(async (id) => `B-${(await requireBatch(desk.services.db, id)).number}`),
  )
  expect(await rowOf(fay, sold)).toEqual(['5.30', '', numbers.join('; '), "'=9A", '120.00'])
  expect((await rowOf(fay, lost)).slice(0, 2)).toEqual(['', '7.00'])
  // Users who cannot see funding get empty cells.
  expect(await rowOf(await desk.as('Onna', ['onboarding']), sold)).toEqual(['', '', '', "'=9A", ''])
})

test('the export says why an unfunded sale is held, so that its sums match the log', async () => {
  const [clear, unclear] = [transactionId('C', 43), transactionId('C', 44)]
  const shop = await seedReceiver(await desk.as('Adam', ['admin']), { merchantId: 'HELD-1' })
  await postCallbacks(desk.services, shop, [
    saleFields({ tran_id: clear }),
    saleFields({ tran_id: unclear, tran_amount: '' }),
  ])
  const heldOf = async (search: string) => {
    const text = await new Response(await exportCallbacks(fay, { ...callbackList.all, search })).text()
    const reading = readCsvRecords(text)
    if (!reading.ok) throw new Error(reading.message)
    const [titles = [], row = []] = reading.records
    return ['Funding', 'Held', 'Left to fund'].map((title) => row[titles.indexOf(title)])
  }
  expect(await heldOf(clear)).toEqual(['Unfunded', '', '125.00'])
  expect(await heldOf(unclear)).toEqual(['Unfunded', 'Amount not known', ''])
})
