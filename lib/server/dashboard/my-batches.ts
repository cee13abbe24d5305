import { and, arrayContains, desc, eq, exists, gt, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { auditLog, fundingApprovals, fundingBatches } from '@/lib/db/schema/desk'
import { COUNTED } from '@/lib/domain/application/list-query'
import {
  type ApprovalStanding,
  beyondApprovalNote,
  checkApprover,
  isBeyondApproval,
} from '@/lib/domain/funding/approval'
import { judgeBatches } from '@/lib/server/funding/approvals'
import { needsAttention } from '@/lib/server/funding/withdraw'
import { NAMED } from './my-applications'
import type { WorkGroup, WorkItem, WorkKey } from './views'

const BATCH = {
  id: fundingBatches.id,
  number: fundingBatches.number,
  name: fundingBatches.name,
  status: fundingBatches.status,
  transactions: fundingBatches.transactions,
  amountMinor: fundingBatches.amountMinor,
  contentSha256: fundingBatches.contentSha256,
  createdBy: fundingBatches.createdBy,
  workedOnBy: fundingBatches.workedOnBy,
  submittedBy: fundingBatches.submittedBy,
  submittedAt: fundingBatches.submittedAt,
  updatedAt: fundingBatches.updatedAt,
}
type Batch = Pick<typeof fundingBatches.$inferSelect, keyof typeof BATCH>

/**
 * What waits for one who funds: batches to approve, those that too few people can approve, what did not go through,
 * what can be sent, drafts that came back, own drafts.
 */
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
    .select({ ...BATCH, approvedByMe: sql<boolean>`${exists(approved)}`, returned: wasReturned(db) })
    .from(fundingBatches)
    .where(
      or(
        inArray(fundingBatches.status, ['waiting', 'approved']),
        needsAttention,
        and(
          eq(fundingBatches.status, 'draft'),
          or(eq(fundingBatches.createdBy, me), arrayContains(fundingBatches.workedOnBy, [me])),
        ),
      ),
    )
    .orderBy(desc(fundingBatches.updatedAt), desc(fundingBatches.id))
    .limit(COUNTED + 1)
  const group = (key: WorkKey, isIn: (batch: (typeof batches)[number]) => boolean): WorkGroup =>
    groupOf(key, batches.filter(isIn))
  return [
    group('batches-to-approve', (batch) => {
      const given = { by: me, contentSha256: batch.contentSha256 ?? '' }
      return checkApprover(batch, batch.approvedByMe ? [given] : [], me) === null
    }),
    await beyondApproval(
      db,
      batches.filter(({ status }) => status === 'waiting'),
    ),
    group('batches-stuck', ({ status }) => status === 'stopped' || status === 'unknown'),
    group('batches-approved', ({ status }) => status === 'approved'),
    group('batches-returned', ({ status, returned }) => status === 'draft' && returned),
    group(
      'my-batches',
      ({ status, returned, createdBy }) => status === 'draft' && !returned && createdBy === me,
    ),
  ]
}

/** Of a draft: what happened to it last, between submissions, is that an approver gave it back. */
function wasReturned(db: Db) {
  const last = db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(
      and(
        eq(fundingBatches.status, 'draft'),
        gt(fundingBatches.version, 1),
        eq(auditLog.subjectType, 'funding-batch'),
        eq(auditLog.subjectId, sql`${fundingBatches.id}::text`),
        inArray(auditLog.action, [
          'funding-batch-submitted',
          'funding-batch-returned',
          'funding-batch-taken-back',
        ]),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
  return sql<boolean>`coalesce((${last}) = 'funding-batch-returned', false)`
}

/** For whoever can give others the right to approve: what too few people can approve now. */
export async function listBeyondApproval(db: Db): Promise<WorkGroup> {
  const waiting = await db
    .select(BATCH)
    .from(fundingBatches)
    .where(eq(fundingBatches.status, 'waiting'))
    .orderBy(desc(fundingBatches.updatedAt), desc(fundingBatches.id))
    .limit(COUNTED + 1)
  return beyondApproval(db, waiting)
}

async function beyondApproval(db: Db, waiting: readonly Batch[]): Promise<WorkGroup> {
  const standings = await judgeBatches(db, waiting)
  const isBeyond = (standing: ApprovalStanding | undefined) =>
    standing !== undefined && isBeyondApproval(standing)
  const group = groupOf(
    'batches-blocked',
    waiting.filter(({ id }) => isBeyond(standings.get(id))),
  )
  return {
    ...group,
    items: group.items.map((item) => {
      const standing = standings.get(item.id)
      return standing ? { ...item, note: beyondApprovalNote(standing) } : item
    }),
  }
}

const groupOf = (key: WorkKey, batches: readonly Batch[]): WorkGroup => ({
  key,
  count: batches.length,
  items: batches.slice(0, NAMED).map(itemOf),
})

const itemOf = ({ id, number, name, amountMinor, updatedAt }: Batch): WorkItem => ({
  id,
  number,
  name,
  at: updatedAt.toISOString(),
  amountMinor,
})
