import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { documents } from '@/lib/db/schema/documents'
import { documentRules } from '@/lib/domain/settings/document-rules'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { recordAudit } from '@/lib/server/audit'
import type { Services } from '@/lib/server/services'
import { readSetting } from '@/lib/server/settings'

/**
 * Erases the content, and its key, of documents that were removed as many days ago as the setting says; nothing while
 * it is off. Asked at each start and once a day. Gives how many they were.
 */
export async function eraseRemoved(services: Services): Promise<number> {
  const { eraseRemovedAfterDays: days } = await readSetting(services.db, documentRules)
  if (days === null) return 0
  const until = new Date(services.now().getTime() - days * DAY_MS)
  let erased = 0
  while (!services.jobs.isStopping() && (await eraseNext(services, until))) erased += 1
  return erased
}

const eraseNext = ({ db, documentStore, now }: Services, until: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [document] = await tx
      .select()
      .from(documents)
      .where(and(lte(documents.removedAt, until), isNull(documents.erasedAt)))
      .orderBy(asc(documents.removedAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!document) return false
    const { id, applicationId, name, sha256 } = document
    // First: killed before the commit, it is erased once more.
    await documentStore.erase(id)
    await tx.update(documents).set({ erasedAt: now(), sealedKey: null }).where(eq(documents.id, id))
    await recordAudit(tx, {
      at: now(),
      actorId: null,
      action: 'document-erased',
      subject: ['application', applicationId],
      requestId: 'job',
      detail: { documentId: id, name, sha256 },
    })
    return true
  })
