import { desc, eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fundingAttempts, fundingBatches } from '@/lib/db/schema/funding'
import { viewCallback } from '@/lib/server/callbacks/log/view'
import { viewDashboard } from '@/lib/server/dashboard/data'
import { requireBatch } from '@/lib/server/funding/data'
import { resolveRequest } from '@/lib/server/funding/resolution'
import type { Ctx } from '@/lib/server/services'
import { fundingLine, seedApproved, sendToEnd } from '@/lib/testing/funding-batches'
import { fundingCalls, transactionId } from '@/lib/testing/funding-calls'
import { seedSales } from '@/lib/testing/sales'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { type HeldOptions, listHeldAmounts } from './held-amounts'

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
const faults = (method: 'PUT' | 'DELETE', fault?: Record<string, unknown>) =>
  sandboxCalls(sandbox.url).control(method, 'faults', fault)
afterEach(() => faults('DELETE'))

/** One amount: `['SBX-C-000001', 'EAST', '1250']`, in cents. */
type Amount = readonly [id: string, merchantId: string, amount: string]

/** Approved and sent; the number of the batch. */
async function fund(amounts: readonly Amount[], fault?: Record<string, unknown>): Promise<string> {
  const lines = amounts.map(([id, merchantId, amount], index) =>
    fundingLine(index + 2, { transactionId: id, merchantId, amount }),
  )
  const batchId = await seedApproved(fay, [flo], lines)
  if (fault) await faults('PUT', { endpoint: 'funding', times: 1, ...fault })
  await sendToEnd(fay, batchId)
  return batchId
}

const heldOf = async (id: string, options?: HeldOptions) => {
  const held = await listHeldAmounts(desk.services.db, [{ key: 'one', id, reference: '' }], options)
  return (held.get('one') ?? []).map(
    ({ merchantId, amountMinor, isCertain }) => `${merchantId} ${amountMinor}${isCertain ? '' : '?'}`,
  )
}

/** What the simulated partner itself says. */
const holds = async (id: string) => {
  const amounts = (await fundingCalls(sandbox.url).held(id))?.merchantFundingAmounts
  return (Array.isArray(amounts) ? amounts : []).map(({ merchantId, amount }) => `${merchantId} ${amount}`)
}

const resolveAs = async (batchId: string, outcome: 'found' | 'absent' | 'sent-again') => {
  const [attempt] = await desk.services.db
    .select({ id: fundingAttempts.id })
    .from(fundingAttempts)
    .where(eq(fundingAttempts.batchId, batchId))
    .orderBy(desc(fundingAttempts.sequence))
    .limit(1)
  const result = await resolveRequest(flo, {
    batchId,
    attemptId: attempt?.id ?? '',
    outcome,
    note: 'Their support said so.',
  })
  if (!result.ok) throw new Error(result.message)
}

test('amounts of several batches are what the partner holds, merchant by merchant', async () => {
  const id = transactionId('C', 1)
  const first = await fund([
    [id, 'EAST', '1000'],
    [id, 'WEST', '250'],
  ])
  const second = await fund([
    [id, 'EAST', '700'],
    [id, 'NORTH', '30'],
  ])
  // What the later batch leaves out it takes out.
  expect(await heldOf(id)).toEqual(['EAST 700', 'WEST 0', 'NORTH 30'])
  expect((await heldOf(id)).sort()).toEqual((await holds(id)).sort())
  // Without the later batch it is what it was before.
  expect(await heldOf(id, { exceptBatch: second })).toEqual(['EAST 1000', 'WEST 250'])
  expect(await heldOf(id, { beforeBatch: second })).toEqual(['EAST 1000', 'WEST 250'])
  // Nor does it count for the earlier one.
  expect(await heldOf(id, { beforeBatch: first })).toEqual([])
  const { number } = await requireBatch(desk.services.db, second)
  const held = await listHeldAmounts(desk.services.db, [{ key: 'one', id, reference: '' }])
  expect(held.get('one')?.[0]).toEqual({
    merchantId: 'EAST',
    amountMinor: 700,
    isCertain: true,
    batchId: second,
    batchNumber: number,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
})

test('what failed, what was refused, and what was not sent is held by nobody', async () => {
  const unknownId = 'SBX-NOWHERE-1'
  const [good, unsent] = [transactionId('C', 2), transactionId('C', 3)]
  await fund([
    [unknownId, 'EAST', '1000'],
    [good, 'EAST', '1000'],
  ])
  await fund([[unsent, 'EAST', '1000']], { mode: 'status', status: 401 })
  expect(await heldOf(unknownId)).toEqual([])
  expect(await heldOf(good)).toEqual(['EAST 1000'])
  expect(await heldOf(unsent)).toEqual([])
})

test('an unknown outcome is not certain until a person or a later batch says how it is', async () => {
  const id = transactionId('C', 4)
  await fund([[id, 'EAST', '400']])
  const lost = await fund([[id, 'EAST', '900']], { mode: 'cut-after' })
  expect(await heldOf(id)).toEqual(['EAST 900?'])
  await resolveAs(lost, 'absent')
  expect(await heldOf(id)).toEqual(['EAST 400'])

  const other = transactionId('C', 5)
  const found = await fund([[other, 'EAST', '500']], { mode: 'cut-after' })
  await resolveAs(found, 'found')
  expect(await heldOf(other)).toEqual(['EAST 500'])

  const again = transactionId('C', 6)
  const resent = await fund([[again, 'EAST', '600']], { mode: 'cut-after' })
  await resolveAs(resent, 'sent-again')
  // It waits to be sent once more, and may have been applied the first time.
  expect(await heldOf(again)).toEqual(['EAST 600?'])
})

test('many names are told apart, by either identifier, and only in the profile that is asked for', async () => {
  const ids = [transactionId('C', 11), transactionId('C', 12), transactionId('C', 13)]
  await fund(ids.map((id, index) => [id, 'EAST', String(100 + index)] as const))
  const names = [
    ...ids.map((id) => ({ key: `key of ${id}`, id, reference: '' })),
    // An empty identifier finds no line that has none either.
    { key: 'nameless', id: '', reference: '' },
    ...Array.from({ length: 3_000 }, (_, n) => ({
      key: `other ${n}`,
      id: `OTHER-${n}`,
      reference: `ref ${n}`,
    })),
  ]
  const held = await listHeldAmounts(desk.services.db, names)
  expect([...held].map(([key, [amount]]) => [key, amount?.amountMinor])).toEqual(
    ids.map((id, index) => [`key of ${id}`, 100 + index]),
  )
  expect(await heldOf(ids[0] ?? '', { profileId: '941000000001' })).toEqual(['EAST 100'])
  expect(await heldOf(ids[0] ?? '', { profileId: '941000000004' })).toEqual([])
})

test('a debit that was sent by its reference number is found by it', async () => {
  const reference = '900000000011'
  const batchId = await seedApproved(fay, [flo], [fundingLine(2, { retrievalReferenceNumber: reference })])
  await sendToEnd(fay, batchId)
  const held = await listHeldAmounts(desk.services.db, [{ key: 'debit', id: 'SBX-D-UNUSED', reference }])
  const { succeeded } = await requireBatch(desk.services.db, batchId)
  expect(succeeded).toBe(1)
  expect(held.get('debit')?.map(({ merchantId, amountMinor }) => [merchantId, amountMinor])).toEqual([
    ['MERCHANT-1', 1_250],
  ])
})

test('the page of a sale has them, the largest first, for whoever may see funding', async () => {
  const tranId = transactionId('C', 21)
  const [n = 0] = await seedSales(desk.services, [{ tranId, amountMinor: 1_300 }])
  expect((await viewCallback(fay, n)).held).toEqual([])
  await fund([
    [tranId, 'EAST', '400'],
    [tranId, 'WEST', '900'],
  ])
  const view = await viewCallback(fay, n)
  expect(view.funding).toBe('funded')
  expect(view.held?.map(({ merchantId, amountMinor }) => [merchantId, amountMinor])).toEqual([
    ['WEST', 900],
    ['EAST', 400],
  ])
  const onna = await desk.as('Onna', ['onboarding'])
  expect((await viewCallback(onna, n)).held).toBe(null)
})

test('the overview says what was funded for sales, and what in batches of other sources', async () => {
  const tranId = transactionId('C', 31)
  const days = 14
  const before = (await viewDashboard(fay, { days })).funding
  await seedSales(desk.services, [{ tranId, amountMinor: 1_300, funding: 'funded' }])
  await fund([
    [tranId, 'EAST', '400'],
    [tranId, 'WEST', '900'],
    ['SBX-NOWHERE-31', 'EAST', '5000'],
    [transactionId('C', 32), 'EAST', '77'],
  ])
  await fund([[transactionId('C', 33), 'EAST', '60000']], { mode: 'cut-after' })
  const after = (await viewDashboard(fay, { days })).funding
  expect((after?.forSales?.amountMinor ?? 0) - (before?.forSales?.amountMinor ?? 0)).toBe(1_300)
  const [was, is] = [before?.byBatches.fromElsewhere, after?.byBatches.fromElsewhere]
  expect({
    batches: (is?.batches ?? 0) - (was?.batches ?? 0),
    transactions: (is?.transactions ?? 0) - (was?.transactions ?? 0),
    amountMinor: (is?.amountMinor ?? 0n) - (was?.amountMinor ?? 0n),
  }).toEqual({ batches: 1, transactions: 2, amountMinor: 1_377n })
  expect(after?.byBatches.fromLog).toEqual({ batches: 0, transactions: 0, amountMinor: 0n })

  // A retry is of the batch that it began with, over how many others.
  const first = await fund([[transactionId('C', 34), 'EAST', '11']])
  const second = await fund([[transactionId('C', 35), 'EAST', '13']])
  const third = await fund([[transactionId('C', 36), 'EAST', '17']])
  const retryOf = (batchId: string, parentId: string) =>
    desk.services.db
      .update(fundingBatches)
      .set({ purpose: 'retry', source: 'batch', parentId })
      .where(eq(fundingBatches.id, batchId))
  await retryOf(second, first)
  await retryOf(third, second)
  const ofFirst = (set: Partial<typeof fundingBatches.$inferInsert>) =>
    desk.services.db.update(fundingBatches).set(set).where(eq(fundingBatches.id, first))
  await ofFirst({ source: 'callbacks' })
  const retried = { batches: 3, transactions: 3, amountMinor: 41n }
  const byBatches = async () => (await viewDashboard(fay, { days })).funding?.byBatches
  expect(await byBatches()).toEqual({ ...after?.byBatches, fromLog: retried })
  // So is a correction.
  await desk.services.db
    .update(fundingBatches)
    .set({ purpose: 'correction' })
    .where(eq(fundingBatches.id, second))
  expect(await byBatches()).toEqual({ ...after?.byBatches, fromLog: retried })
  await desk.services.db
    .update(fundingBatches)
    .set({ updatedAt: new Date(0) })
    .where(inArray(fundingBatches.id, [first, second, third]))

  // What is set again takes the place of what was there, in a correction and in any other batch: each counts once.
  const changeOf = async () => {
    const now = await byBatches()
    return {
      again: (now?.again ?? 0) - (after?.byBatches.again ?? 0),
      batches: (now?.fromElsewhere.batches ?? 0) - (is?.batches ?? 0),
      transactions: (now?.fromElsewhere.transactions ?? 0) - (is?.transactions ?? 0),
      amountMinor: (now?.fromElsewhere.amountMinor ?? 0n) - (is?.amountMinor ?? 0n),
    }
  }
  const correction = await fund([[transactionId('C', 32), 'EAST', '70']])
  await desk.services.db
    .update(fundingBatches)
    .set({ purpose: 'correction' })
    .where(eq(fundingBatches.id, correction))
  expect(await changeOf()).toEqual({ again: 1, batches: 1, transactions: 0, amountMinor: -7n })
  await fund([
    [transactionId('C', 32), 'EAST', '60'],
    [transactionId('C', 32), 'WEST', '5'],
    [transactionId('C', 37), 'EAST', '5'],
  ])
  expect(await changeOf()).toEqual({ again: 2, batches: 2, transactions: 1, amountMinor: -7n })
  // What a later batch failed to set stays as it was; what one of unknown outcome set does not count yet.
  await fund([[transactionId('C', 32), 'EAST', '9000']], { mode: 'status', status: 401 })
  await fund([[transactionId('C', 37), 'EAST', '9000']], { mode: 'cut-after' })
  expect(await changeOf()).toEqual({ again: 2, batches: 2, transactions: 1, amountMinor: -7n })
})
