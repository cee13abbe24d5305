import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'

/** Two people who enter the same ID at once, for two applications, take turns. Locked after the application, if any. */
export const lockRecordIds = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('applications.adopt'))`)

/**
 * What stands against an opportunity's id that a person typed: documents and updates go to it, and under that of
 * another application they would reach another merchant. Null where nothing does, until the transaction ends.
 */
export async function opportunityProblem(
  tx: Tx,
  applicationId: string,
  opportunityId: string,
): Promise<string | null> {
  await lockRecordIds(tx)
  const [other] = await tx
    .select({ number: applications.number })
    .from(applications)
    .where(and(eq(applications.opportunityId, opportunityId), ne(applications.id, applicationId)))
    .limit(1)
  return other ? `This is the opportunity of A-${other.number}. Check the ID.` : null
}
