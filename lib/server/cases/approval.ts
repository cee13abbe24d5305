import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { underwritingDecisions } from '@/lib/db/schema/underwriting'
import { canSubmit, nextStatus } from '@/lib/domain/application/status'
import { type DocumentChange, outlives } from '@/lib/domain/underwriting/evidence'
import type { ApplicationRow } from '@/lib/server/drafts/data'
import type { Change } from '@/lib/server/services'
import { auditCase } from './case'

/**
 * An approval covers the documents that it was made from: with a change of theirs it falls, while what was
 * approved has not gone out, and the application is a draft again. What the partner has taken is past that:
 * documents that follow it need no decision. `application` is locked in this transaction.
 */
export async function dropApproval(
  ctx: Change,
  tx: Tx,
  application: ApplicationRow,
  change: DocumentChange,
  name: string,
): Promise<void> {
  const { id, status, approvedSha256 } = application
  if (approvedSha256 === null || !canSubmit(status)) return
  const [approval] = await tx
    .select({ reasons: underwritingDecisions.reasons })
    .from(underwritingDecisions)
    .where(and(eq(underwritingDecisions.applicationId, id), eq(underwritingDecisions.inEffect, true)))
    .orderBy(desc(underwritingDecisions.decidedAt))
    .limit(1)
  if (outlives(approval?.reasons ?? [], change)) return
  const to = nextStatus(status, 'take-back') ?? status
  await tx
    .update(applications)
    .set({ approvedSha256: null, status: to, updatedAt: ctx.now() })
    .where(eq(applications.id, id))
  await auditCase(ctx, tx, 'underwriting-approval-fell', id, { from: status, to, change, name })
}
