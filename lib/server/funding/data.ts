import { createHash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { and, asc, between, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { fundingBatches, fundingLines, fundingRequests } from '@/lib/db/schema/funding'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { AmountUnit } from '@/lib/domain/funding/amount'
import type { BatchStatus, TransactionRange } from '@/lib/domain/funding/batch'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { StatedTotal } from '@/lib/domain/funding/totals-rows'
import type { Refusal } from '@/lib/domain/values/outcome'
import { isUuid } from '@/lib/domain/values/uuid'
import { DeskError } from '@/lib/errors'
import { type AuditEntry, recordAudit } from '@/lib/server/audit'
import { tellPeople } from '@/lib/server/notifications/tell'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'

export type BatchRow = typeof fundingBatches.$inferSelect
export type RequestRow = typeof fundingRequests.$inferSelect

/** Whether a request could still be sent, or be withdrawn instead. */
export const isUnsent = ({ state }: Pick<RequestRow, 'state'>): boolean =>
  state === 'waiting' || state === 'not-sent'

/** A stored line; `amountMinor` is null if its text is not an amount. */
export type StoredLine = FundingLine & { transactionNo: number; amountMinor: bigint | null }

export async function requireBatch(db: DbOrTx, id: string): Promise<BatchRow> {
  const [row] = await selectBatch(db, id)
  if (!row) throw new DeskError('not-found')
  return row
}

/**
 * The batch, locked until the transaction ends. Everything that changes a batch, its requests or its lines takes this
 * lock.
 */
export async function lockBatch(tx: Tx, id: string): Promise<BatchRow> {
  // `no key update`: rows that only reference the batch, such as a sale's status, need not wait.
  const [row] = await selectBatch(tx, id).for('no key update')
  if (!row) throw new DeskError('not-found')
  return row
}

function selectBatch(db: DbOrTx, id: string) {
  // PostgreSQL would raise an error for an id that is not a UUID.
  if (!isUuid(id)) throw new DeskError('not-found')
  return db.select().from(fundingBatches).where(eq(fundingBatches.id, id))
}

/** Lines per statement. Building one blocks the process, so there is a pause after each. */
const STRIDE = 5_000

/** Longer than any valid cell, and short enough for PostgreSQL's indexes. */
const MAX_CELL = 255

/** Makes a line's cells fit for PostgreSQL. Whatever cannot be stored becomes a U+FFFD, which the checks report. */
export const sanitizeLine = (line: FundingLine): FundingLine => ({
  row: line.row,
  transactionId: sanitizeCell(line.transactionId),
  retrievalReferenceNumber: sanitizeCell(line.retrievalReferenceNumber),
  merchantId: sanitizeCell(line.merchantId),
  amount: sanitizeCell(line.amount),
  ...(line.other && { other: line.other.map(sanitizeCell) }),
  ...(line.isAdded && { isAdded: true }),
})

const sanitizeCell = (text: string): string =>
  (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}\uFFFD` : text)
    .replaceAll('\u0000', '\uFFFD')
    .toWellFormed()

/**
 * Inserts new lines, as one JSON parameter per statement: one parameter per cell would take longer than writing the
 * rows.
 */
export async function insertLines(tx: DbOrTx, batchId: string, lines: readonly StoredLine[]): Promise<void> {
  for (let start = 0; start < lines.length; start += STRIDE) {
    if (start > 0) await setImmediate()
    const rows = lines
      .slice(start, start + STRIDE)
      .map((line) => [
        line.row,
        line.transactionNo,
        line.transactionId,
        line.retrievalReferenceNumber,
        line.merchantId,
        line.amount,
        line.amountMinor === null ? null : String(line.amountMinor),
        line.isAdded === true,
        ...(line.other ? [line.other] : []),
      ])
    // Most batches have no other columns, so the cost is only paid if there are some.
    const other = rows.some(({ length }) => length > 8)
      ? sql`case when line->8 is not null then array(select json_array_elements_text(line->8)) end`
      : sql`null`
    await tx.execute(sql`
      insert into ${fundingLines}
        (batch_id, row, transaction_no, transaction_id, retrieval_reference_number, merchant_id, amount, amount_minor, is_added, other)
      select ${batchId}::uuid, (line->>0)::int, (line->>1)::int, line->>2, line->>3, line->>4, line->>5, (line->>6)::bigint, (line->>7)::boolean, ${other}
      from json_array_elements(${JSON.stringify(rows)}::json) as lines (line)`)
  }
}

/** Updates what the check derived for existing lines: their transaction number and cents. */
export async function updateMeanings(
  tx: DbOrTx,
  batchId: string,
  lines: readonly Pick<StoredLine, 'row' | 'transactionNo' | 'amountMinor'>[],
): Promise<void> {
  for (let start = 0; start < lines.length; start += STRIDE) {
    if (start > 0) await setImmediate()
    const rows = lines
      .slice(start, start + STRIDE)
      .map(({ row, transactionNo, amountMinor }) => [
        row,
        transactionNo,
        amountMinor === null ? null : String(amountMinor),
      ])
    await tx.execute(sql`
      update ${fundingLines} set transaction_no = (line->>1)::int, amount_minor = (line->>2)::bigint
      from json_array_elements(${JSON.stringify(rows)}::json) as lines (line)
      where batch_id = ${batchId}::uuid and row = (line->>0)::int`)
  }
}

/**
 * The highest row number in a batch's source, including totals rows and the batches that it takes up. A retry or
 * correction keeps row numbers, so that row 12 is still row 12 of the person's file; new lines are numbered after
 * this.
 */
export async function lastSourceRow(
  db: DbOrTx,
  { parentId, statedTotals = [] }: { parentId: string | null; statedTotals?: readonly StatedTotal[] },
): Promise<number> {
  const last = statedTotals.reduce((highest, { row }) => Math.max(highest, row), 0)
  if (parentId === null) return last
  const { rows } = await db.execute<{ row: number | null }>(sql`
    with recursive ancestors (id, parent_id, stated_totals) as (
      select id, parent_id, stated_totals from funding_batches where id = ${parentId}::uuid
      union all
      select parents.id, parents.parent_id, parents.stated_totals
      from funding_batches parents join ancestors on parents.id = ancestors.parent_id
    )
    select max(greatest(lines.row, totals.row))::int as row from ancestors
      cross join lateral (select max(row) as row from funding_lines where batch_id = ancestors.id) lines
      cross join lateral (
        select max((total->>'row')::int) as row from jsonb_array_elements(stated_totals) totals (total)
      ) totals`)
  return Math.max(last, rows[0]?.row ?? 0)
}

/** The lines of a batch, or of a range of its transactions, in order. */
export async function listLines(
  db: DbOrTx,
  batchId: string,
  range?: TransactionRange,
): Promise<StoredLine[]> {
  const lines: StoredLine[] = []
  for (let after = -1; ; ) {
    const some = await selectLines(db)
      .where(and(ofBatch(batchId, range), gt(fundingLines.row, after)))
      .orderBy(asc(fundingLines.row))
      .limit(STRIDE)
    for (const line of some) lines.push(line)
    if (some.length < STRIDE) break
    after = some.at(-1)?.row ?? after
    await setImmediate()
  }
  return inOrder(lines)
}

/** Some lines of a batch, by row number. */
export const listLinesAt = async (
  db: DbOrTx,
  batchId: string,
  rows: readonly number[],
): Promise<StoredLine[]> =>
  rows.length === 0
    ? []
    : inOrder(await selectLines(db).where(and(ofBatch(batchId), isAmong(fundingLines.row, rows))))

/** One JSON parameter instead of one parameter per number. */
export const isAmong = (column: AnyPgColumn, numbers: readonly number[]): SQL =>
  sql`${column} in (select json_array_elements_text(${JSON.stringify(numbers)}::json)::int)`

const selectLines = (db: DbOrTx) =>
  db
    .select({
      row: fundingLines.row,
      transactionNo: fundingLines.transactionNo,
      transactionId: fundingLines.transactionId,
      retrievalReferenceNumber: fundingLines.retrievalReferenceNumber,
      merchantId: fundingLines.merchantId,
      amount: fundingLines.amount,
      amountMinor: fundingLines.amountMinor,
      other: fundingLines.other,
      isAdded: fundingLines.isAdded,
    })
    .from(fundingLines)
    .$dynamic()

const ofBatch = (batchId: string, range?: TransactionRange) =>
  and(
    eq(fundingLines.batchId, batchId),
    range && between(fundingLines.transactionNo, range.firstTransaction, range.lastTransaction),
  )

/** A line that was added later has a high row number but belongs with its transaction. */
const inOrder = (lines: StoredLine[]): StoredLine[] =>
  lines.sort((a, b) => a.transactionNo - b.transactionNo || a.row - b.row)

export const listRequests = (db: DbOrTx, batchId: string): Promise<RequestRow[]> =>
  db
    .select()
    .from(fundingRequests)
    .where(eq(fundingRequests.batchId, batchId))
    .orderBy(asc(fundingRequests.n))

/** The hash that an approval is bound to: the profile, its unit, and every line in order. */
export function contentSha256(
  { profileId }: Pick<BatchRow, 'profileId'>,
  amountUnit: AmountUnit,
  lines: readonly FundingLine[],
): string {
  const hash = createHash('sha256').update(JSON.stringify([profileId, amountUnit]))
  for (let start = 0; start < lines.length; start += STRIDE) {
    addLines(hash, lines.slice(start, start + STRIDE))
  }
  return hash.digest('hex')
}

const addLines = (hash: Hash, lines: readonly FundingLine[]): Hash =>
  hash.update(
    lines
      .map(
        (line) =>
          `\n${JSON.stringify([
            line.row,
            line.transactionId,
            line.retrievalReferenceNumber,
            line.merchantId,
            line.amount,
          ])}`,
      )
      .join(''),
  )

export async function auditBatch(
  { now, actor, requestId }: Pick<Ctx, 'now' | 'requestId'> & { actor: { id: string } | null },
  tx: DbOrTx,
  action: AuditAction,
  batchId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const entry: AuditEntry = {
    at: now(),
    actorId: actor?.id ?? null,
    action,
    subject: ['funding-batch', batchId],
    requestId,
    detail: sanitizeText(detail),
  }
  await recordAudit(tx, entry)
  await tellPeople(tx, entry)
}

/** Refuses what the batch's status does not allow; nothing was changed. */
export type WrongState = Refusal<'wrong-state'>

export const wrongState = (message: string): WrongState => ({ ok: false, reason: 'wrong-state', message })

/** Sets a batch's status and the time of its change. */
export const moveBatch = (
  tx: DbOrTx,
  batchId: string,
  now: Date,
  status: BatchStatus,
  /** The user who has it sent, if this starts sending. */
  sentBy?: string,
) => tx.update(fundingBatches).set({ status, updatedAt: now, sentBy }).where(eq(fundingBatches.id, batchId))
