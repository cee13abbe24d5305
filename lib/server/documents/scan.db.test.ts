import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import { openSlots } from '@/lib/domain/documents/document-plan'
import { createApplication } from '@/lib/server/applications/mutations'
import type { Ctx } from '@/lib/server/services'
import { putUpload } from '@/lib/testing/put-upload'
import { EICAR, type ScannerStandIn, startScanner } from '@/lib/testing/scanner-stand-in'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { claimDocument } from './attempt'
import { answerContent } from './content'
import { listDocuments } from './data'
import { malwareScannerOf } from './malware-scanner'
import { registerDocument, removeDocument } from './mutations'
import { queueWaitingScans, scanDocument } from './scan'

const PLAIN = '%PDF-1.4\n/Page\nbank statement\n'

let desk: TestDesk
let scanner: ScannerStandIn
let ana: Ctx
let applicationId: string

beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  scanner = await startScanner()
  ana = {
    ...(await desk.as('Ana')),
    scanner: malwareScannerOf({ CLAMAV_HOST: scanner.host, CLAMAV_PORT: scanner.port }),
  }
  applicationId = (await createApplication(ana)).id
})
afterEach(async () => {
  scanner.mode = 'clamd'
  scanner.received = []
  await desk.services.db.delete(documents)
})
afterAll(async () => {
  await scanner.close()
  await desk.close()
})

async function add(content: string | Uint8Array, ctx = ana): Promise<string> {
  const uploadId = await putUpload(ctx, content)
  const added = await registerDocument(ctx, { applicationId, uploadId, name: 'a.pdf', category: 'other' })
  if (!added.ok) throw new Error(added.message)
  return added.documentId
}
const stored = async (id: string) => {
  const [row] = await desk.services.db.select().from(documents).where(eq(documents.id, id))
  return row
}
const open = (id: string) => answerContent(ana, id, { withBody: true })
const claim = (id: string) =>
  desk.services.db.transaction((tx) =>
    claimDocument(
      tx,
      { id: crypto.randomUUID(), state: 'sending', preparedAt: new Date() } as never,
      id,
      true,
    ),
  )

describe('a new document', () => {
  test('can be neither opened nor sent before it was scanned', async () => {
    const documentId = await add(PLAIN)
    expect((await stored(documentId))?.scan).toBe('waiting')
    await expect(open(documentId)).rejects.toThrow('is being scanned')
    expect(await claim(documentId)).toEqual({ refusal: 'cannot go now' })
    await scanDocument(ana, { documentId })
    expect(scanner.received.map(String), 'the plain content').toEqual([PLAIN])
    expect((await stored(documentId))?.scan).toBe('clean')
    expect(await (await open(documentId)).text()).toBe(PLAIN)
  })

  test('of several records comes whole', async () => {
    const large = Buffer.concat([Buffer.from(PLAIN), Buffer.alloc(5_000_000, 7)])
    await scanDocument(ana, { documentId: await add(large) })
    expect(scanner.received[0]?.equals(large)).toBe(true)
  })

  test('with malware stays in quarantine, says so, and counts as missing', async () => {
    const documentId = await add(`${PLAIN}${EICAR}`)
    await scanDocument(ana, { documentId })
    expect(await stored(documentId)).toMatchObject({ scan: 'infected', scanFinding: 'Eicar-Test-Signature' })
    await expect(open(documentId)).rejects.toThrow('Malware was found')
    expect(await claim(documentId)).toEqual({ refusal: 'cannot go now' })
    const slot = { id: 'other', category: 'other', label: 'Other', why: '' } as const
    const listed = await listDocuments(desk.services.db, applicationId)
    expect(listed).toMatchObject([{ id: documentId, scan: 'infected' }])
    expect(openSlots([slot], listed)).toEqual([slot])
    const rows = await desk.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'document-quarantined'))
    expect(rows).toMatchObject([{ detail: { documentId, finding: 'Eicar-Test-Signature' } }])
    expect(await removeDocument(ana, { documentId })).toEqual({ ok: true })
  })

  test.each(['limit', 'hangs-up'] as const)('waits while the scanner gives no verdict (%s)', async (mode) => {
    const documentId = await add(Buffer.concat([Buffer.from(PLAIN), Buffer.alloc(3_000_000)]))
    scanner.mode = mode
    await expect(scanDocument(ana, { documentId })).rejects.toThrow()
    expect((await stored(documentId))?.scan).toBe('waiting')
    scanner.mode = 'clamd'
    await scanDocument(ana, { documentId })
    expect((await stored(documentId))?.scan).toBe('clean')
  })
})

test('without a scanner a document is not scanned, also one that waited for it', async () => {
  const bare = { ...ana, scanner: null }
  expect((await stored(await add(PLAIN, bare)))?.scan).toBeNull()
  const waiting = await add(`${PLAIN}2`)
  const found = await add(`${PLAIN}${EICAR}`)
  await scanDocument(ana, { documentId: found })
  await queueWaitingScans(bare)
  expect((await stored(waiting))?.scan).toBeNull()
  expect((await stored(found))?.scan, 'what was found stays found').toBe('infected')
})
