import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { submitApplication } from '@/lib/server/applications/submission'
import type { Ctx } from '@/lib/server/services'
import { exampleDraft } from '@/lib/testing/example-draft'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { putUpload } from '@/lib/testing/put-upload'
import { readObject, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { listDocuments } from './data'
import { deliverDocument } from './delivery'
import { registerDocument, removeDocument } from './mutations'
import { deliveryAbsent, deliveryAbsentSchema, deliveryFound, deliveryFoundSchema } from './resolution'

const timeouts = { attachmentMs: 1_500, tokenMs: 1_500 }
const versions = { merchant: 1, contacts: 1, accounts: 1, options: 1 }

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
let ben: Ctx
let applicationId: string
let opportunityId: string
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url, timeouts })
  ana = await desk.as('Ana')
  ben = await desk.as('Ben')
  const application = await submitNew(ana)
  applicationId = application.id
  opportunityId = application.opportunityId
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})
let before = 0
beforeEach(async () => {
  await partner().control('DELETE', 'faults')
  before = Number((await partner().journal('?last=1'))[0]?.n ?? 0)
})

const partner = () => sandboxCalls(sandbox.url)
const received = async () =>
  (await partner().journal(`?since=${before}&endpoint=attachment`)).map(({ applied }) => applied)

async function submitNew(ctx: Ctx) {
  const draft = exampleDraft()
  const id = await seedApplicationDraft(ctx, {
    ...draft,
    merchant: { ...draft.merchant, sponsorship: 'Sponsor Bank One' },
  })
  await submitApplication(ctx, { applicationId: id, versions })
  const [row] = await ctx.db.select().from(applications).where(eq(applications.id, id))
  if (!row?.opportunityId) throw new Error('The application was not submitted.')
  return { id, opportunityId: row.opportunityId }
}

let added = 0
/** A document whose sending was cut off: the partner applied it, or not. */
async function unknown(
  { applied }: { applied: boolean },
  ctx = ana,
  application = applicationId,
): Promise<{ documentId: string; attemptId: string; note: string }> {
  added += 1
  const documentId = await putUpload(ctx, `%PDF-1.4\n/Page\nnumber ${added}\n`)
  const input = { uploadId: documentId, name: `check-${added}.pdf`, category: 'other' } as const
  await registerDocument(ctx, { applicationId: application, ...input })
  const mode = applied ? { mode: 'cut-after' } : { mode: 'status', status: 503 }
  await partner().control('PUT', 'faults', { endpoint: 'attachment', ...mode })
  await deliverDocument(ctx, { documentId }, true)
  const [attempt] = await attemptsOf(documentId, ctx)
  return { documentId, attemptId: attempt?.id ?? '', note: 'Looked at the opportunity there' }
}

const attemptsOf = (documentId: string, { db }: Pick<Ctx, 'db'> = desk.services) =>
  db
    .select()
    .from(partnerAttempts)
    .where(eq(partnerAttempts.documentId, documentId))
    .orderBy(partnerAttempts.preparedAt)

async function stateOf(documentId: string, ctx: Pick<Ctx, 'db'> = desk.services) {
  const [row] = await ctx.db.select().from(documents).where(eq(documents.id, documentId))
  const attempts = await attemptsOf(documentId, ctx)
  return {
    delivery: row?.delivery,
    attachmentId: row?.attachmentId ?? null,
    attempts: attempts.map(({ state, resolution }) => [state, resolution]),
  }
}

const auditOf = async (documentId: string, action: AuditAction) =>
  (
    await desk.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, applicationId), eq(auditLog.action, action)))
  ).filter(({ detail }) => detail.documentId === documentId)

async function heldAttachmentIds(): Promise<string[]> {
  const { attachments } = await readObject(await partner().control('GET', `opportunities/${opportunityId}`))
  return Array.isArray(attachments) ? attachments.map(({ id }) => String(id)) : []
}

describe('a document of which nobody knows whether the partner has it', () => {
  test('is delivered once a person says that it is there, under the id that they give', async () => {
    const input = await unknown({ applied: true })
    const attachmentId = (await heldAttachmentIds()).at(-1) ?? ''
    expect(await deliveryFound(ben, { ...input, attachmentId: ` ${attachmentId.slice(0, 15)} ` })).toEqual({
      ok: true,
    })
    expect(await stateOf(input.documentId)).toEqual({
      delivery: 'delivered',
      attachmentId,
      attempts: [['unknown', 'found']],
    })
    const [item] = (await listDocuments(desk.services.db, applicationId)).filter(
      ({ id }) => id === input.documentId,
    )
    expect(item?.attempts).toMatchObject([
      { state: 'unknown', resolution: { kind: 'found', by: 'Ben', note: input.note } },
    ])
    expect(await auditOf(input.documentId, 'document-found')).toMatchObject([
      { actorId: ben.actor.id, detail: { note: input.note, attachmentId } },
    ])
    await deliverDocument(desk.services, { documentId: input.documentId }, true)
    expect(await received(), 'nothing is sent for it').toEqual([true])
    expect(await removeDocument(ana, { documentId: input.documentId })).toMatchObject({ ok: false })
  })

  test('needs no id to be there', async () => {
    const input = await unknown({ applied: true })
    expect(await deliveryFound(ana, { ...input, attachmentId: ' ' })).toEqual({ ok: true })
    expect(await stateOf(input.documentId)).toMatchObject({ delivery: 'delivered', attachmentId: null })
  })

  test.each([
    ['of another record', '006000000000001AAA', /id of an opportunity/],
    ['too short', '00P00', /15 to 18/],
    ['mistyped', '00Pa0000006Vm9rIAC', /do not fit/],
  ])('is not there under an id that is %s', async (_, attachmentId, words) => {
    const input = await unknown({ applied: true })
    expect(await deliveryFound(ana, { ...input, attachmentId })).toEqual({
      ok: false,
      reason: 'invalid',
      problems: [expect.objectContaining({ path: 'attachmentId', message: expect.stringMatching(words) })],
    })
    expect(await stateOf(input.documentId)).toMatchObject({
      delivery: 'unknown',
      attempts: [['unknown', null]],
    })
  })

  test('is not there under the id of another document', async () => {
    const first = await unknown({ applied: true })
    const attachmentId = (await heldAttachmentIds()).at(-1) ?? ''
    await deliveryFound(ana, { ...first, attachmentId })
    const second = await unknown({ applied: true })
    expect(await deliveryFound(ana, { ...second, attachmentId })).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining(`check-${added - 1}.pdf`) }],
    })
  })

  test('goes out again, once, when a person says that it is not there', async () => {
    const input = await unknown({ applied: false })
    expect(await deliveryAbsent(ben, input)).toEqual({ ok: true })
    expect(await stateOf(input.documentId)).toMatchObject({
      delivery: 'waiting',
      attempts: [['unknown', 'absent']],
    })
    await deliverDocument(desk.services, { documentId: input.documentId }, true)
    expect(await stateOf(input.documentId)).toMatchObject({
      delivery: 'delivered',
      attempts: [
        ['unknown', 'absent'],
        ['accepted', null],
      ],
    })
    expect(await received()).toEqual([false, true])
    expect(await auditOf(input.documentId, 'document-absent')).toMatchObject([
      { actorId: ben.actor.id, detail: { note: input.note } },
    ])
  })

  test('is settled once: the second is told so, and changes nothing', async () => {
    const input = await unknown({ applied: true })
    await deliveryFound(ana, { ...input, attachmentId: '' })
    for (const late of [deliveryAbsent(ben, input), deliveryFound(ben, { ...input, attachmentId: '' })])
      expect(await late).toMatchObject({ ok: false, reason: 'wrong-state', message: /Someone settled/ })
    expect(await stateOf(input.documentId)).toMatchObject({
      delivery: 'delivered',
      attempts: [['unknown', 'found']],
    })
  })

  test('whose next sending ended unknown too is settled by that attempt, not by the one before', async () => {
    const first = await unknown({ applied: false })
    await deliveryAbsent(ana, first)
    await partner().control('PUT', 'faults', { endpoint: 'attachment', mode: 'cut-after' })
    await deliverDocument(desk.services, { documentId: first.documentId }, true)
    expect(await deliveryAbsent(ana, first)).toMatchObject({ ok: false, reason: 'wrong-state' })
    const attemptId = (await attemptsOf(first.documentId)).at(-1)?.id ?? ''
    expect(await deliveryFound(ana, { ...first, attemptId, attachmentId: '' })).toEqual({ ok: true })
    expect(await stateOf(first.documentId)).toMatchObject({
      delivery: 'delivered',
      attempts: [
        ['unknown', 'absent'],
        ['unknown', 'found'],
      ],
    })
  })

  test('is not settled by the attempt of another document, or of one that was answered', async () => {
    const [one, other] = [await unknown({ applied: false }), await unknown({ applied: false })]
    expect(await deliveryAbsent(ana, { ...one, attemptId: other.attemptId })).toMatchObject({ ok: false })
    await deliveryAbsent(ana, one)
    await deliverDocument(desk.services, { documentId: one.documentId }, true)
    const answered = (await attemptsOf(one.documentId)).at(-1)?.id ?? ''
    expect(await deliveryAbsent(ana, { ...one, attemptId: answered })).toMatchObject({ ok: false })
    expect(await stateOf(other.documentId)).toMatchObject({ delivery: 'unknown' })
  })

  test('is settled with a note, which may hold whatever people type', async () => {
    const input = await unknown({ applied: false })
    expect(deliveryAbsentSchema.safeParse({ ...input, note: ' x ' }).success).toBe(false)
    expect(
      deliveryFoundSchema.safeParse({ ...input, attachmentId: '', note: 'x'.repeat(2_001) }).success,
    ).toBe(false)
    const note = "Ms O'Example \u0000 İ \ud800 said"
    expect(await deliveryAbsent(ana, { ...input, note })).toEqual({ ok: true })
    const [attempt] = await attemptsOf(input.documentId)
    expect(attempt?.resolutionNote).toBe("Ms O'Example  İ \ufffd said")
  })
})

withPostgres('two people at once', (createDatabase) => {
  test('one of them settles it, the other is told, and it goes out at most once', async () => {
    const shared = await openTestDesk({
      partnerUrl: sandbox.url,
      timeouts,
      databaseUrl: await createDatabase(),
    })
    try {
      const [cem, dora] = [await shared.as('Cem'), await shared.as('Dora')]
      const application = await submitNew(cem)
      for (let round = 0; round < 5; round++) {
        const input = await unknown({ applied: false }, cem, application.id)
        const results = await Promise.all([
          deliveryAbsent(cem, input),
          deliveryFound(dora, { ...input, attachmentId: '' }),
          deliveryAbsent(dora, input),
        ])
        expect(results.filter(({ ok }) => ok)).toHaveLength(1)
        const { attempts } = await stateOf(input.documentId, shared.services)
        expect(attempts).toEqual([['unknown', results[1]?.ok ? 'found' : 'absent']])
      }
    } finally {
      await shared.close()
    }
  })
})
