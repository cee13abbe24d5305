import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DecisionResult, setAmount } from '@/lib/server/callbacks/log/decisions'
import { viewCallback } from '@/lib/server/callbacks/log/view'
import type { Ctx } from '@/lib/server/services'
import { postCallbacks, requireEvent, saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { fundingLine, seedApproved, sendToEnd } from '@/lib/testing/funding-batches'
import { transactionId } from '@/lib/testing/funding-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'

let sandbox: SandboxProcess
let desk: TestDesk
let fay: Ctx
let flo: Ctx
let sol: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  fay = await desk.as('Fay', ['finance'])
  flo = await desk.as('Flo', ['finance'])
  sol = await desk.as('Sol', ['finance'])
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

async function set(n: number, amountMinor: number): Promise<DecisionResult> {
  const { deliveries, version } = await requireEvent(desk.services, n)
  return setAmount(sol, { n, deliveries, version, amountMinor, note: 'The invoice.', isMeant: true })
}

test('an amount that was set wrong is mended after the funding, and the sale says truly what it got', async () => {
  const shop = await seedReceiver(await desk.as('Ada', ['admin']))
  const id = transactionId('C', 45_001)
  const [event] = await postCallbacks(desk.services, shop, [saleFields({ tran_id: id, tran_amount: '125' })])
  const n = event?.n ?? 0
  // Cents were meant, and a hundred times as much was set and funded.
  expect(await set(n, 1_250_000)).toEqual({ ok: true })
  const batchId = await seedApproved(
    fay,
    [flo],
    [fundingLine(2, { transactionId: id, merchantId: 'EAST', amount: '1250000' })],
  )
  expect(await sendToEnd(fay, batchId)).toBe('done')
  expect(await viewCallback(fay, n)).toMatchObject({
    funding: 'funded',
    leftMinor: null,
    whyAmountStands: null,
  })

  // Mended to less than was funded: too much was paid, and nothing is left.
  expect(await set(n, 12_500)).toEqual({ ok: true })
  expect(await viewCallback(fay, n)).toMatchObject({
    funding: 'funded',
    amountMinor: 12_500,
    amountText: '125',
    leftMinor: null,
    held: [{ merchantId: 'EAST', amountMinor: 1_250_000 }],
    amountSet: { by: 'Sol' },
  })
  // Mended to more: that much is left, by the amount that a person has set.
  expect(await set(n, 1_250_304)).toEqual({ ok: true })
  expect(await viewCallback(fay, n)).toMatchObject({ leftMinor: 304, amountSet: { by: 'Sol' } })
})
