import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import { documentDecisions } from '@/lib/db/schema/underwriting'
import type { DocumentVerdict } from '@/lib/domain/documents/document-verdict'
import { createPartnerClient } from '@/lib/partner/client'
import { submitApplication } from '@/lib/server/applications/submission'
import { writeChanges } from '@/lib/server/attempts/ledger'
import { listTroubledDocuments } from '@/lib/server/dashboard/my-applications'
import {
  registerDocument,
  removeDocument,
  renameDocument,
  sendDocumentAgain,
} from '@/lib/server/documents/mutations'
import { lockApplication } from '@/lib/server/drafts/data'
import { recoverAttempts } from '@/lib/server/recovery'
import type { Ctx, Services } from '@/lib/server/services'
import { judgeDocument } from '@/lib/server/underwriting/judge-document'
import { exampleDraft } from '@/lib/testing/example-draft'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { putUpload } from '@/lib/testing/put-upload'
import { readObject, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { startScriptedPartner } from '@/lib/testing/scripted-partner'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  addDocument as addPaper,
  decideAll,
  seedClaimed,
  versionsNow,
} from '@/lib/testing/underwriting-cases'
import { claimDocument } from './attempt'
import { listDocuments } from './data'
import { deliverDocument, listWaiting, queueWaitingDocuments } from './delivery'
import type { StoredDocument } from './document-store'
import { deliveryFound } from './resolution'

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
/** An application that the partner has; every document of these tests belongs to it unless said otherwise. */
let submitted: { id: string; opportunityId: string }
const timeouts = { attachmentMs: 1_500, tokenMs: 1_500 }
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url, timeouts })
  ana = await desk.as('Ana')
  submitted = await submitNew(ana)
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

const partner = () => sandboxCalls(sandbox.url)
let before = 0
beforeEach(async () => {
  await partner().control('DELETE', 'faults')
  before = Number((await partner().journal('?last=1'))[0]?.n ?? 0)
})

/** Attachment requests since the test began, as [status, applied]. */
const received = async () =>
  (await partner().journal(`?since=${before}&endpoint=attachment`)).map(({ status, applied }) => [
    status,
    applied,
  ])

const setFault = (fault: Record<string, unknown>) =>
  partner().control('PUT', 'faults', { endpoint: 'attachment', ...fault })

const heldByPartner = async (opportunityId = submitted.opportunityId) => {
  const { attachments } = await readObject(await partner().control('GET', `opportunities/${opportunityId}`))
  return Array.isArray(attachments) ? attachments : []
}

const draft = () => {
  const complete = exampleDraft()
  return { ...complete, merchant: { ...complete.merchant, sponsorship: 'Sponsor Bank One' } }
}
const versions = { merchant: 1, contacts: 1, accounts: 1, options: 1 }

async function submitNew(ctx: Ctx) {
  const id = await seedApplicationDraft(ctx, draft())
  await submitApplication(ctx, { applicationId: id, versions })
  const [row] = await ctx.db.select().from(applications).where(eq(applications.id, id))
  if (!row?.opportunityId) throw new Error('The application was not submitted.')
  return { id, opportunityId: row.opportunityId }
}

let added = 0
/** A document of its own content, registered. */
async function addDocument(
  ctx = ana,
  applicationId = submitted.id,
): Promise<{ documentId: string; content: Buffer; name: string }> {
  added += 1
  const content = Buffer.from(`%PDF-1.4\n/Page\nnumber ${added}\n`.padEnd(1_000 + added, '🧁'))
  const uploadId = await putUpload(ctx, content)
  const name = `check-${added}.pdf`
  const result = await registerDocument(ctx, { applicationId, uploadId, name, category: 'voided-check' })
  if (!result.ok) throw new Error(result.message)
  return { documentId: result.documentId, content, name }
}

/** Delivers until no more tries are left, as the queue would; gives how many it took. */
async function deliver(documentId: string, services: Services = desk.services): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      await deliverDocument(services, { documentId }, tries === 3)
      return tries
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}

async function stateOf(documentId: string, { db }: Services = desk.services) {
  const [row] = await db.select().from(documents).where(eq(documents.id, documentId))
  const attempts = await db
    .select()
    .from(partnerAttempts)
    .where(eq(partnerAttempts.documentId, documentId))
    .orderBy(partnerAttempts.preparedAt)
  return {
    delivery: row?.delivery,
    message: row?.deliveryMessage ?? null,
    attachmentId: row?.attachmentId ?? null,
    states: attempts.map(({ state }) => state),
  }
}

describe('a document', () => {
  test('goes to the partner once, with its name, size and content', async () => {
    const { documentId, content, name } = await addDocument()
    await deliver(documentId)
    const held = (await heldByPartner()).filter((attachment) => attachment.name === name)
    expect(held).toEqual([
      {
        id: expect.any(String),
        name,
        sizeBytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    ])
    expect(await stateOf(documentId)).toEqual({
      delivery: 'delivered',
      message: null,
      attachmentId: held[0].id,
      states: ['accepted'],
    })
    expect(await deliver(documentId), 'another job for it does nothing').toBe(1)
    expect(await received()).toEqual([[200, true]])
  })

  test('waits until the opportunity id is known, and then goes by itself', async () => {
    const other = await openTestDesk({ partnerUrl: sandbox.url, timeouts })
    try {
      const ben = await other.as('Ben')
      const id = await seedApplicationDraft(ben, draft())
      const { documentId } = await addDocument(ben, id)
      await deliver(documentId, other.services)
      expect(await stateOf(documentId, other.services)).toMatchObject({ delivery: 'waiting', states: [] })
      expect(await received()).toEqual([])

      await other.services.jobs.work('deliver-document', (data, last) =>
        deliverDocument(other.services, data, last),
      )
      await submitApplication(ben, { applicationId: id, versions })
      await vi.waitFor(
        async () =>
          expect(await stateOf(documentId, other.services)).toMatchObject({ delivery: 'delivered' }),
        10_000,
      )
      await queueWaitingDocuments(other.services)
      expect(await received()).toEqual([[200, true]])
    } finally {
      await other.close()
    }
  })

  test('that was removed is never sent, and its removal cannot be asked for afterwards', async () => {
    const removed = await addDocument()
    expect(await removeDocument(ana, { documentId: removed.documentId })).toEqual({ ok: true })
    await deliver(removed.documentId)
    await queueWaitingDocuments(desk.services)
    await expect(sendDocumentAgain(ana, { documentId: removed.documentId })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await received()).toEqual([])

    const sent = await addDocument()
    await deliver(sent.documentId)
    expect(await removeDocument(ana, { documentId: sent.documentId })).toMatchObject({ ok: false })
    expect(await stateOf(sent.documentId)).toMatchObject({ delivery: 'delivered' })
  })

  test('whose name has quotes, accents and emoji arrives under that name', async () => {
    const uploadId = await putUpload(desk.services, '%PDF-1.4\n/Page\nnamed\n')
    const name = `O'Brien "the" chèque 🧁\u0007.pdf`
    const result = await registerDocument(ana, {
      applicationId: submitted.id,
      uploadId,
      name,
      category: 'other',
    })
    await deliver(uploadId)
    expect(result).toMatchObject({ ok: true })
    expect((await heldByPartner()).map((attachment) => attachment.name)).toContain(
      `O'Brien "the" chèque 🧁.pdf`,
    )
  })

  test('leaves an audit row for what became of it', async () => {
    const { documentId } = await addDocument()
    await deliver(documentId)
    const rows = await desk.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, submitted.id), eq(auditLog.action, 'document-delivered')))
    expect(rows.filter(({ detail }) => detail.documentId === documentId)).toHaveLength(1)
  })
})

describe('when the partner', () => {
  type Requests = [number | null, boolean][]
  test.each<[string, Record<string, unknown>, string, string, Requests]>([
    ['refuses the file', { mode: 'status', status: 400 }, 'refused', 'refused', [[400, false]]],
    ['answers 200 with hasErrors', { mode: 'partial', status: 200 }, 'refused', 'refused', [[200, false]]],
    ['fails (503)', { mode: 'status', status: 503 }, 'unknown', 'unknown', [[503, false]]],
    [
      'fails after it stored the file',
      { mode: 'status-after', status: 500 },
      'unknown',
      'unknown',
      [[500, true]],
    ],
    [
      'does not answer in time',
      { mode: 'hang-after', delayMs: 20_000 },
      'unknown',
      'unknown',
      [[null, true]],
    ],
    ['cuts the connection', { mode: 'cut-after' }, 'unknown', 'unknown', [[null, true]]],
    ['answers with broken JSON', { mode: 'malformed' }, 'unknown', 'unknown', [[200, true]]],
  ])('%s (%j): it is %s, and never resent by itself', async (_, fault, delivery, attempt, requests) => {
    const { documentId } = await addDocument()
    await setFault(fault)
    expect(await deliver(documentId), 'no second try').toBe(1)
    const state = await stateOf(documentId)
    expect(state).toMatchObject({ delivery, attachmentId: null, states: [attempt] })
    expect(state.message).toMatch(/\.$/)
    await queueWaitingDocuments(desk.services)
    await deliver(documentId)
    expect(await received()).toEqual(requests)
  })

  test('refuses one of several, its words are shown, and that one alone can be sent again', async () => {
    const refused = await addDocument()
    await setFault({ mode: 'partial' })
    await deliver(refused.documentId)
    const other = await addDocument()
    await deliver(other.documentId)
    const state = await stateOf(refused.documentId)
    expect(state).toMatchObject({ delivery: 'refused' })
    expect(state.message).toContain('This failure was caused through the sandbox controls')

    expect(await sendDocumentAgain(ana, { documentId: other.documentId })).toMatchObject({
      ok: false,
    })
    expect(await sendDocumentAgain(ana, { documentId: refused.documentId })).toEqual({
      ok: true,
    })
    await deliver(refused.documentId)
    expect(await stateOf(refused.documentId)).toMatchObject({
      delivery: 'delivered',
      message: null,
      states: ['refused', 'accepted'],
    })
    expect(await received()).toEqual([
      [400, false],
      [200, true],
      [200, true],
    ])
  })

  test('may have it, nobody can send it again or change it before saying how it ended', async () => {
    const { documentId, name } = await addDocument()
    await setFault({ mode: 'hang-after', delayMs: 20_000 })
    await deliver(documentId)
    expect(await removeDocument(ana, { documentId })).toMatchObject({ ok: false })
    expect(await renameDocument(ana, { documentId, name: 'other' })).toMatchObject({ ok: false })
    expect(await sendDocumentAgain(ana, { documentId })).toMatchObject({ ok: false })
    await deliver(documentId)
    expect(await received()).toEqual([[null, true]])
    expect(await stateOf(documentId)).toMatchObject({ delivery: 'unknown' })
    expect((await listDocuments(desk.services.db, submitted.id)).map((document) => document.name)).toContain(
      name,
    )
  })

  test('is down, the job is tried again while it may, and then it is known as not sent', async () => {
    const { documentId } = await addDocument()
    const down = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
    const services = { ...desk.services, partner: down.services.partner }
    try {
      await expect(deliverDocument(services, { documentId }, false)).rejects.toThrow('could not be reached')
      expect(await stateOf(documentId)).toMatchObject({ delivery: 'waiting', states: ['not-sent'] })
      await deliverDocument(services, { documentId }, true)
      expect(await stateOf(documentId)).toMatchObject({
        delivery: 'not-sent',
        states: ['not-sent', 'not-sent'],
      })
    } finally {
      await down.close()
    }
    expect(await sendDocumentAgain(ana, { documentId })).toEqual({ ok: true })
    await deliver(documentId)
    expect(await stateOf(documentId)).toMatchObject({ delivery: 'delivered' })
    expect(await received()).toEqual([[200, true]])
  })

  test('answers with characters that the database cannot keep, they are left out', async () => {
    const scripted = await startScriptedPartner()
    try {
      scripted.scripts.call = (_request, response) => {
        response.statusCode = 400
        response.end(
          String.raw`{"hasErrors":true,"results":[{"referenceId":"x","errors":[{"statusCode":"A","message":"Bad \u0000 file \ud800.","fields":[]}]}]}`,
        )
      }
      const { documentId } = await addDocument()
      await deliver(documentId, { ...desk.services, partner: createPartnerClient(scripted.config) })
      expect(await stateOf(documentId)).toMatchObject({ delivery: 'refused', states: ['refused'] })
    } finally {
      await scripted.stop()
    }
  })
})

test('an answer that comes after its attempt was given up changes nothing: an attempt ends once', async () => {
  const { documentId } = await addDocument()
  const { partner: client } = desk.services
  const services: Services = {
    ...desk.services,
    partner: {
      ...client,
      async uploadAttachment(attachment) {
        const answer = await client.uploadAttachment(attachment)
        await recoverAttempts(desk.services, true)
        const [attempt] = await desk.services.db
          .select()
          .from(partnerAttempts)
          .where(eq(partnerAttempts.documentId, documentId))
        const note = 'It is there'
        await deliveryFound(ana, { documentId, attemptId: attempt?.id ?? '', attachmentId: '', note })
        return answer
      },
    },
  }
  await deliver(documentId, services)
  expect(await stateOf(documentId)).toMatchObject({
    delivery: 'delivered',
    attachmentId: null,
    states: ['unknown'],
  })
  expect(await received()).toEqual([[200, true]])
})

test('a document that another job is just claiming is not claimed: the second one waits, and sends nothing', async () => {
  const { documentId } = await addDocument()
  const { db } = desk.services
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: claimed, resolve: markClaimed } = Promise.withResolvers<void>()
  const now = new Date()
  const marks = { id: crypto.randomUUID(), state: 'sending', preparedAt: now, sendingAt: now } as const
  const first = db.transaction(async (tx) => {
    const written = await claimDocument(tx, () => marks, documentId, true)
    if ('refusal' in written) throw new Error('It could not be claimed.')
    await writeChanges(tx, written)
    markClaimed()
    await released
  })
  await claimed
  const second = deliver(documentId)
  // Long enough for the second one to come to the lock; the first one is not yet committed.
  await setTimeout(300)
  release()
  await Promise.all([first, second])
  expect(await stateOf(documentId)).toMatchObject({ delivery: 'sending', states: ['sending'] })
  expect(await received()).toEqual([])
})

test('what the partner answered is kept, masked, with the attempt', async () => {
  const { documentId } = await addDocument()
  await setFault({ mode: 'partial' })
  await deliver(documentId)
  await sendDocumentAgain(ana, { documentId })
  await deliver(documentId)
  const shown = (await listDocuments(desk.services.db, submitted.id)).find(({ id }) => id === documentId)
  expect(shown?.attempts).toMatchObject([
    { state: 'refused', httpStatus: 400, answer: expect.stringContaining('"hasErrors":true') },
    { state: 'accepted', httpStatus: 200, answer: expect.stringContaining('"hasErrors":false') },
  ])
})

test('a document whose file is gone is not sent, and nothing reaches the partner whole', async () => {
  const { documentId } = await addDocument()
  const services = {
    ...desk.services,
    documentStore: {
      ...desk.services.documentStore,
      pass: (document: StoredDocument) =>
        desk.services.documentStore.pass({ ...document, id: crypto.randomUUID() }),
    },
  }
  await deliver(documentId, services)
  expect(await stateOf(documentId)).toMatchObject({ delivery: 'not-sent' })
  expect((await received()).filter(([, applied]) => applied)).toEqual([])
})

test('a document that was changed on the disk is not begun to be sent, which is said', async () => {
  const { documentId } = await addDocument()
  const file = path.join(
    desk.services.documentStore.uploads.directory,
    '../documents',
    `${documentId}.sealed`,
  )
  const bytes = await readFile(file)
  bytes[20] = (bytes[20] ?? 0) ^ 1
  await writeFile(file, bytes)
  await deliver(documentId)
  expect(await stateOf(documentId)).toMatchObject({ delivery: 'not-sent' })
  const [shown] = (await listDocuments(desk.services.db, submitted.id)).filter(({ id }) => id === documentId)
  expect(shown?.deliveryMessage).toContain('changed or cut')
  expect(await received()).toEqual([])
})

withPostgres('two instances on one database', (createDatabase) => {
  test('deliver each document once, also when all their workers take it at the same time', async () => {
    const options = {
      partnerUrl: sandbox.url,
      databaseUrl: await createDatabase(),
      keyEncryptionKey: Buffer.alloc(32, 7),
    }
    const one = await openTestDesk(options)
    const two = await openTestDesk(options)
    try {
      const ben = await one.as('Ben')
      const { id, opportunityId } = await submitNew(ben)
      const instances: Services[] = [
        one.services,
        { ...two.services, documentStore: one.services.documentStore },
      ]
      const all: Awaited<ReturnType<typeof addDocument>>[] = []
      for (let i = 0; i < 4; i++) all.push(await addDocument(ben, id))
      for (const services of instances) {
        await services.jobs.work('deliver-document', (data, last) => deliverDocument(services, data, last))
      }
      await Promise.all(
        [...instances, ...instances].flatMap((services) => [
          queueWaitingDocuments(services),
          ...all.map(({ documentId }) => deliverDocument(services, { documentId }, true)),
        ]),
      )
      await vi.waitFor(async () => {
        for (const { documentId } of all) {
          expect(await stateOf(documentId, one.services)).toMatchObject({
            delivery: 'delivered',
            states: ['accepted'],
          })
        }
      }, 10_000)
      expect((await heldByPartner(opportunityId)).map(({ name }) => name).sort()).toEqual(
        all.map(({ name }) => name).sort(),
      )
      expect(await received()).toHaveLength(4)
    } finally {
      await two.close()
      await one.close()
    }
  })
})

test('a claim does not wait for whoever has the application locked: one who removes the document would wait for it', async () => {
  const id = await putUpload(ana, '%PDF-1.4\n/Page\nclaimed while its application is locked\n')
  await registerDocument(ana, {
    applicationId: submitted.id,
    uploadId: id,
    name: 'ring.pdf',
    category: 'other',
  })
  const marks = {
    id: crypto.randomUUID(),
    state: 'sending' as const,
    preparedAt: new Date(),
    sendingAt: new Date(),
  }
  await desk.services.db.transaction(async (tx) => {
    await lockApplication(tx, submitted.id)
    await desk.services.db.transaction(async (other) => {
      const claimed = await claimDocument(other, () => marks, id, false)
      if ('refusal' in claimed) throw new Error(claimed.refusal)
      await writeChanges(other, claimed)
    })
  })
  const [claimed] = await desk.services.db.select().from(documents).where(eq(documents.id, id))
  expect(claimed?.delivery).toBe('sending')
})

describe('a document that an underwriter rejected', () => {
  const verdicts = async (uma: Ctx, applicationId: string, documentId: string, verdict: DocumentVerdict) => {
    const [row] = await desk.services.db.select().from(documents).where(eq(documents.id, documentId))
    const sha256 = row?.sha256 ?? ''
    return judgeDocument(uma, { applicationId, documentId, sha256, verdict, reason: 'It is cut off.' })
  }
  let uma: Ctx
  beforeAll(async () => {
    uma = await desk.as('Uma', ['underwriter'])
  })

  test('stays here when the application is sent, as does one that was replaced; taken back, it goes', async () => {
    const id = await seedClaimed(ana, uma)
    const rejected = await addPaper(ana, id, 'id.pdf', 'identity')
    const replaced = await addPaper(ana, id, 'old.pdf', 'formation-papers', 'formation-papers')
    const good = await addPaper(ana, id, 'new.pdf', 'formation-papers', 'formation-papers')
    expect(await verdicts(uma, id, rejected, 'rejected')).toMatchObject({ ok: true })
    expect(await decideAll(uma, id, 'approve')).toMatchObject({ ok: true })
    await submitApplication(ana, { applicationId: id, versions: await versionsNow(ana, id) })
    await queueWaitingDocuments(desk.services, id)
    for (const documentId of [rejected, replaced, good]) await deliver(documentId)
    expect(await received()).toHaveLength(1)
    expect(await listDocuments(ana.db, id)).toMatchObject([
      { id: rejected, delivery: 'waiting', keptBack: 'rejected', attempts: [] },
      { id: replaced, delivery: 'waiting', keptBack: 'replaced', attempts: [] },
      { id: good, delivery: 'delivered', keptBack: null },
    ])
    expect(
      (await listWaiting(desk.services.db)).filter(({ id }) => [rejected, replaced].includes(id)),
    ).toEqual([])
    // Nor is one sent again that did not arrive before it was rejected.
    await desk.services.db.update(documents).set({ delivery: 'not-sent' }).where(eq(documents.id, rejected))
    expect(await sendDocumentAgain(ana, { documentId: rejected })).toMatchObject({ ok: false })
    const troubles = async () => (await listTroubledDocuments(desk.services.db, null)).at(-1)?.count
    const before = await troubles()
    await desk.services.db.update(documents).set({ delivery: 'unknown' }).where(eq(documents.id, rejected))
    expect(await troubles(), 'nobody is to send it; whether it arrived is asked').toBe((before ?? 0) + 1)
    await desk.services.db.update(documents).set({ delivery: 'waiting' }).where(eq(documents.id, rejected))

    await desk.services.db.insert(documentDecisions).values({
      ...(await decisionOn(rejected)),
      verdict: 'open',
    })
    await deliver(rejected)
    expect(await stateOf(rejected)).toMatchObject({ delivery: 'delivered' })
  })

  const decisionOn = async (documentId: string) => {
    const [row] = await desk.services.db
      .select()
      .from(documentDecisions)
      .where(eq(documentDecisions.documentId, documentId))
    if (!row) throw new Error('Nobody decided on it.')
    const { n: _, ...decision } = row
    return decision
  }

  test('while its sending begins is decided on after it, and was sent before', async () => {
    const id = await seedClaimed(ana, uma)
    const documentId = await addPaper(ana, id, 'id.pdf', 'identity')
    const { db } = desk.services
    await db.update(applications).set({ opportunityId: '006000000000001AAA' }).where(eq(applications.id, id))
    const at = new Date()
    const marks = { id: crypto.randomUUID(), state: 'sending', preparedAt: at, sendingAt: at } as const
    const order: string[] = []
    const deciding = await db.transaction(async (tx) => {
      const written = await claimDocument(tx, () => marks, documentId, true)
      if ('refusal' in written) throw new Error(written.refusal)
      await writeChanges(tx, written)
      const deciding = verdicts(uma, id, documentId, 'rejected').then(() => order.push('decided'))
      await setTimeout(300)
      order.push('claimed')
      return { deciding }
    })
    await deciding.deciding
    expect(order).toEqual(['claimed', 'decided'])
    expect(await listDocuments(db, id)).toMatchObject([
      { delivery: 'sending', decision: { verdict: 'rejected' }, keptBack: null },
    ])
  })
})
