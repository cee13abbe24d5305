import { and, eq } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { ruleProposals } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { Refusal } from '@/lib/domain/values/outcome'
import { type AuditSubject, recordAudit } from '@/lib/server/audit'
import { hasSecondAdmin } from '@/lib/server/people/access'
import type { Ctx } from '@/lib/server/services'

export type ProposalRow = typeof ruleProposals.$inferSelect

/** Somebody else's change of the same rule waits already. */
export type PendingRefusal = Refusal<'pending'>

export const auditProposal = (
  ctx: Ctx,
  tx: Tx,
  action: AuditAction,
  subject: AuditSubject,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordAudit(tx, { at: ctx.now(), actorId: ctx.actor.id, action, subject, requestId: ctx.requestId, detail })

/**
 * Puts a change of a rule that guards before the other admins. Null where there is no other: it counts at once, and
 * whatever waited is void. Called within `asAdmin`, so that the admins are those whom it finds. `told`: before and
 * after as the audit log may have them.
 */
export async function propose<T>(
  ctx: Ctx,
  tx: Tx,
  {
    subject,
    before,
    after,
    told = { before, after },
  }: { subject: AuditSubject; before: T; after: T; told?: { before: unknown; after: unknown } },
): Promise<'waits' | PendingRefusal | null> {
  const [subjectType, subjectId] = subject
  const isOfSubject = and(eq(ruleProposals.subjectType, subjectType), eq(ruleProposals.subjectId, subjectId))
  const hasSecond = await hasSecondAdmin(tx, ctx.actor.id)
  const [waiting] = await tx
    .select({ by: ruleProposals.proposedBy, name: users.name })
    .from(ruleProposals)
    .innerJoin(users, eq(users.id, ruleProposals.proposedBy))
    .where(isOfSubject)
  if (hasSecond && waiting && waiting.by !== ctx.actor.id)
    return {
      ok: false,
      reason: 'pending',
      message: `${waiting.name} has proposed a change already. Approve or decline it first.`,
    }
  await tx.delete(ruleProposals).where(isOfSubject)
  if (!hasSecond) return null
  await tx
    .insert(ruleProposals)
    .values({ subjectType, subjectId, before, after, proposedBy: ctx.actor.id, proposedAt: ctx.now() })
  await auditProposal(ctx, tx, 'rule-change-proposed', subject, told)
  return 'waits'
}
