import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * A file as it lies on the disk: AES-256-GCM with a key of its own, in records, each one
 *
 *   length of the plain bytes (4) | nonce (12) | sealed bytes | tag (16)
 *
 * What is authenticated with each: whose file it is, which record, where it begins in the file, and whether it is the
 * last. Records moved, left out, taken from another file or cut off at the end do not open. A record is whatever came
 * together, at most `RECORD_BYTES`: an upload goes on behind the last whole one, and nothing is written twice.
 */

/** Whose file, its key, and how many plain bytes it has when all have come. */
export type SealedFile = { id: string; key: Buffer; sizeBytes: number }

export const newFileKey = (): Buffer => randomBytes(32)

/** As many plain bytes as are sealed and written at once. */
export const RECORD_BYTES = 1 << 20

/** What sealing adds to each record. */
export const RECORD_OVERHEAD_BYTES = 32

const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 4 + NONCE_BYTES
/** Bytes that are opened at once: larger buffers are new memory each time, which takes longer than opening them. */
const PIECE_BYTES = 1 << 16

/**
 * Chunks lie outside of the heap, where the collector does not see them pile up: left to it, an upload of
 * 100 MB grows the process by most of that, and each collection marks all of what the desk holds.
 */
export function letGo({ buffer, byteLength }: Uint8Array): void {
  // One that shares its memory with others is not ours to let go of.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** What lies on the disk is not what was put there. */
export class DamagedFileError extends Error {
  constructor(id: string, found: string) {
    super(`The sealed file ${id} ${found}.`)
  }
}

type RecordPlace = { index: number; offset: number; lengthBytes: number }

const additionalData = (
  { id, sizeBytes }: Pick<SealedFile, 'id' | 'sizeBytes'>,
  { index, offset, lengthBytes }: RecordPlace,
) => Buffer.from(JSON.stringify(['document', id, index, offset, offset + lengthBytes === sizeBytes]))

/** One record, as parts to be written one behind the other. `usedUp` is called with each chunk as soon as it is sealed. */
export function sealRecord(
  file: SealedFile,
  { index, offset }: Pick<RecordPlace, 'index' | 'offset'>,
  chunks: readonly Uint8Array[],
  usedUp: (chunk: Uint8Array) => void,
): Uint8Array[] {
  const lengthBytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', file.key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(additionalData(file, { index, offset, lengthBytes }))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(lengthBytes)
  nonce.copy(head, 4)
  const body = chunks.map((chunk) => {
    const sealed = cipher.update(chunk)
    usedUp(chunk)
    return sealed
  })
  cipher.final()
  return [head, ...body, cipher.getAuthTag()]
}

type FoundRecord = RecordPlace & { position: number }

/** `end`: behind the last whole record. What follows it is one that was cut off while it was written. */
export type FoundRecords = { records: FoundRecord[]; plainBytes: number; end: number }

/** The whole records of a file, by their lengths alone: nothing is opened. */
export async function findRecords(handle: FileHandle): Promise<FoundRecords> {
  const { size } = await handle.stat()
  const records: FoundRecord[] = []
  const head = Buffer.alloc(4)
  let [position, offset] = [0, 0]
  while (position + HEAD_BYTES + TAG_BYTES < size) {
    await handle.read(head, 0, 4, position)
    const lengthBytes = head.readUInt32BE()
    const end = position + HEAD_BYTES + lengthBytes + TAG_BYTES
    if (lengthBytes === 0 || lengthBytes > RECORD_BYTES || end > size) break
    records.push({ index: records.length, offset, lengthBytes, position })
    position = end
    offset += lengthBytes
  }
  return { records, plainBytes: offset, end: position }
}

/** How many plain bytes have come. Rejects with ENOENT when there is no such file. */
export async function plainBytesIn(path: string): Promise<number> {
  const handle = await open(path)
  try {
    return (await findRecords(handle)).plainBytes
  } finally {
    await handle.close()
  }
}

/**
 * The plain bytes from `start`, each given only after the whole record that it is in was proved. Throws a
 * DamagedFileError where that fails, and before the first byte where bytes are missing or too many; `isWhole` false
 * reads what has come so far. `isPassing`: each part is gone as soon as the next one is asked for. Parts lie outside of
 * the heap, where the collector does not see them pile up.
 */
export async function* openSealed(
  path: string,
  file: SealedFile,
  {
    start = 0,
    isWhole = true,
    isPassing = false,
  }: { start?: number; isWhole?: boolean; isPassing?: boolean } = {},
): AsyncGenerator<Buffer> {
  const handle = await open(path)
  try {
    const { records, plainBytes, end } = await findRecords(handle)
    if (isWhole && (plainBytes !== file.sizeBytes || (await handle.stat()).size !== end))
      throw new DamagedFileError(file.id, `has ${plainBytes} bytes and should have ${file.sizeBytes}`)
    const bytes = Buffer.allocUnsafeSlow(HEAD_BYTES + RECORD_BYTES + TAG_BYTES)
    for (const record of records) {
      if (record.offset + record.lengthBytes <= start) continue
      const length = HEAD_BYTES + record.lengthBytes + TAG_BYTES
      await handle.read(bytes, 0, length, record.position)
      let skip = Math.max(0, start - record.offset)
      for (const piece of openRecord(file, record, bytes.subarray(0, length))) {
        const skipped = Math.min(skip, piece.length)
        skip -= skipped
        if (skipped < piece.length) yield piece.subarray(skipped)
        if (isPassing) letGo(piece)
      }
    }
  } finally {
    await handle.close()
  }
}

/**
 * The same of sealed bytes that come from elsewhere, in pieces of any size, which are gone once they are opened. That
 * bytes are missing is known only at the end.
 */
export async function* openSealedStream(
  source: AsyncIterable<Uint8Array>,
  file: SealedFile,
  { isWhole = true, isPassing = false }: { isWhole?: boolean; isPassing?: boolean } = {},
): AsyncGenerator<Buffer> {
  const [head, tag] = [Buffer.alloc(HEAD_BYTES), Buffer.alloc(TAG_BYTES)]
  // Within the record that is coming: `held` counts its head, its bytes and its tag.
  let [held, index, offset] = [0, 0, 0]
  let opening: OpeningRecord | null = null
  for await (const chunk of source) {
    for (let at = 0; at < chunk.byteLength; ) {
      const bodyEnd = HEAD_BYTES + (opening?.lengthBytes ?? 0)
      const sectionEnd: number =
        opening === null ? HEAD_BYTES : held < bodyEnd ? bodyEnd : bodyEnd + TAG_BYTES
      const part = chunk.subarray(at, at + sectionEnd - held)
      if (opening === null) head.set(part, held)
      // As it comes, without gathering it first: the bytes are opened, and given when the tag has proved them.
      else if (held < bodyEnd) opening.add(part)
      else tag.set(part, held - bodyEnd)
      held += part.byteLength
      at += part.byteLength
      if (held < sectionEnd) continue
      if (opening === null) {
        const lengthBytes = head.readUInt32BE()
        if (lengthBytes === 0 || lengthBytes > RECORD_BYTES)
          throw new DamagedFileError(file.id, `has no record at ${index}`)
        opening = beginRecord(file, { index, offset, lengthBytes }, head.subarray(4))
      } else if (sectionEnd > bodyEnd) {
        for (const piece of opening.end(tag)) {
          yield piece
          if (isPassing) letGo(piece)
        }
        index += 1
        offset += opening.lengthBytes
        opening = null
        held = 0
      }
    }
    letGo(chunk)
  }
  if (isWhole && (held > 0 || offset !== file.sizeBytes))
    throw new DamagedFileError(file.id, `has ${offset} bytes and should have ${file.sizeBytes}`)
}

type OpeningRecord = {
  lengthBytes: number
  add(sealed: Uint8Array): void
  /** The plain bytes, once the tag has proved them. */
  end(tag: Buffer): Buffer[]
}

function beginRecord(file: SealedFile, record: RecordPlace, nonce: Buffer): OpeningRecord {
  const decipher = createDecipheriv('aes-256-gcm', file.key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(additionalData(file, record))
  const pieces: Buffer[] = []
  return {
    lengthBytes: record.lengthBytes,
    add(sealed) {
      for (let at = 0; at < sealed.byteLength; at += PIECE_BYTES)
        pieces.push(decipher.update(sealed.subarray(at, at + PIECE_BYTES)))
    },
    end(tag) {
      decipher.setAuthTag(tag)
      try {
        decipher.final()
      } catch {
        throw new DamagedFileError(file.id, `does not open at record ${record.index}`)
      }
      return pieces
    },
  }
}

function openRecord(file: SealedFile, record: RecordPlace, bytes: Buffer): Buffer[] {
  const opening = beginRecord(file, record, bytes.subarray(4, HEAD_BYTES))
  opening.add(bytes.subarray(HEAD_BYTES, HEAD_BYTES + record.lengthBytes))
  return opening.end(bytes.subarray(-TAG_BYTES))
}
