import { and, desc, eq } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'

/** A file that someone tried to add and the desk refused. Its content is not kept. */
export type RefusedFile = { id: number; name: string; why: string; by: string; at: string }

/** The history has the others. */
const MOST = 10

export const loadRefusedFiles = async (applicationId: string): Promise<RefusedFile[]> =>
  listRefusedFiles((await loadContext('documents:read', routes.application(applicationId))).db, applicationId)

/** Latest first. */
export async function listRefusedFiles(db: DbOrTx, applicationId: string): Promise<RefusedFile[]> {
  const rows = await db
    .select({ id: auditLog.id, at: auditLog.at, by: users.name, detail: auditLog.detail })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, 'application'),
        eq(auditLog.subjectId, applicationId),
        eq(auditLog.action, 'file-refused'),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(MOST)
  return rows.map(({ id, at, by, detail }) => ({
    id,
    name: String(detail.name),
    why: String(detail.message),
    by,
    at: at.toISOString(),
  }))
}
