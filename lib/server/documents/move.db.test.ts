import { readdir, truncate } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documents } from '@/lib/db/schema/documents'
import { createApplication } from '@/lib/server/applications/mutations'
import type { Ctx } from '@/lib/server/services'
import { startObjectStorage } from '@/lib/testing/object-storage-line'
import { putUpload } from '@/lib/testing/put-upload'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { answerContent } from './content'
import { moveDocuments } from './move'
import { registerDocument } from './mutations'
import { createObjectDocumentStore } from './object-documents'

let desk: TestDesk
let ana: Ctx
let line: Awaited<ReturnType<typeof startObjectStorage>>
beforeAll(async () => {
  line = await startObjectStorage()
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
})
afterAll(async () => {
  await desk.close()
  await line.stop()
})

async function add(to: Ctx, content: string): Promise<string> {
  const { id: applicationId } = await createApplication(to)
  const uploadId = await putUpload(to, content)
  const input = { applicationId, uploadId, name: 'a.txt', category: 'other' as const }
  const added = await registerDocument(to, input)
  if (!added.ok) throw new Error(added.message)
  // Asked again, for a lost answer, it is the same one.
  expect(await registerDocument(to, input)).toEqual(added)
  return added.documentId
}
const inBucket = (): Ctx => ({
  ...ana,
  documentStore: createObjectDocumentStore(line.open(), '/nowhere', desk.services.sealer),
})
const textOf = async (at: Ctx, id: string) => (await answerContent(at, id, { withBody: true })).text()

test('a document is added to the bucket, and read at another desk', async () => {
  const id = await add(inBucket(), 'In the bucket.\n')
  expect(await textOf(inBucket(), id)).toBe('In the bucket.\n')
  for await (const { key } of line.open().list('uploads/')) throw new Error(`${key} was left.`)
  await desk.services.db.delete(documents).where(eq(documents.id, id))
})

test('documents of the disk are moved, also after a move that broke off, and what is damaged is named', async () => {
  const folder = path.resolve(desk.services.documentStore.uploads.directory, '../documents')
  const places = { folder, uploads: desk.services.documentStore.uploads.directory }
  const ids = [await add(ana, 'One.\n'), await add(ana, 'Two.\n'), await add(ana, 'Three.\n')]
  const [whole, , damaged] = [...ids].sort()
  const texts = new Map(await Promise.all(ids.map(async (id) => [id, await textOf(ana, id)] as const)))
  await truncate(path.join(folder, `${damaged}.sealed`), 20)
  const move = () => moveDocuments(desk.services.db, desk.services.sealer, line.open(), places)

  let puts = 0
  line.plant(({ method }) => (method === 'PUT' && ++puts > 1 ? { status: 403 } : null))
  await expect(move()).rejects.toThrow()
  expect(await readdir(folder)).toHaveLength(3)
  line.plant(() => null)

  expect(await move()).toEqual({ copied: 1, wasThere: 1, unreadable: [damaged] })
  expect(await textOf(inBucket(), whole ?? '')).toBe(texts.get(whole ?? ''))
  expect(await readdir(`${folder}.moved`)).toHaveLength(3)
})
