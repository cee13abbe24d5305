import { and, asc, eq, gt, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { documents } from '@/lib/db/schema/documents'
import { log } from '@/lib/log'
import type { Services } from '@/lib/server/services'
import { isMissingFile } from './upload-files'

/**
 * Seals the contents that an earlier version of the desk left in the clear, one after the other. Killed at any point,
 * the next start goes on: a plain file goes only after the row has the key of its sealed copy. One that is missing, or
 * is not what was stored, is told of and stays as it is. Gives how many were sealed.
 */
export async function sealPlainDocuments(services: Services): Promise<number> {
  await removeSealed(services)
  let sealed = 0
  for (let last: string | null = null; !services.jobs.isStopping(); ) {
    const next = await sealNext(services, last)
    if (next === null) break
    last = next.id
    if (next.isSealed) sealed += 1
  }
  return sealed
}

/** Those of a process that was killed after the row had the key. */
async function removeSealed({ db, documentStore }: Services): Promise<void> {
  const plain = await documentStore.listPlain()
  for (let from = 0; from < plain.length; from += AT_ONCE) {
    const done = await db
      .select({ id: documents.id })
      .from(documents)
      .where(and(inArray(documents.id, plain.slice(from, from + AT_ONCE)), isNotNull(documents.sealedKey)))
    for (const { id } of done) await documentStore.removePlain(id)
  }
}

const AT_ONCE = 1_000

async function sealNext(
  { db, documentStore }: Services,
  last: string | null,
): Promise<{ id: string; isSealed: boolean } | null> {
  const next = await db.transaction(async (tx) => {
    // Locked while its file is made, and passed over while it is being sent: no one reads a file that goes away.
    const [document] = await tx
      .select()
      .from(documents)
      .where(
        and(
          isNull(documents.sealedKey),
          isNull(documents.erasedAt),
          ne(documents.delivery, 'sending'),
          last === null ? undefined : gt(documents.id, last),
        ),
      )
      .orderBy(asc(documents.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!document) return null
    const { id } = document
    try {
      const sealedKey = await documentStore.seal(document)
      if (sealedKey !== null) {
        await tx.update(documents).set({ sealedKey }).where(eq(documents.id, id))
        return { id, isSealed: true }
      }
      log.error({ document: id }, 'a document is not what was stored, and was left in the clear')
    } catch (error) {
      if (!isMissingFile(error)) throw error
      log.error({ document: id }, 'the content of a document is missing')
    }
    return { id, isSealed: false }
  })
  if (next?.isSealed) await documentStore.removePlain(next.id)
  return next
}
