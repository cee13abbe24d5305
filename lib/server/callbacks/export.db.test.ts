import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundingLines } from '@/lib/db/schema/desk'
import { ALL_CALLBACKS } from '@/lib/domain/callbacks/callback-list-query'
import type { FundingLine } from '@/lib/domain/funding/line'
import { readCsvRecords } from '@/lib/domain/values/csv-records'
import { postCallbacks, saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { fundingLine, seedApproved, sendToEnd } from '@/lib/testing/funding-batches'
import { transactionId } from '@/lib/testing/funding-calls'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { requireBatch } from '../funding/data'
import type { Ctx } from '../world'
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

test('the export of the log has what was funded, in which batches, and the authorization code', async () => {
  const shop = await seedReceiver(await desk.as('Ada', ['admin']))
  const [sold, lost] = [transactionId('C', 41), transactionId('C', 42)]
  await postCallbacks(
    desk.world,
    shop,
    [sold, lost].map((tran_id) => saleFields({ tran_id, auth_code: '=9A' })),
  )
  const first = await fund(
    fundingLine(2, { transactionId: sold, merchantId: 'EAST', amount: '400' }),
    fundingLine(3, { transactionId: sold, merchantId: 'WEST', amount: '30' }),
  )
  const second = await fund(fundingLine(2, { transactionId: sold, merchantId: 'EAST', amount: '500' }))
  // As the desk sent before a batch had to say all merchants of a transaction.
  await desk.world.db
    .delete(fundingLines)
    .where(and(eq(fundingLines.batchId, second), eq(fundingLines.merchantId, 'WEST')))
  const fault = { endpoint: 'funding', times: 1, mode: 'cut-after' }
  await sandboxCalls(sandbox.url).control('PUT', 'faults', fault)
  await fund(fundingLine(2, { transactionId: lost, merchantId: 'EAST', amount: '700' }))
  const rowOf = async (ctx: Ctx, search: string) => {
    const text = await new Response(await exportCallbacks(ctx, { ...ALL_CALLBACKS, search })).text()
    const reading = readCsvRecords(text)
    if (!reading.ok) throw new Error(reading.message)
    const [titles = [], row = []] = reading.records
    const of = (title: string) => row[titles.indexOf(title)]
    return ['Funded amount', 'Funded amount, outcome unknown', 'Funded in', 'Authorization code'].map(of)
  }
  const numbers = await Promise.all(
    [second, first].map(async (id) => `B-${(await requireBatch(desk.world.db, id)).number}`),
  )
  expect(await rowOf(fay, sold)).toEqual(['5.30', '', numbers.join('; '), "'=9A"])
  expect((await rowOf(fay, lost)).slice(0, 2)).toEqual(['', '7.00'])
  // Whoever may not see funding is not told of it.
  expect(await rowOf(await desk.as('Onna', ['onboarding']), sold)).toEqual(['', '', '', "'=9A"])
})
