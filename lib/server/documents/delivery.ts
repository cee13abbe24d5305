import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { documents } from '@/lib/db/schema/documents'
import { isQuarantined } from '@/lib/domain/documents/scan-state'
import { log } from '@/lib/log'
import { attempt } from '@/lib/server/attempts/ledger'
import type { Services } from '@/lib/server/services'
import { claimDocument, deliveryAttempt } from './attempt'
import { type DocumentRow, listKeptBack, ofApplication } from './data'

/** Asks for one document to be sent. Harmless for one that cannot go yet: the job looks for itself. */
export const queueDelivery = (services: Services, documentId: string): Promise<void> =>
  services.jobs.enqueue('deliver-document', documentId, { documentId })

/** What stands as *waiting* is queued again every minute, so that asking for it now may fail without harm. */
export async function queueSoon(queue: () => Promise<void>): Promise<void> {
  try {
    await queue()
  } catch (error) {
    log.warn({ err: error }, 'a document could not be queued now')
  }
}

/**
 * Every document that waits for nothing but its sending, once the opportunity is known: neither rejected nor replaced.
 * A scan may still be under way.
 */
export async function listWaiting(
  db: DbOrTx,
  applicationId?: string,
): Promise<Pick<DocumentRow, 'id' | 'scan' | 'uploadedAt'>[]> {
  const { id, scan, uploadedAt } = documents
  const which = and(
    eq(documents.delivery, 'waiting'),
    isNull(documents.removedAt),
    isNotNull(applications.opportunityId),
    applicationId ? ofApplication(applicationId) : undefined,
  )
  const isItsApplication = eq(applications.id, documents.applicationId)
  const waiting = await db
    .select({ id, scan, uploadedAt })
    .from(documents)
    .innerJoin(applications, isItsApplication)
    .where(which)
  if (waiting.length === 0) return []
  const theirs = db
    .select({ id: documents.applicationId })
    .from(documents)
    .innerJoin(applications, isItsApplication)
    .where(which)
  const kept = await listKeptBack(db, inArray(documents.applicationId, theirs))
  return waiting.filter((row) => !kept.has(row.id))
}

/** Every document that waits and can go: after a submission, and every minute. */
export async function queueWaitingDocuments(services: Services, applicationId?: string): Promise<void> {
  for (const { id, scan } of await listWaiting(services.db, applicationId))
    if (!isQuarantined(scan)) await queueDelivery(services, id)
}

/**
 * Sends one document to the partner as one request. Throws only when nothing reached the partner, so
 * that the job is tried again; the last try leaves it as *not sent*. A refusal or an unknown outcome ends it.
 */
export async function deliverDocument(
  services: Services,
  { documentId }: { documentId: string },
  isLastTry: boolean,
): Promise<void> {
  const sent = await attempt(services, { actor: null, requestId: 'job' }, deliveryAttempt, (tx, begin) =>
    claimDocument(tx, begin, documentId, isLastTry),
  )
  if ('end' in sent && sent.result === 'waiting') {
    throw new Error(sent.end.message ?? 'Nothing reached the partner.')
  }
}
