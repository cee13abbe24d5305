import { and, desc, eq, notLike } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'

/** Something that happened to an application, its documents among it; `by` is null for what the desk does itself. */
export type TimelineEntry = {
  id: number
  at: string
  by: string | null
  action: string
  /** As it was written into the audit log: masked. */
  detail: Record<string, unknown>
}

/** A long life of an application; what is older can be looked up in the audit log. */
const MAX_ENTRIES = 500

/** Everything that ever happened to it, oldest first: the audit log's own rows. */
export async function listTimeline(db: DbOrTx, applicationId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      by: users.name,
      action: auditLog.action,
      detail: auditLog.detail,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, 'application'),
        eq(auditLog.subjectId, applicationId),
        notLike(auditLog.action, 'comment-%'),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(MAX_ENTRIES)
  return rows.reverse().map((row) => ({ ...row, at: row.at.toISOString() }))
}
