import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { DbOrTx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import { documentsHeld, takesDocuments } from '@/lib/domain/application/status'
import { canChangeDocument } from '@/lib/domain/documents/delivery-state'
import type { documentInput } from '@/lib/domain/documents/inputs'
import type { Outcome } from '@/lib/domain/values/outcome'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import { dropApproval } from '@/lib/server/cases/approval'
import { recordOwnWork } from '@/lib/server/cases/own-work'
import { lockApplication, markChanged } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { queueSoon } from './delivery'
import { queueNew } from './mutations'

/** Later it is added again, and checked like any other. */
const UNDONE_WITHIN_MS = 10 * 60_000

/**
 * Undoes a removal: by whoever removed it, shortly after, and only while the application would take it and has nothing
 * with its content.
 */
export async function restoreDocument(
  ctx: Ctx,
  { documentId }: z.output<typeof documentInput>,
): Promise<Outcome> {
  const [known] = await ctx.db.select().from(documents).where(eq(documents.id, documentId))
  if (!known) throw new DeskError('not-found')
  const { applicationId } = known
  const done = await ctx.db.transaction(async (tx): Promise<Outcome> => {
    const application = await lockApplication(tx, applicationId)
    const [document] = await tx.select().from(documents).where(eq(documents.id, documentId)).for('update')
    if (!document) throw new DeskError('not-found')
    if (document.removedAt === null) return { ok: true }
    const now = ctx.now()
    const isMine = (await removedBy(tx, applicationId, documentId)) === ctx.actor.id
    if (!isMine || now.getTime() - document.removedAt.getTime() > UNDONE_WITHIN_MS)
      return { ok: false, message: 'It was removed some time ago, or by someone else. Add the file again.' }
    if (document.erasedAt !== null || !canChangeDocument(document.delivery))
      return { ok: false, message: 'Its content is no longer here. Add the file again.' }
    const held = documentsHeld(application.status)
    if (held !== null) return { ok: false, message: held }
    if (!takesDocuments(application.status, application.opportunityId !== null))
      return { ok: false, message: 'This application takes no documents any more.' }
    const [same] = await tx
      .select({ name: documents.name })
      .from(documents)
      .where(
        and(
          eq(documents.applicationId, applicationId),
          eq(documents.sha256, document.sha256),
          isNull(documents.removedAt),
        ),
      )
    if (same) return { ok: false, message: `The same content is here already as “${same.name}”.` }
    await tx.update(documents).set({ removedAt: null }).where(eq(documents.id, documentId))
    await recordBy(ctx, tx, {
      at: now,
      action: 'document-restored',
      subject: ['application', applicationId],
      detail: { documentId, name: document.name, sha256: document.sha256 },
    })
    await recordOwnWork(ctx, tx, applicationId)
    await markChanged(tx, applicationId, now)
    await dropApproval(ctx, tx, application, 'added', document.name)
    return { ok: true }
  })
  // What waited before it was removed waits again; a job that is there already does no harm.
  if (done.ok && known.delivery === 'waiting') await queueSoon(() => queueNew(ctx, documentId))
  return done
}

/** Null where it was not removed, but replaced. */
async function removedBy(db: DbOrTx, applicationId: string, documentId: string): Promise<string | null> {
  const [row] = await db
    .select({ actorId: auditLog.actorId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'application'),
        eq(auditLog.subjectId, applicationId),
        eq(auditLog.action, 'document-removed'),
        sql`${auditLog.detail}->>'documentId' = ${documentId}`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
  return row?.actorId ?? null
}
