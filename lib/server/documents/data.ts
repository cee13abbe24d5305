import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { type AttemptResolution, type AttemptState, partnerAttempts } from '@/lib/db/schema/attempts'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import { users } from '@/lib/db/schema/people'
import { applicationContributors, documentDecisions } from '@/lib/db/schema/underwriting'
import { canChangeDocument } from '@/lib/domain/documents/delivery-state'
import {
  type DoubtedDocument,
  type FiledDocument,
  type KeptBack,
  whyKeptBack,
} from '@/lib/domain/documents/document-plan'
import {
  type DecisionInEffect,
  type DocumentDecision,
  decisionInEffect,
  type Judged,
  latestDecisions,
} from '@/lib/domain/documents/document-verdict'
import { isUuid } from '@/lib/domain/values/uuid'
import { DeskError } from '@/lib/errors'

export type DocumentRow = typeof documents.$inferSelect

export async function requireDocument(db: DbOrTx, id: string): Promise<DocumentRow> {
  const [row] = isUuid(id)
    ? await db
        .select()
        .from(documents)
        .where(and(eq(documents.id, id), isNull(documents.removedAt)))
    : []
  if (!row) throw new DeskError('not-found', 'This document does not exist, or was removed.')
  return row
}

export const ofApplication = (applicationId: string): SQL => eq(documents.applicationId, applicationId)

/** One attempt to send a document, and how it ended. */
export type DeliveryAttempt = {
  id: string
  state: AttemptState
  at: string
  httpStatus: number | null
  message: string | null
  /** The partner's raw answer, masked. */
  answer: string | null
  /** How a person ended an unknown outcome. */
  resolution: { kind: AttemptResolution; by: string; at: string; note: string } | null
}

/** An underwriter's decision on a document; `by` is their name. */
export type DecisionOnDocument = Omit<DecisionInEffect, 'by' | 'at'> & {
  byId: string
  by: string
  at: string
}

/** A document as pages show it. `attempts`: oldest first. `decision`: the one in effect, if there is one. */
export type DocumentItem = Pick<
  DocumentRow,
  | 'id'
  | 'name'
  | 'calledAs'
  | 'category'
  | 'slot'
  | 'mediaType'
  | 'sizeBytes'
  | 'sha256'
  | 'scan'
  | 'scanFinding'
  | 'delivery'
  | 'deliveryMessage'
  | 'attachmentId'
> & {
  uploadedBy: string
  uploadedAt: string
  attempts: DeliveryAttempt[]
  decision: DecisionOnDocument | null
  /** The ids of the people who have accepted it. */
  acceptedBy: readonly string[]
  /** Why it is not sent to the partner; null if it will be, or was already. */
  keptBack: KeptBack | null
}

export async function listDocuments(db: DbOrTx, applicationId: string): Promise<DocumentItem[]> {
  const rows = await db
    .select({
      id: documents.id,
      name: documents.name,
      calledAs: documents.calledAs,
      category: documents.category,
      slot: documents.slot,
      mediaType: documents.mediaType,
      sizeBytes: documents.sizeBytes,
      sha256: documents.sha256,
      scan: documents.scan,
      scanFinding: documents.scanFinding,
      delivery: documents.delivery,
      deliveryMessage: documents.deliveryMessage,
      attachmentId: documents.attachmentId,
      uploadedBy: users.name,
      uploadedAt: documents.uploadedAt,
    })
    .from(documents)
    .innerJoin(users, eq(users.id, documents.uploadedBy))
    .where(and(eq(documents.applicationId, applicationId), isNull(documents.removedAt)))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
  const attempts = await listDeliveryAttempts(db, applicationId)
  const { decisions, names } = await listDecisions(db, ofApplication(applicationId))
  const judged = rows.map((row) => {
    const own = decisions.get(row.id) ?? []
    const inEffect = decisionInEffect(own)
    return {
      ...row,
      uploadedAt: row.uploadedAt.toISOString(),
      attempts: attempts.get(row.id) ?? [],
      decision: inEffect && {
        ...inEffect,
        byId: inEffect.by,
        by: names.get(inEffect.by) ?? '',
        at: inEffect.at.toISOString(),
      },
      acceptedBy: own.flatMap(({ verdict, by }) => (verdict === 'accepted' ? [by] : [])),
    }
  })
  return judged.map((document) => ({
    ...document,
    keptBack: canChangeDocument(document.delivery) ? whyKeptBack(document, judged) : null,
  }))
}

/** Which documents must not be sent to the partner, by id. `of` selects all documents of one or more applications. */
export async function listKeptBack(db: DbOrTx, of: SQL): Promise<ReadonlyMap<string, KeptBack>> {
  const kept = new Map<string, KeptBack>()
  for (const all of (await listFiled(db, of)).values()) {
    for (const document of all) {
      const why = whyKeptBack<FiledDocument>(document, all)
      if (why !== null) kept.set(document.id, why)
    }
  }
  return kept
}

/** The documents of each application, oldest first, with the decision in effect on each. */
export async function listFiled(
  db: DbOrTx,
  of: SQL,
): Promise<ReadonlyMap<string, (DoubtedDocument & { applicationId: string })[]>> {
  const { id, applicationId, name, calledAs, sha256, category, slot, scan } = documents
  const rows = await db
    .select({ id, applicationId, name, calledAs, sha256, category, slot, scan })
    .from(documents)
    .where(and(of, isNull(documents.removedAt)))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
  if (rows.length === 0) return new Map()
  const { decisions } = await listDecisions(db, of)
  return Map.groupBy(
    rows.map((row) => ({ ...row, decision: decisionInEffect(decisions.get(row.id) ?? []) })),
    (row) => row.applicationId,
  )
}

/** By document id: each underwriter's latest decision on it, without those of people who worked on the application. */
async function listDecisions(
  db: DbOrTx,
  of: SQL,
): Promise<{ decisions: ReadonlyMap<string, DecisionInEffect[]>; names: ReadonlyMap<string, string> }> {
  const { id, sha256, category, slot } = documents
  const rows = await db
    .select({
      document: { id, sha256, category, slot },
      decision: documentDecisions,
      name: users.name,
      contributor: applicationContributors.personId,
    })
    .from(documentDecisions)
    .innerJoin(documents, eq(documents.id, documentDecisions.documentId))
    .innerJoin(users, eq(users.id, documentDecisions.by))
    .leftJoin(
      applicationContributors,
      and(
        eq(applicationContributors.applicationId, documents.applicationId),
        eq(applicationContributors.personId, documentDecisions.by),
      ),
    )
    .where(and(of, isNull(documents.removedAt)))
    .orderBy(asc(documentDecisions.n))
  const byDocument = new Map<
    string,
    { document: Judged; all: DocumentDecision[]; contributors: Set<string> }
  >()
  for (const { document, decision, contributor } of rows) {
    const own = byDocument.get(document.id) ?? { document, all: [], contributors: new Set() }
    own.all.push(decision)
    if (contributor !== null) own.contributors.add(contributor)
    byDocument.set(document.id, own)
  }
  return {
    decisions: new Map(
      [...byDocument].map(([documentId, { document, all, contributors }]) => [
        documentId,
        latestDecisions(document, all, contributors),
      ]),
    ),
    names: new Map(rows.map(({ decision, name }) => [decision.by, name])),
  }
}

/** Who has opened each of these documents, by document id: whom the audit log says their content was shown to. */
export async function listReaders(
  db: DbOrTx,
  of: readonly { id: string }[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const readers = new Map<string, Set<string>>()
  if (of.length === 0) return readers
  const rows = await db
    .selectDistinct({ id: auditLog.subjectId, reader: auditLog.actorId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'document'),
        inArray(
          auditLog.subjectId,
          of.map(({ id }) => id),
        ),
        eq(auditLog.action, 'document-read'),
      ),
    )
  for (const { id, reader } of rows) {
    if (reader !== null) readers.set(id, (readers.get(id) ?? new Set()).add(reader))
  }
  return readers
}

/** By document id. */
async function listDeliveryAttempts(
  db: DbOrTx,
  applicationId: string,
): Promise<ReadonlyMap<string, DeliveryAttempt[]>> {
  const rows = await db
    .select({ documentId: documents.id, attempt: partnerAttempts, resolvedByName: users.name })
    .from(partnerAttempts)
    .innerJoin(documents, eq(documents.id, partnerAttempts.documentId))
    .leftJoin(users, eq(users.id, partnerAttempts.resolvedBy))
    .where(eq(partnerAttempts.applicationId, applicationId))
    .orderBy(asc(partnerAttempts.preparedAt))
  const attempts = rows.map(({ documentId, attempt, resolvedByName }) => ({
    documentId,
    id: attempt.id,
    state: attempt.state,
    at: attempt.preparedAt.toISOString(),
    httpStatus: attempt.httpStatus,
    message: attempt.message,
    answer: attempt.answer,
    resolution: attempt.resolution && {
      kind: attempt.resolution,
      by: resolvedByName ?? '',
      at: attempt.resolvedAt?.toISOString() ?? '',
      note: attempt.resolutionNote ?? '',
    },
  }))
  return Map.groupBy(attempts, ({ documentId }) => documentId)
}
