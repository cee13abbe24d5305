import { asc, inArray } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import type { Outcome } from '@/lib/domain/values/outcome'
import type { ApplicationRow } from '@/lib/server/drafts/data'

/** One application of several; `problem` says why it stayed as it was, and is null where it did not. */
export type RowResult = { applicationId: string; number: number | null; name: string; problem: string | null }

export type RowsResult = Outcome<{ rows: RowResult[] }>

/**
 * Changes several applications, each for itself, in the order in which they were given. `change` returns why one
 * is refused, in words, or null. They are locked in one order, so that two such calls wait and never deadlock.
 */
export async function changeRows(
  tx: Tx,
  applicationIds: readonly string[],
  change: (application: ApplicationRow) => Promise<string | null>,
): Promise<RowsResult> {
  const locked = await tx
    .select()
    .from(applications)
    .where(inArray(applications.id, [...applicationIds]))
    .orderBy(asc(applications.id))
    .for('update')
  const found = new Map(locked.map((application) => [application.id, application]))
  const rows: RowResult[] = []
  for (const applicationId of new Set(applicationIds)) {
    const application = found.get(applicationId)
    rows.push({
      applicationId,
      number: application?.number ?? null,
      name: application ? application.dbaName || application.legalName : '',
      problem: application ? await change(application) : 'There is no such application.',
    })
  }
  return { ok: true, rows }
}
