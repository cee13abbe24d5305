import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { documents } from '@/lib/db/schema/documents'
import { isUuid } from '@/lib/domain/values/uuid'
import type { Sealer } from '@/lib/server/sealing/sealer'
import { type Condition, contentOf } from './content-stream'
import { newFileKey, openSealed, plainBytesIn } from './sealed-file'
import {
  contentPath,
  nullIfMissing,
  openFileKey,
  sealFileKey,
  sealPlainFile,
  type Upload,
  type UploadPlace,
} from './upload-files'

/** What is needed of a document's row to read its content. `sealedKey` null: it still lies there in the clear. */
export type StoredDocument = Pick<typeof documents.$inferSelect, 'id' | 'sizeBytes' | 'sealedKey'>

/**
 * Document contents as files, named by document id and nothing that a person typed, each sealed with a key of its own
 * (`sealed-file.ts`). Bytes arrive in `uploads` (resumable, see `upload-server.ts`) and are moved to `documents` when
 * they are registered; the key is then in the document's row.
 */
export type DocumentStore = {
  uploads: UploadPlace
  /** A received upload; null when there is none. */
  findUpload(id: string): Promise<Upload | null>
  /** The first bytes of a received upload, to see what it is. Rejects with ENOENT when it is gone, as the next three. */
  readUploadHead(id: string, bytes: number): Promise<Buffer>
  uploadSha256(id: string): Promise<string>
  uploadMayHavePages(id: string): Promise<boolean>
  /** Moves a received upload to its place, durably: after this it survives a power cut. */
  keep(id: string): Promise<void>
  /** Undoes `keep`; false when nothing is at that place. */
  takeBack(id: string): Promise<boolean>
  /** What is left of an upload, also of one that became a document. */
  discardUpload(id: string): Promise<void>
  /** A finished upload of the desk's own making; gives its id. */
  putUpload(content: Uint8Array, id?: string): Promise<string>
  /** The plain content; breaks off with a DamagedFileError where it is not what was stored. */
  read(document: StoredDocument): Readable
  /** The same; each part is gone as soon as the next one is asked for. */
  pass(document: StoredDocument): AsyncIterable<Uint8Array>
  /** Plain bytes; null where the file is missing. */
  size(document: StoredDocument): Promise<number | null>
  /** Reads it all, and proves every record of it. */
  check(document: StoredDocument): Promise<Condition>
  /** A sealed copy beside the plain file, and the key for the row; null where the content is not that of the row. */
  seal(document: StoredDocument & { sha256: string }): Promise<string | null>
  /** The ids of the documents that lie in the clear. */
  listPlain(): Promise<string[]>
  /** Once the row has the key. */
  removePlain(id: string): Promise<void>
  /** Takes the content off the disk, for good. */
  erase(id: string): Promise<void>
}

export async function createDocumentStore(
  uploadsDir: string,
  documentsDir: string,
  sealer: Sealer,
): Promise<DocumentStore> {
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  await mkdir(documentsDir, { recursive: true, mode: 0o700 })
  const uploads: UploadPlace = { directory: uploadsDir, sealer }
  const sealed = (directory: string, id: string) => contentPath(directory, id, 'sealed')
  const plain = (id: string) => contentPath(documentsDir, id, 'plain')

  async function* read(
    { id, sizeBytes, sealedKey }: StoredDocument,
    isPassing: boolean,
  ): AsyncGenerator<Buffer> {
    if (sealedKey === null) yield* createReadStream(plain(id))
    else
      yield* openSealed(
        sealed(documentsDir, id),
        { id, sizeBytes, key: openFileKey(sealer, id, sealedKey) },
        { isPassing },
      )
  }

  const size = ({ id, sealedKey }: StoredDocument): Promise<number | null> =>
    (sealedKey === null
      ? stat(plain(id)).then((found) => found.size)
      : plainBytesIn(sealed(documentsDir, id))
    ).catch(nullIfMissing)

  return {
    ...contentOf(uploads, read),
    async keep(id) {
      const handle = await open(sealed(uploadsDir, id), 'r+')
      await handle.sync()
      await handle.close()
      await rename(sealed(uploadsDir, id), sealed(documentsDir, id))
      await syncDirectory(documentsDir)
    },
    async takeBack(id) {
      const moved = await rename(sealed(documentsDir, id), sealed(uploadsDir, id)).then(
        () => true,
        nullIfMissing,
      )
      return moved ?? false
    },
    size,
    async seal({ id, sizeBytes, sha256 }) {
      const key = newFileKey()
      const found = await sealPlainFile(documentsDir, { id, sizeBytes, key })
      if (found.sha256 !== sha256) return null
      await syncDirectory(documentsDir)
      return sealFileKey(sealer, id, key)
    },
    async listPlain() {
      return (await readdir(documentsDir)).filter(isUuid)
    },
    removePlain: (id) => rm(plain(id), { force: true }),
    async erase(id) {
      await rm(sealed(documentsDir, id), { force: true })
      await rm(plain(id), { force: true })
      await syncDirectory(documentsDir)
    },
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync()
  await handle.close()
}
