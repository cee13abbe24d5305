import { readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { DeliveryState } from '@/lib/domain/documents/delivery-state'
import { createApplication } from '@/lib/server/applications/mutations'
import type { Ctx } from '@/lib/server/services'
import { putUpload } from '@/lib/testing/put-upload'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { answerContent, contentDisposition } from './content'
import { listDocuments } from './data'
import {
  changeCategory,
  registerDocument,
  removeDocument,
  renameDocument,
  sendDocumentAgain,
} from './mutations'
import { restoreDocument } from './restore'

let desk: TestDesk
let ana: Ctx
let applicationId: string
let documentId: string
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
})
afterAll(() => desk.close())
beforeEach(async () => {
  applicationId = (await createApplication(ana)).id
  documentId = await add('%PDF-1.4\n/Page\nwords\n', 'check.pdf')
})

async function add(content: string | Uint8Array, name: string): Promise<string> {
  const uploadId = await putUpload(desk.services, content)
  const result = await registerDocument(ana, { applicationId, uploadId, name, category: 'other' })
  if (!result.ok) throw new Error(result.message)
  return uploadId
}

const inState = (delivery: DeliveryState) =>
  desk.services.db.update(documents).set({ delivery }).where(eq(documents.id, documentId))
const shown = async () => (await listDocuments(desk.services.db, applicationId))[0]
const auditOf = (action: AuditAction) =>
  desk.services.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, applicationId), eq(auditLog.action, action)))

describe('a document gets another name', () => {
  test.each([
    ['voided check', 'voided check.pdf'],
    [' voided check.pdf ', 'voided check.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ["O'Brien \u202e\u0000İ 🧁", "O'Brien İ 🧁.pdf"],
    ['x'.repeat(300), `${'x'.repeat(76)}.pdf`],
  ])('%j is kept as %j', async (name, kept) => {
    expect(await renameDocument(ana, { documentId, name })).toEqual({ ok: true })
    expect((await shown())?.name).toBe(kept)
    expect(await auditOf('document-renamed')).toMatchObject([
      { detail: { before: 'check.pdf', after: kept } },
    ])
  })
})

test('whose content is not what it was called stays doubtful, whatever it is called later', async () => {
  const exe = await add('words of a program', 'setup.exe')
  const said = async () => (await listDocuments(desk.services.db, applicationId)).find(({ id }) => id === exe)
  expect(await said()).toMatchObject({ name: 'setup.exe.txt', calledAs: 'setup.exe' })
  await renameDocument(ana, { documentId: exe, name: 'statement.txt' })
  expect(await said()).toMatchObject({ name: 'statement.txt', calledAs: 'setup.exe' })
  expect(await shown()).toMatchObject({ name: 'check.pdf', calledAs: null })
})

describe('while its delivery is', () => {
  test.each<[DeliveryState, { change: boolean; sendAgain: boolean }]>([
    ['waiting', { change: true, sendAgain: false }],
    ['sending', { change: false, sendAgain: false }],
    ['delivered', { change: false, sendAgain: false }],
    ['refused', { change: true, sendAgain: true }],
    ['not-sent', { change: true, sendAgain: true }],
    ['unknown', { change: false, sendAgain: false }],
  ])('%s, what can be done with a document is %j, and its category is always ours', async (state, can) => {
    await inState(state)
    expect(await renameDocument(ana, { documentId, name: 'other' })).toMatchObject({ ok: can.change })
    expect(await sendDocumentAgain(ana, { documentId })).toMatchObject({ ok: can.sendAgain })
    await inState(state)
    await changeCategory(ana, { documentId, category: 'identity' })
    expect(await shown()).toMatchObject({
      category: 'identity',
      name: can.change ? 'other.pdf' : 'check.pdf',
      delivery: state,
    })
    expect(await removeDocument(ana, { documentId })).toMatchObject({ ok: can.change })
    expect(await auditOf('document-removed')).toHaveLength(can.change ? 1 : 0)
    expect(await shown()).toEqual(can.change ? undefined : expect.anything())
  })
})

describe('a removal is undone', () => {
  const remove = () => removeDocument(ana, { documentId })
  const restore = (ctx = ana) => restoreDocument(ctx, { documentId })

  test('by whoever removed it: it is there as it was, once, and in the audit log', async () => {
    const before = await shown()
    await remove()
    expect(await shown()).toBeUndefined()
    for (let press = 0; press < 2; press++) expect(await restore()).toEqual({ ok: true })
    expect(await shown()).toEqual(before)
    expect(await auditOf('document-restored')).toMatchObject([{ detail: { documentId, name: 'check.pdf' } }])
  })

  test('not by someone else, not later, and not where it was replaced', async () => {
    const ben = await desk.as('Ben')
    await remove()
    expect(await restore(ben)).toMatchObject({ ok: false })
    await desk.services.db
      .update(documents)
      .set({ removedAt: new Date(Date.now() - 11 * 60_000) })
      .where(eq(documents.id, documentId))
    expect(await restore()).toMatchObject({ ok: false })
    expect(await shown()).toBeUndefined()

    documentId = await add('%PDF-1.4\n/Page\nold\n', 'old.pdf')
    const uploadId = await putUpload(desk.services, '%PDF-1.4\n/Page\nnew\n')
    await registerDocument(ana, {
      applicationId,
      uploadId,
      name: 'new.pdf',
      category: 'other',
      replaces: documentId,
    })
    expect(await restore()).toMatchObject({ ok: false })
    expect((await listDocuments(desk.services.db, applicationId)).map(({ name }) => name)).toEqual([
      'new.pdf',
    ])
  })

  test('not where its content came again, was erased, or where underwriters decide from what is here', async () => {
    await remove()
    await add('%PDF-1.4\n/Page\nwords\n', 'again.pdf')
    expect(await restore()).toEqual({
      ok: false,
      message: 'The same content is here already as “again.pdf”.',
    })

    documentId = await add('%PDF-1.4\n/Page\nerased\n', 'erased.pdf')
    await remove()
    await desk.services.db
      .update(documents)
      .set({ erasedAt: new Date(), sealedKey: null })
      .where(eq(documents.id, documentId))
    expect(await restore()).toMatchObject({ ok: false })

    documentId = await add('%PDF-1.4\n/Page\nheld\n', 'held.pdf')
    await remove()
    for (const status of ['in-underwriting', 'withdrawn'] as const) {
      await desk.services.db.update(applications).set({ status }).where(eq(applications.id, applicationId))
      expect(await restore(), status).toMatchObject({ ok: false })
    }
    expect(await auditOf('document-restored')).toEqual([])
  })
})

describe('the content of a document', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex')
  const TIFF = Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(64)])

  test.each<[string, string | Buffer, string, string, 'inline' | 'attachment']>([
    ['a PDF', '%PDF-1.4\n/Page\nother\n', 'a.pdf', 'application/pdf', 'inline'],
    ['a picture', PNG, 'a.png', 'image/png', 'inline'],
    ['a picture that browsers do not show', TIFF, 'a.tif', 'image/tiff', 'attachment'],
    ['text', 'x <b>', 'a.txt', 'text/plain; charset=utf-8', 'inline'],
    ['comma-separated text', 'a,b', 'a.csv', 'text/plain; charset=utf-8', 'inline'],
    [
      'text in Latin-1',
      Buffer.from('Café, señor Núñez', 'latin1'),
      'a.txt',
      'text/plain; charset=iso-8859-1',
      'inline',
    ],
    [
      'text in UTF-16',
      Buffer.from('\ufeffCafé', 'utf16le'),
      'a.txt',
      'text/plain; charset=utf-16le',
      'inline',
    ],
  ])(
    'that is %s comes as what it is, and can do nothing',
    async (_, content, name, mediaType, disposition) => {
      const id = await add(content, name)
      const answer = await answerContent(ana, id, { withBody: true })
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(content))
      expect(answer.headers.get('content-type')).toBe(mediaType)
      expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`))
      const policy = answer.headers.get('content-security-policy') ?? ''
      for (const rule of ["default-src 'none'", 'sandbox', "frame-ancestors 'self'"])
        expect(policy).toContain(rule)
      expect(policy).not.toMatch(/script|allow-/)
    },
  )

  test('is asked after without being opened', async () => {
    const answer = await answerContent(ana, documentId, { withBody: false })
    expect(answer.body).toBeNull()
    expect(answer.headers.get('content-length')).toBe('21')
  })

  test('that is cut on the disk is told in words, and never sent in part', async () => {
    await truncate(
      path.join(desk.services.documentStore.uploads.directory, '../documents', `${documentId}.sealed`),
      3,
    )
    await expect(answerContent(ana, documentId, { withBody: true })).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('changed or cut'),
    })
  })

  test('that was changed on the disk is told in words, and not shown', async () => {
    const file = path.join(
      desk.services.documentStore.uploads.directory,
      '../documents',
      `${documentId}.sealed`,
    )
    const bytes = await readFile(file)
    bytes[20] = (bytes[20] ?? 0) ^ 1
    await writeFile(file, bytes)
    await expect(answerContent(ana, documentId, { withBody: true })).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('changed or cut'),
    })
  })

  test.each(['../x', 'not-an-id', '-'.repeat(36), crypto.randomUUID()])(
    'of no document (%s) is not found',
    async (id) => {
      await expect(answerContent(ana, id, { withBody: true })).rejects.toMatchObject({ code: 'not-found' })
    },
  )

  test.each([
    ['check.pdf', `inline; filename="check.pdf"; filename*=UTF-8''check.pdf`],
    ["O'Brien (1).pdf", `inline; filename="O'Brien (1).pdf"; filename*=UTF-8''O%27Brien%20%281%29.pdf`],
    ['a"b\\c%41.pdf', `inline; filename="a_b_c_41.pdf"; filename*=UTF-8''a%22b%5cc%2541.pdf`],
    ['İ\r\nx.pdf', `inline; filename="___x.pdf"; filename*=UTF-8''%C4%B0%0D%0Ax.pdf`],
  ])('named %j leads no header astray', (name, header) => {
    expect(contentDisposition('inline', name).toLowerCase()).toBe(header.toLowerCase())
  })
})
