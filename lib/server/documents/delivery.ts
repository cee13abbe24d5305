import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { applications } from '@/lib/db/schema/applications'
import { documents } from '@/lib/db/schema/documents'
import { log } from '@/lib/log'
import { attempt } from '@/lib/server/attempts/ledger'
import type { Services } from '@/lib/server/services'
import { claimDocument, deliveryAttempt } from './attempt'

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

/** Every document that waits and can go: after a submission, and every minute. */
export async function queueWaitingDocuments(services: Services, applicationId?: string): Promise<void> {
  const waiting = await services.db
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(applications, eq(applications.id, documents.applicationId))
    .where(
      and(
        eq(documents.delivery, 'waiting'),
        isNull(documents.removedAt),
        or(isNull(documents.scan), eq(documents.scan, 'clean')),
        isNotNull(applications.opportunityId),
        applicationId ? eq(documents.applicationId, applicationId) : undefined,
      ),
    )
  for (const { id } of waiting) await queueDelivery(services, id)
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
  const sent = await attempt(services, { actor: null, requestId: 'job' }, deliveryAttempt, (tx, marks) =>
    claimDocument(tx, marks, documentId, isLastTry),
  )
  if ('end' in sent && sent.result === 'waiting') {
    throw new Error(sent.end.message ?? 'Nothing reached the partner.')
  }
}
