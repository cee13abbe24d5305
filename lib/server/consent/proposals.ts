import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { auditLog, ruleProposals } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { Waits } from '@/lib/domain/settings/proposal'
import type { Refusal } from '@/lib/domain/values/outcome'
import { type AuditSubject, recordAudit } from '@/lib/server/audit'
import { hasSecondAdmin } from '@/lib/server/people/access'
import type { Ctx } from '@/lib/server/services'

type Plain = Record<string, unknown>
export type ProposalRow = typeof ruleProposals.$inferSelect

/** Someone else's change of the same rule waits already. */
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
 * whatever waited is void. The proposer's own change that waits is taken up: one proposal with the values of both, the
 * later one's where they meet. Called within `asAdmin`, so that the admins are those whom it finds. `told`: a state of
 * the rule as the audit log may have it.
 */
export async function propose<T extends object>(
  ctx: Ctx,
  tx: Tx,
  {
    subject,
    before,
    after: wanted,
    told = (state) => state as Plain,
  }: { subject: AuditSubject; before: T; after: T; told?: (state: T) => Plain },
): Promise<Waits | PendingRefusal | null> {
  const [subjectType, subjectId] = subject
  const isOfSubject = and(eq(ruleProposals.subjectType, subjectType), eq(ruleProposals.subjectId, subjectId))
  const hasSecond = await hasSecondAdmin(tx, { actorId: ctx.actor.id, now: ctx.now() })
  const [waiting] = await tx
    .select({ proposal: ruleProposals, name: users.name })
    .from(ruleProposals)
    .innerJoin(users, eq(users.id, ruleProposals.proposedBy))
    .where(isOfSubject)
  if (hasSecond && waiting && waiting.proposal.proposedBy !== ctx.actor.id)
    return {
      ok: false,
      reason: 'pending',
      message: `${waiting.name} has proposed a change already. Approve or decline it first.`,
    }
  const own = hasSecond ? waiting?.proposal : undefined
  const { after, met } = own ? taken(own, before, wanted) : { after: wanted, met: [] }
  // The same press once more: what others see stays as it is.
  if (own && isDeepStrictEqual([own.before, own.after], [before, after])) return { waits: true }
  await tx.delete(ruleProposals).where(isOfSubject)
  if (!hasSecond) return null
  await tx
    .insert(ruleProposals)
    .values({ subjectType, subjectId, before, after, proposedBy: ctx.actor.id, proposedAt: ctx.now() })
  const was = own && told(own.after as T)
  await auditProposal(ctx, tx, 'rule-change-proposed', subject, {
    before: told(before),
    after: told(after),
    ...(own && { takesUp: own.id }),
    ...(was && met.length > 0 && { replaced: Object.fromEntries(met.map((name) => [name, was[name]])) }),
  })
  return { waits: true, ...(own && { earlier: met.length > 0 ? 'replaced' : 'joined' }) }
}

/**
 * One change of the two that one person proposed, and the names of the values in which they meet. Of an earlier one
 * that began from another state of the rule nothing could count any more.
 */
function taken<T extends object>(
  { before: began, after: proposed }: ProposalRow,
  before: T,
  wanted: T,
): { after: T; met: string[] } {
  const [old, was] = [began, proposed] as Plain[]
  const now = before as Plain
  const isSameStart = isDeepStrictEqual(began, before)
  const values = Object.entries(wanted).map(([name, value]): [string, unknown] => [
    name,
    isSameStart && isDeepStrictEqual(value, now[name]) ? was?.[name] : value,
  ])
  const met = values.filter(
    ([name, value]) => !isDeepStrictEqual(value, was?.[name]) && !isDeepStrictEqual(was?.[name], old?.[name]),
  )
  return { after: Object.fromEntries(values) as T, met: met.map(([name]) => name) }
}

/** Whether a proposal that is gone was taken up by a later one, which waits now. */
export async function wasTakenUp(tx: Tx, proposalId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: auditLog.id })
    .from(ruleProposals)
    .innerJoin(
      auditLog,
      and(
        eq(auditLog.subjectType, ruleProposals.subjectType),
        eq(auditLog.subjectId, ruleProposals.subjectId),
        eq(auditLog.action, 'rule-change-proposed'),
      ),
    )
    .where(sql`${auditLog.detail} ->> 'takesUp' = ${proposalId}`)
    .limit(1)
  return row !== undefined
}
