import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { fundingAttempts } from '@/lib/db/schema/funding'
import { recoverAttempts } from '@/lib/server/recovery'
import type { DoomedBatch } from '@/lib/testing/doomed-batch.child'
import { linesOf, seedApproved } from '@/lib/testing/funding-batches'
import { fundingCalls, transactionId } from '@/lib/testing/funding-calls'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { listRequests } from './data'
import { resolveRequest } from './resolution'
import { queueSendingBatches, sendBatch, sendFundingBatch } from './send'
import { viewBatch } from './view'

/** A batch of 25,000 transactions in three requests, killed at chosen points while it is sent. */

const COUNT = 25_000
const child = join(import.meta.dirname, '../../testing/doomed-batch.child.ts')
const keyEncryptionKey = Buffer.alloc(32, 12)
const newDirectory = () => mkdtempSync(join(tmpdir(), 'payfac-desk-batch-crash-'))

let sandbox: SandboxProcess
/** A data directory with the batch sending and nothing sent yet; copied for each test. */
let seeded: { dataDir: string; batchId: string }
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  const dataDir = newDirectory()
  const desk = await openTestDesk({ partnerUrl: sandbox.url, dataDir, keyEncryptionKey })
  const fay = await desk.as('Fay', ['finance'])
  const others = [await desk.as('Flo', ['finance']), await desk.as('Finn', ['finance'])]
  const ids = Array.from({ length: COUNT }, (_, index) => transactionId('C', index + 1))
  const batchId = await seedApproved(fay, others, linesOf(ids))
  await sendBatch(fay, { batchId })
  await desk.close()
  seeded = { dataDir, batchId }
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(seeded.dataDir, { recursive: true, force: true })
})

let dataDir: string
let desk: TestDesk | undefined
let running: ChildProcess | undefined
let before = 0
beforeEach(async () => {
  dataDir = newDirectory()
  await cp(seeded.dataDir, dataDir, { recursive: true })
  const { control, journal } = sandboxCalls(sandbox.url)
  await control('POST', 'reset')
  before = Number((await journal('?last=1'))[0]?.n ?? 0)
})
afterEach(async () => {
  running?.kill('SIGKILL')
  await desk?.close()
  desk = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

/** Hashes of the funding requests that the partner has received. */
const received = async () =>
  (await sandboxCalls(sandbox.url).journal(`?since=${before}&endpoint=funding`)).map(({ sha256 }) => sha256)

async function dieWhileSending(dieAt: DoomedBatch['dieAt']): Promise<void> {
  const doom: DoomedBatch = {
    dataDir,
    keyEncryptionKey: keyEncryptionKey.toString('base64'),
    partnerUrl: sandbox.url,
    batchId: seeded.batchId,
    dieAt,
  }
  running = spawn(process.execPath, ['--import', 'tsx', child, JSON.stringify(doom)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(running, 'exit')
  expect(running.signalCode).toBe('SIGKILL')
}

/** What the next start does before it serves anyone, and then the job. */
async function goOn(): Promise<TestDesk> {
  desk = await openTestDesk({ partnerUrl: sandbox.url, dataDir, keyEncryptionKey })
  await recoverAttempts(desk.services, true)
  await queueSendingBatches(desk.services)
  await sendFundingBatch(desk.services, { batchId: seeded.batchId })
  return desk
}

async function deskNow({ as, services }: TestDesk, reader = 'Ada') {
  const view = await viewBatch(await as(reader, ['auditor']), seeded.batchId)
  const attempts = await services.db
    .select({ request: fundingAttempts.request, state: fundingAttempts.state })
    .from(fundingAttempts)
    .where(eq(fundingAttempts.batchId, seeded.batchId))
    .orderBy(asc(fundingAttempts.preparedAt))
  const requests = await listRequests(services.db, seeded.batchId)
  return {
    status: view.status,
    outcome: view.outcome,
    requests: requests.map(({ state }) => state),
    hashes: requests.map(({ requestSha256 }) => requestSha256),
    attempts: attempts.map(({ request, state }) => `${request} ${state}`),
  }
}

/** At both ends of each request, and in between. */
const SAMPLE = [1, 2, 9_999, 10_000, 10_001, 15_000, 20_000, 20_001, 24_999, 25_000]
async function expectFunded(): Promise<void> {
  const { held } = fundingCalls(sandbox.url)
  for (const number of SAMPLE) {
    expect((await held(transactionId('C', number)))?.merchantFundingAmounts).toEqual([
      { merchantId: 'MERCHANT-1', amount: '1250' },
    ])
  }
}

const ALL = { succeeded: COUNT, failed: 0, unknown: 0, unsent: 0, unexplained: 0 }

test('killed between two requests: the first is not sent again, the rest is sent, and the totals agree', async () => {
  await dieWhileSending('between')
  const { hashes, ...now } = await deskNow(await goOn())
  expect(now).toEqual({
    status: 'done',
    outcome: ALL,
    requests: ['accepted', 'accepted', 'accepted'],
    attempts: ['1 accepted', '2 accepted', '3 accepted'],
  })
  expect(await received()).toEqual(hashes)
  await expectFunded()
})

test('killed after an attempt is committed and before its first byte: unknown, the rest is sent, and one click sends it once', async () => {
  await dieWhileSending('before-second')
  const open = await goOn()
  const { hashes, ...now } = await deskNow(open)
  expect(now).toMatchObject({
    status: 'unknown',
    outcome: { ...ALL, succeeded: 15_000, unknown: 10_000 },
    attempts: ['1 accepted', '2 unknown', '3 accepted'],
  })
  expect(await received()).toEqual([hashes[0], hashes[2]])

  const finn = await open.as('Fern', ['finance'])
  const { requests } = await viewBatch(finn, seeded.batchId)
  await resolveRequest(finn, {
    batchId: seeded.batchId,
    attemptId: requests[1]?.unresolvedAttemptId ?? '',
    outcome: 'absent',
    note: 'Their support sees none of them.',
  })
  await sendFundingBatch(open.services, { batchId: seeded.batchId })
  expect(await received(), 'only by a press').toHaveLength(2)
  await sendBatch(finn, { batchId: seeded.batchId })
  await sendFundingBatch(open.services, { batchId: seeded.batchId })
  expect(await deskNow(open, 'Alma')).toMatchObject({
    status: 'done',
    outcome: ALL,
    attempts: ['1 accepted', '2 unknown', '3 accepted', '2 accepted'],
  })
  expect(await received()).toEqual([hashes[0], hashes[2], hashes[1]])
  await expectFunded()
})

test('killed after the answer arrives and before it is stored: unknown, not sent again, and the rest is sent', async () => {
  await dieWhileSending('after-second-answer')
  const open = await goOn()
  const { hashes, ...now } = await deskNow(open)
  expect(now).toEqual({
    status: 'unknown',
    outcome: { ...ALL, succeeded: 15_000, unknown: 10_000 },
    requests: ['accepted', 'unknown', 'accepted'],
    attempts: ['1 accepted', '2 unknown', '3 accepted'],
  })
  await sendFundingBatch(open.services, { batchId: seeded.batchId })
  expect(await received()).toEqual(hashes)
  await expectFunded()

  const finn = await open.as('Fern', ['finance'])
  const { requests } = await viewBatch(finn, seeded.batchId)
  await resolveRequest(finn, {
    batchId: seeded.batchId,
    attemptId: requests[1]?.unresolvedAttemptId ?? '',
    outcome: 'found',
    note: 'Their support sees all of them.',
  })
  const { status, outcome } = await viewBatch(finn, seeded.batchId)
  expect({ status, outcome }).toEqual({ status: 'done', outcome: ALL })
})
