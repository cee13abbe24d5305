import { createHash } from 'node:crypto'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import type { DeliveryState } from '@/lib/domain/documents/delivery-state'
import { MAX_DOCUMENT_BYTES } from '@/lib/domain/documents/document-kinds'
import { createApplication } from '@/lib/server/applications/mutations'
import {
  changeCategory,
  registerDocument,
  registerDocumentSchema,
  removeDocument,
} from '@/lib/server/documents/mutations'
import type { Ctx } from '@/lib/server/services'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { putUpload } from '@/lib/testing/put-upload'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { ourDraft } from '@/lib/testing/underwriting-cases'
import { listDocuments, requireDocument } from './data'
import { listRefusedFiles } from './loaders'
import { HEAD_BYTES } from './text-charset'
import { getReceived, listUnfinished } from './unfinished'
import { appendToUpload, createUpload, type UploadRecord } from './upload-files'

const partnerUrl = 'http://127.0.0.1:1/sandbox'

let desk: TestDesk
let ana: Ctx
let applicationId: string
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl })
  ana = await desk.as('Ana')
})
afterAll(() => desk.close())
beforeEach(async () => {
  applicationId = (await createApplication(ana)).id
})

const PDF = '%PDF-1.4\n/Page\n1 0 obj\n<< >>\nendobj\n%%EOF\n'
const register = (uploadId: string, name = 'check.pdf') =>
  registerDocument(ana, { applicationId, uploadId, name, category: 'voided-check' })
const add = async (content: string | Uint8Array, name?: string) =>
  register(await putUpload(desk.services, content), name)
const replacements = async () =>
  (
    await desk.services.db
      .select({ detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, applicationId), eq(auditLog.action, 'document-replaced')))
  ).map(({ detail }) => detail)
const here = () => listDocuments(desk.services.db, applicationId)
const storedText = async (id: string) => {
  const document = await requireDocument(desk.services.db, id)
  return Buffer.concat(await desk.services.documentStore.read(document).toArray()).toString()
}
const append = (id: string, offset: number, content: string) => {
  const { signal } = new AbortController()
  const source = (async function* () {
    yield Buffer.from(content)
  })()
  return appendToUpload(desk.services.documentStore.uploads, id, offset, source, signal)
}

describe('an upload becomes a document', () => {
  test('in the slot that was chosen, where that is one of its category, and can be put into another', async () => {
    const add = async (content: string, category: 'identity' | 'bank-statement', slot: string) => {
      const uploadId = await putUpload(desk.services, content)
      await registerDocument(ana, { applicationId, uploadId, name: 'a.pdf', category, slot })
      return uploadId
    }
    const own = await add(PDF, 'identity', 'identity:ana')
    await add(`${PDF}2`, 'bank-statement', 'identity:ana')
    const slots = async () => (await here()).map(({ slot }) => slot)
    expect(await slots()).toEqual(['identity:ana', null])
    await changeCategory(ana, { documentId: own, category: 'bank-statement', slot: 'bank-statement:2' })
    expect(await slots()).toEqual(['bank-statement:2', null])
    const refused = ['selfie:ana', 'identity:a b', 'identity:../x', 'x'.repeat(200)]
    for (const slot of refused) {
      const input = { applicationId, uploadId: own, name: 'a', category: 'identity', slot }
      expect(registerDocumentSchema.safeParse(input).success, slot).toBe(false)
    }
  })

  test.each<[DeliveryState, 'removed' | 'stays']>([
    ['waiting', 'removed'],
    ['refused', 'removed'],
    ['not-sent', 'removed'],
    ['sending', 'stays'],
    ['delivered', 'stays'],
    ['unknown', 'stays'],
  ])(
    'in the place of another whose delivery is %s: that one is %s, and the history names both',
    async (state, is) => {
      const old = await putUpload(desk.services, PDF)
      await registerDocument(ana, { applicationId, uploadId: old, name: 'old.pdf', category: 'identity' })
      await desk.services.db.update(documents).set({ delivery: state }).where(eq(documents.id, old))
      const uploadId = await putUpload(desk.services, `${PDF}2`)
      const input = {
        applicationId,
        uploadId,
        name: 'new.pdf',
        category: 'identity' as const,
        slot: 'identity:ana',
        replaces: old,
      }
      expect(await registerDocument(ana, input)).toMatchObject({ ok: true })
      // Asked again, as after a lost answer, it replaces nothing more.
      expect(await registerDocument(ana, input)).toMatchObject({ ok: true })
      const now = await here()
      expect(now.map(({ name }) => name)).toEqual(is === 'removed' ? ['new.pdf'] : ['old.pdf', 'new.pdf'])
      // What stays is in the same slot, where the later one counts, and never in that of someone else.
      expect(new Set(now.map(({ slot }) => slot))).toEqual(new Set(['identity:ana']))
      expect(await replacements()).toMatchObject([
        { documentId: old, before: 'old.pdf', after: 'new.pdf', replacedBy: uploadId },
      ])
      const [kept] = await desk.services.db.select().from(documents).where(eq(documents.id, old))
      expect(kept).toMatchObject({ name: 'old.pdf', delivery: state })
    },
  )

  test('in the place of another: not while underwriters decide, not by the same content, not of another application', async () => {
    const old = await putUpload(desk.services, PDF)
    await register(old)
    const replace = async (content: string) =>
      registerDocument(ana, {
        applicationId,
        uploadId: await putUpload(desk.services, content),
        name: 'new.pdf',
        category: 'voided-check',
        slot: 'voided-check',
        replaces: old,
      })
    for (const status of ['in-underwriting', 'approved'] as const) {
      await desk.services.db.update(applications).set({ status }).where(eq(applications.id, applicationId))
      expect(await replace(`${PDF}2`), status).toMatchObject({
        ok: false,
        reason: 'refused',
        message: expect.stringContaining('take the application back'),
      })
    }
    await desk.services.db
      .update(applications)
      .set({ status: 'draft' })
      .where(eq(applications.id, applicationId))
    expect(await replace(PDF)).toMatchObject({ ok: false, reason: 'duplicate' })
    expect((await here()).map(({ id }) => id)).toEqual([old])

    applicationId = (await createApplication(ana)).id
    expect(await replace(`${PDF}3`)).toMatchObject({ ok: true })
    const [kept] = await desk.services.db.select().from(documents).where(eq(documents.id, old))
    expect(kept?.removedAt).toBeNull()
    expect(await replacements()).toEqual([])
  })

  test('under the name of what its content is, which the answer says', async () => {
    const uploadId = await putUpload(desk.services, 'Just words.\n')
    const input = { applicationId, uploadId, name: 'fake.exe', category: 'other' as const }
    const stored = { ok: true, documentId: uploadId, name: 'fake.exe.txt', calledAs: 'fake.exe' }
    expect(await registerDocument(ana, input)).toEqual(stored)
    expect(await registerDocument(ana, input)).toEqual(stored)
  })

  test('with its name, type, size and hash, waiting for the partner, and an audit row', async () => {
    const uploadId = await putUpload(desk.services, PDF)
    expect(await register(uploadId)).toMatchObject({ ok: true, documentId: uploadId })
    const [row] = await desk.services.db.select().from(documents).where(eq(documents.id, uploadId))
    expect(row).toMatchObject({
      applicationId,
      name: 'check.pdf',
      category: 'voided-check',
      mediaType: 'application/pdf',
      sizeBytes: PDF.length,
      sha256: createHash('sha256').update(PDF).digest('hex'),
      delivery: 'waiting',
      uploadedBy: ana.actor.id,
    })
    expect(await storedText(uploadId)).toBe(PDF)
    const audit = await desk.services.db.select().from(auditLog).where(eq(auditLog.subjectId, applicationId))
    expect(audit.map(({ action }) => action)).toEqual(['application-started', 'document-added'])
  })

  test('never, when what came was changed on the disk: it is told in words, and thrown away', async () => {
    const uploadId = await putUpload(desk.services, PDF)
    const { directory } = desk.services.documentStore.uploads
    const content = await open(path.join(directory, `${uploadId}.sealed`), 'r+')
    await content.write('x', 20)
    await content.close()
    expect(await register(uploadId)).toMatchObject({ ok: false, message: expect.stringContaining('damaged') })
    expect(await here()).toEqual([])
    expect(await desk.services.documentStore.findUpload(uploadId)).toBeNull()
  })

  test('once, when it is asked for twice, one after the other', async () => {
    const uploadId = await putUpload(desk.services, PDF)
    await register(uploadId)
    expect(await register(uploadId)).toMatchObject({ ok: true, documentId: uploadId })
    expect(await here()).toHaveLength(1)
  })

  test('also when an earlier try broke off after the bytes were moved and before its row was kept', async () => {
    const uploadId = await putUpload(desk.services, PDF)
    await desk.services.documentStore.keep(uploadId)
    expect(await register(uploadId)).toMatchObject({ ok: true, documentId: uploadId })
    expect(await storedText(uploadId)).toBe(PDF)
  })

  test('once, when it is asked for twice at the same time', async () => {
    const uploadId = await putUpload(desk.services, PDF)
    const results = await Promise.all([register(uploadId), register(uploadId), register(uploadId)])
    expect(results).toMatchObject(Array(3).fill({ ok: true, documentId: uploadId }))
    expect(await here()).toHaveLength(1)
  })

  test('of one application only', async () => {
    const uploadId = await putUpload(desk.services, PDF)
    await register(uploadId)
    applicationId = (await createApplication(ana)).id
    await expect(register(uploadId)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('never without an upload, or an application', async () => {
    await expect(register(crypto.randomUUID())).rejects.toMatchObject({ code: 'not-found' })
    const uploadId = await putUpload(desk.services, PDF)
    applicationId = crypto.randomUUID()
    await expect(register(uploadId)).rejects.toMatchObject({ code: 'not-found' })
  })

  const upload = async (
    content: string,
    announced: { size: number; owner: string; application?: string },
  ) => {
    const id = await createUpload(desk.services.documentStore.uploads, {
      sizeBytes: announced.size,
      ownerId: announced.owner,
      applicationId: announced.application ?? applicationId,
      name: 'check.pdf',
      category: 'other',
      modifiedMs: 0,
    })
    await append(id, 0, content)
    return id
  }

  test('only when every byte of it has come', async () => {
    const half = await upload(PDF, { size: PDF.length + 1, owner: ana.actor.id })
    await expect(register(half)).rejects.toMatchObject({ code: 'wrong-state' })
    expect(await here()).toEqual([])
    const { receivedBytes } = (await desk.services.documentStore.findUpload(half)) ?? {}
    expect(receivedBytes, 'it can go on').toBe(PDF.length)
    const whole = await upload(PDF, { size: PDF.length, owner: ana.actor.id })
    expect(await register(whole)).toMatchObject({ ok: true })
  })

  test('only for the person who uploaded it', async () => {
    const theirs = await upload(PDF, { size: PDF.length, owner: crypto.randomUUID() })
    await expect(register(theirs)).rejects.toMatchObject({ code: 'not-found' })
    expect(await here()).toEqual([])
  })

  test('only of the application that it was begun for', async () => {
    const { id: application } = await createApplication(ana)
    const other = await upload(PDF, { size: PDF.length, owner: ana.actor.id, application })
    await expect(register(other)).rejects.toMatchObject({ code: 'not-found' })
    expect(await here()).toEqual([])
  })

  test('only of one that was neither withdrawn nor declined, and stays to be added when it is taken up again', async () => {
    const to = (status: 'withdrawn' | 'declined' | 'draft') =>
      desk.services.db.update(applications).set({ status }).where(eq(applications.id, applicationId))
    const uploadId = await putUpload(desk.services, PDF)
    await to('withdrawn')
    await expect(register(uploadId)).rejects.toMatchObject({ code: 'wrong-state' })
    await to('declined')
    await expect(register(uploadId)).rejects.toMatchObject({ code: 'wrong-state' })
    await to('draft')
    expect(await register(uploadId)).toMatchObject({ ok: true })
  })
})

describe('a second copy of the same content', () => {
  test('is recognized by its content, whatever its name', async () => {
    await add(PDF, 'one.pdf')
    expect(await add(PDF, 'two.pdf')).toMatchObject({
      ok: false,
      reason: 'duplicate',
      message: expect.stringContaining('one.pdf'),
    })
    expect(await here()).toHaveLength(1)
  })

  test('names whose ID it is already; it is the ID of another person too where somebody says so, and of none twice', async () => {
    const draft = ourDraft()
    applicationId = await seedApplicationDraft(ana, draft)
    const [person] = draft.contacts.items
    const slot = `identity:${person?.id}`
    const of = async (name: string, filed: string, again = false) =>
      registerDocument(ana, {
        applicationId,
        uploadId: await putUpload(ana, PDF),
        name,
        category: 'identity',
        slot: filed,
        again,
      })
    expect(await of('ana.pdf', slot)).toMatchObject({ ok: true })
    expect(await of('ben.pdf', 'identity:other')).toMatchObject({
      message: `This is the same content as “ana.pdf”, which is here already as Identity: ${person?.firstName} ${person?.lastName}. It was not added again.`,
    })
    expect(await of('both.pdf', 'identity:other', true)).toMatchObject({ ok: true })
    for (const filed of [slot, 'identity:other'])
      expect(await of('once more.pdf', filed, true)).toMatchObject({ reason: 'duplicate' })
    expect(await here()).toHaveLength(2)
  })

  test('is recognized when both come at the same time', async () => {
    const results = await Promise.all([add(PDF, 'one.pdf'), add(PDF, 'two.pdf')])
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await here()).toHaveLength(1)
  })

  test('belongs to another application all the same, or comes back after the first was removed', async () => {
    const first = await add(PDF)
    if (!first.ok) throw new Error(first.message)
    await removeDocument(ana, { documentId: first.documentId })
    expect(await add(PDF)).toMatchObject({ ok: true })
    applicationId = (await createApplication(ana)).id
    expect(await add(PDF)).toMatchObject({ ok: true })
  })
})

/** The smallest archive that has one file in it. */
function zip(name: string, content: string): Buffer {
  const body = deflateRawSync(content)
  const header = Buffer.alloc(30)
  header.write('PK\x03\x04', 'latin1')
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(body.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), body])
}

describe('the content decides what it is, and not the name', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const JPEG = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.from('JFIF\0'),
    Buffer.alloc(200),
  ])
  const photo = (brand: string) =>
    Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`),
      Buffer.alloc(200),
    ])
  test.each<[string, string, string | Buffer, string]>([
    ['a PDF', 'a.pdf', PDF, 'application/pdf'],
    ['a phone’s photo', 'a.heic', photo('heic'), 'image/heic'],
    ['a phone’s photo under the general brand', 'a.heic', photo('mif1'), 'image/heif'],
    ['a burst of a phone’s photos', 'a.HEIC', photo('hevc'), 'image/heic'],
    ['a PDF named .txt', 'a.txt', PDF, 'application/pdf'],
    ['a PNG named .pdf', 'a.pdf', PNG, 'image/png'],
    ['a JPEG without an ending', 'scan', JPEG, 'image/jpeg'],
    ['text', 'a.txt', 'Plain words.\r\n\tIndented.\n', 'text/plain'],
    ['text named as a program', 'a.exe', 'Plain words.', 'text/plain'],
    ['text about a PDF', 'a.txt', 'It begins so:\n%PDF-1.4\n', 'text/plain'],
    ['a PDF that begins after other lines', 'a.pdf', `From a server\r\n\r\n${PDF}`, 'application/pdf'],
    ['one with binary lines, without an ending', 'a', Buffer.from(`\u0000\n${PDF}`), 'application/pdf'],
    ['text in many scripts', 'a.txt', 'Zażółć gęślą — İstanbul — 日本語 — 🧁', 'text/plain'],
    ['text that begins with a mark of its encoding', 'a.txt', '\uFEFFPlain words.', 'text/plain'],
    [
      'text that begins with the letters of a picture',
      'a.txt',
      'BMW of Portland\nInvoice 12\n',
      'text/plain',
    ],
    ['text that begins with the letters of another', 'a.txt', 'GIF89a=1;alert(1)//', 'text/plain'],
    ['text in Latin-1', 'a.txt', Buffer.from('Café Müller, señor Núñez\r\n', 'latin1'), 'text/plain'],
    ['text in UTF-16', 'a.txt', Buffer.from('\ufeffCafé Müller', 'utf16le'), 'text/plain'],
    ['text that begins with <', 'a.txt', '<12 months: see below>\n', 'text/plain'],
    ['an address in brackets', 'a.txt', '<ana@bakery.example> wrote:\n', 'text/plain'],
    [
      'a PDF that is all text',
      'a.pdf',
      '%PDF-1.4\n<< /Type /Page >>\nplain words\n%%EOF\n',
      'application/pdf',
    ],
    // Polyglots are what their beginning says, and are handed out as nothing else (nosniff).
    [
      'a PDF with a page of script in it',
      'a.pdf',
      `%PDF-1.4\n/Page\n<script>alert(1)</script>`,
      'application/pdf',
    ],
    ['a PNG with an archive behind it', 'a.png', Buffer.concat([PNG, zip('a.js', 'x')]), 'image/png'],
    ['a JPEG with a page behind it', 'a.jpg', Buffer.concat([JPEG, Buffer.from('<html>')]), 'image/jpeg'],
    ['comma-separated text', 'a.CSV', 'a,b\n1,2\n', 'text/csv'],
    // The look takes the first HEAD_BYTES: the character at its end may be cut in two.
    ...[0, 1, 2, 3].map((shift): [string, string, string, string] => [
      `text cut at byte ${shift} of a character`,
      'a.txt',
      `${'x'.repeat(shift)}${'🧁'.repeat(HEAD_BYTES)}`,
      'text/plain',
    ]),
  ])('%s is accepted', async (_, name, content, mediaType) => {
    expect(await add(content, name)).toMatchObject({ ok: true })
    expect(await here()).toMatchObject([{ mediaType }])
  })

  test.each<[string, string, string | Buffer]>([
    ['HTML named .pdf', 'a.pdf', '<!doctype html><script>alert(1)</script>'],
    ['HTML after blank lines named .txt', 'a.txt', '\n \t\r\n<html><body onload=alert(1)>'],
    ['HTML after a mark of its encoding', 'a.txt', '\uFEFF<script>alert(1)</script>'],
    ['SVG named .pdf', 'a.pdf', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    [
      'SVG with an XML head named .png',
      'a.png',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['SVG after blank lines', 'a.pdf', '\r\n\t <svg onload="alert(1)"/>'],
    ['HTML in Latin-1', 'a.txt', Buffer.from('<html>Café Müller</html>', 'latin1')],
    ['a comment before a page', 'a.txt', '<!-- x --><script>alert(1)</script>'],
    ['a picture that runs something', 'a.txt', '<img src=x onerror=alert(1)>'],
    ['HTML in another encoding', 'a.txt', Buffer.from('\ufeff<html><script>alert(1)</script>', 'utf16le')],
    ['a page before the mark of a PDF', 'a.pdf', '<html>%PDF-1.4</html>'],
    ['text named .pdf', 'a.pdf', 'Plain words.'],
    ['text named .JPG', 'a.JPG', 'Plain words.'],
    ['a PDF without a page', 'a.pdf', '%PDF-1.4\n1 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n'],
    ['text with the mark of a PDF', 'a.pdf', '%PDF-1.4\nplain words\n%%EOF\n'],
    ['PostScript', 'a.pdf', '%!PS-Adobe-3.0\n(x) show\n'],
    ['rich text', 'a.txt', '{\\rtf1\\ansi words}'],
    ['a ZIP named .pdf', 'a.pdf', zip('word/document.xml', '<w/>')],
    [
      'a program named .pdf',
      'a.pdf',
      Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(64)]),
    ],
    ['text with a NUL', 'a.txt', 'Plain \u0000 words.'],
    ['text with another control', 'a.txt', 'Plain \u0007 words.'],
    ['bytes that are no UTF-8', 'a.txt', Buffer.from([0x41, 0xff, 0xfe, 0x42, 0xc0, 0x80, 0x41, 0x41])],
    ['nothing', 'a.pdf', ''],
  ])('%s is refused in words, and not kept', async (_, name, content) => {
    const uploadId = await putUpload(desk.services, content)
    expect(await register(uploadId, name)).toMatchObject({
      ok: false,
      reason: 'refused',
      message: expect.stringMatching(/\.$/),
    })
    expect(await here()).toEqual([])
    expect(await desk.services.documentStore.findUpload(uploadId)).toBeNull()
    const { directory } = desk.services.documentStore.uploads
    expect((await readdir(directory)).filter((name) => name.startsWith(uploadId))).toEqual([])
    // The attempt stays on record after the page is closed; the content is not kept.
    const [tried, ...more] = await listRefusedFiles(ana.db, applicationId)
    expect(tried).toMatchObject({ name, why: expect.stringMatching(/\.$/), by: 'Ana' })
    expect(more).toEqual([])
  })

  test.each([
    [MAX_DOCUMENT_BYTES, true],
    [MAX_DOCUMENT_BYTES + 1, false],
  ])('%i bytes: %s (100 MB a file, interface, "Limits")', async (sizeBytes, ok) => {
    const content = Buffer.alloc(sizeBytes, 'x')
    content.write(PDF)
    expect(await add(content)).toMatchObject({ ok })
  })
})

describe('the name', () => {
  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['..\\..\\windows\\check.pdf', 'check.pdf'],
    ['che\u0000ck.pdf', 'check.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
    ['\u200f\u2066check\u2069.pdf', 'check.pdf'],
    ['check\r\nContent-Type: text/html.pdf', 'checkContent-Type: text/html.pdf'.split('/').at(-1)],
    ['\u0000\u202e', 'document.pdf'],
    ['..', 'document.pdf'],
    ["O'Brien's chèque 🧁.pdf", "O'Brien's chèque 🧁.pdf"],
    [`${'x'.repeat(296)}.pdf`, `${'x'.repeat(76)}.pdf`],
    [`${'🧁'.repeat(148)}.pdf`, `${'🧁'.repeat(38)}.pdf`],
  ])('%j is kept as %j', async (name, kept) => {
    expect(await add(PDF, name)).toMatchObject({ ok: true })
    expect((await here()).map((document) => document.name)).toEqual([kept])
  })

  test.each(['', 'x'.repeat(1_001)])('is refused when it is empty or endless', (name) => {
    const input = { applicationId, uploadId: crypto.randomUUID(), name, category: 'other' }
    expect(registerDocumentSchema.safeParse(input).success).toBe(false)
    expect(registerDocumentSchema.safeParse({ ...input, name: 'a.pdf' }).success).toBe(true)
  })

  test('never leads outside the folder: an upload is named by its id alone', async () => {
    for (const uploadId of ['../documents/x', '..', 'a/b', `${'0'.repeat(36)}\u0000`]) {
      expect(
        registerDocumentSchema.safeParse({ applicationId, uploadId, name: 'a.pdf', category: 'other' })
          .success,
      ).toBe(false)
      await expect(async () => desk.services.documentStore.findUpload(uploadId)).rejects.toThrow(
        'unknown form',
      )
    }
  })
})

describe('what was begun and is no document yet', () => {
  const started = (about: Partial<UploadRecord> = {}) =>
    createUpload(desk.services.documentStore.uploads, {
      sizeBytes: PDF.length,
      ownerId: ana.actor.id,
      applicationId,
      name: 'check.pdf',
      category: 'identity',
      modifiedMs: 12,
      ...about,
    })
  test('is listed to the person who began it, for that application, until it is one', async () => {
    const mine = await started({ slot: 'identity:ana' })
    await started({ ownerId: crypto.randomUUID() })
    await started({ applicationId: (await createApplication(ana)).id })
    await append(mine, 0, PDF.slice(0, 20))
    expect(await listUnfinished(ana, applicationId)).toEqual([
      {
        id: mine,
        name: 'check.pdf',
        category: 'identity',
        slot: 'identity:ana',
        replaces: null,
        sizeBytes: PDF.length,
        receivedBytes: 20,
        modifiedMs: 12,
      },
    ])
    await append(mine, 20, PDF.slice(20))
    expect(await register(mine)).toMatchObject({ ok: true })
    expect(await listUnfinished(ana, applicationId)).toEqual([])
    expect(await readdir(desk.services.documentStore.uploads.directory)).not.toContain(`${mine}.json`)
  })

  test('is known by the content that came, to nobody else', async () => {
    const mine = await started()
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(await getReceived(ana, applicationId, mine)).toEqual({ receivedBytes: 0, sha256: hashOf('') })
    await append(mine, 0, PDF.slice(0, 20))
    expect(await getReceived(ana, applicationId, mine)).toEqual({
      receivedBytes: 20,
      sha256: hashOf(PDF.slice(0, 20)),
    })
    const theirs = await started({ ownerId: crypto.randomUUID() })
    for (const id of [theirs, crypto.randomUUID(), '../documents'])
      await expect(getReceived(ana, applicationId, id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(listUnfinished(ana, crypto.randomUUID())).rejects.toMatchObject({ code: 'not-found' })
  })
})

withPostgres('copies that come at once', (createDatabase) => {
  test('become one document', async () => {
    const shared = await openTestDesk({ partnerUrl, databaseUrl: await createDatabase() })
    try {
      const person = await shared.as('Ana')
      for (let round = 0; round < 5; round++) {
        const { id } = await createApplication(person)
        const input = { applicationId: id, name: 'check.pdf', category: 'other' } as const
        const uploads = await Promise.all([1, 2, 3].map(() => putUpload(shared.services, PDF)))
        const [same = ''] = uploads
        const results = await Promise.all(
          [...uploads, same, same].map((uploadId) =>
            registerDocument(person, { ...input, uploadId }).catch((error: unknown) => {
              // Whoever comes after the copy was found to be one, and thrown away.
              expect(error).toMatchObject({ code: 'not-found' })
              return { ok: false as const }
            }),
          ),
        )
        expect(await listDocuments(shared.services.db, id)).toHaveLength(1)
        const accepted = new Set(results.flatMap((result) => (result.ok ? [result.documentId] : [])))
        expect(accepted.size, 'everyone who was told yes was told the same').toBe(1)
      }
    } finally {
      await shared.close()
    }
  })
})
