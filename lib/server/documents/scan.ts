import { and, eq, isNull } from 'drizzle-orm'
import { documents } from '@/lib/db/schema/documents'
import { recordAudit } from '@/lib/server/audit'
import { dropApproval } from '@/lib/server/cases/approval'
import { lockApplication, markChanged } from '@/lib/server/drafts/data'
import type { Change, Services } from '@/lib/server/services'
import { queueDelivery } from './delivery'

export const queueScan = (services: Services, documentId: string): Promise<void> =>
  services.jobs.enqueue('scan-document', documentId, { documentId })

const IS_WAITING = and(eq(documents.scan, 'waiting'), isNull(documents.removedAt))

/** Every document that waits for the scanner; where there is none any more, they are ones that were not scanned. */
export async function queueWaitingScans(services: Services): Promise<void> {
  if (!services.scanner) {
    await services.db.update(documents).set({ scan: null }).where(IS_WAITING)
    return
  }
  const waiting = await services.db.select({ id: documents.id }).from(documents).where(IS_WAITING)
  for (const { id } of waiting) await queueScan(services, id)
}

/**
 * Asks the scanner about one document, and has it go on or stay in quarantine. Throws where the scanner or the file is
 * away, so that the job is tried again: until then the document stays where it is.
 */
export async function scanDocument(
  services: Services,
  { documentId }: { documentId: string },
): Promise<void> {
  const { db, scanner, documentStore } = services
  const [document] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.id, documentId), IS_WAITING))
  if (!scanner || !document) return
  const finding = await scanner(documentStore.read(document))
  const isStored = await db.transaction(async (tx) => {
    const change: Change = { now: services.now, actor: null, requestId: 'job' }
    const { applicationId, name } = document
    const application = await lockApplication(tx, applicationId)
    const changed = await tx
      .update(documents)
      .set({ scan: finding === null ? 'clean' : 'infected', scanFinding: finding })
      .where(and(eq(documents.id, documentId), IS_WAITING))
      .returning({ id: documents.id })
    if (changed.length === 0 || finding === null) return changed.length > 0
    await recordAudit(tx, {
      at: change.now(),
      actorId: null,
      action: 'document-quarantined',
      subject: ['application', applicationId],
      requestId: change.requestId,
      detail: { documentId, name, finding },
    })
    await markChanged(tx, applicationId, change.now())
    await dropApproval(change, tx, application, 'removed', name)
    return true
  })
  if (isStored && finding === null) await queueDelivery(services, documentId)
}
