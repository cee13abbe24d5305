import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import { documentRules } from '@/lib/domain/settings/document-rules'
import { createApplication } from '@/lib/server/applications/mutations'
import type { Ctx } from '@/lib/server/services'
import { storeSetting } from '@/lib/server/settings'
import { putUpload } from '@/lib/testing/put-upload'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { eraseRemoved } from './erase-removed'
import { registerDocument, removeDocument } from './mutations'
import { sealPlainDocuments } from './seal-plain'

let desk: TestDesk
let ana: Ctx
let applicationId: string
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
  applicationId = (await createApplication(ana)).id
})
afterAll(() => desk.close())

async function add(content: string): Promise<string> {
  const uploadId = await putUpload(desk.services, content)
  const added = await registerDocument(ana, { applicationId, uploadId, name: 'a.txt', category: 'other' })
  if (!added.ok) throw new Error(added.message)
  return uploadId
}
const onDisk = async () =>
  (await readdir(path.join(desk.services.documentStore.uploads.directory, '../documents'))).map((name) =>
    name.replace('.sealed', ''),
  )
const daysLater = (days: number) => ({
  ...desk.services,
  now: () => new Date(Date.now() + days * 86_400_000),
})

test('what was removed is kept until the setting says how long, and then its content and key are gone', async () => {
  const [stays, removed] = [await add('Stays.\n'), await add('Removed.\n')]
  await removeDocument(ana, { documentId: removed })
  expect(await eraseRemoved(daysLater(1_000)), 'off').toBe(0)
  await storeSetting(desk.services.db, documentRules.key, { eraseRemovedAfterDays: 30 })
  expect(await eraseRemoved(daysLater(29))).toBe(0)
  expect((await onDisk()).sort()).toEqual([stays, removed].sort())

  expect(await eraseRemoved(daysLater(31))).toBe(1)
  expect(await onDisk()).toEqual([stays])
  const [row] = await desk.services.db.select().from(documents).where(eq(documents.id, removed))
  expect(row).toMatchObject({ name: 'a.txt', sealedKey: null, erasedAt: expect.any(Date) })
  const [told] = await desk.services.db.select().from(auditLog).where(eq(auditLog.action, 'document-erased'))
  expect(told).toMatchObject({
    subjectId: applicationId,
    detail: { documentId: removed, sha256: row?.sha256 },
  })

  expect(await eraseRemoved(daysLater(31)), 'once').toBe(0)
  expect(await sealPlainDocuments(desk.services), 'and it is not looked for').toBe(0)
})
