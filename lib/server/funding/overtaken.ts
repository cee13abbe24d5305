import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { BATCH_STATUS_MEANING, type BatchStatus } from '@/lib/domain/funding/batch'
import type { Ctx } from '@/lib/server/services'
import { type WrongState, wrongState } from './data'

/** What moves a batch from one state to another, and goes on after a name. */
const ACTIONS = new Map<AuditAction, string>([
  ['funding-batch-submitted', 'submitted it for approval'],
  ['funding-batch-taken-back', 'recalled it'],
  ['funding-batch-returned', 'returned it'],
  ['funding-batch-approved', 'approved it'],
  ['funding-batch-sending', 'had it sent'],
  ['funding-rest-approved', 'approved the rest of it'],
  ['funding-rest-withdrawn', 'withdrew the rest of it'],
  ['funding-batch-discarded', 'discarded it'],
])

/**
 * Refuses what a batch is past: somebody was quicker, and the page showed it as it was. Says who did what, and how it
 * stands. `undone`: what was not done now.
 */
export async function overtaken(
  ctx: Ctx,
  tx: Tx,
  { id, status }: { id: string; status: BatchStatus },
  undone: string,
): Promise<WrongState> {
  const [last] = await tx
    .select({ action: auditLog.action, actorId: auditLog.actorId, name: users.name })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, 'funding-batch'),
        eq(auditLog.subjectId, id),
        inArray(auditLog.action, [...ACTIONS.keys()]),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
  const action = last && ACTIONS.get(last.action)
  const who = last?.actorId === ctx.actor.id ? 'You, in another window,' : (last?.name ?? 'Someone')
  const before = action ? `${who} ${action}. ` : ''
  return wrongState(`${before}The batch is now: ${BATCH_STATUS_MEANING[status].label}. ${undone}`)
}
