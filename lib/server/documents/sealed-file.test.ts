import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSealer } from '@/lib/server/sealing/sealer'
import {
  DamagedFileError,
  openSealed,
  openSealedStream,
  plainBytesIn,
  RECORD_BYTES,
  type SealedFile,
} from './sealed-file'
import {
  appendToUpload,
  createUpload,
  findUpload,
  hashUpload,
  openFileKey,
  readUpload,
  sealPlainUploads,
  type UploadPlace,
} from './upload-files'

let uploads: UploadPlace
beforeAll(async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'payfac-desk-sealed-'))
  uploads = { directory, sealer: createSealer([{ version: 1, key: randomBytes(32) }]) }
})
afterAll(() => rm(uploads.directory, { recursive: true }))

const RECORD = {
  ownerId: 'ana',
  applicationId: '0198c0de-0000-4000-8000-000000000001',
  name: 'passport.pdf',
  category: 'identity' as const,
  modifiedMs: 0,
}
const { signal } = new AbortController()
const from = (...chunks: Uint8Array[]) =>
  (async function* () {
    yield* chunks.map((chunk) => Buffer.from(chunk))
  })()

/** A file that came in these pieces, each of its own request. */
async function received(...pieces: Uint8Array[]): Promise<{ file: SealedFile; content: string }> {
  const sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const id = await createUpload(uploads, { ...RECORD, sizeBytes })
  let offset = 0
  for (const piece of pieces) offset = await appendToUpload(uploads, id, offset, from(piece), signal)
  const upload = await findUpload(uploads, id)
  if (!upload) throw new Error('The upload is not there.')
  const content = path.join(uploads.directory, `${id}.sealed`)
  return { file: { id, sizeBytes, key: openFileKey(uploads.sealer, id, upload.sealedKey) }, content }
}

async function readReceived(id: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of readUpload(uploads, id)) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

const readAll = async (content: string, file: SealedFile, start?: number) =>
  Buffer.concat(await Readable.from(openSealed(content, file, { start })).toArray())

/** As they would come over a line. */
async function streamAll(sealed: Buffer, file: SealedFile, pieceBytes: number): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < sealed.length; at += pieceBytes)
      yield Buffer.from(sealed.subarray(at, at + pieceBytes))
  }
  return Buffer.concat(await Readable.from(openSealedStream(pieces(), file)).toArray())
}

describe('a sealed file', () => {
  const plain = randomBytes(2 * RECORD_BYTES + 12_345)

  test('is what came, however it was cut, and holds nothing of it in the clear, nor its key', async () => {
    const passport = Buffer.from('PASSPORT NUMBER C01X00T47 '.repeat(100_000))
    const cuts = [0, 1, 2, 70_000, RECORD_BYTES, RECORD_BYTES + 1, passport.length]
    const { file, content } = await received(
      ...cuts.slice(1).map((end, i) => passport.subarray(cuts[i], end)),
    )
    expect((await readAll(content, file)).equals(passport)).toBe(true)
    const [onDisk, beside] = await Promise.all([
      readFile(content),
      readFile(path.join(uploads.directory, `${file.id}.json`), 'utf8'),
    ])
    expect(onDisk.includes('PASSPORT')).toBe(false)
    expect(onDisk.includes(file.key)).toBe(false)
    expect(beside).not.toContain(file.key.toString('base64'))
  })

  test.each([0, 1, 65_535, RECORD_BYTES - 1, RECORD_BYTES, RECORD_BYTES + 7, plain.length - 1, plain.length])(
    'is read from byte %i on',
    async (start) => {
      const { file, content } = await received(plain)
      expect((await readAll(content, file, start)).equals(plain.subarray(start))).toBe(true)
    },
  )

  /** Offset and length of each record, as they lie there. */
  async function recordsOf(content: string): Promise<Buffer[]> {
    const bytes = await readFile(content)
    const records: Buffer[] = []
    for (let at = 0; at < bytes.length; ) {
      const end = at + 4 + 12 + bytes.readUInt32BE(at) + 16
      records.push(bytes.subarray(at, end))
      at = end
    }
    return records
  }

  test.each<[string, (records: Buffer[], other: Buffer[]) => Buffer[]]>([
    ['whose last record is missing', (records) => records.slice(0, -1)],
    ['whose first record is missing', (records) => records.slice(1)],
    ['with two records in the other order', ([a, b, ...rest]) => [b, a, ...rest].flatMap((one) => one ?? [])],
    ['with one of them twice', ([a, , ...rest]) => [a, a, ...rest].flatMap((one) => one ?? [])],
    ['with a record of another file', ([a, , ...rest], [, b]) => [a, b, ...rest].flatMap((one) => one ?? [])],
    ['with something behind it', (records) => [...records, Buffer.from('more')]],
    [
      'cut in its last record',
      (records) => [...records.slice(0, -1), (records.at(-1) ?? Buffer.alloc(0)).subarray(0, -1)],
    ],
    ['with nothing left', () => []],
  ])('%s is damaged, and never read as if it were whole', async (_, change) => {
    const one = await received(plain)
    const other = await received(randomBytes(plain.length))
    const changed = Buffer.concat(change(await recordsOf(one.content), await recordsOf(other.content)))
    await writeFile(one.content, changed)
    await expect(readAll(one.content, one.file)).rejects.toThrow(DamagedFileError)
    await expect(streamAll(changed, one.file, 65_536)).rejects.toThrow(DamagedFileError)
  })

  test.each([5, 4_001, 65_536, RECORD_BYTES + 32, 8_000_000])(
    'is the same from elsewhere in pieces of %i bytes',
    async (pieceBytes) => {
      const { file, content } = await received(plain)
      expect((await streamAll(await readFile(content), file, pieceBytes)).equals(plain)).toBe(true)
    },
  )

  test('with one bit turned gives what comes before that record, and then an error', async () => {
    const { file, content } = await received(plain)
    const handle = await open(content, 'r+')
    const place = RECORD_BYTES + 5_000
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, place)
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, place)
    await handle.close()
    let given = 0
    await expect(async () => {
      for await (const part of openSealed(content, file)) given += part.length
    }).rejects.toThrow(DamagedFileError)
    expect(given).toBe(RECORD_BYTES)
  })

  test('opens with no other key, and under no other name', async () => {
    const { file, content } = await received(plain)
    await expect(readAll(content, { ...file, key: randomBytes(32) })).rejects.toThrow(DamagedFileError)
    await expect(readAll(content, { ...file, id: crypto.randomUUID() })).rejects.toThrow(DamagedFileError)
  })
})

describe('an upload that was cut off', () => {
  test('in the middle of a record goes on behind the last whole one', async () => {
    const plain = randomBytes(1_500_000)
    const id = await createUpload(uploads, { ...RECORD, sizeBytes: plain.length })
    await appendToUpload(uploads, id, 0, from(plain.subarray(0, 600_000)), signal)
    await appendToUpload(uploads, id, 600_000, from(plain.subarray(600_000, 1_000_000)), signal)
    const content = path.join(uploads.directory, `${id}.sealed`)
    await truncate(content, 1_000_000)
    expect(await plainBytesIn(content)).toBe(600_000)
    await expect(
      appendToUpload(uploads, id, 1_000_000, from(plain.subarray(1_000_000)), signal),
    ).rejects.toThrow('is at another offset')
    await appendToUpload(uploads, id, 600_000, from(plain.subarray(600_000)), signal)
    expect((await readReceived(id)).equals(plain)).toBe(true)
  })

  test('and is nothing but zeros behind that is not longer than what came', async () => {
    const id = await createUpload(uploads, { ...RECORD, sizeBytes: 100 })
    await appendToUpload(uploads, id, 0, from(Buffer.from('abc')), signal)
    const content = path.join(uploads.directory, `${id}.sealed`)
    await appendFile(content, Buffer.alloc(4_096))
    expect(await plainBytesIn(content)).toBe(3)
  })
})

describe('uploads of an earlier version, in the clear', () => {
  test('are sealed, and go on where they stood', async () => {
    const id = crypto.randomUUID()
    const plain = path.join(uploads.directory, id)
    await writeFile(plain, 'half of')
    await writeFile(`${plain}.json`, JSON.stringify({ ...RECORD, sizeBytes: 11 }))
    expect(await sealPlainUploads(uploads)).toBe(1)
    expect(await findUpload(uploads, id)).toMatchObject({ receivedBytes: 7, record: { name: RECORD.name } })
    await expect(readFile(plain)).rejects.toMatchObject({ code: 'ENOENT' })
    await appendToUpload(uploads, id, 7, from(Buffer.from(' it.')), signal)
    expect((await readReceived(id)).toString()).toBe('half of it.')
    expect(await sealPlainUploads(uploads)).toBe(0)
  })

  test('that were sealed before the process died lose only their plain copy', async () => {
    const { file } = await received(Buffer.from('whole'))
    await writeFile(path.join(uploads.directory, file.id), 'an older one')
    const before = await hashUpload(uploads, file.id)
    await sealPlainUploads(uploads)
    expect(await hashUpload(uploads, file.id)).toBe(before)
    await expect(readFile(path.join(uploads.directory, file.id))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
