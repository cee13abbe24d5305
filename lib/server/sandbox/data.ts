import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { documents } from '@/lib/db/schema/documents'

/** The desk's own application behind a record of the sandbox; null for one that another client sent. */
export async function findOwnApplication(
  db: Db,
  opportunityId: string,
): Promise<{ id: string; number: number } | null> {
  const [row] = await db
    .select({ id: applications.id, number: applications.number })
    .from(applications)
    .where(eq(applications.opportunityId, opportunityId))
    .limit(1)
  return row ?? null
}

/** What of the desk names records of the partner, which a reset of the sandbox takes away. */
export async function countPartnerRecords(db: Db): Promise<{ applications: number; documents: number }> {
  const count = sql<number>`count(*)::int`
  const [[named], [delivered]] = await Promise.all([
    db.select({ count }).from(applications).where(isNotNull(applications.opportunityId)),
    db
      .select({ count })
      .from(documents)
      .where(and(isNotNull(documents.attachmentId), isNull(documents.removedAt))),
  ])
  return { applications: named?.count ?? 0, documents: delivered?.count ?? 0 }
}
