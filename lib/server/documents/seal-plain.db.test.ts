import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { documents } from '@/lib/db/schema/documents'
import { createApplication } from '@/lib/server/applications/mutations'
import type { Ctx } from '@/lib/server/services'
import { putUpload } from '@/lib/testing/put-upload'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { answerContent } from './content'
import { registerDocument } from './mutations'
import { sealPlainDocuments } from './seal-plain'

let desk: TestDesk
let ana: Ctx
let directory: string
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
  directory = path.join(desk.services.documentStore.uploads.directory, '../documents')
})
afterAll(() => desk.close())
beforeEach(() => desk.services.db.delete(documents))

/** A document as an earlier version kept it. */
async function addPlain(content: string): Promise<string> {
  const { id: applicationId } = await createApplication(ana)
  const uploadId = await putUpload(desk.services, content)
  const added = await registerDocument(ana, { applicationId, uploadId, name: 'a.txt', category: 'other' })
  if (!added.ok) throw new Error(added.message)
  await desk.services.documentStore.erase(uploadId)
  await writeFile(path.join(directory, uploadId), content)
  await desk.services.db.update(documents).set({ sealedKey: null }).where(eq(documents.id, uploadId))
  return uploadId
}
const textOf = async (id: string) => (await answerContent(ana, id, { withBody: true })).text()
const filesOf = async (id: string) => (await readdir(directory)).filter((name) => name.startsWith(id)).sort()
const keyOf = async (id: string) =>
  (await desk.services.db.select().from(documents).where(eq(documents.id, id)))[0]?.sealedKey

test('contents that lie in the clear are sealed, and read as before', async () => {
  const ids = [await addPlain('Passport number C01X00T47.\n'), await addPlain('Another.\n')]
  const before = await Promise.all(ids.map(textOf))
  expect(await sealPlainDocuments(desk.services)).toBe(2)
  expect(await Promise.all(ids.map(textOf))).toEqual(before)
  for (const id of ids) {
    expect(await filesOf(id)).toEqual([`${id}.sealed`])
    expect(await readFile(path.join(directory, `${id}.sealed`), 'latin1')).not.toMatch(/Passport|Another/)
  }
  expect(await sealPlainDocuments(desk.services)).toBe(0)
})

test('a process that died before the row had the key is gone on with, and so is one that died after', async () => {
  const [before, after] = [await addPlain('Before.\n'), await addPlain('After.\n')]
  await writeFile(path.join(directory, `${before}.sealed`), 'half a file of the process that died')
  const [row] = await desk.services.db.select().from(documents).where(eq(documents.id, after))
  if (!row) throw new Error('The document is not there.')
  const sealedKey = await desk.services.documentStore.seal(row)
  await desk.services.db.update(documents).set({ sealedKey }).where(eq(documents.id, after))
  expect(await filesOf(after)).toEqual([after, `${after}.sealed`])
  expect(await sealPlainDocuments(desk.services)).toBe(1)
  for (const [id, text] of [
    [before, 'Before.\n'],
    [after, 'After.\n'],
  ] as const) {
    expect(await textOf(id)).toBe(text)
    expect(await filesOf(id)).toEqual([`${id}.sealed`])
  }
})

test('what is missing or not what was stored is left as it is, and holds up no other', async () => {
  const [missing, changed, sound] = [await addPlain('1\n'), await addPlain('2\n'), await addPlain('3\n')]
  await desk.services.documentStore.removePlain(missing)
  await writeFile(path.join(directory, changed), 'X\n')
  expect(await sealPlainDocuments(desk.services)).toBe(1)
  expect([await keyOf(missing), await keyOf(changed)]).toEqual([null, null])
  expect(await filesOf(changed)).toContain(changed)
  expect(await textOf(sound)).toBe('3\n')
})

test('one that is on its way to the partner waits', async () => {
  const id = await addPlain('On its way.\n')
  await desk.services.db.update(documents).set({ delivery: 'sending' }).where(eq(documents.id, id))
  expect(await sealPlainDocuments(desk.services)).toBe(0)
  expect(await filesOf(id)).toEqual([id])
})
