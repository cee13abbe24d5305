import { Readable } from 'node:stream'
import { mayHavePages } from '@/lib/domain/documents/pdf-pages'
import type { DocumentStore, StoredDocument } from './document-store'
import { DamagedFileError } from './sealed-file'
import {
  findUpload,
  hashUpload,
  isMissingFile,
  putUpload,
  readUpload,
  removeUpload,
  type UploadPlace,
} from './upload-files'

/** What a store does alike wherever contents lie: with its uploads, and with `read`, which opens a content. */
export const contentOf = (
  uploads: UploadPlace,
  read: (document: StoredDocument, isPassing: boolean) => AsyncIterable<Uint8Array>,
) =>
  ({
    uploads,
    findUpload: (id) => findUpload(uploads, id),
    readUploadHead: (id, bytes) => headOf(readUpload(uploads, id), bytes),
    uploadSha256: (id) => hashUpload(uploads, id),
    uploadMayHavePages: (id) => mayHavePages(readUpload(uploads, id)),
    discardUpload: (id) => removeUpload(uploads, id),
    putUpload: (content, id) => putUpload(uploads, content, id),
    read: (document) => Readable.from(read(document, false), { objectMode: false }),
    pass: (document) => read(document, true),
    check: (document) => conditionOf(read(document, true), document.sizeBytes),
  }) satisfies Partial<DocumentStore>

async function headOf(content: AsyncIterable<Uint8Array>, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let cameBytes = 0
  for await (const part of content) {
    parts.push(Buffer.from(part))
    cameBytes += part.length
    if (cameBytes >= bytes) break
  }
  return Buffer.concat(parts).subarray(0, bytes)
}

export type Condition = 'whole' | 'missing' | 'damaged'

/** Reads it all, and proves every record of it. */
async function conditionOf(content: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Condition> {
  try {
    let bytes = 0
    for await (const part of content) bytes += part.length
    return bytes === sizeBytes ? 'whole' : 'damaged'
  } catch (error) {
    if (isMissingFile(error)) return 'missing'
    if (error instanceof DamagedFileError) return 'damaged'
    throw error
  }
}
