import { AsyncLocalStorage } from 'node:async_hooks'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { saveLines } from '@/lib/server/funding/lines'
import { linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { knowMerchants } from '@/lib/testing/merchants'
import { putUpload } from '@/lib/testing/put-upload'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { addDocument, seedCase } from '@/lib/testing/underwriting-cases'
import { listTimeline } from './cases/timeline'
import { answerContent, recordOpened } from './documents/content'
import { listReaders } from './documents/data'
import { registerDocument } from './documents/mutations'
import { recordRefusal } from './refusals'
import type { Ctx } from './services'
import { signIn } from './sign-in/sign-in'
import { recordView } from './underwriting/case-viewed'

let desk: TestDesk
let ana: Ctx
let now = new Date('2026-07-01T12:00:00Z')
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now: () => now })
  ana = await desk.as('Ana', ['onboarding', 'underwriter'])
})
afterAll(() => desk.close())

const rowsOf = (action: (typeof auditLog.$inferSelect)['action'], actor: Ctx = ana) =>
  desk.services.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, action), eq(auditLog.actorId, actor.actor.id)))
    .orderBy(asc(auditLog.id))

describe('the audit log has', () => {
  test('each read of a document, and none for a look at its headers', async () => {
    const applicationId = await seedCase(ana)
    const id = await putUpload(desk.services, '%PDF-1.4\n/Page\nread\n')
    await registerDocument(ana, { applicationId, uploadId: id, name: 'read.pdf', category: 'other' })
    const answer = await answerContent(ana, id, { withBody: true })
    await answer.body?.cancel()
    await answerContent(ana, id, { withBody: false })
    expect(await rowsOf('document-read')).toEqual([
      expect.objectContaining({
        subjectType: 'document',
        subjectId: id,
        detail: expect.objectContaining({ application: applicationId, name: 'read.pdf' }),
      }),
    ])
    // What is read is no part of what happened to the application.
    expect((await listTimeline(desk.services.db, applicationId)).map(({ action }) => action)).not.toContain(
      'document-read',
    )
  })

  test('a document that a page showed by itself, and that somebody opened only with what they did there', async () => {
    const applicationId = await seedCase(ana)
    const id = await addDocument(ana, applicationId, 'shown.pdf', 'other')
    const readers = async () => (await listReaders(desk.services.db, [{ id }])).get(id)
    const { body } = await answerContent(ana, id, { withBody: true, isPreview: true })
    await body?.cancel()
    expect(await rowsOf('document-previewed')).toEqual([expect.objectContaining({ subjectId: id })])
    expect(await readers()).toBeUndefined()
    await recordOpened(ana, id)
    expect(await readers()).toEqual(new Set([ana.actor.id]))
  })

  test('each look at a case, where a page that loads itself anew is the same look', async () => {
    const applicationId = await seedCase(ana)
    await recordView(ana, applicationId)
    await recordView(ana, applicationId)
    expect(await rowsOf('case-viewed')).toHaveLength(1)
    now = new Date(now.getTime() + 11 * 60_000)
    await recordView(ana, applicationId)
    expect(await rowsOf('case-viewed')).toHaveLength(2)
  })

  test('what somebody was refused, once a minute for each permission', async () => {
    const refuse = (permission: Parameters<typeof recordRefusal>[2]) =>
      recordRefusal(desk.services, ana.actor, permission, 'request')
    await refuse('admin:users')
    await refuse('admin:users')
    await refuse('funding:approve')
    now = new Date(now.getTime() + 61_000)
    await refuse('admin:users')
    expect((await rowsOf('access-refused')).map(({ detail }) => detail.permission)).toEqual([
      'admin:users',
      'funding:approve',
      'admin:users',
    ])
  })

  test('every cell of a funding line before and after, whatever their number', async () => {
    const fay = await desk.as('Fay', ['finance'])
    await knowMerchants(desk.services, ['007'])
    const batchId = await seedBatch(fay, linesOf(Array.from({ length: 40 }, (_, n) => `L-${n}`)))
    await saveLines(fay, {
      batchId,
      version: 1,
      changed: Array.from({ length: 30 }, (_, n) => ({ row: n + 2, amount: `${n + 500}.25` })),
      removed: [41],
      added: [
        { after: null, transactionId: 'L-new', retrievalReferenceNumber: '', merchantId: '007', amount: '7' },
      ],
    })
    const [row] = await rowsOf('funding-lines-changed', fay)
    const lines = row?.detail.changedLines as { row: number; before: object | null; after: object | null }[]
    expect(lines).toHaveLength(32)
    expect(lines.find(({ row: at }) => at === 3)).toEqual({
      row: 3,
      before: { amount: expect.any(String) },
      after: { amount: '501.25' },
    })
    expect(lines.filter(({ after }) => after === null)).toEqual([
      { row: 41, before: expect.objectContaining({ transactionId: 'L-39' }), after: null },
    ])
    expect(lines.filter(({ before }) => before === null)).toEqual([
      { row: expect.any(Number), before: null, after: expect.objectContaining({ transactionId: 'L-new' }) },
    ])
  })
})

describe('the address of a row', () => {
  const INCOMING = Symbol.for('payfac-desk/incoming-request')
  afterEach(() => {
    Reflect.deleteProperty(globalThis, INCOMING)
  })

  test('is that of the request in which it was written, whoever writes it; a job has none', async () => {
    const incoming = new AsyncLocalStorage<IncomingMessage>()
    Reflect.set(globalThis, INCOMING, incoming)
    const request = new IncomingMessage(new Socket())
    request.headers['x-desk-address'] = '203.0.113.7'
    const applicationId = await incoming.run(request, () => seedCase(ana))
    const addressesOf = async (id: string) => [
      ...new Set(
        (await desk.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(
          ({ address }) => address,
        ),
      ),
    ]
    expect(await addressesOf(applicationId)).toEqual(['203.0.113.7'])
    expect(await addressesOf(await seedCase(ana))).toEqual([null])
  })

  test('of a failed sign-in is that of whoever tried', async () => {
    await signIn(
      { db: desk.services.db, now, requestId: 'try', singleSignOn: null },
      { email: 'nobody@desk.test', password: 'wrong', address: '198.51.100.1' },
    )
    const [row] = await desk.services.db.select().from(auditLog).where(eq(auditLog.requestId, 'try'))
    expect(row).toMatchObject({ action: 'sign-in-failed', address: '198.51.100.1', subjectId: 'unknown' })
  })
})
