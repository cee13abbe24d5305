import { and, desc, eq, exists, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { fundingApprovals, fundingBatches } from '@/lib/db/schema/desk'
import { COUNTED } from '@/lib/domain/application/list-query'
import { checkApprover } from '@/lib/domain/funding/approval'
import { needsAttention } from '@/lib/server/funding/withdraw'
import { NAMED } from './my-applications'
import type { WorkGroup, WorkItem, WorkKey } from './views'

/** What waits for one who funds: batches to say yes to, what did not go through, what can be sent, own drafts. */
export async function listMyBatches(db: Db, me: string): Promise<WorkGroup[]> {
  const approved = db
    .select({ by: fundingApprovals.by })
    .from(fundingApprovals)
    .where(
      and(
        eq(fundingApprovals.batchId, fundingBatches.id),
        eq(fundingApprovals.by, me),
        eq(fundingApprovals.contentSha256, fundingBatches.contentSha256),
      ),
    )
  const batches = await db
    .select({
      id: fundingBatches.id,
      number: fundingBatches.number,
      name: fundingBatches.name,
      status: fundingBatches.status,
      amountMinor: fundingBatches.amountMinor,
      contentSha256: fundingBatches.contentSha256,
      workedOnBy: fundingBatches.workedOnBy,
      updatedAt: fundingBatches.updatedAt,
      approvedByMe: sql<boolean>`${exists(approved)}`,
    })
    .from(fundingBatches)
    .where(
      or(
        inArray(fundingBatches.status, ['waiting', 'approved']),
        needsAttention,
        and(eq(fundingBatches.status, 'draft'), eq(fundingBatches.createdBy, me)),
      ),
    )
    .orderBy(desc(fundingBatches.updatedAt), desc(fundingBatches.id))
    .limit(COUNTED + 1)
  type Batch = (typeof batches)[number]
  const group = (key: WorkKey, isIn: (batch: Batch) => boolean): WorkGroup => {
    const some = batches.filter(isIn)
    return { key, count: some.length, items: some.slice(0, NAMED).map(itemOf) }
  }
  const itemOf = ({ id, number, name, amountMinor, updatedAt }: Batch): WorkItem => ({
    id,
    number,
    name,
    at: updatedAt.toISOString(),
    amountMinor,
  })
  return [
    group('batches-to-approve', (batch) => {
      const given = { by: me, contentSha256: batch.contentSha256 ?? '' }
      return checkApprover(batch, batch.approvedByMe ? [given] : [], me) === null
    }),
    group('batches-stuck', ({ status }) => status === 'stopped' || status === 'unknown'),
    group('batches-approved', ({ status }) => status === 'approved'),
    group('my-batches', ({ status }) => status === 'draft'),
  ]
}
