import { and, eq, isNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { documents, partnerAttempts } from '@/lib/db/schema/desk'
import { readRecordId } from '@/lib/domain/values/record-id'
import { confirmedIds } from '@/lib/server/applications/confirmed-ids'
import { recordAudit } from '@/lib/server/audit'
import { storable, storableNote } from '@/lib/server/storable'
import type { Ctx } from '@/lib/server/world'
import type { DocumentRow } from './data'
import { queueDelivery, queueSoon } from './delivery'

/**
 * The ways out of a delivery whose outcome is unknown, each taken by a person, with a note, and each ending that
 * attempt once: the partner has the file; it has not, and the file goes out again.
 */

const attemptInput = {
  documentId: z.uuid(),
  attemptId: z.uuid(),
  note: z.string().trim().min(3).max(2_000),
}

export type ResolveDeliveryResult =
  | { ok: true }
  | { ok: false; reason: 'wrong-state'; message: string }
  | { ok: false; reason: 'invalid'; problems: { field: string; message: string; anyway?: string }[] }

const OVERTAKEN: ResolveDeliveryResult = {
  ok: false,
  reason: 'wrong-state',
  message: 'Somebody settled this in the meantime: the list shows how. Nothing was changed now.',
}

/** The attachment's id may be left blank: nothing that follows needs it. */
export const deliveryFoundSchema = z.object({
  ...attemptInput,
  attachmentId: z.string().max(60),
  anyway: confirmedIds,
})

/** The partner has it. */
export const deliveryFound = (
  ctx: Ctx,
  input: z.output<typeof deliveryFoundSchema>,
): Promise<ResolveDeliveryResult> =>
  ctx.db.transaction(async (tx): Promise<ResolveDeliveryResult> => {
    const document = await lockUnknown(tx, input)
    if (!document) return OVERTAKEN
    const read = await readAttachmentId(tx, document, input)
    if (!read.ok) {
      const { ok: _, ...problem } = read
      return { ok: false, reason: 'invalid', problems: [{ field: 'attachmentId', ...problem }] }
    }
    const { attachmentId } = read
    await resolve(ctx, tx, input, 'found')
    await tx
      .update(documents)
      .set({ delivery: 'delivered', deliveryMessage: null, attachmentId })
      .where(eq(documents.id, document.id))
    const { anyway: _, ...detail } = input
    await audit(ctx, tx, 'document-found', document, { ...detail, attachmentId })
    return { ok: true }
  })

export const deliveryAbsentSchema = z.object(attemptInput)

/** The partner does not have it: it goes out again, as its next attempt. */
export async function deliveryAbsent(
  ctx: Ctx,
  input: z.output<typeof deliveryAbsentSchema>,
): Promise<ResolveDeliveryResult> {
  const result = await ctx.db.transaction(async (tx): Promise<ResolveDeliveryResult> => {
    const document = await lockUnknown(tx, input)
    if (!document) return OVERTAKEN
    await resolve(ctx, tx, input, 'absent')
    await tx
      .update(documents)
      .set({ delivery: 'waiting', deliveryMessage: null })
      .where(eq(documents.id, document.id))
    await audit(ctx, tx, 'document-absent', document, input)
    return { ok: true }
  })
  if (result.ok) await queueSoon(() => queueDelivery(ctx, input.documentId))
  return result
}

/** The document, locked, if that attempt of it still waits for a person to say how it ended. */
async function lockUnknown(
  tx: Tx,
  { documentId, attemptId }: { documentId: string; attemptId: string },
): Promise<DocumentRow | null> {
  const [document] = await tx.select().from(documents).where(eq(documents.id, documentId)).for('update')
  const [attempt] = await tx
    .select()
    .from(partnerAttempts)
    .where(and(eq(partnerAttempts.id, attemptId), eq(partnerAttempts.documentId, documentId)))
  const waits =
    document?.delivery === 'unknown' && attempt?.state === 'unknown' && attempt.resolution === null
  return waits ? document : null
}

async function readAttachmentId(
  tx: Tx,
  document: DocumentRow,
  { attachmentId: typed, anyway }: Pick<z.output<typeof deliveryFoundSchema>, 'attachmentId' | 'anyway'>,
): Promise<{ ok: true; attachmentId: string | null } | { ok: false; message: string; anyway?: string }> {
  if (typed.trim() === '') return { ok: true, attachmentId: null }
  const reading = readRecordId('attachment', typed, anyway)
  if (!reading.ok) return reading
  const [other] = await tx
    .select({ name: documents.name })
    .from(documents)
    .where(
      and(eq(documents.attachmentId, reading.id), ne(documents.id, document.id), isNull(documents.removedAt)),
    )
  return other
    ? { ok: false, message: `This is the id of “${other.name}”.` }
    : { ok: true, attachmentId: reading.id }
}

const resolve = (
  ctx: Ctx,
  tx: Tx,
  { attemptId, note }: { attemptId: string; note: string },
  resolution: 'found' | 'absent',
) =>
  tx
    .update(partnerAttempts)
    .set({ resolution, resolvedBy: ctx.actor.id, resolvedAt: ctx.now(), resolutionNote: storableNote(note) })
    .where(eq(partnerAttempts.id, attemptId))

const audit = (
  ctx: Ctx,
  tx: Tx,
  action: string,
  document: DocumentRow,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordAudit(tx, {
    at: ctx.now(),
    actorId: ctx.actor.id,
    action,
    subject: ['application', document.applicationId],
    requestId: ctx.requestId,
    detail: storable({ name: document.name, ...detail }),
  })
