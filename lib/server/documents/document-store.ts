import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'

/**
 * Document contents as files, named by document id and nothing that a person typed. Bytes arrive in
 * `uploads` (resumable, see `upload-server.ts`) and are moved to `documents` when they are registered.
 */
export type DocumentStore = {
  uploadsDir: string
  /** A received upload; null when there is none. */
  findUpload(id: string): Promise<Upload | null>
  /** The first bytes of a received upload, to see what it is. Rejects with ENOENT when it is gone, as the next two. */
  readUploadHead(id: string, bytes: number): Promise<Buffer>
  uploadSha256(id: string): Promise<string>
  /** Moves a received upload to its place, durably: after this it survives a power cut. */
  keep(id: string): Promise<void>
  /** Undoes `keep`; false when nothing is at that place. */
  takeBack(id: string): Promise<boolean>
  discardUpload(id: string): Promise<void>
  read(id: string): Readable
  size(id: string): Promise<number | null>
}

/**
 * What has come so far. `announcedBytes` and `ownerId` are what the upload server wrote beside the bytes;
 * null for a file that was put there by the desk itself.
 */
export type Upload = { sizeBytes: number; announcedBytes: number | null; ownerId: string | null }

/** The part that we read of the record that the upload server keeps in `<id>.json`. */
const uploadRecordSchema = z.object({
  size: z.number(),
  metadata: z.object({ owner: z.string() }),
})

/** What a read rejects with when the file is not there. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const orNull = (error: unknown): null => {
  if (isMissingFile(error)) return null
  throw error
}

const isId = (id: string) => /^[0-9a-f-]{36}$/.test(id)

export async function createDocumentStore(uploadsDir: string, documentsDir: string): Promise<DocumentStore> {
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  await mkdir(documentsDir, { recursive: true, mode: 0o700 })
  const place = (directory: string, id: string) => {
    if (!isId(id)) throw new Error('A document id has an unknown form.')
    return path.join(directory, id)
  }
  const sizeOf = (file: string) => stat(file).then(({ size }) => size, orNull)
  return {
    uploadsDir,
    async findUpload(id) {
      const file = place(uploadsDir, id)
      const sizeBytes = await sizeOf(file)
      if (sizeBytes === null) return null
      const text = await readFile(`${file}.json`, 'utf8').catch(orNull)
      if (text === null) return { sizeBytes, announcedBytes: null, ownerId: null }
      const { size, metadata } = uploadRecordSchema.parse(JSON.parse(text))
      return { sizeBytes, announcedBytes: size, ownerId: metadata.owner }
    },
    async readUploadHead(id, bytes) {
      const handle = await open(place(uploadsDir, id))
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },
    async uploadSha256(id) {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(place(uploadsDir, id), { highWaterMark: 1 << 20 }))
        hash.update(chunk)
      return hash.digest('hex')
    },
    async keep(id) {
      const handle = await open(place(uploadsDir, id), 'r+')
      await handle.sync()
      await handle.close()
      await rename(place(uploadsDir, id), place(documentsDir, id))
      const directory = await open(documentsDir)
      await directory.sync()
      await directory.close()
      await rm(`${place(uploadsDir, id)}.json`, { force: true })
    },
    async takeBack(id) {
      const moved = await rename(place(documentsDir, id), place(uploadsDir, id)).then(() => true, orNull)
      return moved ?? false
    },
    async discardUpload(id) {
      await rm(place(uploadsDir, id), { force: true })
      await rm(`${place(uploadsDir, id)}.json`, { force: true })
    },
    read: (id) => createReadStream(place(documentsDir, id)),
    size: (id) => sizeOf(place(documentsDir, id)),
  }
}
