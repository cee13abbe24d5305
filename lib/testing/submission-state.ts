import { and, asc, eq, isNull } from 'drizzle-orm'
import { applicationRecords } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { requireApplication } from '@/lib/server/drafts/data'
import type { TestDesk } from './test-desk'

/** An application with its attempts to send it, oldest first and without those of its documents, and its records. */
export async function submissionState(
  { services: { db } }: Pick<TestDesk, 'services'>,
  applicationId: string,
) {
  const application = await requireApplication(db, applicationId)
  const attempts = await db
    .select()
    .from(partnerAttempts)
    .where(and(eq(partnerAttempts.applicationId, applicationId), isNull(partnerAttempts.documentId)))
    .orderBy(asc(partnerAttempts.preparedAt))
  const records = await db
    .select()
    .from(applicationRecords)
    .where(eq(applicationRecords.applicationId, applicationId))
  return {
    application,
    attempts,
    records: records.map(({ objectType, itemId, recordId }) => [objectType, itemId, recordId]).sort(),
    status: application.status,
    states: attempts.map(({ state }) => state),
    endpoints: [...new Set(attempts.map(({ endpoint }) => endpoint))],
  }
}
