import { isUuid } from '@/lib/domain/values/uuid'
import type { Sealer } from '@/lib/server/sealing/sealer'
import { contentOf } from './content-stream'
import type { DocumentStore, StoredDocument } from './document-store'
import type { ObjectStorage } from './object-storage'
import { createObjectUploads } from './object-uploads'
import { openSealedStream, RECORD_BYTES, RECORD_OVERHEAD_BYTES } from './sealed-file'
import { openFileKey, type UploadPlace } from './upload-files'

export const documentKey = (id: string): string => {
  if (!isUuid(id)) throw new Error('A document id has an unknown form.')
  return `documents/${id}.sealed`
}

/**
 * Document contents in object storage, in the same sealed form as on the disk: who reads the bucket sees nothing. What
 * is at a key is never written over. `uploadsDir` is only a name here: nothing is written to the disk.
 */
export function createObjectDocumentStore(
  storage: ObjectStorage,
  uploadsDir: string,
  sealer: Sealer,
): DocumentStore {
  const objects = createObjectUploads(storage, sealer)
  const uploads: UploadPlace = { directory: uploadsDir, sealer, objects }

  async function* read({ id, sizeBytes, sealedKey }: StoredDocument, isPassing: boolean) {
    if (sealedKey === null) throw Object.assign(new Error('A document is not here.'), { code: 'ENOENT' })
    const file = { id, sizeBytes, key: openFileKey(sealer, id, sealedKey) }
    yield* openSealedStream(storage.open(documentKey(id)), file, { isPassing })
  }

  return {
    ...contentOf(uploads, read),
    async keep(id) {
      // One that a registration which broke off in its commit has put there is the same: it was read from these bytes.
      await storage.putStreamOnce(documentKey(id), objects.sealedBytes(id))
    },
    // The upload stays until its document is registered: there is nothing to undo.
    takeBack: async () => false,
    async size({ id }) {
      const sizeBytes = await storage.sizeOf(documentKey(id))
      if (sizeBytes === null) return null
      return sizeBytes - Math.ceil(sizeBytes / (RECORD_BYTES + RECORD_OVERHEAD_BYTES)) * RECORD_OVERHEAD_BYTES
    },
    // Nothing lies here in the clear: an earlier version knew no object storage.
    seal: async () => null,
    listPlain: async () => [],
    removePlain: async () => {},
    erase: (id) => storage.remove(documentKey(id)),
  }
}
