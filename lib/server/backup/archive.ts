import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { letGo } from '@/lib/server/documents/sealed-file'

/**
 * A backup file: a header in plain text, followed by parts that are each sealed (AES-256-GCM).
 *
 *   header   MAGIC | id of the key (8) | salt (32)
 *   part     length of the sealed bytes (4) | sealed bytes | tag (16)
 *
 * The key is derived for this file only. The nonce counts the parts, so that none can be moved or left out. The first
 * byte of a part is its kind, and the last part of a complete file is its manifest.
 */

const MAGIC = Buffer.from('payfac-desk backup 1\n')
const KEY_ID_BYTES = 8
const SALT_BYTES = 32
const TAG_BYTES = 16
const PART_BYTES = 1 << 20

/** `head` comes first, `manifest` last; between them each `entry`, its `bytes`, and their `sum`. */
const KINDS = ['head', 'entry', 'bytes', 'sum', 'manifest'] as const
export type PartKind = (typeof KINDS)[number]
export type Part = { kind: PartKind; content: Buffer }

/** Why a backup cannot be made, read or restored, and how to fix that. Nothing was changed. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const derive = (key: Buffer, salt: Uint8Array, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `payfac-desk backup ${purpose}`, bytes))

const keyId = (key: Buffer): Buffer => derive(key, Buffer.alloc(0), 'key id', KEY_ID_BYTES)

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 8)
  return nonce
}

export type Archive = {
  /** Collects `bytes` into larger parts, and takes over the buffer. Everything else becomes its own part. */
  write(kind: PartKind, content: Uint8Array): Promise<void>
  /** Call it after the manifest: renames the file once it is complete and synced. Returns its size. */
  finish(): Promise<number>
  /** Removes the unfinished file. */
  discard(): Promise<void>
}

export const UNFINISHED = '.unfinished'

/** Throws a BackupError if the file exists or cannot be created. */
export async function createArchive(file: string, key: Buffer): Promise<Archive> {
  if (existsSync(/* turbopackIgnore: true */ file))
    throw new BackupError(`${file} is there already. Name another file with --to.`)
  const unfinished = `${file}${UNFINISHED}`
  const handle = await open(/* turbopackIgnore: true */ unfinished, 'wx', 0o600).catch((cause) => {
    throw new BackupError(`The backup cannot be written to ${unfinished} (${cause.code}).`, { cause })
  })
  const salt = randomBytes(SALT_BYTES)
  const fileKey = derive(key, salt, 'file', 32)
  await handle.write(Buffer.concat([MAGIC, keyId(key), salt]))
  let index = 0
  // One buffer for all parts, because new ones would pile up outside the heap. Small parts are written together: a
  // document of a few kilobytes has three.
  let sealed = Buffer.allocUnsafeSlow(3 * PART_BYTES)
  let end = 0
  let waiting: Uint8Array[] = []
  let waitingBytes = 0

  async function seal(kind: PartKind, chunks: readonly Uint8Array[]): Promise<void> {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(index), { authTagLength: TAG_BYTES })
    index += 1
    const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 1)
    const needed = 4 + length + TAG_BYTES
    if (end + needed > sealed.length) await writeSealed()
    if (needed > sealed.length) sealed = Buffer.allocUnsafeSlow(needed)
    end = sealed.writeUInt32BE(length, end)
    for (const chunk of [Buffer.of(KINDS.indexOf(kind)), ...chunks]) {
      const piece = cipher.update(chunk)
      end += piece.copy(sealed, end)
      letGo(piece)
      letGo(chunk)
    }
    cipher.final()
    end += cipher.getAuthTag().copy(sealed, end)
    if (end >= PART_BYTES) await writeSealed()
  }
  async function writeSealed(): Promise<void> {
    const length = end
    end = 0
    await handle.appendFile(sealed.subarray(0, length))
  }
  async function sealWaiting(): Promise<void> {
    const chunks = waiting
    waiting = []
    waitingBytes = 0
    if (chunks.length > 0) await seal('bytes', chunks)
  }

  return {
    async write(kind, content) {
      if (kind !== 'bytes') {
        await sealWaiting()
        return seal(kind, [content])
      }
      waiting.push(content)
      waitingBytes += content.byteLength
      if (waitingBytes >= PART_BYTES) await sealWaiting()
    },
    async finish() {
      await writeSealed()
      await handle.sync()
      const { size } = await handle.stat()
      await handle.close()
      await rename(unfinished, file)
      const folder = await open(path.dirname(file))
      await folder.sync()
      await folder.close()
      return size
    },
    async discard() {
      await handle.close().catch(() => {})
      await rm(unfinished, { force: true })
    },
  }
}

const CUT = (file: string) =>
  new BackupError(
    `${file} is cut off: its end is missing. Copy it again from where it was made, or use another backup.`,
  )

/** Yields each part once it is authenticated. Throws a BackupError that says what is wrong with the file. */
export async function* readArchive(file: string, key: Buffer): AsyncGenerator<Part> {
  const handle = await open(/* turbopackIgnore: true */ file).catch((cause) => {
    throw new BackupError(`${file} cannot be read (${cause.code}).`, { cause })
  })
  try {
    const header = await readExactly(handle, MAGIC.length + KEY_ID_BYTES + SALT_BYTES)
    if (!header?.subarray(0, MAGIC.length).equals(MAGIC))
      throw new BackupError(
        `${file} is not a backup of the desk, or one of a version that this one cannot read.`,
      )
    if (!header.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES).equals(keyId(key)))
      throw new BackupError(
        `${file} was made with another BACKUP_KEY. Give the one that it was made with, in BACKUP_KEY or BACKUP_KEY_FILE.`,
      )
    const fileKey = derive(key, header.subarray(-SALT_BYTES), 'file', 32)
    for (let index = 0; ; index += 1) {
      const part = await readPart(handle, file, fileKey, index)
      const isLast = part.kind === 'manifest'
      if (isLast && (await readExactly(handle, 1)) !== null) throw altered(file, index + 1)
      yield part
      if (isLast) return
    }
  } finally {
    await handle.close()
  }
}

async function readPart(handle: FileHandle, file: string, key: Buffer, index: number): Promise<Part> {
  const length = (await readExactly(handle, 4))?.readUInt32BE()
  if (length === undefined) throw CUT(file)
  // A length beyond that of any part was tampered with: do not allocate memory for it.
  if (length < 1 || length > 16 * PART_BYTES) throw altered(file, index)
  const bytes = await readExactly(handle, length + TAG_BYTES)
  if (bytes === null) throw CUT(file)
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(length))
  const content = decipher.update(bytes.subarray(0, length))
  try {
    decipher.final()
  } catch {
    throw altered(file, index)
  }
  const kind = KINDS[content[0] ?? -1]
  if (!kind) throw altered(file, index)
  return { kind, content: content.subarray(1) }
}

const altered = (file: string, index: number): BackupError =>
  new BackupError(
    `${file} was altered or damaged (part ${index}). Copy it again from where it was made, or use another backup.`,
  )

async function readExactly(handle: FileHandle, bytes: number): Promise<Buffer | null> {
  const buffer = Buffer.allocUnsafe(bytes)
  for (let offset = 0; offset < bytes; ) {
    const { bytesRead } = await handle.read(buffer, offset, bytes - offset)
    if (bytesRead === 0) return null
    offset += bytesRead
  }
  return buffer
}
