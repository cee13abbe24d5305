import { eq } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { isOutcomeOpen } from '@/lib/domain/application/status'
import type { Violation } from '@/lib/domain/values/violation'
import type { ApplicationRow } from '@/lib/server/drafts/data'

/**
 * What was copied from an application that the partner may have, or may not, is not sent before that is known: it may
 * be the same merchant there twice.
 */
export async function checkSource(
  db: DbOrTx,
  { origin }: Pick<ApplicationRow, 'origin'>,
): Promise<Violation[]> {
  if (!origin) return []
  const [source] = await db
    .select({
      number: applications.number,
      status: applications.status,
      dbaName: applications.dbaName,
      legalName: applications.legalName,
    })
    .from(applications)
    .where(eq(applications.id, origin.applicationId))
  if (!source || !isOutcomeOpen(source.status)) return []
  return [
    {
      path: 'merchant.legalName',
      code: 'duplicate',
      message: `This is a copy of A-${source.number}, which the partner may already have. Resolve the outcome of A-${source.number} first.`,
      severity: 'error',
      about: [
        {
          applicationId: origin.applicationId,
          number: source.number,
          name: source.dbaName || source.legalName,
        },
      ],
    },
  ]
}
