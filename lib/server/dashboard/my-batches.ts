import type { Db } from '@/lib/db/client'
import { beyondApprovalNote } from '@/lib/domain/funding/approval'
import { movedWords, wasOfBatch } from '@/lib/domain/funding/change'
import { counted } from '@/lib/domain/values/counted'
import {
  type BlockedBatch,
  findBatchesAtWork,
  findBlocked,
  type JudgedWaiting,
  type WorkBatch,
} from '@/lib/server/funding/work'
import { NAMED } from './my-applications'
import type { WorkGroup, WorkItem, WorkKey } from './views'

/**
 * The work of a person who funds: batches to approve, lost answers to confirm, batches that too few people can approve,
 * failures, approved batches to send, returned drafts, own drafts.
 */
export async function listMyBatches(
  db: Db,
  me: string,
  judged: JudgedWaiting | null = null,
): Promise<WorkGroup[]> {
  const work = await findBatchesAtWork(db, me, judged)
  return [
    groupOf('batches-to-approve', work['to-approve']),
    groupOf('batches-to-confirm', work['to-confirm']),
    blockedGroup(work.blocked),
    groupOf('batches-stuck', work.stuck),
    groupOf('batches-approved', work.approved),
    groupOf('batches-returned', work.returned),
    groupOf('my-batches', work.drafts),
  ]
}

/** For people who can grant the right to approve: batches that too few people can approve now. */
export const listBeyondApproval = async (db: Db): Promise<WorkGroup> => blockedGroup(await findBlocked(db))

const blockedGroup = (blocked: readonly BlockedBatch[]): WorkGroup => ({
  key: 'batches-blocked',
  count: blocked.length,
  items: blocked
    .slice(0, NAMED)
    .map(({ batch, approval }) => ({ ...itemOf(batch), note: beyondApprovalNote(approval) })),
})

const groupOf = (key: WorkKey, batches: readonly WorkBatch[]): WorkGroup => ({
  key,
  count: batches.length,
  items: batches.slice(0, NAMED).map(itemOf),
})

const itemOf = ({
  id,
  number,
  name,
  status,
  transactions,
  failed,
  amountMinor,
  change,
  updatedAt,
}: WorkBatch): WorkItem => ({
  id,
  number,
  name,
  at: updatedAt.toISOString(),
  // For a batch with failures, the approved amount is not what the partner accepted.
  ...(status === 'done'
    ? { note: `${failed.toLocaleString('en-US')} of ${counted(transactions, 'transaction')} not funded` }
    : { amount: movedWords(change && wasOfBatch(change), amountMinor) }),
})
