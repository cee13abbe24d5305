import { and, eq, ne } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'

/**
 * What stands against an opportunity's id that a person typed: documents and updates go to it, and under that of
 * another application they would reach another merchant. Null where nothing does.
 */
export async function opportunityProblem(
  tx: DbOrTx,
  applicationId: string,
  opportunityId: string,
): Promise<string | null> {
  const [other] = await tx
    .select({ number: applications.number })
    .from(applications)
    .where(and(eq(applications.opportunityId, opportunityId), ne(applications.id, applicationId)))
    .limit(1)
  return other ? `This is the opportunity of A-${other.number}. Check the ID.` : null
}
