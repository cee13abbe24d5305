import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundingBatches, fundingLines } from '@/lib/db/schema/funding'
import { merchants } from '@/lib/db/schema/merchants'
import { confirmationOf, payableOf } from '@/lib/domain/merchants/confirmation'
import { fundingCalls } from '@/lib/testing/funding-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { viewMerchant } from '../merchants/view'
import { SHOPS } from './sales'
import { seedCallbacks } from './seed-callbacks'
import { seedFunding } from './seed-funding'
import { seedMerchants } from './seed-merchants'
import { seedPeople } from './seed-people'

let sandbox: SandboxProcess
let desk: TestDesk
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  await seedPeople(desk.services)
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

test('the demonstration’s batches, receivers and splits name active merchants alone; others show the rest', async () => {
  const { db } = desk.services
  await seedMerchants(desk.services)
  await seedMerchants(desk.services)
  await seedFunding(desk.services, sandbox.url)
  const rows = await db.select().from(merchants)
  const payable = new Set(rows.filter((row) => payableOf(row) === 'yes').map((row) => row.merchantId))
  const lines = await db.selectDistinct({ merchantId: fundingLines.merchantId }).from(fundingLines)
  const named = [
    ...lines.map(({ merchantId }) => merchantId),
    ...SHOPS.map(({ merchantId }) => merchantId),
    ...rows.flatMap(({ split }) => split.map(({ merchantId }) => merchantId)),
  ].filter((merchantId) => merchantId !== '')
  expect(named.length).toBeGreaterThan(6)
  expect(named.filter((merchantId) => !payable.has(merchantId))).toEqual([])
  expect(rows.filter(({ merchantId }) => merchantId.startsWith('UNKNOWN'))).toEqual([])
  expect(rows.every((row) => row.confirmedBy !== row.createdBy)).toBe(true)
  const countOf = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length
  expect(countOf(({ state }) => state === 'paused')).toBe(1)
  expect(countOf((row) => confirmationOf(row) === 'new')).toBe(1)
  expect(countOf((row) => confirmationOf(row) === 'change')).toBe(1)
  expect(countOf(({ split }) => split.length > 0)).toBeGreaterThan(2)
})

test('a merchant’s page has the money that the partner holds for it, its batches and its sales by age', async () => {
  const { db } = desk.services
  await seedCallbacks(desk.services)
  const finance = await desk.as('Fay', ['finance'])
  const merchantId = 'BLUEBIRD-01'
  const view = await viewMerchant(finance, merchantId)
  const done = await db
    .selectDistinct({ id: fundingLines.transactionId })
    .from(fundingLines)
    .innerJoin(fundingBatches, eq(fundingBatches.id, fundingLines.batchId))
    .where(and(eq(fundingBatches.status, 'done'), eq(fundingLines.merchantId, merchantId)))
  const partner = fundingCalls(sandbox.url)
  let heldMinor = 0
  for (const { id } of done) {
    const amounts = (await partner.held(id))?.merchantFundingAmounts as {
      merchantId: string
      amount: string
    }[]
    for (const amount of amounts) if (amount.merchantId === merchantId) heldMinor += Number(amount.amount)
  }
  expect(heldMinor).toBeGreaterThan(0)
  expect(view.funding?.held.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(heldMinor)
  expect(view.funding?.batches.length).toBeGreaterThan(5)
  expect(view.sales?.latest.every((sale) => sale.merchantId === merchantId)).toBe(true)
  expect(view.funding?.ageing.map((row) => row.merchantId)).toEqual([merchantId])
  const [unfunded] = view.funding?.ageing ?? []
  expect(unfunded?.ages.reduce((sum, { sales }) => sum + sales, 0)).toBe(unfunded?.sales)
  const [account] = view.sales?.accounts ?? []
  const { held, ready } = account?.lines ?? {}
  expect((held?.sales ?? 0) + (ready?.sales ?? 0)).toBe(unfunded?.sales)
})
