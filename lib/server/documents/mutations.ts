import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { documents } from '@/lib/db/schema/desk'
import { checkDocumentSize, DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import { safeFileName } from '@/lib/domain/documents/file-name'
import { isBlocking } from '@/lib/domain/values/violation'
import { DeskError } from '@/lib/errors'
import { lockApplication, requireApplication } from '@/lib/server/applications/data'
import { recordAudit } from '@/lib/server/audit'
import type { Ctx } from '@/lib/server/world'
import { requireDocument } from './data'
import { queueDelivery, queueSoon } from './delivery'
import { isMissingFile } from './document-store'
import { detectMediaType, HEAD_BYTES } from './media-type'

const categories = DOCUMENT_CATEGORIES.map(({ slug }) => slug)

export const registerDocumentSchema = z.object({
  applicationId: z.uuid(),
  uploadId: z.uuid(),
  name: z.string().min(1).max(1_000),
  category: z.enum(categories),
})

export type RegisterResult =
  | { ok: true; documentId: string }
  | { ok: false; reason: 'refused' | 'duplicate'; message: string }

type RegisterInput = z.output<typeof registerDocumentSchema>

/**
 * Makes a document of a finished upload: judged by its content, hashed, moved to its place, and queued
 * for the partner. Asking again for one upload gives the same document, so that a lost answer is harmless.
 */
export async function registerDocument(ctx: Ctx, input: RegisterInput): Promise<RegisterResult> {
  await requireApplication(ctx.db, input.applicationId)
  const known = await findRegistered(ctx.db, input)
  if (known) {
    await queueSoon(() => queueDelivery(ctx, input.uploadId))
    return known
  }
  const upload = await ctx.documentStore.findUpload(input.uploadId)
  if (!upload) return registeredMeanwhile(ctx, input)
  if (upload.ownerId !== null && upload.ownerId !== ctx.actor.id) throw new DeskError('not-found')
  if (upload.announcedBytes !== null && upload.sizeBytes !== upload.announcedBytes) {
    throw new DeskError(
      'wrong-state',
      'This upload has not come to its end. Resume it, or add the file again.',
    )
  }
  try {
    const result = await registerUpload(ctx, input, upload.sizeBytes)
    if (result.ok) await queueSoon(() => queueDelivery(ctx, result.documentId))
    else await ctx.documentStore.discardUpload(input.uploadId)
    return result
  } catch (error) {
    if (isMissingFile(error)) return registeredMeanwhile(ctx, input)
    throw error
  }
}

/** The document that this upload became already; null when it did not. */
async function findRegistered(
  db: DbOrTx,
  { uploadId, applicationId }: RegisterInput,
): Promise<RegisterResult | null> {
  const [known] = await db.select().from(documents).where(eq(documents.id, uploadId))
  if (known && known.applicationId !== applicationId) throw new DeskError('not-found')
  return known ? { ok: true, documentId: uploadId } : null
}

/**
 * The bytes are gone: another request for the same upload may be taking them to their place, and is waited
 * for. Bytes at their place without a row are those of a registration that broke off in its commit: they
 * are taken back, and registered again.
 */
async function registeredMeanwhile(ctx: Ctx, input: RegisterInput): Promise<RegisterResult> {
  const known = await ctx.db.transaction(async (tx) => {
    await lockApplication(tx, input.applicationId)
    const registered = await findRegistered(tx, input)
    return registered ?? ((await ctx.documentStore.takeBack(input.uploadId)) ? 'taken-back' : null)
  })
  if (known === 'taken-back') return registerDocument(ctx, input)
  if (!known) throw new DeskError('not-found', 'The upload is not here any more. Add the file again.')
  return known
}

async function registerUpload(ctx: Ctx, input: RegisterInput, sizeBytes: number): Promise<RegisterResult> {
  const { uploadId: id, applicationId } = input
  const { documentStore: store } = ctx
  const name = safeFileName(input.name)
  const tooLarge = checkDocumentSize(sizeBytes).find(isBlocking)
  if (tooLarge) return { ok: false, reason: 'refused', message: tooLarge.message }
  const kind = await detectMediaType(await store.readUploadHead(id, HEAD_BYTES), name)
  if (!kind.ok) return { ok: false, reason: 'refused', message: kind.message }
  const sha256 = await store.uploadSha256(id)
  const now = ctx.now()
  return ctx.db.transaction(async (tx): Promise<RegisterResult> => {
    // Locked, so that two copies sent at the same time are recognised too.
    await lockApplication(tx, applicationId)
    const known = await findRegistered(tx, input)
    if (known) return known
    const [same] = await tx
      .select({ name: documents.name })
      .from(documents)
      .where(
        and(
          eq(documents.applicationId, applicationId),
          eq(documents.sha256, sha256),
          isNull(documents.removedAt),
        ),
      )
    if (same) {
      return {
        ok: false,
        reason: 'duplicate',
        message: `This is the same content as “${same.name}”, which is here already. It was not added again.`,
      }
    }
    await tx.insert(documents).values({
      id,
      applicationId,
      name,
      category: input.category,
      mediaType: kind.mediaType,
      sizeBytes,
      sha256,
      delivery: 'waiting',
      uploadedBy: ctx.actor.id,
      uploadedAt: now,
    })
    await recordAudit(tx, {
      at: now,
      actorId: ctx.actor.id,
      action: 'document-added',
      subject: ['application', applicationId],
      requestId: ctx.requestId,
      detail: {
        documentId: id,
        name,
        category: input.category,
        mediaType: kind.mediaType,
        sizeBytes,
        sha256,
      },
    })
    // Last: while anything could still fail, the upload stays where asking again finds it.
    await store.keep(id)
    return { ok: true, documentId: id }
  })
}

export const documentIdSchema = z.object({ documentId: z.uuid() })

export const changeCategorySchema = documentIdSchema.extend({ category: z.enum(categories) })

export async function changeCategory(ctx: Ctx, input: z.output<typeof changeCategorySchema>): Promise<void> {
  const document = await requireDocument(ctx.db, input.documentId)
  await ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(documents)
      .set({ category: input.category })
      .where(and(eq(documents.id, document.id), isNull(documents.removedAt)))
      .returning({ id: documents.id })
    if (changed.length === 0) throw new DeskError('not-found', 'This document was removed meanwhile.')
    await recordAudit(tx, {
      at: ctx.now(),
      actorId: ctx.actor.id,
      action: 'document-category-changed',
      subject: ['application', document.applicationId],
      requestId: ctx.requestId,
      detail: { documentId: document.id, before: document.category, after: input.category },
    })
  })
}

/** Takes a document away before the partner has it. The content stays on disk: it was evidence once. */
export async function removeDocument(
  ctx: Ctx,
  input: z.output<typeof documentIdSchema>,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const document = await requireDocument(ctx.db, input.documentId)
  const now = ctx.now()
  return ctx.db.transaction(async (tx) => {
    const removed = await tx
      .update(documents)
      .set({ removedAt: now })
      .where(
        and(
          eq(documents.id, document.id),
          isNull(documents.removedAt),
          inArray(documents.delivery, ['waiting', 'refused', 'not-sent']),
        ),
      )
      .returning({ id: documents.id })
    if (removed.length === 0) {
      return {
        ok: false,
        message: 'The partner has this document, or may have it, so it stays on the record.',
      }
    }
    await recordAudit(tx, {
      at: now,
      actorId: ctx.actor.id,
      action: 'document-removed',
      subject: ['application', document.applicationId],
      requestId: ctx.requestId,
      detail: { documentId: document.id, name: document.name, sha256: document.sha256 },
    })
    return { ok: true }
  })
}

/**
 * Sends one document again. After a refusal, or when nothing reached the partner, that is safe; after an
 * unknown outcome only a person can know, and says so by asking (`confirmed`).
 */
export const sendDocumentAgainSchema = documentIdSchema.extend({ confirmed: z.boolean() })

export async function sendDocumentAgain(
  ctx: Ctx,
  input: z.output<typeof sendDocumentAgainSchema>,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const document = await requireDocument(ctx.db, input.documentId)
  const sendable = input.confirmed
    ? (['refused', 'not-sent', 'unknown'] as const)
    : (['refused', 'not-sent'] as const)
  const done = await ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(documents)
      .set({ delivery: 'waiting', deliveryMessage: null })
      .where(
        and(
          eq(documents.id, document.id),
          isNull(documents.removedAt),
          inArray(documents.delivery, [...sendable]),
        ),
      )
      .returning({ id: documents.id })
    if (changed.length === 0) return false
    await recordAudit(tx, {
      at: ctx.now(),
      actorId: ctx.actor.id,
      action: 'document-sent-again',
      subject: ['application', document.applicationId],
      requestId: ctx.requestId,
      detail: { documentId: document.id, after: document.delivery },
    })
    return true
  })
  if (!done)
    return {
      ok: false,
      message: 'This document is already on its way, or was delivered or removed meanwhile.',
    }
  await queueSoon(() => queueDelivery(ctx, document.id))
  return { ok: true }
}
