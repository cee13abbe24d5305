import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { log } from '@/lib/log'
import type { ObjectStorage } from '@/lib/server/documents/object-storage'
import { type DocumentPlace, documentsFolder, objectStorageOf } from '@/lib/server/documents/open-store'
import { BackupError } from './archive'
import type { BackupManifest } from './content'

/** Where a backup's documents go: a folder or a bucket. The desk does not see them before `fill`. */
export type RestoredDocuments = {
  /** `name` is the entry's name in the backup, which is the file name. */
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Call it right before the commit. */
  fill(): Promise<void>
  /** Call it after the commit. */
  settle(): Promise<void>
  /** Removes what this restore has written. */
  clear(): Promise<void>
}

/** Throws a BackupError, with nothing changed, if the place already has documents or refuses access. */
export async function placeForDocuments(
  settings: DocumentPlace,
  backup: Pick<BackupManifest, 'documents'>,
): Promise<RestoredDocuments> {
  const folder = documentsFolder(settings)
  const inside = existsSync(folder) ? await readdir(folder) : []
  // Checked even with a bucket: the desk does not start if there is a document folder that it would not read.
  if (inside.length > 0)
    throw new BackupError(
      `${folder} is not empty: it has ${inside.length} files. Restore into another DATA_DIR, or move that folder away.`,
    )
  return settings.S3_BUCKET ? placeInBucket(settings, backup) : placeOnDisk(folder)
}

async function placeOnDisk(folder: string): Promise<RestoredDocuments> {
  const growing = `${folder}.restoring`
  let isFilled = false
  await rm(growing, { recursive: true, force: true })
  return {
    async add(name, content) {
      await mkdir(growing, { recursive: true, mode: 0o700 })
      const file = path.join(growing, name)
      await pipeline(content, createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }))
    },
    async fill() {
      await mkdir(growing, { recursive: true, mode: 0o700 })
      await rm(folder, { recursive: true, force: true })
      isFilled = true
      await rename(growing, folder)
      const handle = await open(folder)
      await handle.sync()
      await handle.close()
    },
    settle: async () => {},
    async clear() {
      await rm(growing, { recursive: true, force: true })
      if (isFilled) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** While this object exists, the bucket's documents come from an unfinished restore. */
const MARK = 'restores/unfinished'

/**
 * Writes each document once, directly into the bucket. A killed restore leaves a mark with its backup's name: a new
 * restore of the same backup continues, and any other is refused.
 */
async function placeInBucket(
  settings: DocumentPlace,
  { documents }: Pick<BackupManifest, 'documents'>,
): Promise<RestoredDocuments> {
  const storage = await objectStorageOf(settings)
  const { documentKey } = await import('@/lib/server/documents/object-documents')
  await storage.requireUsable().catch((cause: Error) => {
    throw new BackupError(cause.message, { cause })
  })
  const marked = await markIn(storage)
  const goesOn = marked === documents.sha256
  if (!goesOn)
    for await (const { key } of storage.list('documents/'))
      throw new BackupError(
        `The bucket ${settings.S3_BUCKET} is not empty: it has ${key}. Restore into an empty one.${marked === null ? '' : ' What is in it may come from a restore of another backup that did not end: restore that one again, or empty the bucket.'}`,
      )
  const put: string[] = []
  let isBegun = false

  async function begin(): Promise<void> {
    isBegun = true
    if (goesOn) return
    if (marked !== null) await storage.remove(MARK)
    await storage.putOnce(MARK, Buffer.from(documents.sha256))
  }

  return {
    async add(name, content) {
      if (!name.endsWith('.sealed'))
        throw new BackupError(
          'A document in the backup is not sealed, and a bucket gets none in the clear. Restore without S3_*, start the desk once and stop it, then run npm run documents:move with S3_*.',
        )
      if (!isBegun) await begin()
      const key = documentKey(name.slice(0, -'.sealed'.length))
      if (goesOn && (await storage.sizeOf(key)) !== null) {
        if ((await hashOf(storage.open(key))) === (await hashOf(content))) return
        throw new BackupError(`${key} is in the bucket already, and is another one. Empty the bucket.`)
      }
      if (!(await storage.putStreamOnce(key, content)))
        throw new BackupError(`${key} came into the bucket during the restore. Stop what writes there.`)
      put.push(key)
    },
    fill: async () => {},
    settle: () => storage.remove(MARK),
    async clear() {
      try {
        for (const key of put) await storage.remove(key)
        if (isBegun && !goesOn) await storage.remove(MARK)
      } catch (error) {
        // Report the restore's own error, not this one. The mark remains for the next restore.
        log.warn({ err: error }, 'documents of a restore that broke off were left in the bucket')
      }
    },
  }
}

async function markIn(storage: ObjectStorage): Promise<string | null> {
  if ((await storage.sizeOf(MARK)) === null) return null
  let text = ''
  for await (const chunk of storage.open(MARK)) text += Buffer.from(chunk).toString()
  return text
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
