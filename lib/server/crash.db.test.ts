import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { recordFound, sendAgain } from '@/lib/server/applications/resolution'
import { deliverDocument, queueWaitingDocuments } from '@/lib/server/documents/delivery'
import { registerDocument } from '@/lib/server/documents/mutations'
import { deliveryAbsent } from '@/lib/server/documents/resolution'
import { recoverAttempts } from '@/lib/server/recovery'
import type { Ctx } from '@/lib/server/services'
import { submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import type { Doom } from '@/lib/testing/doomed-desk.child'
import { seedFullApplication } from '@/lib/testing/full-drafts'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { putUpload } from '@/lib/testing/put-upload'
import { readObjects, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'

const child = join(import.meta.dirname, '../testing/doomed-desk.child.ts')
const keyEncryptionKey = Buffer.alloc(32, 11)
const newDirectory = () => mkdtempSync(join(tmpdir(), 'payfac-desk-crash-'))

let sandbox: SandboxProcess
/** A data directory with a complete draft of each kind, and one with a submitted application whose document waits; copied for each test. */
let seeded: {
  dataDir: string
  draftIds: Record<ApplicationKind, string>
  submittedId: string
  documentId: string
}
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  const dataDir = newDirectory()
  const desk = await openTestDesk({ partnerUrl: sandbox.url, dataDir, keyEncryptionKey })
  const ana = await desk.as('Ana')
  const draftIds = {
    payfac: await seedApplicationDraft(ana, submittableDraft()),
    full: await seedFullApplication(ana),
  }
  const submittedId = await seedApplicationDraft(ana, submittableDraft())
  await submitAsReviewed(ana, submittedId)
  const uploadId = await putUpload(ana, '%PDF-1.4\n/Page\na document\n')
  await registerDocument(ana, { applicationId: submittedId, uploadId, name: 'check.pdf', category: 'other' })
  await desk.close()
  seeded = { dataDir, draftIds, submittedId, documentId: uploadId }
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(seeded.dataDir, { recursive: true, force: true })
})

let dataDir: string
let desk: TestDesk | undefined
let before = 0
let running: ChildProcess | undefined
beforeEach(async () => {
  dataDir = newDirectory()
  await cp(seeded.dataDir, dataDir, { recursive: true })
  await partner().control('DELETE', 'faults')
  before = Number((await partner().journal('?last=1'))[0]?.n ?? 0)
})
afterEach(async () => {
  await kill()
  await desk?.close()
  desk = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

const partner = () => sandboxCalls(sandbox.url)
const setFault = (fault: Record<string, unknown>) =>
  partner().control('PUT', 'faults', { delayMs: 60_000, ...fault })

/** Requests since the test began, as [status, applied]. */
const received = async (endpoint: string) =>
  (await partner().journal(`?since=${before}&endpoint=${endpoint}`)).map(({ status, applied }) => [
    status,
    applied,
  ])

function begin(run: Doom['run'], dieAt: Doom['dieAt'] = null): void {
  const doom: Doom = {
    dataDir,
    keyEncryptionKey: keyEncryptionKey.toString('base64'),
    partnerUrl: sandbox.url,
    run,
    dieAt,
  }
  running = spawn(process.execPath, ['--import', 'tsx', child, JSON.stringify(doom)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Until the partner has received a request; the child is then waiting for its answer. */
async function untilReceived(endpoint: string): Promise<void> {
  while ((await received(endpoint)).length === 0) {
    if (running?.exitCode !== null) throw new Error(`The child ended with exit code ${running?.exitCode}.`)
    await sleep(50)
  }
}

async function untilDead(): Promise<void> {
  if (running && running.exitCode === null && running.signalCode === null) await once(running, 'exit')
  expect(running?.signalCode).toBe('SIGKILL')
}

async function kill(): Promise<void> {
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const ended = once(running, 'exit')
  running.kill('SIGKILL')
  await ended
}

/** What the next start does before anyone can ask for anything. */
async function startAgain(): Promise<TestDesk> {
  desk = await openTestDesk({ partnerUrl: sandbox.url, dataDir, keyEncryptionKey })
  await recoverAttempts(desk.services, true)
  await queueWaitingDocuments(desk.services)
  return desk
}

async function stateOf(applicationId: string, { services } = started()) {
  const [application] = await services.db
    .select()
    .from(applications)
    .where(eq(applications.id, applicationId))
  const attempts = await services.db
    .select()
    .from(partnerAttempts)
    .where(eq(partnerAttempts.applicationId, applicationId))
    .orderBy(partnerAttempts.preparedAt)
  const audit = await services.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, applicationId))
    .orderBy(auditLog.id)
  return {
    status: application?.status,
    attemptId: attempts.at(-1)?.id ?? '',
    attempts: attempts.map(({ endpoint, state }) => [endpoint, state]),
    message: attempts.at(-1)?.message ?? '',
    lastAction: audit.at(-1)?.action,
  }
}

function started(): TestDesk {
  if (!desk) throw new Error('The desk was not started again.')
  return desk
}

describe.each([
  ['payfac', 'application'],
  ['full', 'alias'],
] as const)('kill -9 during the submission of a %s application', (kind, endpoint) => {
  const draftId = () => seeded.draftIds[kind]
  const submitAgain = async ({ as }: TestDesk) => submitAsReviewed(await as('Ben'), draftId())

  test('before the attempt is committed: nothing is sent, and the draft is there', async () => {
    begin({ submit: draftId() }, 'before-commit')
    await untilDead()
    await startAgain()
    expect(await stateOf(draftId())).toMatchObject({
      status: 'draft',
      attempts: [],
      lastAction: 'section-saved',
    })
    expect(await received('token'), 'had before the attempt is written').toHaveLength(1)
    expect(await received(endpoint)).toEqual([])
  })

  test('while the token is asked for: nothing is written or sent, and it can be submitted again', async () => {
    await setFault({ endpoint: 'token', mode: 'hang' })
    begin({ submit: draftId() })
    await untilReceived('token')
    await kill()
    const again = await startAgain()
    expect(await stateOf(draftId())).toMatchObject({
      status: 'draft',
      attempts: [],
      lastAction: 'section-saved',
    })
    expect(await received(endpoint)).toEqual([])

    await submitAgain(again)
    expect(await stateOf(draftId())).toMatchObject({ status: 'submitted' })
    expect(await received(endpoint)).toEqual([[200, true]])
  })

  test('after the commit and before the first byte: unknown, not resent, and sent once by a person', async () => {
    begin({ submit: draftId() }, 'before-call')
    await untilDead()
    const again = await startAgain()
    const { attemptId, ...state } = await stateOf(draftId())
    expect(state).toMatchObject({ status: 'outcome-unknown', attempts: [[endpoint, 'unknown']] })
    expect(await submitAgain(again)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await received(endpoint)).toEqual([])

    const input = { applicationId: draftId(), attemptId, reason: 'Their support has nothing of it' }
    expect(await sendAgain(await again.as('Cleo'), input)).toEqual({ ok: true, status: 'submitted' })
    expect(await received(endpoint)).toEqual([[200, true]])
  })

  test.each([
    ['before the partner applied it', 'hang', false],
    ['after the partner applied it', 'hang-after', true],
  ])('after sending, %s: outcome unknown, and nothing is resent', async (_when, mode, applied) => {
    await setFault({ endpoint, mode })
    begin({ submit: draftId() })
    await untilReceived(endpoint)
    await kill()
    const again = await startAgain()
    expect(await stateOf(draftId())).toMatchObject({
      status: 'outcome-unknown',
      attempts: [[endpoint, 'unknown']],
      message: expect.stringContaining('may have created'),
      lastAction: 'submission-unknown',
    })
    expect(await submitAgain(again)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await received(endpoint)).toEqual([[null, applied]])
  })

  test('after the answer came, before it is stored: outcome unknown, nothing is resent, and a person can end it', async () => {
    begin({ submit: draftId() }, 'after-answer')
    await untilDead()
    const { as } = await startAgain()
    const { attemptId, ...state } = await stateOf(draftId())
    expect(state).toMatchObject({ status: 'outcome-unknown', attempts: [[endpoint, 'unknown']] })
    const [newest] = await readObjects(await partner().control('GET', 'opportunities?limit=1'))
    const found = { opportunityId: String(newest?.id), accountId: String(newest?.accountId) }
    const input = { applicationId: draftId(), attemptId, ...found, contacts: {}, accounts: {} }
    expect(await recordFound(await as('Ben'), { ...input, note: 'Seen in their portal' })).toEqual({
      ok: true,
      status: 'submitted',
    })
    expect(await received(endpoint)).toEqual([[200, true]])
  })
})

describe('kill -9 during a delivery', () => {
  const documentState = async () => {
    const { db } = started().services
    const [row] = await db.select().from(documents).where(eq(documents.id, seeded.documentId))
    const attempts = await db
      .select()
      .from(partnerAttempts)
      .where(eq(partnerAttempts.documentId, seeded.documentId))
    return {
      delivery: row?.delivery,
      message: row?.deliveryMessage,
      states: attempts.map(({ state }) => state),
    }
  }
  const deliverAgain = () => deliverDocument(started().services, { documentId: seeded.documentId }, true)

  test('while the token is asked for: it waits, and goes once after the next start', async () => {
    await setFault({ endpoint: 'token', mode: 'hang' })
    begin({ deliver: seeded.documentId })
    await untilReceived('token')
    await kill()
    await startAgain()
    expect(await documentState()).toEqual({ delivery: 'waiting', message: null, states: [] })
    await deliverAgain()
    expect(await documentState()).toMatchObject({ delivery: 'delivered' })
    expect(await received('attachment')).toEqual([[200, true]])
  })

  test('after the commit and before the first byte: unknown, and goes once when a person says that it is absent', async () => {
    begin({ deliver: seeded.documentId }, 'before-call')
    await untilDead()
    const { as } = await startAgain()
    expect(await documentState()).toMatchObject({ delivery: 'unknown', states: ['unknown'] })
    await deliverAgain()
    expect(await received('attachment')).toEqual([])
    const [attempt] = await started()
      .services.db.select()
      .from(partnerAttempts)
      .where(eq(partnerAttempts.documentId, seeded.documentId))
    const input = { documentId: seeded.documentId, attemptId: attempt?.id ?? '', note: 'Not there' }
    expect(await deliveryAbsent(await as('Ben'), input)).toEqual({ ok: true })
    await deliverAgain()
    expect(await documentState()).toMatchObject({ delivery: 'delivered' })
    expect(await received('attachment')).toEqual([[200, true]])
  })

  test('after sending, before the answer: unknown, and never resent by itself', async () => {
    await setFault({ endpoint: 'attachment', mode: 'hang-after' })
    begin({ deliver: seeded.documentId })
    await untilReceived('attachment')
    await kill()
    await startAgain()
    expect(await documentState()).toEqual({
      delivery: 'unknown',
      message: expect.stringContaining('Check with the partner before you send it again'),
      states: ['unknown'],
    })
    await deliverAgain()
    expect(await stateOf(seeded.submittedId), 'the application itself is untouched').toMatchObject({
      status: 'submitted',
    })
    expect(await received('attachment')).toEqual([[null, true]])
  })
})

withPostgres('recovery beside other instances', (createDatabase) => {
  let shared: TestDesk
  let ana: Ctx
  let now = new Date('2026-07-01T12:00:00Z')
  const minutesLater = (minutes: number) => new Date(Date.parse('2026-07-01T12:00:00Z') + minutes * 60_000)
  beforeAll(async () => {
    shared = await openTestDesk({
      partnerUrl: sandbox.url,
      databaseUrl: await createDatabase(),
      now: () => now,
    })
    ana = await shared.as('Ana')
    return () => shared.close()
  })
  beforeEach(() => {
    now = minutesLater(0)
  })

  /** An application whose submission has been sent, and is never answered as far as this desk can see. */
  async function leaveOpen(): Promise<{ id: string; answer: () => void; settled: Promise<unknown> }> {
    const id = await seedApplicationDraft(ana, submittableDraft())
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const { promise: sent, resolve: markSent } = Promise.withResolvers<void>()
    const settled = submitAsReviewed(
      {
        ...ana,
        partner: {
          ...ana.partner,
          async sendApplication(text) {
            markSent()
            await answered
            return ana.partner.sendApplication(text)
          },
        },
      },
      id,
    ).catch((error: unknown) => error)
    await sent
    return { id, answer, settled }
  }

  test('leaves alone what another instance may be sending at this moment', async () => {
    const open = await leaveOpen()
    now = minutesLater(4)
    await recoverAttempts(shared.services, false)
    expect(await stateOf(open.id, shared)).toMatchObject({
      status: 'submitting',
      attempts: [['application', 'sending']],
    })
    open.answer()
    await open.settled
    expect(await stateOf(open.id, shared)).toMatchObject({ status: 'submitted' })
  })

  test('ends what nobody can be waiting for any more, once, also when several instances start together', async () => {
    const open = await Promise.all([leaveOpen(), leaveOpen(), leaveOpen()])
    now = minutesLater(6)
    await Promise.all([1, 2, 3].map(() => recoverAttempts(shared.services, false)))
    for (const { id, answer, settled } of open) {
      expect(await stateOf(id, shared)).toMatchObject({
        status: 'outcome-unknown',
        attempts: [['application', 'unknown']],
      })
      const rows = await shared.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
      expect(rows.filter(({ action }) => action === 'submission-unknown')).toHaveLength(1)
      answer()
      await settled
      expect((await stateOf(id, shared)).status, 'an attempt ends once').toBe('outcome-unknown')
    }
  })
})
