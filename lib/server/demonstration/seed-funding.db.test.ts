import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundingBatches } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import { approve } from '@/lib/testing/funding-batches'
import { fundingCalls } from '@/lib/testing/funding-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { viewLines } from '../funding/lines'
import { viewBatch } from '../funding/view'
import { DEMO_APPROVER } from './accounts'
import { seedFunding } from './seed-funding'
import { seedMerchants } from './seed-merchants'
import { seedPeople } from './seed-people'

let sandbox: SandboxProcess
let desk: TestDesk
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  await seedPeople(desk.services)
  await seedMerchants(desk.services)
  await seedFunding(desk.services, sandbox.url)
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

test('the demonstration has twelve batches over all outcomes, once, and with the partner it agrees', async () => {
  await seedFunding(desk.services, sandbox.url)
  const batches = await desk.services.db.select().from(fundingBatches).orderBy(fundingBatches.number)
  const counts = Object.fromEntries(
    Map.groupBy(batches, ({ status }) => status)
      .entries()
      .map(([status, some]) => [status, some.length]),
  )
  expect(counts).toEqual({
    draft: 2,
    discarded: 1,
    waiting: 2,
    approved: 1,
    stopped: 2,
    unknown: 1,
    done: 3,
  })
  expect(new Set(batches.map(({ profileId }) => profileId)).size).toBe(2)

  const auditor = await desk.as('Aldo Two', ['auditor'])
  const { held } = fundingCalls(sandbox.url)
  for (const { id, number } of batches) {
    const view = await viewBatch(auditor, id)
    const { succeeded, failed, unknown, unsent, unexplained } = view.outcome
    expect(succeeded + failed + unknown + unsent + unexplained, `B-${number}`).toBe(view.totals.transactions)
    expect(unexplained).toBe(0)
    if (view.status !== 'done') continue
    const { lines, failures } = await viewLines(auditor, id)
    const failedNos = new Set(failures.map(({ transactionNo }) => transactionNo))
    const [, no, transactionId] = lines.find(([, at]) => !failedNos.has(at)) ?? []
    const amounts = (await held(transactionId ?? ''))?.merchantFundingAmounts
    expect(amounts, `B-${number}`).toHaveLength(lines.filter(([, at]) => at === no).length)
  }
})

test('the batch that has one approval of two can get the other one, and goes', async () => {
  const { db } = desk.services
  const [batch] = await db.select().from(fundingBatches).where(eq(fundingBatches.name, 'Holiday advance'))
  const [frida] = await db.select().from(users).where(eq(users.email, DEMO_APPROVER))
  if (!batch || !frida) throw new Error('The demonstration is not whole.')
  const ctx = { ...desk.services, actor: { ...frida, sessionId: 'test' }, requestId: 'test' }
  expect(await viewBatch(ctx, batch.id)).toMatchObject({
    status: 'waiting',
    approvalsNeeded: 2,
    approvalsGiven: 1,
    approvers: ['Frida Cole'],
    beyondApproval: null,
  })
  await approve(ctx, batch.id)
  expect(await viewBatch(ctx, batch.id)).toMatchObject({ status: 'approved' })
})
