import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { applicationContributors } from '@/lib/db/schema/underwriting'
import type { Ctx } from '@/lib/server/services'

/**
 * Who works on an application does not decide on it. Each use case that changes one says so here, in the transaction
 * of the change: saving a section, and also another name or category of a document, which makes it say something else.
 * Who hands over or answers speaks for the application, and does not grant what they ask for.
 */
export async function recordOwnWork(
  { actor }: Pick<Ctx, 'actor'>,
  tx: Pick<DbOrTx, 'insert'>,
  applicationId: string,
): Promise<void> {
  await tx.insert(applicationContributors).values({ applicationId, personId: actor.id }).onConflictDoNothing()
}

/** Everybody who ever worked on the application, and whom it is assigned to. They may not decide on it. */
export async function listContributors(db: DbOrTx, applicationId: string): Promise<Set<string>> {
  const rows = await db
    .select({ personId: applicationContributors.personId })
    .from(applicationContributors)
    .where(eq(applicationContributors.applicationId, applicationId))
    .union(
      db
        .select({ personId: sql<string>`${applications.assigneeId}` })
        .from(applications)
        .where(and(eq(applications.id, applicationId), isNotNull(applications.assigneeId))),
    )
  return new Set(rows.map(({ personId }) => personId))
}

/** Those of the applications that this person ever worked on, or has. */
export async function listOwnWork(
  db: DbOrTx,
  personId: string,
  applicationIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ applicationId: applicationContributors.applicationId })
    .from(applicationContributors)
    .where(
      and(
        inArray(applicationContributors.applicationId, [...applicationIds]),
        eq(applicationContributors.personId, personId),
      ),
    )
    .union(
      db
        .select({ applicationId: applications.id })
        .from(applications)
        .where(and(inArray(applications.id, [...applicationIds]), eq(applications.assigneeId, personId))),
    )
  return new Set(rows.map(({ applicationId }) => applicationId))
}
