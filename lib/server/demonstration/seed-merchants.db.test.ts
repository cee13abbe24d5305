import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundingLines, merchants } from '@/lib/db/schema/desk'
import { confirmationOf, payableOf } from '@/lib/domain/merchants/confirmation'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { SHOPS } from './sales'
import { seedFunding } from './seed-funding'
import { seedMerchants } from './seed-merchants'
import { seedPeople } from './seed-people'

let sandbox: SandboxProcess
let desk: TestDesk
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  await seedPeople(desk.world)
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

test('the demonstration’s batches, receivers and splits name active merchants alone; others show the rest', async () => {
  const { db } = desk.world
  await seedMerchants(desk.world)
  await seedMerchants(desk.world)
  await seedFunding(desk.world, sandbox.url)
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
