import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { listWords } from '@/lib/domain/funding/approval'
import { BATCH_STATUS_MEANING, type BatchStatus, canEditBatch } from '@/lib/domain/funding/batch'
import { type ChangedRows, changedRowsWords, contentChangeWords } from '@/lib/domain/funding/content-change'
import type { Ctx } from '@/lib/server/services'
import { listChanges } from './changes'
import { type BatchRow, type WrongState, wrongState } from './data'
import type { BatchView } from './views'

/** The actions that move a batch, as words that follow a person's name. */
const ACTIONS = new Map<AuditAction, string>([
  ['funding-batch-submitted', 'submitted it for approval'],
  ['funding-batch-taken-back', 'recalled it'],
  ['funding-batch-returned', 'returned it'],
  ['funding-batch-approved', 'approved it'],
  ['funding-batch-sending', 'had it sent'],
  ['funding-rest-approved', 'approved the rest of it'],
  ['funding-rest-withdrawn', 'withdrew the rest of it'],
  ['funding-batch-discarded', 'discarded it'],
  ['funding-failures-closed', 'closed failed transactions of it'],
  ['funding-failures-reopened', 'reopened failed transactions of it'],
])

type Moved = { id: string; status: BatchStatus }

/**
 * Refuses an action because the batch has moved on since the page was loaded. The message says who did what and the
 * new status. `undone`: says that nothing was done.
 */
export async function overtaken(ctx: Ctx, tx: Tx, batch: Moved, undone: string): Promise<WrongState> {
  return wrongState([await lastMove(ctx, tx, batch.id), statusWords(batch), undone].filter(Boolean).join(' '))
}

/** The state of a batch that a page shows. `version`: of a draft's rows, if the page shows them. */
export type ShownBatch = Pick<BatchRow, 'status' | 'contentSha256'> & { version?: number | null }

/** What changed since a page showed the batch: who did what, its status, and what it pays now; null if nothing did. */
export async function changedSinceShown(
  ctx: Pick<Ctx, 'actor'>,
  db: DbOrTx,
  batch: BatchRow,
  shown: ShownBatch,
): Promise<string | null> {
  const isSameStatus = batch.status === shown.status
  const isSameContent = batch.contentSha256 === shown.contentSha256
  if (isSameStatus && isSameContent) {
    const { version = null } = shown
    return canEditBatch(batch.status) && version !== null && version < batch.version
      ? editWords(ctx, db, batch, version)
      : null
  }
  return [
    await lastMove(ctx, db, batch.id),
    !isSameStatus && statusWords(batch),
    !isSameContent && batch.contentSha256 !== null && (await contentWords(db, batch, shown)),
  ]
    .filter(Boolean)
    .join(' ')
}

const statusWords = ({ status }: Pick<Moved, 'status'>): string =>
  `The batch is now: ${BATCH_STATUS_MEANING[status].label}.`

const ofBatch = (id: string) => and(eq(auditLog.subjectType, 'funding-batch'), eq(auditLog.subjectId, id))

/** `Fay recalled it: “R-2 is wrong.”` Empty if no one has moved it. */
export async function lastMove({ actor }: Pick<Ctx, 'actor'>, db: DbOrTx, id: string): Promise<string> {
  const [last] = await db
    .select({
      action: auditLog.action,
      actorId: auditLog.actorId,
      name: users.name,
      note: sql<string | null>`${auditLog.detail}->>'note'`,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(ofBatch(id), inArray(auditLog.action, [...ACTIONS.keys()])))
    .orderBy(desc(auditLog.id))
    .limit(1)
  const action = last && ACTIONS.get(last.action)
  if (!action) return ''
  return `${whoWords(actor, last)} ${action}${last.note ? `: “${last.note}”${/[.!?]$/.test(last.note) ? '' : '.'}` : '.'}`
}

const whoWords = (
  { id }: Ctx['actor'],
  { actorId, name }: { actorId: string | null; name: string | null },
): string => (actorId === id ? 'You, in another window,' : (name ?? 'Someone'))

/** `Fay edited it. Row 2 changed.` The saves of a draft since the page's version. */
async function editWords(
  { actor }: Pick<Ctx, 'actor'>,
  db: DbOrTx,
  { id }: BatchRow,
  version: number,
): Promise<string> {
  const saves = await db
    .select({ id: auditLog.id, actorId: auditLog.actorId, name: users.name })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        ofBatch(id),
        inArray(auditLog.action, SAVES),
        sql`(${auditLog.detail}->>'version')::int > ${version}`,
      ),
    )
  // It was submitted and returned in the meantime, and so is a draft again.
  if (saves.length === 0) return lastMove({ actor }, db, id)
  const who = [...new Set(saves.map((save) => whoWords(actor, save)))]
  const rows = await changedRows(
    db,
    id,
    saves.map((save) => save.id),
  )
  return [`${listWords(who)} edited it.`, changedRowsWords(rows)].filter(Boolean).join(' ')
}

/** The batch's money now and as submitted with the content that the page shows, and the rows saved since. */
async function contentWords(db: DbOrTx, batch: BatchRow, { contentSha256 }: ShownBatch): Promise<string> {
  const [submitted] = await db
    .select({ id: auditLog.id, detail: auditLog.detail })
    .from(auditLog)
    .where(
      and(
        ofBatch(batch.id),
        eq(auditLog.action, 'funding-batch-submitted'),
        sql`${auditLog.detail}->>'contentSha256' = ${contentSha256 ?? ''}`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
  return wordsSince(db, batch, submitted)
}

/**
 * For a batch that was returned or recalled and submitted again: by whom, why, and what changed since the submission
 * before; null for any other batch.
 */
export async function changedSinceReturn(db: DbOrTx, batch: BatchRow): Promise<BatchView['sinceReturn']> {
  const entries = await db
    .select({ id: auditLog.id, action: auditLog.action, detail: auditLog.detail, by: users.name })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(ofBatch(batch.id), inArray(auditLog.action, [...MOVES])))
    .orderBy(desc(auditLog.id))
    .limit(3)
  const [again, back, submitted] = entries
  if (again?.action !== 'funding-batch-submitted' || !back || back.action === 'funding-batch-submitted')
    return null
  const { note } = back.detail
  return {
    by: back.by ?? 'Someone',
    note: typeof note === 'string' ? note : '',
    isRecall: back.action === 'funding-batch-taken-back',
    words: await wordsSince(db, batch, submitted),
  }
}

const MOVES = [
  'funding-batch-submitted',
  'funding-batch-returned',
  'funding-batch-taken-back',
] as const satisfies AuditAction[]

/** What changed since a submission, given by its audit entry, in words. */
async function wordsSince(
  db: DbOrTx,
  batch: BatchRow,
  submitted: { id: number; detail: Record<string, unknown> } | undefined,
): Promise<string> {
  const is = { transactions: batch.transactions, amountMinor: String(batch.amountMinor) }
  if (!submitted)
    return contentChangeWords(null, is, {
      changed: [],
      added: [],
      removed: [],
      cells: [],
      hasOtherProfile: false,
    })
  const saves = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(ofBatch(batch.id), gt(auditLog.id, submitted.id), inArray(auditLog.action, SAVES)))
  const { transactions, amountMinor, profileId = batch.profileId } = submitted.detail
  return contentChangeWords({ transactions: Number(transactions), amountMinor: String(amountMinor) }, is, {
    ...(await changedRows(
      db,
      batch.id,
      saves.map(({ id }) => id),
    )),
    hasOtherProfile: profileId !== batch.profileId,
  })
}

const SAVES: AuditAction[] = ['funding-lines-changed', 'funding-lines-added']

async function changedRows(db: DbOrTx, batchId: string, entries: number[]): Promise<ChangedRows> {
  const { cells } = await listChanges({ db }, { batchId, entries, after: 0 }, Number.POSITIVE_INFINITY)
  const rows = [...Map.groupBy(cells, ({ row }) => row)]
  const rowsOf = (isIt: (cells: Awaited<ReturnType<typeof listChanges>>['cells']) => boolean): number[] =>
    rows.filter(([, own]) => isIt(own)).map(([row]) => row)
  const isAdded = (own: typeof cells) => own.every(({ from }) => from === null)
  const isRemoved = (own: typeof cells) => own.every(({ to }) => to === null)
  return {
    changed: rowsOf((own) => !isAdded(own) && !isRemoved(own)),
    added: rowsOf(isAdded),
    removed: rowsOf(isRemoved),
    cells,
  }
}
