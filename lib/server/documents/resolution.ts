import { and, eq, isNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { documents } from '@/lib/db/schema/documents'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { Outcome } from '@/lib/domain/values/outcome'
import { type RecordIdProblem, readRecordId } from '@/lib/domain/values/record-id'
import { confirmedIds } from '@/lib/server/attempts/confirmed-ids'
import type { Changes } from '@/lib/server/attempts/ledger'
import { isUnresolved, resolutionNote, resolveAttempt } from '@/lib/server/attempts/resolve'
import type { AuditEntry } from '@/lib/server/audit'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { changeDocument } from './attempt'
import type { DocumentRow } from './data'
import { queueDelivery, queueSoon } from './delivery'

/**
 * The ways out of an unknown outcome (see attempts/resolve.ts), as a delivery takes them: the partner has the file; or
 * it has not, and the file goes out again by itself, so that there is no third way.
 */

const attemptInput = {
  documentId: z.uuid(),
  attemptId: z.uuid(),
  note: resolutionNote,
}

type ResolveDeliveryResult =
  | Outcome<unknown, 'wrong-state'>
  | { ok: false; reason: 'invalid'; problems: RecordIdProblem[] }

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
  resolve(ctx, input, 'found', async (tx, document): Promise<Decision> => {
    const read = await readAttachmentId(tx, document, input)
    if (!read.ok) {
      const { ok: _, ...problem } = read
      return { ok: false, reason: 'invalid', problems: [{ path: 'attachmentId', ...problem }] }
    }
    const { attachmentId } = read
    const { anyway: _, ...detail } = input
    return {
      done: { ok: true },
      changes: [
        changeDocument(tx, document.id, { delivery: 'delivered', deliveryMessage: null, attachmentId }),
      ],
      audit: auditOf(ctx, 'document-found', document, { ...detail, attachmentId }),
    }
  })

export const deliveryAbsentSchema = z.object(attemptInput)

/** The partner does not have it: it goes out again, as its next attempt. */
export async function deliveryAbsent(
  ctx: Ctx,
  input: z.output<typeof deliveryAbsentSchema>,
): Promise<ResolveDeliveryResult> {
  const result = await resolve(
    ctx,
    input,
    'absent',
    async (tx, document): Promise<Decision> => ({
      done: { ok: true },
      changes: [changeDocument(tx, document.id, { delivery: 'waiting', deliveryMessage: null })],
      audit: auditOf(ctx, 'document-absent', document, input),
    }),
  )
  if (result.ok) await queueSoon(() => queueDelivery(ctx, input.documentId))
  return result
}

type Decision = (Changes & { done: ResolveDeliveryResult }) | Exclude<ResolveDeliveryResult, { ok: true }>

const resolve = (
  ctx: Ctx,
  input: z.output<typeof deliveryAbsentSchema>,
  resolution: 'found' | 'absent',
  decide: (tx: Tx, document: DocumentRow) => Promise<Decision>,
): Promise<ResolveDeliveryResult> =>
  resolveAttempt(ctx, partnerAttempts, { ...input, resolution }, (tx) => lockUnknown(tx, input), decide)

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
  return document?.delivery === 'unknown' && attempt && isUnresolved(attempt) ? document : null
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

const auditOf = (
  ctx: Ctx,
  action: AuditAction,
  document: DocumentRow,
  detail: Record<string, unknown>,
): AuditEntry => ({
  at: ctx.now(),
  actorId: ctx.actor.id,
  action,
  subject: ['application', document.applicationId],
  requestId: ctx.requestId,
  detail: sanitizeText({ name: document.name, ...detail }),
})
