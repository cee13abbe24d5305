import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'

/**
 * Files on their way here: the bytes that have come in `<id>`, and beside them, in `<id>.json`, what was said of
 * the file when it was begun. What has come is the length of the first, so that nothing has to be counted, and
 * a process that is killed loses nothing but the bytes on their way.
 */

const recordSchema = z.object({
  sizeBytes: z.number(),
  ownerId: z.string(),
  applicationId: z.uuid(),
  name: z.string(),
  category: z.enum(DOCUMENT_CATEGORIES.map(({ slug }) => slug)),
  /** The slot of the document plan that it is for. */
  slot: z.string().max(100).optional(),
  /** When the file was last changed, as its browser says (ms); tells it from another of the same name. */
  modifiedMs: z.number(),
})

/** What the browser said of a file when it began to send it, and who was signed in there. */
export type UploadRecord = z.output<typeof recordSchema>

/** `record` is null for a file that was put there by the desk itself. */
export type Upload = { receivedBytes: number; record: UploadRecord | null }

const isId = (id: string) => /^[0-9a-f-]{36}$/.test(id)

function place(uploadsDir: string, id: string): string {
  if (!isId(id)) throw new Error('A document id has an unknown form.')
  return path.join(uploadsDir, id)
}

/** What a read rejects with when the file is not there. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export function nullIfMissing(error: unknown): null {
  if (isMissingFile(error)) return null
  throw error
}

export async function createUpload(uploadsDir: string, record: UploadRecord): Promise<string> {
  const id = crypto.randomUUID()
  const file = place(uploadsDir, id)
  // The record first: bytes without one would be the desk's own.
  await writeFile(`${file}.json`, JSON.stringify(record), { mode: 0o600 })
  await writeFile(file, '', { mode: 0o600 })
  return id
}

/** Null when there is none, or none that can be read: an upload that nobody owns is nobody's. */
export async function findUpload(uploadsDir: string, id: string): Promise<Upload | null> {
  const file = place(uploadsDir, id)
  const found = await stat(file).catch(nullIfMissing)
  const text = await readFile(`${file}.json`, 'utf8').catch(nullIfMissing)
  if (found === null) return null
  if (text === null) return { receivedBytes: found.size, record: null }
  const record = parseRecord(text)
  return record && { receivedBytes: found.size, record }
}

/** A record that was cut in the middle by a full disk is no record. */
function parseRecord(text: string): UploadRecord | null {
  try {
    return recordSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Every upload that somebody began and that is no document yet. */
export async function listUploads(
  uploadsDir: string,
): Promise<{ id: string; receivedBytes: number; record: UploadRecord }[]> {
  const ids = (await readdir(uploadsDir)).filter(isId)
  const found = await Promise.all(
    ids.map(async (id) => {
      const upload = await findUpload(uploadsDir, id)
      return upload?.record ? [{ id, receivedBytes: upload.receivedBytes, record: upload.record }] : []
    }),
  )
  return found.flat()
}

/** Of the first `bytes`, or of all. Rejects with ENOENT when it is gone. */
export async function hashUpload(uploadsDir: string, id: string, bytes = Infinity): Promise<string> {
  const hash = createHash('sha256')
  if (bytes > 0) {
    const stream = createReadStream(place(uploadsDir, id), { highWaterMark: 1 << 20, end: bytes - 1 })
    for await (const chunk of stream) hash.update(chunk)
  }
  return hash.digest('hex')
}

export async function removeUpload(uploadsDir: string, id: string): Promise<void> {
  const file = place(uploadsDir, id)
  await rm(file, { force: true })
  await rm(`${file}.json`, { force: true })
}

/** An upload that nobody went on with for this long is thrown away. */
export const KEEP_UNFINISHED_MS = 7 * 24 * 3_600_000

/** Throws away what was begun and never became a document. Asked at each start and once a day. */
export async function deleteExpiredUploads(uploadsDir: string, now = new Date()): Promise<number> {
  const names = await readdir(uploadsDir)
  const ids = new Set(names.map((name) => path.basename(name, '.json')).filter(isId))
  let deleted = 0
  for (const id of ids) {
    const file = place(uploadsDir, id)
    const touched =
      (await stat(file).catch(nullIfMissing)) ?? (await stat(`${file}.json`).catch(nullIfMissing))
    if (touched === null || now.getTime() - touched.mtimeMs < KEEP_UNFINISHED_MS) continue
    await removeUpload(uploadsDir, id)
    deleted += 1
  }
  return deleted
}

/** As many bytes as are written at once: a write for every chunk of the network takes twice the time. */
const BATCH_BYTES = 1 << 20

export class TooManyBytesError extends Error {}

/**
 * Writes what `source` gives behind the first `offset` bytes, and gives the new length. What came before
 * `source` broke off, or `signal` stopped it, is kept. At most `roomBytes`, else TooManyBytesError.
 * The chunks are used up: their memory is let go of as soon as it is written.
 */
export async function appendToUpload(
  uploadsDir: string,
  id: string,
  offset: number,
  source: AsyncIterable<Uint8Array>,
  { roomBytes, signal }: { roomBytes: number; signal: AbortSignal },
): Promise<number> {
  const file = await open(place(uploadsDir, id), 'r+')
  const batch = createBatch(file, offset)
  try {
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
      await file.close()
    }
  }
  return batch.end()
}

function createBatch(file: FileHandle, offset: number) {
  let end = offset
  let chunks: Uint8Array[] = []
  let bytes = 0
  async function write() {
    const writing = chunks
    chunks = []
    for (let left = writing; left.length > 0; ) {
      const { bytesWritten } = await file.writev(left, end)
      end += bytesWritten
      left = after(left, bytesWritten)
    }
    bytes = 0
    for (const chunk of writing) letGo(chunk)
  }
  return {
    write,
    end: () => end,
    async add(chunk: Uint8Array) {
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes >= BATCH_BYTES) await write()
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

/**
 * Chunks lie outside of the heap, where the collector does not see them pile up: left to it, an upload of
 * 100 MB grows the process by most of that, and each collection marks all of what the desk holds.
 */
function letGo({ buffer, byteLength }: Uint8Array): void {
  // One that shares its memory with others is not ours to let go of.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
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
