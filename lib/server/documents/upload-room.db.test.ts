import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { documents } from '@/lib/db/schema/documents'
import { documentRules } from '@/lib/domain/settings/document-rules'
import { createApplication } from '@/lib/server/applications/mutations'
import type { Ctx } from '@/lib/server/services'
import { storeSetting } from '@/lib/server/settings'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { uploadCalls } from '@/lib/testing/upload-calls'
import { createUpload, listUploads, removeUpload } from './upload-files'
import { beginInRoom, findNoRoom } from './upload-room'
import { createUploadServer } from './upload-server'

let desk: TestDesk
let ana: Ctx
let ben: Ctx
let applicationId: string
let otherId: string
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ;[ana, ben] = [await desk.as('Ana'), await desk.as('Ben')]
  ;[applicationId, otherId] = [(await createApplication(ana)).id, (await createApplication(ana)).id]
  await storeSetting(desk.services.db, documentRules.key, {
    keepFreeMegabytes: 500,
    megabytesPerApplication: 100,
    megabytesPerPersonDay: 150,
  })
})
afterAll(() => desk.close())
beforeEach(() => desk.services.db.delete(documents))

const MB = 1_000_000
const stored = (sizeMb: number, of = applicationId, by = ana, daysAgo = 0, removed = false) =>
  desk.services.db.insert(documents).values({
    applicationId: of,
    name: 'a.pdf',
    category: 'other',
    mediaType: 'application/pdf',
    sizeBytes: sizeMb * MB,
    sha256: crypto.randomUUID(),
    delivery: 'waiting',
    uploadedBy: by.actor.id,
    uploadedAt: new Date(Date.now() - daysAgo * 86_400_000),
    removedAt: removed ? new Date() : null,
  })
const ask = (sizeMb: number, { of = applicationId, by = ana, freeMb = 100_000 } = {}) =>
  findNoRoom(
    desk.services,
    { ownerId: by.actor.id, applicationId: of, sizeBytes: sizeMb * MB },
    async () => freeMb * MB,
  )

test('an application has room up to its limit; what was removed does not count', async () => {
  await stored(60)
  await stored(90, applicationId, ben, 0, true)
  expect(await ask(40)).toBeNull()
  expect(await ask(41)).toMatchObject({ status: 413, message: expect.stringContaining('100 MB together') })
  expect(await ask(41, { of: otherId })).toBeNull()
})

test('a person has room up to the limit of a day, over all applications', async () => {
  await stored(80, otherId)
  await stored(80, applicationId, ana, 2)
  await stored(20, otherId, ben)
  expect(await ask(70, { of: otherId, by: ben }), 'full').toMatchObject({ status: 413 })
  await desk.services.db.delete(documents)
  await stored(80, otherId)
  await stored(60)
  expect(await ask(10)).toBeNull()
  expect(await ask(11)).toMatchObject({ status: 413, message: expect.stringContaining('in 24 hours') })
  expect(await ask(11, { by: ben })).toBeNull()
})

test('the disk keeps its floor, and what others have begun is counted as if it had come', async () => {
  expect(await ask(10, { freeMb: 510 })).toBeNull()
  expect(await ask(10, { freeMb: 509 })).toMatchObject({ status: 507 })
  const id = await createUpload(desk.services.documentStore.uploads, {
    sizeBytes: 50 * MB,
    ownerId: ben.actor.id,
    applicationId,
    name: 'b.pdf',
    category: 'other',
    modifiedMs: 0,
  })
  expect(await ask(10, { freeMb: 559 })).toMatchObject({ status: 507 })
  expect(await ask(51), 'of the application too').toMatchObject({ status: 413 })
  await removeUpload(desk.services.documentStore.uploads, id)
  expect(await ask(51)).toBeNull()
})

test('what is free is read off the disk itself, and a file beyond it is not begun', async () => {
  const file = {
    ownerId: ana.actor.id,
    applicationId,
    name: 'a.pdf',
    category: 'other',
    modifiedMs: 0,
  } as const
  let started = 0
  const begin = async () => {
    started += 1
  }
  const refused = await beginInRoom(desk.services, { ...file, sizeBytes: 2 ** 52 }, begin)
  expect(refused).toMatchObject({ status: 507, message: expect.stringContaining('nearly full') })
  expect(started).toBe(0)
  expect(await beginInRoom(desk.services, { ...file, sizeBytes: MB }, begin)).toEqual({ started: undefined })
  expect(started).toBe(1)
})

test('of five files that are begun at once, as many are as there is room for', async () => {
  const { uploads } = desk.services.documentStore
  const server = createUploadServer(
    uploads,
    async () => ben.actor.id,
    (file, begin) => beginInRoom(desk.services, file, begin),
  )
  const { begin } = uploadCalls(server, 'http://desk.test', 'ben')
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => begin(40 * MB, { application: applicationId })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 413, 413, 413])
  const unfinished = await listUploads(uploads)
  expect(unfinished).toHaveLength(2)
  for (const { id } of unfinished) await removeUpload(uploads, id)
})

test('the real disk is asked where nothing else is said', async () => {
  const about = { ownerId: ana.actor.id, applicationId, sizeBytes: 1 }
  await storeSetting(desk.services.db, documentRules.key, { keepFreeMegabytes: 0 })
  expect(await findNoRoom(desk.services, about)).toBeNull()
})
