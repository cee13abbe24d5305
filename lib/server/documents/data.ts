import { and, asc, eq, isNull } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { documents, users } from '@/lib/db/schema/desk'
import { DeskError } from '@/lib/errors'

export type DocumentRow = typeof documents.$inferSelect

export async function requireDocument(db: DbOrTx, id: string): Promise<DocumentRow> {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new DeskError('not-found')
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), isNull(documents.removedAt)))
  if (!row) throw new DeskError('not-found', 'This document does not exist, or was removed.')
  return row
}

/** What pages show of a document. */
export type DocumentItem = Pick<
  DocumentRow,
  'id' | 'name' | 'category' | 'mediaType' | 'sizeBytes' | 'delivery' | 'deliveryMessage' | 'attachmentId'
> & { uploadedBy: string; uploadedAt: string }

export async function listDocuments(db: DbOrTx, applicationId: string): Promise<DocumentItem[]> {
  const rows = await db
    .select({
      id: documents.id,
      name: documents.name,
      category: documents.category,
      mediaType: documents.mediaType,
      sizeBytes: documents.sizeBytes,
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
  return rows.map((row) => ({ ...row, uploadedAt: row.uploadedAt.toISOString() }))
}
