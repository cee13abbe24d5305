import { and, asc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { type AttemptResolution, type AttemptState, partnerAttempts } from '@/lib/db/schema/attempts'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import { users } from '@/lib/db/schema/people'
import { applicationContributors, documentDecisions } from '@/lib/db/schema/underwriting'
import { canChangeDocument } from '@/lib/domain/documents/delivery-state'
import { type FiledDocument, type KeptBack, whyKeptBack } from '@/lib/domain/documents/document-plan'
import { type DecisionInEffect, decisionInEffect, lastWords } from '@/lib/domain/documents/document-verdict'
import { isUuid } from '@/lib/domain/values/uuid'
import { DeskError } from '@/lib/errors'

export type DocumentRow = typeof documents.$inferSelect

export async function requireDocument(db: DbOrTx, id: string): Promise<DocumentRow> {
  if (!isUuid(id)) throw new DeskError('not-found')
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), isNull(documents.removedAt)))
  if (!row) throw new DeskError('not-found', 'This document does not exist, or was removed.')
  return row
}

export const ofApplication = (applicationId: string): SQL => eq(documents.applicationId, applicationId)

/** One sending of a document, and how it ended. */
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

/** What an underwriter said of a document, and who that is. */
export type DecisionOnDocument = Omit<DecisionInEffect, 'by' | 'at'> & {
  byId: string
  by: string
  at: string
}

/** What pages show of a document. `attempts`: oldest first. `decision`: what counts of what underwriters said of it. */
export type DocumentItem = Pick<
  DocumentRow,
  | 'id'
  | 'name'
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
  /** Who has accepted it. */
  acceptedBy: readonly string[]
  /** Why it is not sent; null where it goes, or was sent before. */
  keptBack: KeptBack | null
}

export async function listDocuments(db: DbOrTx, applicationId: string): Promise<DocumentItem[]> {
  const rows = await db
    .select({
      id: documents.id,
      name: documents.name,
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
  const { words, names } = await listWords(db, ofApplication(applicationId))
  const judged = rows.map((row) => {
    const said = words.get(row.id) ?? []
    const counts = decisionInEffect(said)
    return {
      ...row,
      uploadedAt: row.uploadedAt.toISOString(),
      attempts: attempts.get(row.id) ?? [],
      decision: counts && {
        ...counts,
        byId: counts.by,
        by: names.get(counts.by) ?? '',
        at: counts.at.toISOString(),
      },
      acceptedBy: said.flatMap(({ verdict, by }) => (verdict === 'accepted' ? [by] : [])),
    }
  })
  return judged.map((document) => ({
    ...document,
    keptBack: canChangeDocument(document.delivery) ? whyKeptBack(document, judged) : null,
  }))
}

/** Those of these documents that must not be sent, by their ids. `of`: all documents of one or more applications. */
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

/** What was added to each of these applications, as it came, and what underwriters said of it. */
export async function listFiled(
  db: DbOrTx,
  of: SQL,
): Promise<
  ReadonlyMap<string, (FiledDocument & { id: string; applicationId: string; name: string; sha256: string })[]>
> {
  const { id, applicationId, name, sha256, category, slot, scan } = documents
  const rows = await db
    .select({ id, applicationId, name, sha256, category, slot, scan })
    .from(documents)
    .where(and(of, isNull(documents.removedAt)))
    .orderBy(asc(documents.uploadedAt), asc(documents.id))
  if (rows.length === 0) return new Map()
  const { words } = await listWords(db, of)
  return Map.groupBy(
    rows.map((row) => ({ ...row, decision: decisionInEffect(words.get(row.id) ?? []) })),
    (row) => row.applicationId,
  )
}

/** The last word of each underwriter on each of these documents, by its id, and what they are called. */
async function listWords(
  db: DbOrTx,
  of: SQL,
): Promise<{ words: ReadonlyMap<string, DecisionInEffect[]>; names: ReadonlyMap<string, string> }> {
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
  const words = new Map<string, DecisionInEffect[]>()
  for (const [documentId, its] of Map.groupBy(rows, ({ document }) => document.id)) {
    const [{ document } = { document: null }] = its
    const disregarded = new Set(its.flatMap(({ contributor }) => contributor ?? []))
    if (document)
      words.set(
        documentId,
        lastWords(
          document,
          its.map(({ decision }) => decision),
          disregarded,
        ),
      )
  }
  return { words, names: new Map(rows.map(({ decision, name }) => [decision.by, name])) }
}

/** Who has opened each of these documents, by its id: what the audit log says of contents that were handed out. */
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

/** By document. */
async function listDeliveryAttempts(
  db: DbOrTx,
  applicationId: string,
): Promise<ReadonlyMap<string, DeliveryAttempt[]>> {
  const rows = await db
    .select({ attempt: partnerAttempts, resolvedByName: users.name })
    .from(partnerAttempts)
    .leftJoin(users, eq(users.id, partnerAttempts.resolvedBy))
    .where(and(eq(partnerAttempts.applicationId, applicationId), isNotNull(partnerAttempts.documentId)))
    .orderBy(asc(partnerAttempts.preparedAt))
  const attempts = rows.map(({ attempt, resolvedByName }) => ({
    documentId: attempt.documentId ?? '',
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
