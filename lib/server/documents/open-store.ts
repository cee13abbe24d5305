import { existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '@/lib/env'
import type { Sealer } from '@/lib/server/sealing/sealer'
import { createDocumentStore, type DocumentStore } from './document-store'
import type { ObjectStorageSettings } from './object-storage'
import { contentPath } from './upload-files'

/** Where documents are: without S3_BUCKET in DATA_DIR. */
export type DocumentPlace = Pick<Env, 'DATA_DIR'> & Partial<ObjectStorageSettings>

export const documentsFolder = ({ DATA_DIR }: DocumentPlace): string => path.join(DATA_DIR, 'documents')

/**
 * The desk's documents: in object storage where S3_* are set, else on the disk. Throws an Error in words where the
 * bucket refuses, and where documents on the disk would be out of sight.
 */
export async function openDocumentStore(place: DocumentPlace, sealer: Sealer): Promise<DocumentStore> {
  const [uploads, documents] = [path.join(place.DATA_DIR, 'uploads'), documentsFolder(place)]
  if (!place.S3_BUCKET) return createDocumentStore(uploads, documents, sealer)
  const left = existsSync(documents) ? (await readdir(documents)).length : 0
  if (left > 0)
    throw new Error(
      `${documents} has ${left} files, and S3_* say that documents are in the bucket ${place.S3_BUCKET}. Run npm run documents:move, or leave S3_* empty.`,
    )
  const storage = await objectStorageOf(place)
  await storage.requireUsable()
  const { createObjectDocumentStore } = await import('./object-documents')
  return createObjectDocumentStore(storage, uploads, sealer)
}

/** Loaded here: a desk with a disk does without the library. */
export async function objectStorageOf(place: Partial<ObjectStorageSettings>) {
  const { openObjectStorage } = await import('./object-storage')
  return openObjectStorage({
    S3_ENDPOINT: place.S3_ENDPOINT ?? '',
    S3_REGION: place.S3_REGION ?? '',
    S3_BUCKET: place.S3_BUCKET ?? '',
    S3_ACCESS_KEY_ID: place.S3_ACCESS_KEY_ID ?? '',
    S3_SECRET_ACCESS_KEY: place.S3_SECRET_ACCESS_KEY ?? '',
    S3_FORCE_PATH_STYLE: place.S3_FORCE_PATH_STYLE ?? '',
    S3_CHECKSUMS: place.S3_CHECKSUMS ?? '',
  })
}

/** Documents as they lie there, for a backup. Reading rejects with ENOENT where there is none. */
export async function sealedContents(
  place: DocumentPlace,
): Promise<(id: string, form: 'sealed' | 'plain') => AsyncIterable<Uint8Array>> {
  const folder = documentsFolder(place)
  if (!place.S3_BUCKET) return (id, form) => readFileParts(contentPath(folder, id, form))
  const storage = await objectStorageOf(place)
  const { documentKey } = await import('./object-documents')
  return (id) => storage.open(documentKey(id))
}

const PART_BYTES = 1 << 20

/** In parts no larger than the file: a stream takes memory for a whole part for each of ten thousand small ones, twice. */
async function* readFileParts(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(/* turbopackIgnore: true */ file)
  try {
    const { size } = await handle.stat()
    for (let at = 0; at < size; ) {
      const part = Buffer.allocUnsafeSlow(Math.min(PART_BYTES, size - at))
      const { bytesRead } = await handle.read(part, 0, part.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield part.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}
