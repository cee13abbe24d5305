import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { findUpload, hashUpload, nullIfMissing, removeUpload, type Upload } from './upload-files'

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

export async function createDocumentStore(uploadsDir: string, documentsDir: string): Promise<DocumentStore> {
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  await mkdir(documentsDir, { recursive: true, mode: 0o700 })
  const place = (directory: string, id: string) => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('A document id has an unknown form.')
    return path.join(directory, id)
  }
  return {
    uploadsDir,
    findUpload: (id) => findUpload(uploadsDir, id),
    async readUploadHead(id, bytes) {
      const handle = await open(place(uploadsDir, id))
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },
    uploadSha256: (id) => hashUpload(uploadsDir, id),
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
      const moved = await rename(place(documentsDir, id), place(uploadsDir, id)).then(
        () => true,
        nullIfMissing,
      )
      return moved ?? false
    },
    discardUpload: (id) => removeUpload(uploadsDir, id),
    read: (id) => createReadStream(place(documentsDir, id)),
    size: (id) => stat(place(documentsDir, id)).then(({ size }) => size, nullIfMissing),
  }
}
