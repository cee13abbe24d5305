import { and, desc, eq, inArray } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { AuditSubject } from './audit'
import type { Ctx } from './services'

/** Who changed it last and when, for someone whose page shows an older state; of these actions, or of any. */
export async function lastChange(
  { actor, now }: Ctx,
  db: DbOrTx,
  [type, id]: AuditSubject,
  actions?: readonly AuditAction[],
): Promise<{ changedBy: string; changedAt: string }> {
  const [row] = await db
    .select({ at: auditLog.at, actorId: auditLog.actorId, name: users.name })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, type),
        eq(auditLog.subjectId, id),
        actions && inArray(auditLog.action, [...actions]),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
  return {
    changedBy: row?.actorId === actor.id ? 'You, in another window,' : (row?.name ?? 'Someone'),
    changedAt: (row?.at ?? now()).toISOString(),
  }
}
