import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/**
 * Document contents as files, named by document id and nothing that a person typed. Bytes arrive in
 * `uploads` (resumable, see `upload-server.ts`) and are moved to `documents` when they are registered.
 */
export type DocumentStore = {
  uploadsDir: string
  /** The size of a received upload; null when there is none. */
  uploadSize(id: string): Promise<number | null>
  /** The first bytes of a received upload, to see what it is. */
  readUploadHead(id: string, bytes: number): Promise<Buffer>
  readUpload(id: string): Readable
  uploadSha256(id: string): Promise<string>
  /** Moves a received upload to its place, durably: after this it survives a power cut. */
  keep(id: string): Promise<void>
  discardUpload(id: string): Promise<void>
  read(id: string): Readable
  size(id: string): Promise<number | null>
}

const isId = (id: string) => /^[0-9a-f-]{36}$/.test(id)

export async function createDocumentStore(uploadsDir: string, documentsDir: string): Promise<DocumentStore> {
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  await mkdir(documentsDir, { recursive: true, mode: 0o700 })
  const place = (directory: string, id: string) => {
    if (!isId(id)) throw new Error('A document id has an unknown form.')
    return path.join(directory, id)
  }
  const sizeOf = (file: string) =>
    stat(file).then(
      (entry) => entry.size,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      },
    )
  return {
    uploadsDir,
    uploadSize: (id) => sizeOf(place(uploadsDir, id)),
    async readUploadHead(id, bytes) {
      const handle = await open(place(uploadsDir, id))
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },
    readUpload: (id) => createReadStream(place(uploadsDir, id)),
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
    async discardUpload(id) {
      await rm(place(uploadsDir, id), { force: true })
      await rm(`${place(uploadsDir, id)}.json`, { force: true })
    },
    read: (id) => createReadStream(place(documentsDir, id)),
    size: (id) => sizeOf(place(documentsDir, id)),
  }
}
