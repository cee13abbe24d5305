import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createSealer } from '@/lib/server/sealing/sealer'
import { startObjectStorage } from '@/lib/testing/object-storage-line'
import { createObjectDocumentStore, documentKey } from './object-documents'
import { openDocumentStore } from './open-store'
import {
  appendToUpload,
  createUpload,
  deleteExpiredUploads,
  hashUpload,
  listUploads,
  WrongOffsetError,
} from './upload-files'

const sealer = createSealer([{ version: 1, key: randomBytes(32) }])
let line: Awaited<ReturnType<typeof startObjectStorage>>
beforeAll(async () => {
  line = await startObjectStorage()
})
afterEach(() => line.plant(() => null))
afterAll(() => line.stop())

/** One desk of several: what it remembers is its own. */
const desk = () => createObjectDocumentStore(line.open(), '/nowhere', sealer)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const { signal } = new AbortController()

async function* pieces(file: Buffer, bytes = 64_000, failAt = Infinity) {
  for (let at = 0; at < file.length; at += bytes) {
    if (at >= failAt) throw new Error('aborted')
    // A copy: what is used up is let go of.
    yield Buffer.from(file.subarray(at, at + bytes))
  }
}

const begin = (store: ReturnType<typeof desk>, file: Buffer) =>
  createUpload(store.uploads, {
    sizeBytes: file.length,
    ownerId: crypto.randomUUID(),
    applicationId: crypto.randomUUID(),
    name: 'Ada Canary passport.pdf',
    category: 'other',
    modifiedMs: 0,
  })

async function stored(store: ReturnType<typeof desk>, file: Buffer) {
  const id = await begin(store, file)
  await appendToUpload(store.uploads, id, 0, pieces(file), signal)
  await store.keep(id)
  const { sealedKey } = (await store.findUpload(id)) ?? {}
  return { id, sizeBytes: file.length, sealedKey: sealedKey ?? null }
}

async function contentOf(store: ReturnType<typeof desk>, document: Awaited<ReturnType<typeof stored>>) {
  const parts: Buffer[] = []
  for await (const part of store.read(document)) parts.push(part)
  return Buffer.concat(parts)
}

describe('a document in object storage', () => {
  test('is begun at one desk, goes on at another, and is the same file', async () => {
    const file = randomBytes(19_000_000)
    const [one, two] = [desk(), desk()]
    const id = await begin(one, file)
    const broken = appendToUpload(one.uploads, id, 0, pieces(file, 64_000, 11_000_000), signal)
    await expect(broken).rejects.toThrow('aborted')
    const { receivedBytes = 0 } = (await two.findUpload(id)) ?? {}
    expect(receivedBytes, 'also what had not been written when it broke off').toBe(11_008_000)
    expect(await hashUpload(two.uploads, id, receivedBytes)).toBe(sha256(file.subarray(0, receivedBytes)))
    await appendToUpload(two.uploads, id, receivedBytes, pieces(file.subarray(receivedBytes)), signal)
    expect(await one.uploadSha256(id)).toBe(sha256(file))
    await one.keep(id)
    await two.keep(id)
    const { sealedKey = null } = (await two.findUpload(id)) ?? {}
    await one.discardUpload(id)
    expect(await two.findUpload(id)).toBeNull()
    expect(sha256(await contentOf(two, { id, sizeBytes: file.length, sealedKey }))).toBe(sha256(file))
  })

  test('of which two desks write the same part is told so, and stays the first one’s', async () => {
    const file = randomBytes(3_000_000)
    const [one, two] = [desk(), desk()]
    const id = await begin(one, file)
    const both = await Promise.allSettled(
      [one, two].map((store) => appendToUpload(store.uploads, id, 0, pieces(file), signal)),
    )
    const late = both.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(late.length).toBeLessThan(2)
    for (const error of late) expect(error).toBeInstanceOf(WrongOffsetError)
    expect(await one.uploadSha256(id)).toBe(sha256(file))
  })

  test('lies there sealed, with its name', async () => {
    const file = Buffer.from('Social security number 219-09-9999')
    const store = desk()
    const { id } = await stored(store, file)
    const storage = line.open()
    for await (const { key } of storage.list('')) {
      if (!key.includes(id)) continue
      const parts: Uint8Array[] = []
      for await (const part of storage.open(key)) parts.push(part)
      expect(Buffer.concat(parts).toString('latin1')).not.toMatch(/219-09-9999|Canary/)
    }
  })

  test('is never written over', async () => {
    const { id } = await stored(desk(), Buffer.from('first'))
    expect(await line.open().putOnce(documentKey(id), Buffer.from('second'))).toBe(false)
  })

  test('that was moved, cut or changed in the bucket is damaged; one that is gone is missing', async () => {
    const store = desk()
    const [one, other] = [await stored(store, randomBytes(3_000)), await stored(store, randomBytes(3_000))]
    expect(await store.check(one)).toBe('whole')
    expect(await store.check({ ...other, sealedKey: one.sealedKey }).catch(() => 'damaged')).toBe('damaged')
    line.plant(({ method }) => (method === 'GET' ? { flipAtByte: 700 } : null))
    expect(await store.check(one)).toBe('damaged')
    line.plant(() => null)
    await store.erase(one.id)
    expect(await store.check(one)).toBe('missing')
  })

  test('is thrown away after a week unless it became a document', async () => {
    const store = desk()
    const id = await begin(store, Buffer.from('abc'))
    const days = (count: number) => new Date(Date.now() + count * 24 * 3_600_000)
    await deleteExpiredUploads(store.uploads, days(6.9))
    expect((await listUploads(store.uploads)).map((one) => one.id)).toContain(id)
    await deleteExpiredUploads(store.uploads, days(7.1))
    expect(await listUploads(store.uploads)).toEqual([])
  })
})

describe('on a line that fails', () => {
  test.each([500, 503])('a %i is tried again, in each direction', async (status) => {
    const store = desk()
    const file = randomBytes(9_000_000)
    let count = 0
    line.plant(({ method }) => (method !== 'HEAD' && count++ % 3 === 0 ? { status } : null))
    const document = await stored(store, file)
    expect(sha256(await contentOf(store, document))).toBe(sha256(file))
    expect(count).toBeGreaterThan(5)
  })

  test('reading goes on where an answer was cut', async () => {
    const store = desk()
    const file = randomBytes(5_000_000)
    const document = await stored(store, file)
    let count = 0
    line.plant(({ method }) => (method === 'GET' && count++ < 3 ? { cutAfterBytes: 1_234_567 } : null))
    expect(sha256(await contentOf(store, document))).toBe(sha256(file))
    expect(count).toBe(4)
  })

  test('a wrong checksum that stays, and a store that is silent, end the upload and keep what came', async () => {
    const store = desk()
    const file = randomBytes(9_500_000)
    const id = await begin(store, file)
    const isSecond = (asked: string) => /uploads\/.*\/0*[1-9]\d*(\?|$)/.test(asked)
    line.plant(({ method, path: asked }) => (method === 'PUT' && isSecond(asked) ? { status: 400 } : null))
    const append = (from: number) =>
      appendToUpload(store.uploads, id, from, pieces(file.subarray(from)), signal)
    await expect(append(0)).rejects.toThrow()
    const kept = (await store.findUpload(id))?.receivedBytes ?? 0
    expect(kept).toBe(8 << 20)
    line.plant(({ method, path: asked }) => (method === 'PUT' && isSecond(asked) ? { silent: true } : null))
    const impatient = createObjectDocumentStore(line.open(200), '/nowhere', sealer)
    await expect(
      appendToUpload(impatient.uploads, id, kept, pieces(file.subarray(kept)), signal),
    ).rejects.toThrow()
    line.plant(() => null)
    await append(kept)
    expect(await store.uploadSha256(id)).toBe(sha256(file))
  })

  test('a copy in parts that fails leaves no parts', async () => {
    const storage = line.open()
    const file = randomBytes(20_000_000)
    line.plant(({ path: asked }) => (asked.includes('partNumber=2') ? { status: 400 } : null))
    await expect(storage.putStreamOnce(documentKey(crypto.randomUUID()), pieces(file))).rejects.toThrow()
    line.plant(() => null)
    expect(
      line.seen.some(({ method, path: asked }) => method === 'DELETE' && asked.includes('uploadId')),
    ).toBe(true)
    expect(await storage.abortPartsBefore(new Date(Date.now() + 60_000))).toBe(0)
  })
})

describe('a desk whose documents are in object storage', () => {
  test('does not start on a bucket that refuses, and says what to check', async () => {
    line.plant(({ method }) => (method === 'PUT' ? { status: 403 } : null))
    await expect(openDocumentStore({ DATA_DIR: '/nowhere', ...line.settings }, sealer)).rejects.toThrow(
      /bucket documents cannot be used \(AccessDenied\)/,
    )
  })

  test('does not start over documents that lie on the disk', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'payfac-desk-'))
    await mkdir(path.join(directory, 'documents'))
    await writeFile(path.join(directory, 'documents', `${crypto.randomUUID()}.sealed`), 'x')
    const opened = openDocumentStore({ DATA_DIR: directory, ...line.settings }, sealer)
    await expect(opened).rejects.toThrow('npm run documents:move')
    await rm(directory, { recursive: true })
  })
})
