import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { isUuid } from '@/lib/domain/values/uuid'
import type { Sealer } from '@/lib/server/sealing/sealer'
import {
  findRecords,
  letGo,
  newFileKey,
  openSealed,
  plainBytesIn,
  RECORD_BYTES,
  type SealedFile,
  sealRecord,
} from './sealed-file'

/**
 * Files on their way here: the bytes that have come in `<id>.sealed`, and beside them, in `<id>.json`, the file's key,
 * itself sealed, and what was said of the file when it was begun. What has come is read off the first, so that nothing
 * has to be counted, and a process that is killed loses nothing but the bytes on their way.
 */
export type UploadPlace = {
  directory: string
  sealer: Sealer
  /** Where they lie in object storage instead. */
  objects?: ObjectUploads
}

/** Uploads outside of this machine: one may be begun at one desk and ended at another. */
export type ObjectUploads = {
  begin(id: string, about: Beside): Promise<void>
  find(id: string): Promise<Upload | null>
  list(): Promise<({ id: string } & Upload)[]>
  /** The plain bytes that have come. Rejects with ENOENT when it is gone. */
  read(id: string): AsyncIterable<Buffer>
  append(id: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number>
  remove(id: string): Promise<void>
  deleteUntouchedBefore(moment: Date): Promise<number>
}

const recordSchema = z.object({
  sizeBytes: z.number(),
  ownerId: z.string(),
  applicationId: z.uuid(),
  name: z.string(),
  category: z.enum(DOCUMENT_CATEGORIES.map(({ slug }) => slug)),
  /** The slot of the document plan that it is for. */
  slot: z.string().max(100).optional(),
  /** The document whose place it is to take. */
  replaces: z.uuid().optional(),
  /** When the file was last changed, as its browser says (ms); tells it from another of the same name. */
  modifiedMs: z.number(),
})

/** What the browser said of a file when it began to send it, and who was signed in there. */
export type UploadRecord = z.output<typeof recordSchema>

/** `record` is null for a file that was put there by the desk itself. */
export const besideSchema = z.object({
  sealedKey: z.string(),
  sizeBytes: z.number(),
  record: recordSchema.nullable(),
})
export type Beside = z.output<typeof besideSchema>

export type Upload = Beside & { receivedBytes: number }

/** Where the content of a file lies: sealed, or in the clear as an earlier version of the desk left it. */
export function contentPath(directory: string, id: string, form: 'sealed' | 'plain'): string {
  if (!isUuid(id)) throw new Error('A document id has an unknown form.')
  return path.join(directory, form === 'sealed' ? `${id}.sealed` : id)
}

const besidePath = (directory: string, id: string) => `${contentPath(directory, id, 'plain')}.json`

/** What a read rejects with when the file is not there. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export function nullIfMissing(error: unknown): null {
  if (isMissingFile(error)) return null
  throw error
}

/** The same for an upload and for the document that it becomes. */
export const fileKeyPlace = (id: string) => ({ table: 'documents', row: id, field: 'sealedKey' })

export const sealFileKey = (sealer: Sealer, id: string, key: Buffer): string =>
  sealer.seal(fileKeyPlace(id), key.toString('base64'))

export const openFileKey = (sealer: Sealer, id: string, sealedKey: string): Buffer =>
  Buffer.from(sealer.open(fileKeyPlace(id), sealedKey), 'base64')

const openKeyOf = ({ sealer }: UploadPlace, id: string, { sealedKey, sizeBytes }: Beside): SealedFile => ({
  id,
  key: openFileKey(sealer, id, sealedKey),
  sizeBytes,
})

export const createUpload = (uploads: UploadPlace, record: UploadRecord): Promise<string> =>
  beginUpload(uploads, crypto.randomUUID(), record.sizeBytes, record)

async function beginUpload(
  { directory, sealer, objects }: UploadPlace,
  id: string,
  sizeBytes: number,
  record: UploadRecord | null,
): Promise<string> {
  const beside: Beside = { sealedKey: sealFileKey(sealer, id, newFileKey()), sizeBytes, record }
  if (objects) {
    await objects.begin(id, beside)
    return id
  }
  // The key first: bytes without one could never be opened.
  await writeFile(besidePath(directory, id), JSON.stringify(beside), { mode: 0o600 })
  await writeFile(contentPath(directory, id, 'sealed'), '', { mode: 0o600 })
  return id
}

/** A finished upload of the desk's own making. */
export async function putUpload(
  uploads: UploadPlace,
  content: Uint8Array,
  id: string = crypto.randomUUID(),
): Promise<string> {
  await beginUpload(uploads, id, content.byteLength, null)
  const { signal } = new AbortController()
  await appendToUpload(
    uploads,
    id,
    0,
    (async function* () {
      yield content
    })(),
    signal,
  )
  return id
}

/** Null when there is none, or none that can be read: an upload that no one owns is no one's. */
export async function findUpload(
  { directory, objects }: Pick<UploadPlace, 'directory' | 'objects'>,
  id: string,
): Promise<Upload | null> {
  if (objects) return objects.find(id)
  const receivedBytes = await plainBytesIn(contentPath(directory, id, 'sealed')).catch(nullIfMissing)
  if (receivedBytes === null) return null
  const beside = await readBeside(directory, id)
  return beside && { ...beside, receivedBytes }
}

/** What was cut in the middle by a full disk is as good as not there. */
async function readBeside(directory: string, id: string): Promise<Beside | null> {
  const text = await readFile(besidePath(directory, id), 'utf8').catch(nullIfMissing)
  if (text === null) return null
  try {
    return besideSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Every upload that someone began and that is no document yet. */
export async function listUploads(
  uploads: UploadPlace,
): Promise<{ id: string; receivedBytes: number; record: UploadRecord }[]> {
  if (uploads.objects) {
    const listed = await uploads.objects.list()
    return listed.flatMap(({ id, receivedBytes, record }) => (record ? [{ id, receivedBytes, record }] : []))
  }
  const ids = (await readdir(uploads.directory)).map(idOfName)
  const found = await Promise.all(
    [...new Set(ids)].filter(isUuid).map(async (id) => {
      const upload = await findUpload(uploads, id)
      return upload?.record ? [{ id, receivedBytes: upload.receivedBytes, record: upload.record }] : []
    }),
  )
  return found.flat()
}

const idOfName = (name: string): string => name.split('.', 1)[0] ?? ''

/** What has come, in order; each part is gone as soon as the next one is asked for. Rejects with ENOENT when it is gone. */
export async function* readUpload(uploads: UploadPlace, id: string): AsyncGenerator<Buffer> {
  if (uploads.objects) {
    yield* uploads.objects.read(id)
    return
  }
  const beside = await readBeside(uploads.directory, id)
  if (beside === null) throw Object.assign(new Error('An upload is gone.'), { code: 'ENOENT' })
  yield* openSealed(contentPath(uploads.directory, id, 'sealed'), openKeyOf(uploads, id, beside), {
    isWhole: false,
    isPassing: true,
  })
}

/** Of the plain bytes: of the first `bytes`, or of all. Rejects with ENOENT when it is gone. */
export async function hashUpload(uploads: UploadPlace, id: string, bytes = Infinity): Promise<string> {
  const hash = createHash('sha256')
  let left = bytes
  for await (const part of readUpload(uploads, id)) {
    hash.update(part.length > left ? part.subarray(0, left) : part)
    left -= part.length
    if (left <= 0) break
  }
  return hash.digest('hex')
}

export async function removeUpload(
  { directory, objects }: Pick<UploadPlace, 'directory' | 'objects'>,
  id: string,
): Promise<void> {
  if (objects) return objects.remove(id)
  for (const form of ['sealed', 'plain'] as const) await rm(contentPath(directory, id, form), { force: true })
  await rm(besidePath(directory, id), { force: true })
}

/** An upload that no one went on with for this long is thrown away. */
export const KEEP_UNFINISHED_MS = 7 * DAY_MS

/** Throws away what was begun and never became a document. Asked at each start and once a day. */
export async function deleteExpiredUploads(
  { directory, objects }: Pick<UploadPlace, 'directory' | 'objects'>,
  now = new Date(),
): Promise<number> {
  if (objects) return objects.deleteUntouchedBefore(new Date(now.getTime() - KEEP_UNFINISHED_MS))
  const ids = new Set((await readdir(directory)).map(idOfName).filter(isUuid))
  let deleted = 0
  for (const id of ids) {
    const touched =
      (await stat(contentPath(directory, id, 'sealed')).catch(nullIfMissing)) ??
      (await stat(besidePath(directory, id)).catch(nullIfMissing)) ??
      (await stat(contentPath(directory, id, 'plain')).catch(nullIfMissing))
    if (touched === null || now.getTime() - touched.mtimeMs < KEEP_UNFINISHED_MS) continue
    await removeUpload({ directory }, id)
    deleted += 1
  }
  return deleted
}

export class TooManyBytesError extends Error {}

/** The upload does not stand where it was to go on. */
export class WrongOffsetError extends Error {}

/**
 * Seals what `source` gives behind the first `offset` bytes, and gives the new number of them. What came before
 * `source` broke off, or `signal` stopped it, is kept. Throws TooManyBytesError when more comes than the file has.
 * The chunks are used up: their memory is let go of as soon as it is sealed.
 */
export async function appendToUpload(
  uploads: UploadPlace,
  id: string,
  offset: number,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<number> {
  if (uploads.objects) return uploads.objects.append(id, offset, untilAborted(source, signal))
  const beside = await readBeside(uploads.directory, id)
  if (beside === null) throw new Error('An upload has lost its key.')
  const content = contentPath(uploads.directory, id, 'sealed')
  const handle = await open(content, 'r+')
  try {
    const found = await findRecords(handle)
    if (found.plainBytes !== offset) throw new WrongOffsetError('The upload is at another offset.')
    const batch = createBatch(handle, openKeyOf(uploads, id, beside), found.end, {
      index: found.records.length,
      offset,
    })
    try {
      const roomBytes = beside.sizeBytes - offset
      let cameBytes = 0
      for await (const chunk of untilAborted(source, signal)) {
        cameBytes += chunk.byteLength
        if (cameBytes > roomBytes) throw new TooManyBytesError('More bytes came than the file has.')
        await batch.add(chunk)
      }
    } finally {
      try {
        await batch.write()
      } finally {
        // What a full disk cut off is no record, and would stand in the way of the next.
        await handle.truncate(batch.end())
      }
    }
    return batch.offset()
  } finally {
    await handle.close()
  }
}

/** `position`: where the next record goes. A write for every chunk of the network takes twice the time. */
function createBatch(
  handle: FileHandle,
  file: SealedFile,
  position: number,
  next: { index: number; offset: number },
) {
  let [end, index, offset] = [position, next.index, next.offset]
  let chunks: Uint8Array[] = []
  let bytes = 0
  async function write() {
    if (bytes === 0) return
    const sealed = sealRecord(file, { index, offset }, chunks, letGo)
    const plainBytes = bytes
    chunks = []
    bytes = 0
    let at = end
    for (let left = sealed; left.length > 0; ) {
      const { bytesWritten } = await handle.writev(left, at)
      at += bytesWritten
      left = after(left, bytesWritten)
    }
    end = at
    index += 1
    offset += plainBytes
    for (const part of sealed) letGo(part)
  }
  return {
    write,
    end: () => end,
    offset: () => offset,
    async add(chunk: Uint8Array) {
      for (let from = 0; from < chunk.byteLength; from += RECORD_BYTES) {
        const part = chunk.byteLength > RECORD_BYTES ? chunk.subarray(from, from + RECORD_BYTES) : chunk
        if (bytes + part.byteLength > RECORD_BYTES) await write()
        chunks.push(part)
        bytes += part.byteLength
      }
      if (bytes === RECORD_BYTES) await write()
    },
  }
}

/** What is left of the chunks after so many bytes: on a disk that gets full, a write can be short. */
function after(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes
  return chunks.flatMap((chunk) => {
    const rest = chunk.subarray(Math.min(skip, chunk.byteLength))
    skip -= chunk.byteLength - rest.byteLength
    return rest.byteLength > 0 ? [rest] : []
  })
}

/** The same chunks; ends by throwing when the signal says so, also while it waits for a line that has gone dead. */
async function* untilAborted(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await Promise.race([chunks.next(), aborted])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Makes `<id>.sealed` of the plain file `<id>`, durably; the plain one stays. An unfinished one of an earlier try is
 * begun anew. Gives the hash of what was read, and rejects with ENOENT where there is nothing to read.
 */
export async function sealPlainFile(directory: string, file: SealedFile): Promise<{ sha256: string }> {
  const hash = createHash('sha256')
  // Opened before it is read: a stream that fails while no one listens yet ends the process.
  const plain = await open(contentPath(directory, file.id, 'plain'))
  const source = plain.createReadStream({ highWaterMark: 1 << 16 })
  const handle = await open(contentPath(directory, file.id, 'sealed'), 'w', 0o600)
  try {
    const batch = createBatch(handle, file, 0, { index: 0, offset: 0 })
    for await (const chunk of source) {
      hash.update(chunk)
      await batch.add(chunk)
    }
    await batch.write()
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { sha256: hash.digest('hex') }
}

/**
 * Seals the uploads that an earlier version of the desk left here in the clear. Killed at any point, the next start
 * goes on: the plain file goes last, once the key and the sealed one are there.
 */
export async function sealPlainUploads({ directory, sealer, objects }: UploadPlace): Promise<number> {
  if (objects) return 0
  const ids = (await readdir(directory)).filter(isUuid)
  let count = 0
  for (const id of ids) {
    const plain = contentPath(directory, id, 'plain')
    if ((await readBeside(directory, id)) === null) {
      const text = await readFile(besidePath(directory, id), 'utf8').catch(nullIfMissing)
      const { size } = await stat(plain)
      const record = text === null ? null : parseOrNull(text)
      // What was said of it cannot be read: it is no one's, and is thrown away with the expired ones.
      if (text !== null && record === null) continue
      const sizeBytes = record?.sizeBytes ?? size
      const key = newFileKey()
      await sealPlainFile(directory, { id, key, sizeBytes })
      const beside: Beside = { sealedKey: sealFileKey(sealer, id, key), sizeBytes, record }
      const unfinished = `${besidePath(directory, id)}.new`
      await writeFile(unfinished, JSON.stringify(beside), { mode: 0o600, flush: true })
      await rename(unfinished, besidePath(directory, id))
      count += 1
    }
    await rm(plain)
  }
  return count
}

function parseOrNull(text: string): UploadRecord | null {
  try {
    return recordSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
