import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { applications, documents, partnerAttempts } from '@/lib/db/schema/desk'
import type { DeliveryState } from '@/lib/domain/documents/delivery-state'
import { referenceIdOf } from '@/lib/domain/documents/file-name'
import { log } from '@/lib/log'
import { isPartnerError } from '@/lib/partner/errors'
import { recordAudit } from '@/lib/server/audit'
import { persistently } from '@/lib/server/persistently'
import { storable } from '@/lib/server/storable'
import type { World } from '@/lib/server/world'

/** Asks for one document to be sent. Harmless for one that cannot go yet: the job looks for itself. */
export const queueDelivery = (world: World, documentId: string): Promise<void> =>
  world.jobs.enqueue('deliver-document', documentId, { documentId })

/** What stands as *waiting* is queued again every minute, so that asking for it now may fail without harm. */
export async function queueSoon(queue: () => Promise<void>): Promise<void> {
  try {
    await queue()
  } catch (error) {
    log.warn({ err: error }, 'a document could not be queued now')
  }
}

/** Every document that waits and can go: after a submission, and every minute. */
export async function queueWaitingDocuments(world: World, applicationId?: string): Promise<void> {
  const waiting = await world.db
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(applications, eq(applications.id, documents.applicationId))
    .where(
      and(
        eq(documents.delivery, 'waiting'),
        isNull(documents.removedAt),
        isNotNull(applications.opportunityId),
        applicationId ? eq(documents.applicationId, applicationId) : undefined,
      ),
    )
  for (const { id } of waiting) await queueDelivery(world, id)
}

type Claim = {
  attemptId: string
  applicationId: string
  opportunityId: string
  name: string
  sizeBytes: number
}

/**
 * Sends one document to the partner as one request. Throws only when nothing reached the partner, so
 * that the job is tried again; the last try leaves it as *not sent*. A refusal or an unknown outcome ends it.
 */
export async function deliverDocument(
  world: World,
  { documentId }: { documentId: string },
  last: boolean,
): Promise<void> {
  const claim = await claimDocument(world, documentId)
  if (!claim) return
  const end = await sendDocument(world, documentId, claim, last)
  // How it ended is known only here until it is stored.
  await persistently(() => settleDelivery(world, documentId, claim, end))
  if (end.delivery === 'waiting') throw new Error(end.message ?? 'Nothing reached the partner.')
}

/** One request, and how it ended; never throws. */
async function sendDocument(
  world: World,
  documentId: string,
  claim: Claim,
  last: boolean,
): Promise<DeliveryEnd> {
  let sending = false
  try {
    const uploaded = await world.partner.uploadAttachment(
      {
        parentId: claim.opportunityId,
        referenceId: referenceIdOf(documentId),
        name: claim.name,
        sizeBytes: claim.sizeBytes,
        open: () => world.documentStore.read(documentId),
      },
      {
        async beforeSend() {
          await world.db
            .update(partnerAttempts)
            .set({ state: 'sending', sendingAt: world.now() })
            .where(eq(partnerAttempts.id, claim.attemptId))
          sending = true
        },
      },
    )
    return {
      delivery: 'delivered',
      message: null,
      attachmentId: uploaded.recordId,
      httpStatus: uploaded.httpStatus,
      answer: uploaded.rawText,
    }
  } catch (error) {
    const known = isPartnerError(error) ? error : null
    if (!known)
      log.error({ err: error, document: documentId }, 'sending a document broke off inside the desk')
    const refused = known?.kind === 'refused'
    const notApplied = known ? known.outcome === 'not-applied' : !sending
    const retry = notApplied && !refused && !last
    const delivery: DeliveryState = refused
      ? 'refused'
      : retry
        ? 'waiting'
        : notApplied
          ? 'not-sent'
          : 'unknown'
    return {
      delivery,
      message: known?.message ?? brokeOff(sending),
      attachmentId: null,
      httpStatus: known?.httpStatus ?? null,
      answer: known?.rawText ?? null,
    }
  }
}

const brokeOff = (sending: boolean) =>
  sending
    ? 'Sending broke off inside the desk. Whether the partner has the file is not known: look there before sending it again.'
    : 'Sending broke off inside the desk before anything was sent.'

/** Only one job can take a document from *waiting*, whatever the queue does. */
async function claimDocument(world: World, documentId: string): Promise<Claim | null> {
  const now = world.now()
  return world.db.transaction(async (tx) => {
    const [document] = await tx.select().from(documents).where(eq(documents.id, documentId)).for('update')
    if (document?.delivery !== 'waiting' || document.removedAt) return null
    const [application] = await tx
      .select()
      .from(applications)
      .where(eq(applications.id, document.applicationId))
    if (!application?.opportunityId) return null
    const attemptId = crypto.randomUUID()
    await tx.insert(partnerAttempts).values({
      id: attemptId,
      applicationId: application.id,
      documentId,
      endpoint: 'attachment',
      state: 'prepared',
      requestSha256: document.sha256,
      preparedAt: now,
    })
    await tx
      .update(documents)
      .set({ delivery: 'sending', deliveryMessage: null })
      .where(eq(documents.id, documentId))
    return {
      attemptId,
      applicationId: application.id,
      opportunityId: application.opportunityId,
      name: document.name,
      sizeBytes: document.sizeBytes,
    }
  })
}

type DeliveryEnd = {
  delivery: DeliveryState
  message: string | null
  attachmentId: string | null
  httpStatus: number | null
  /** The partner's raw answer, masked. */
  answer: string | null
}

const OPEN_STATES = ['prepared', 'sending'] as const

const ATTEMPT_STATE = {
  delivered: 'accepted',
  refused: 'refused',
  unknown: 'unknown',
  'not-sent': 'not-sent',
  waiting: 'not-sent',
  sending: 'sending',
} as const

async function settleDelivery(
  world: World,
  documentId: string,
  claim: Claim,
  given: DeliveryEnd,
): Promise<void> {
  const end = storable(given)
  const now = world.now()
  await world.db.transaction(async (tx) => {
    const ended = await tx
      .update(partnerAttempts)
      .set({
        state: ATTEMPT_STATE[end.delivery],
        answeredAt: now,
        httpStatus: end.httpStatus,
        message: end.message,
        answer: end.answer,
      })
      .where(and(eq(partnerAttempts.id, claim.attemptId), inArray(partnerAttempts.state, OPEN_STATES)))
      .returning({ id: partnerAttempts.id })
    // Given up as unknown in the meantime, and perhaps settled by a person: an attempt ends once.
    if (ended.length === 0) return log.warn({ attempt: claim.attemptId }, 'an answer came too late')
    await tx
      .update(documents)
      .set({ delivery: end.delivery, deliveryMessage: end.message, attachmentId: end.attachmentId })
      .where(eq(documents.id, documentId))
    await recordAudit(tx, {
      at: now,
      actorId: null,
      action: `document-${end.delivery}`,
      subject: ['application', claim.applicationId],
      requestId: claim.attemptId,
      detail: {
        documentId,
        attachmentId: end.attachmentId,
        httpStatus: end.httpStatus,
        message: end.message,
      },
    })
  })
}
