import { statfs } from 'node:fs/promises'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { documents } from '@/lib/db/schema/documents'
import { documentRules } from '@/lib/domain/settings/document-rules'
import { DAY_MS } from '@/lib/domain/values/calendar'
import type { Services } from '@/lib/server/services'
import { readSetting } from '@/lib/server/settings'
import { listUploads, type UploadRecord } from './upload-files'

const MEGABYTE = 1_000_000

/** Why an upload is not begun; `status` as the upload server answers it. */
export type NoRoom = { status: 413 | 507; message: string }

/**
 * Whether there is room for one more file: on the disk, in its application, and in what one person adds in 24 hours.
 * Uploads that are not finished count with the size that they will have. `freeBytes` is read off the disk.
 */
export async function findNoRoom(
  { db, documentStore, now }: Pick<Services, 'documentStore' | 'now'> & { db: DbOrTx },
  { ownerId, applicationId, sizeBytes }: { ownerId: string; applicationId: string; sizeBytes: number },
  freeBytes = () =>
    documentStore.uploads.objects ? Promise.resolve(Infinity) : freeBytesOf(documentStore.uploads.directory),
): Promise<NoRoom | null> {
  const rules = await readSetting(db, documentRules)
  const unfinished = await listUploads(documentStore.uploads)
  const toComeBytes = sum(unfinished.map(({ receivedBytes, record }) => record.sizeBytes - receivedBytes))
  if ((await freeBytes()) - toComeBytes - sizeBytes < rules.keepFreeMegabytes * MEGABYTE)
    return {
      status: 507,
      message: 'The desk’s disk is nearly full, so no new file is taken. Tell an administrator.',
    }
  const [stored] = await db
    .select({
      application: sumOf(and(eq(documents.applicationId, applicationId), isNull(documents.removedAt))),
      person: sumOf(
        and(eq(documents.uploadedBy, ownerId), gt(documents.uploadedAt, new Date(now().getTime() - DAY_MS))),
      ),
    })
    .from(documents)
  const [ofApplication, ofPerson] = [
    sum(
      unfinished.flatMap(({ record }) => (record.applicationId === applicationId ? [record.sizeBytes] : [])),
    ),
    sum(unfinished.flatMap(({ record }) => (record.ownerId === ownerId ? [record.sizeBytes] : []))),
  ]
  const isOver = (limit: number | null, storedBytes: string | undefined, others: number) =>
    limit !== null && Number(storedBytes ?? 0) + others + sizeBytes > limit * MEGABYTE
  if (isOver(rules.megabytesPerApplication, stored?.application, ofApplication))
    return {
      status: 413,
      message: `The documents of one application may have ${megabytes(rules.megabytesPerApplication)} together, unfinished uploads included. Remove what is not needed, or ask an administrator to raise the limit.`,
    }
  if (isOver(rules.megabytesPerPersonDay, stored?.person, ofPerson))
    return {
      status: 413,
      message: `One person may add ${megabytes(rules.megabytesPerPersonDay)} in 24 hours. Add this file later, or ask an administrator to raise the limit.`,
    }
  return null
}

/** Any number that no other program uses on this database. */
const ROOM_LOCK = 7_239_401_152

/**
 * Begins a file where there is room for it. One after the other, also in several processes: of two who ask at once the
 * second is judged with the first one's file.
 */
export const beginInRoom = <T>(
  { db, documentStore, now }: Pick<Services, 'db' | 'documentStore' | 'now'>,
  file: UploadRecord,
  begin: () => Promise<T>,
): Promise<{ started: T } | NoRoom> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ROOM_LOCK})`)
    return (await findNoRoom({ db: tx, documentStore, now }, file)) ?? { started: await begin() }
  })

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const sumOf = (condition: ReturnType<typeof and>) =>
  sql<string>`coalesce(sum(${documents.sizeBytes}) filter (where ${condition}), 0)`

const megabytes = (limit: number | null): string => `${(limit ?? 0).toLocaleString('en-US')} MB`

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
