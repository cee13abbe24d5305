import { eq, isNotNull } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { documents } from '@/lib/db/schema/documents'
import type { DeliveryState } from '@/lib/domain/documents/delivery-state'
import { referenceIdOf } from '@/lib/domain/documents/file-name'
import { isQuarantined } from '@/lib/domain/documents/scan-state'
import { log } from '@/lib/log'
import { PartnerError } from '@/lib/partner/errors'
import type { AttemptEnd, AttemptKind, BeginAttempt, Written } from '@/lib/server/attempts/ledger'
import { type DocumentRow, listKeptBack, ofApplication } from './data'
import type { DocumentStore } from './document-store'

/** What is special about delivering a document; how anything is sent is in attempts/ledger.ts. */

type Delivery = { document: DocumentRow; opportunityId: string; isLastTry: boolean }

type DeliveryEnd = AttemptEnd & {
  attachmentId: string | null
  /** Not sent, and to be tried again by itself. */
  waits: boolean
}

export const deliveryAttempt: AttemptKind<Delivery, DeliveryEnd, DocumentRow, DeliveryState> = {
  name: 'document',
  table: partnerAttempts,
  rows: isNotNull(partnerAttempts.documentId),
  // A large file over a slow line, and its one replay after a 401.
  abandonedAfterMs: 45 * 60_000,
  ready: ({ partner }) => partner.ready(),

  async send({ partner, documentStore }, { document, opportunityId }) {
    await requireWhole(documentStore, document)
    const uploaded = await partner.uploadAttachment({
      parentId: opportunityId,
      referenceId: referenceIdOf(document.id),
      name: document.name,
      sizeBytes: document.sizeBytes,
      open: () => documentStore.pass(document),
    })
    return {
      state: 'accepted',
      message: null,
      httpStatus: uploaded.httpStatus,
      answer: uploaded.rawText,
      attachmentId: uploaded.recordId,
      waits: false,
    }
  },

  failed: (_context, { isLastTry }, { problems: _, ...end }) => ({
    ...end,
    attachmentId: null,
    waits: end.state === 'not-sent' && !isLastTry,
  }),

  lost: (wasSent) => ({
    state: wasSent ? 'unknown' : 'not-sent',
    message: wasSent
      ? 'The desk stopped while sending this file. The partner may have it. Check with the partner before you send it again.'
      : null,
    httpStatus: null,
    answer: null,
    attachmentId: null,
    waits: !wasSent,
  }),

  async lock(tx, attemptId) {
    const [row] = await tx
      .select({ state: partnerAttempts.state, subject: documents })
      .from(partnerAttempts)
      .innerJoin(documents, eq(documents.id, partnerAttempts.documentId))
      .where(eq(partnerAttempts.id, attemptId))
      .for('update')
    if (!row) throw new Error('An attempt is gone.')
    // A person has said that the one before did not arrive, before there is another.
    return { ...row, isRepeat: false }
  },

  async record(tx, document, end, { attemptId, now }) {
    const delivery: DeliveryState =
      end.state === 'accepted' ? 'delivered' : end.state === 'not-sent' && end.waits ? 'waiting' : end.state
    const { attachmentId, message, httpStatus } = end
    return {
      result: delivery,
      changes: [changeDocument(tx, document.id, { delivery, deliveryMessage: message, attachmentId })],
      audit: {
        at: now,
        actorId: null,
        action: `document-${delivery}`,
        subject: ['application', document.applicationId],
        requestId: attemptId,
        detail: { documentId: document.id, attachmentId, httpStatus, message },
      },
    }
  },
}

/** What is not what was stored is never begun to be sent. A missing file is told by the reading of it. */
async function requireWhole(store: DocumentStore, document: DocumentRow): Promise<void> {
  const found = await store.check(document).catch((err: unknown) => {
    log.error({ err, document: document.id }, 'a stored document could not be read')
    throw new PartnerError({
      kind: 'file',
      outcome: 'not-applied',
      what: 'The stored file could not be read now, so nothing was sent. Tell an administrator if this stays.',
    })
  })
  if (found !== 'damaged') return
  throw new PartnerError({
    kind: 'file',
    outcome: 'not-applied',
    what: 'The stored file was changed or cut on the desk’s disk, so nothing was sent. Bring it back from a backup, or remove the document and add the file again.',
  })
}

export const changeDocument = (
  tx: DbOrTx,
  id: string,
  change: Partial<Pick<DocumentRow, 'delivery' | 'deliveryMessage' | 'attachmentId'>>,
) => tx.update(documents).set(change).where(eq(documents.id, id))

/**
 * Takes a document from *waiting*; only one job can, whatever the queue does. Locked for update, because a decision on a
 * document refers to it: one that is being made is waited for and read, and one that is made later waits for this.
 */
export async function claimDocument(
  tx: Tx,
  begin: BeginAttempt,
  documentId: string,
  isLastTry: boolean,
): Promise<Written<Delivery> | { refusal: 'cannot go now' }> {
  const [document] = await tx.select().from(documents).where(eq(documents.id, documentId)).for('update')
  if (document?.delivery !== 'waiting' || document.removedAt || isQuarantined(document.scan))
    return { refusal: 'cannot go now' }
  if ((await listKeptBack(tx, ofApplication(document.applicationId))).has(documentId))
    return { refusal: 'cannot go now' }
  const [application] = await tx
    .select({ opportunityId: applications.opportunityId })
    .from(applications)
    .where(eq(applications.id, document.applicationId))
  if (!application?.opportunityId) return { refusal: 'cannot go now' }
  const row = tx.insert(partnerAttempts).values({
    ...begin(),
    applicationId: document.applicationId,
    documentId,
    endpoint: 'attachment',
    requestSha256: document.sha256,
  })
  return {
    request: { document, opportunityId: application.opportunityId, isLastTry },
    changes: [row, changeDocument(tx, documentId, { delivery: 'sending', deliveryMessage: null })],
    audit: null,
  }
}
