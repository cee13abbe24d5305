import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { documents } from '@/lib/db/schema/documents'
import type { AnyDraft } from '@/lib/domain/application/draft'
import { type ApplicationStatus, documentsHeld, takesDocuments } from '@/lib/domain/application/status'
import {
  canChangeDocument,
  RETRYABLE_STATES,
  UNDELIVERED_STATES,
} from '@/lib/domain/documents/delivery-state'
import {
  checkDocumentSize,
  DOCUMENT_CATEGORIES,
  isAcceptedMediaType,
} from '@/lib/domain/documents/document-kinds'
import { categoryOfSlot, isSlotId } from '@/lib/domain/documents/document-plan'
import { calledAs, documentName, safeFileName } from '@/lib/domain/documents/file-name'
import { documentInput, type renameDocumentInput } from '@/lib/domain/documents/inputs'
import { labelOfPlace } from '@/lib/domain/underwriting/request-items'
import type { Outcome } from '@/lib/domain/values/outcome'
import { isBlocking } from '@/lib/domain/values/violation'
import { DeskError } from '@/lib/errors'
import { log } from '@/lib/log'
import { recordBy } from '@/lib/server/audit'
import { dropApproval } from '@/lib/server/cases/approval'
import { recordOwnWork } from '@/lib/server/cases/own-work'
import { getOpenDraft, lockApplication, markChanged, requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { type DocumentRow, listKeptBack, ofApplication, requireDocument } from './data'
import { queueDelivery, queueSoon } from './delivery'
import { detectMediaType } from './media-type'
import { queueScan } from './scan'
import { DamagedFileError } from './sealed-file'
import { HEAD_BYTES } from './text-charset'
import { isMissingFile, type Upload } from './upload-files'

const categories = DOCUMENT_CATEGORIES.map(({ slug }) => slug)

/** The slot of the plan that it is for. Whether the plan has it now does not matter: plans change. */
const slot = z.string().max(100).refine(isSlotId).nullish()

/** A slot of another category says nothing. */
const slotIn = (category: string, named: string | null | undefined): string | null =>
  named && categoryOfSlot(named) === category ? named : null

export const registerDocumentSchema = z.object({
  applicationId: z.uuid(),
  uploadId: z.uuid(),
  name: z.string().min(1).max(1_000),
  category: z.enum(categories),
  slot,
  /** The document whose place it takes. */
  replaces: z.uuid().nullish(),
  /** It shows what another slot has it for as well. */
  again: z.boolean().optional(),
})

/** `name`: as it is kept, which is with the extension of its content. */
type RegisterResult = Outcome<
  { documentId: string; name: string; calledAs: string | null },
  'refused' | 'duplicate'
>

type RegisterInput = z.output<typeof registerDocumentSchema>

/**
 * Makes a document of a finished upload: judged by its content, hashed, moved to its place, and queued
 * for the partner. Asking again for one upload gives the same document, so that a lost answer is harmless.
 */
export async function registerDocument(ctx: Ctx, input: RegisterInput): Promise<RegisterResult> {
  const { status, opportunityId } = await requireApplication(ctx.db, input.applicationId)
  const known = await findRegistered(ctx.db, input)
  if (known) {
    // A desk that was killed behind the commit left what was said of it, and in object storage its bytes.
    await ctx.documentStore.discardUpload(input.uploadId)
    await queueSoon(() => queueNew(ctx, input.uploadId))
    return known
  }
  const upload = await ctx.documentStore.findUpload(input.uploadId)
  if (!upload) return registeredMeanwhile(ctx, input)
  const { record, receivedBytes } = upload
  if (record && (record.ownerId !== ctx.actor.id || record.applicationId !== input.applicationId))
    throw new DeskError('not-found')
  if (record && receivedBytes !== record.sizeBytes) {
    throw new DeskError('wrong-state', 'This upload is not complete. Resume it, or add the file again.')
  }
  if (!takesDocuments(status, opportunityId !== null))
    throw new DeskError('wrong-state', `The application was ${status}, and takes no documents.`)
  try {
    const result = await registerUpload(ctx, input, upload)
    // Of one that became a document, what was said of it is left.
    await ctx.documentStore.discardUpload(input.uploadId)
    if (!result.ok && result.reason === 'refused') await recordRefusedFile(ctx, input, result.message)
    if (result.ok) await queueSoon(() => queueNew(ctx, result.documentId))
    return result
  } catch (error) {
    if (isMissingFile(error)) return registeredMeanwhile(ctx, input)
    if (!(error instanceof DamagedFileError)) throw error
    log.error({ err: error }, 'an upload is not what came')
    await ctx.documentStore.discardUpload(input.uploadId)
    const message = 'This file was damaged on the desk’s disk while it was uploaded. Add it again.'
    await recordRefusedFile(ctx, input, message)
    return { ok: false, reason: 'refused', message }
  }
}

/** The only record that someone tried to add the file, because the file itself is not kept. */
const recordRefusedFile = (ctx: Ctx, { applicationId, name }: RegisterInput, message: string) =>
  recordBy(ctx, ctx.db, {
    action: 'file-refused',
    subject: ['application', applicationId],
    detail: { name: safeFileName(name), message },
  })

/** A scan is followed by the delivery. */
export const queueNew = (ctx: Ctx, documentId: string) =>
  ctx.scanner ? queueScan(ctx, documentId) : queueDelivery(ctx, documentId)

/** The document that this upload became already; null when it did not. */
async function findRegistered(
  db: DbOrTx,
  { uploadId, applicationId }: RegisterInput,
): Promise<RegisterResult | null> {
  const [known] = await db.select().from(documents).where(eq(documents.id, uploadId))
  if (known && known.applicationId !== applicationId) throw new DeskError('not-found')
  return known ? { ok: true, documentId: uploadId, name: known.name, calledAs: known.calledAs } : null
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
  if (!known) throw new DeskError('not-found', 'The upload no longer exists. Add the file again.')
  return known
}

async function registerUpload(
  ctx: Ctx,
  input: RegisterInput,
  { receivedBytes: sizeBytes, sealedKey }: Upload,
): Promise<RegisterResult> {
  const { uploadId: id, applicationId } = input
  const { documentStore: store } = ctx
  const tooLarge = checkDocumentSize(sizeBytes).find(isBlocking)
  if (tooLarge) return { ok: false, reason: 'refused', message: tooLarge.message }
  const kind = await detectMediaType(await store.readUploadHead(id, HEAD_BYTES), input.name)
  if (!kind.ok) return { ok: false, reason: 'refused', message: kind.message }
  if (kind.mediaType === 'application/pdf' && !(await store.uploadMayHavePages(id)))
    return {
      ok: false,
      reason: 'refused',
      message: 'This PDF has no pages. Open the original, save it as a PDF, and add that one.',
    }
  const name = documentName(input.name, kind.mediaType)
  const misnamed = calledAs(input.name, kind.mediaType)
  const sha256 = await store.uploadSha256(id)
  const now = ctx.now()
  return ctx.db.transaction(async (tx): Promise<RegisterResult> => {
    // Locked, so that two copies sent at the same time are recognized too.
    const application = await lockApplication(tx, applicationId)
    const known = await findRegistered(tx, input)
    if (known) return known
    const held = input.replaces ? documentsHeld(application.status) : null
    if (held !== null) return { ok: false, reason: 'refused', message: held }
    const slot = slotIn(input.category, input.slot)
    const copies = await tx
      .select({ name: documents.name, category: documents.category, slot: documents.slot })
      .from(documents)
      .where(
        and(
          eq(documents.applicationId, applicationId),
          eq(documents.sha256, sha256),
          isNull(documents.removedAt),
        ),
      )
    const same = input.again ? copies.find((copy) => slot === null || copy.slot === slot) : copies[0]
    if (same) {
      const { draft } = await getOpenDraft(tx, ctx.sealer, application)
      return {
        ok: false,
        reason: 'duplicate',
        message: `This is the same content as “${same.name}”, which is here already as ${filedLabel(draft, same)}. It was not added again.`,
      }
    }
    const replaced = input.replaces ? await setAside(ctx, tx, input, input.replaces, slot) : null
    await tx.insert(documents).values({
      id,
      applicationId,
      name,
      calledAs: misnamed,
      category: input.category,
      slot,
      mediaType: kind.mediaType,
      sizeBytes,
      sha256,
      sealedKey,
      scan: ctx.scanner ? 'waiting' : null,
      delivery: 'waiting',
      uploadedBy: ctx.actor.id,
      uploadedAt: now,
    })
    await recordBy(ctx, tx, {
      at: now,
      action: 'document-added',
      subject: ['application', applicationId],
      detail: {
        documentId: id,
        name,
        category: input.category,
        slot,
        mediaType: kind.mediaType,
        sizeBytes,
        sha256,
      },
    })
    await recordOwnWork(ctx, tx, applicationId)
    await markChanged(tx, applicationId, now)
    await dropApproval(ctx, tx, application, replaced === 'removed' ? 'removed' : 'added', name)
    // Last: while anything could still fail, the upload stays where asking again finds it.
    await store.keep(id)
    return { ok: true, documentId: id, name, calledAs: misnamed }
  })
}

/**
 * Makes room for the document that takes its place. What the partner does not have leaves the application, and its
 * content stays on disk, as that of a removed one does. What the partner has, or may have, stays on the record: the
 * later of two in one slot is the one that counts. Null where it was removed or replaced meanwhile.
 */
async function setAside(
  ctx: Ctx,
  tx: Tx,
  { uploadId, applicationId, name }: RegisterInput,
  replaces: string,
  slot: string | null,
): Promise<'removed' | 'stays' | null> {
  const [old] = await tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.id, replaces),
        eq(documents.applicationId, applicationId),
        isNull(documents.removedAt),
      ),
    )
    .for('update')
  if (!old) return null
  const isRemoved = canChangeDocument(old.delivery)
  const at = ctx.now()
  await tx
    .update(documents)
    .set(isRemoved ? { removedAt: at } : { slot: slotIn(old.category, slot) ?? old.slot })
    .where(eq(documents.id, old.id))
  await recordBy(ctx, tx, {
    at,
    action: 'document-replaced',
    subject: ['application', applicationId],
    detail: {
      documentId: old.id,
      before: old.name,
      after: name,
      sha256: old.sha256,
      replacedBy: uploadId,
      ...(!isRemoved && { delivery: old.delivery }),
    },
  })
  return isRemoved ? 'removed' : 'stays'
}

type ChangeResult = Outcome

export const changeCategorySchema = z.object({ ...documentInput.shape, category: z.enum(categories), slot })

export async function changeCategory(ctx: Ctx, input: z.output<typeof changeCategorySchema>): Promise<void> {
  const document = await requireDocument(ctx.db, input.documentId)
  await ctx.db.transaction(async (tx) => {
    const application = await lockApplication(tx, document.applicationId)
    refuseHeld(application)
    const changed = await tx
      .update(documents)
      .set({ category: input.category, slot: slotIn(input.category, input.slot) })
      .where(and(eq(documents.id, document.id), isNull(documents.removedAt)))
      .returning({ id: documents.id })
    if (changed.length === 0) throw new DeskError('not-found', 'This document was removed.')
    const { draft } = await getOpenDraft(tx, ctx.sealer, application)
    const after = { category: input.category, slot: slotIn(input.category, input.slot) }
    await recordBy(ctx, tx, {
      action: 'document-category-changed',
      subject: ['application', document.applicationId],
      detail: {
        documentId: document.id,
        name: document.name,
        before: document.slot ?? document.category,
        after: after.slot ?? after.category,
        beforeLabel: filedLabel(draft, document),
        afterLabel: filedLabel(draft, after),
      },
    })
    await recordOwnWork(ctx, tx, document.applicationId)
    await markChanged(tx, document.applicationId, ctx.now())
  })
}

/** As what a document is filed, with people by their names. */
const filedLabel = (draft: AnyDraft, { category, slot }: Pick<DocumentRow, 'category' | 'slot'>): string =>
  (slot && labelOfPlace(draft, `documents.${slot}`)) ??
  labelOfPlace(draft, `documents.${category}`) ??
  category

/** What underwriters are deciding from, or approved, is neither taken away nor called otherwise under them. */
function refuseHeld({ status }: { status: ApplicationStatus }): void {
  const reason = documentsHeld(status)
  if (reason !== null) throw new DeskError('wrong-state', reason)
}

/** Under another name, while the partner has it under none. The extension stays that of the content. */
export async function renameDocument(
  ctx: Ctx,
  input: z.output<typeof renameDocumentInput>,
): Promise<ChangeResult> {
  const document = await requireDocument(ctx.db, input.documentId)
  const { mediaType } = document
  if (!isAcceptedMediaType(mediaType)) throw new Error('A document has a type that none can have.')
  const name = documentName(input.name, mediaType)
  if (name === document.name) return { ok: true }
  const changed = await changeUndelivered(ctx, document, { name }, 'renamed', {
    before: document.name,
    after: name,
  })
  return changed
    ? { ok: true }
    : { ok: false, message: 'It was sent to the partner under its name, or was removed.' }
}

/** Takes a document away before the partner has it. The content stays on disk, as long as the setting says. */
export async function removeDocument(ctx: Ctx, input: z.output<typeof documentInput>): Promise<ChangeResult> {
  const document = await requireDocument(ctx.db, input.documentId)
  const removed = await changeUndelivered(ctx, document, { removedAt: ctx.now() }, 'removed', {
    name: document.name,
    sha256: document.sha256,
  })
  return removed
    ? { ok: true }
    : { ok: false, message: 'The partner has or may have this document, so it cannot be removed.' }
}

/** Only what the partner does not have, and is not getting at this moment. */
const changeUndelivered = (
  ctx: Ctx,
  { id, applicationId, name }: DocumentRow,
  to: Partial<Pick<DocumentRow, 'name' | 'removedAt'>>,
  change: 'renamed' | 'removed',
  detail: Record<string, unknown>,
): Promise<boolean> =>
  ctx.db.transaction(async (tx) => {
    const application = await lockApplication(tx, applicationId)
    refuseHeld(application)
    const changed = await tx
      .update(documents)
      .set(to)
      .where(
        and(
          eq(documents.id, id),
          isNull(documents.removedAt),
          inArray(documents.delivery, [...UNDELIVERED_STATES]),
        ),
      )
      .returning({ id: documents.id })
    if (changed.length === 0) return false
    await recordBy(ctx, tx, {
      action: `document-${change}`,
      subject: ['application', applicationId],
      detail: { documentId: id, ...detail },
    })
    await recordOwnWork(ctx, tx, applicationId)
    await markChanged(tx, applicationId, ctx.now())
    await dropApproval(ctx, tx, application, change, to.name ?? name)
    return true
  })

/**
 * Sends one document again that the partner refused, or that never reached it. After an unknown outcome a person
 * has to say first how it ended (`resolution.ts`).
 */
export async function sendDocumentAgain(
  ctx: Ctx,
  input: z.output<typeof documentInput>,
): Promise<ChangeResult> {
  const document = await requireDocument(ctx.db, input.documentId)
  const done = await ctx.db.transaction(async (tx) => {
    if ((await listKeptBack(tx, ofApplication(document.applicationId))).has(document.id)) return false
    const changed = await tx
      .update(documents)
      .set({ delivery: 'waiting', deliveryMessage: null })
      .where(
        and(
          eq(documents.id, document.id),
          isNull(documents.removedAt),
          inArray(documents.delivery, [...RETRYABLE_STATES]),
        ),
      )
      .returning({ id: documents.id })
    if (changed.length === 0) return false
    await recordBy(ctx, tx, {
      action: 'document-sent-again',
      subject: ['application', document.applicationId],
      detail: { documentId: document.id, after: document.delivery },
    })
    return true
  })
  if (!done)
    return {
      ok: false,
      message: 'This document is already on its way, or was delivered, removed, rejected or replaced.',
    }
  await queueSoon(() => queueDelivery(ctx, document.id))
  return { ok: true }
}
