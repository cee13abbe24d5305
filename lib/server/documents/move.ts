import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { and, asc, gt, isNull } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { documents } from '@/lib/db/schema/documents'
import type { Sealer } from '@/lib/server/sealing/sealer'
import { createDocumentStore, type DocumentStore, type StoredDocument } from './document-store'
import { createObjectDocumentStore, documentKey } from './object-documents'
import type { ObjectStorage } from './object-storage'
import { contentPath } from './upload-files'

export type Moved = { copied: number; wasThere: number; unreadable: string[] }

/**
 * Copies every document of the disk into object storage, as it lies there, and reads it back: what comes has the hash
 * that was taken when it was added. Ended at any point, the next call goes on. Only then the folder is renamed, and
 * left. What the disk itself does not hold whole is named in `unreadable`. Throws an Error where a copy is not the same.
 */
export async function moveDocuments(
  db: Db,
  sealer: Sealer,
  storage: ObjectStorage,
  { folder, uploads }: { folder: string; uploads: string },
): Promise<Moved> {
  const done = `${folder}.moved`
  if (existsSync(done)) throw new Error(`${done} is there from an earlier move. Move it away first.`)
  const from = await createDocumentStore(uploads, folder, sealer)
  const to = createObjectDocumentStore(storage, uploads, sealer)
  const moved: Moved = { copied: 0, wasThere: 0, unreadable: [] }
  for (let last: string | undefined; ; ) {
    const rows = await db
      .select()
      .from(documents)
      .where(and(isNull(documents.erasedAt), last === undefined ? undefined : gt(documents.id, last)))
      .orderBy(asc(documents.id))
      .limit(PAGE)
    for (const row of rows) {
      if (row.sealedKey === null)
        throw new Error('A document is not sealed yet. Start the desk once without S3_*, and stop it again.')
      if ((await from.check(row)) !== 'whole') {
        if ((await to.check(row)) !== 'whole') moved.unreadable.push(row.id)
        continue
      }
      const file = createReadStream(contentPath(folder, row.id, 'sealed'), { highWaterMark: 1 << 20 })
      const isNew = await storage.putStreamOnce(documentKey(row.id), file)
      if ((await hashOf(to, row)) !== row.sha256)
        throw new Error(
          `The copy of document ${row.id} is not what was stored. The disk still has it. Remove ${documentKey(row.id)} from the bucket, and move again.`,
        )
      if (isNew) moved.copied += 1
      else moved.wasThere += 1
    }
    if (rows.length < PAGE) break
    last = rows.at(-1)?.id
  }
  await rename(folder, done)
  return moved
}

const PAGE = 200

async function hashOf(store: DocumentStore, document: StoredDocument): Promise<string | null> {
  if ((await store.check(document)) !== 'whole') return null
  const hash = createHash('sha256')
  for await (const part of store.pass(document)) hash.update(part)
  return hash.digest('hex')
}
