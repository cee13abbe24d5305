import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { fundingBatches, fundingFailures, fundingLines } from '@/lib/db/schema/funding'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { canEditBatch, correctionWords } from '@/lib/domain/funding/batch'
import type { BatchTerms, BatchTotals } from '@/lib/domain/funding/check-batch'
import { isAllUnlogged, type MoneyIndex, transactionKey } from '@/lib/domain/funding/check-money'
import { LINE_FIELDS, type LineField } from '@/lib/domain/funding/columns'
import { isFinalRefusal } from '@/lib/domain/funding/failure-advice'
import { LOGGED_CELLS, MAX_LINES } from '@/lib/domain/funding/limits'
import type { FundingLine } from '@/lib/domain/funding/line'
import { problemText } from '@/lib/domain/funding/line-problem'
import { type ReadAs, readAsWords } from '@/lib/domain/funding/names-read'
import { overwrittenRows } from '@/lib/domain/funding/overwritten-rows'
import { asCents, besideSale, lineInDollars, styleBySales } from '@/lib/domain/funding/source-amounts'
import { dollarWords } from '@/lib/domain/values/money'
import { DeskError } from '@/lib/errors'
import { lastChange } from '@/lib/server/last-change'
import { refreshFunding } from '@/lib/server/sales/funding-status'
import { requestOfLine } from '@/lib/server/sales/query-parts'
import type { Ctx } from '@/lib/server/services'
import {
  type CheckedLines,
  checkedBatchOf,
  checkLines,
  judgeLines,
  reviewLines,
  unownedRows,
} from './check-lines'
import { batchName, profileId, totalsOf } from './create-batch'
import {
  auditBatch,
  type BatchRow,
  insertLines,
  isAmong,
  lastSourceRow,
  listLines,
  listLinesAt,
  lockBatch,
  requireBatch,
  type StoredLine,
  sanitizeLine,
  updateMeanings,
  wrongState,
} from './data'
import { lastMove } from './overtaken'
import { findOverwrites } from './overwrites'
import { findProfile } from './profiles'
import type { BatchLines, ChangedCell, CompactLine, HeldCell, SaveLinesResult } from './views'

/** The lines of a batch with their problems and results. */
export async function viewLines(ctx: Ctx, batchId: string): Promise<BatchLines> {
  const batch = await requireBatch(ctx.db, batchId)
  const stored = await listLines(ctx.db, batchId)
  const terms = termsOf(ctx, batch)
  const isOpen = isBeforeSending(batch)
  const judged = isOpen ? await reviewLines(ctx.db, checkedBatchOf(batch), stored, terms) : null
  const { problems } = judged ?? (await checkLines(stored, terms))
  const index = judged?.index ?? null
  const failures = await ctx.db
    .select({
      transactionNo: fundingFailures.transactionNo,
      errorCode: fundingFailures.errorCode,
      errorMessage: fundingFailures.errorMessage,
    })
    .from(fundingFailures)
    .where(eq(fundingFailures.batchId, batchId))
    .orderBy(fundingFailures.transactionNo)
  return {
    version: batch.version,
    status: batch.status,
    moved: canEditBatch(batch.status) ? '' : await lastMove(ctx, ctx.db, batch.id),
    ...terms,
    lines: stored.map(compact),
    problems,
    held: index === null ? [] : listHeld(stored, index),
    unowned: judged === null ? [] : unownedRows(judged),
    allUnlogged: index !== null && isAllUnlogged(stored, index),
    mayBeCents: index !== null && mayBeCents(stored, index),
    names: index === null ? [] : merchantNames(index),
    failures,
    failedBefore: isOpen && batch.purpose === 'retry' ? await listFailedBefore(ctx, batch) : [],
    corrected: isOpen ? [] : await listCorrected(ctx.db, batch, stored),
  }
}

/** If there are more problems than this, the page creates their texts itself, a screenful at a time. */
const SAID_HERE = 200

/**
 * The same for the batch's page: with few problems, their texts are included, so that the page need not load the code
 * that creates them.
 */
export async function viewSaidLines(ctx: Ctx, batchId: string): Promise<BatchLines> {
  const view = await viewLines(ctx, batchId)
  if (view.problems.length > SAID_HERE) return view
  const byRow = new Map(view.lines.map((line) => [line[0], line]))
  const lineAt = (row: number | null): FundingLine | undefined => {
    const [, , transactionId, retrievalReferenceNumber, merchantId, amount] =
      (row === null ? undefined : byRow.get(row)) ?? []
    return row === null || amount === undefined
      ? undefined
      : {
          row,
          transactionId: transactionId ?? '',
          retrievalReferenceNumber: retrievalReferenceNumber ?? '',
          merchantId: merchantId ?? '',
          amount,
        }
  }
  return {
    ...view,
    problems: view.problems.map((problem) => ({
      ...problem,
      text: problemText(problem, lineAt(problem.row)),
    })),
  }
}

/** The rows that other batches correct, with the state of each correction, or have overwritten. */
async function listCorrected(
  db: Ctx['db'],
  batch: BatchRow,
  lines: readonly StoredLine[],
): Promise<BatchLines['corrected']> {
  const { id: batchId } = batch
  const { rows } = await db.execute<{
    transaction_no: number
    number: number
    is_over: boolean
    is_funded: boolean
  }>(sql`
    select distinct lines.transaction_no, corrections.number,
      coalesce(requests.state in ('accepted', 'refused', 'withdrawn'), false) as is_over,
      coalesce(requests.state = 'accepted' and failures.transaction_no is null, false) as is_funded
    from funding_batches corrections
      join funding_lines theirs on theirs.batch_id = corrections.id
      join funding_lines lines on lines.batch_id = ${batchId}::uuid
        and lines.transaction_id = theirs.transaction_id
        and lines.retrieval_reference_number = theirs.retrieval_reference_number
      left join funding_requests requests on requests.batch_id = corrections.id
        and theirs.transaction_no between requests.first_transaction and requests.last_transaction
      left join funding_failures failures
        on failures.batch_id = corrections.id and failures.transaction_no = theirs.transaction_no
    where corrections.parent_id = ${batchId}::uuid and corrections.purpose = 'correction'
      and corrections.status <> 'discarded'
    order by lines.transaction_no, corrections.number`)
  const byTransaction = Map.groupBy(lines, ({ transactionNo }) => transactionNo)
  const corrected = rows.flatMap(({ transaction_no, number, is_over, is_funded }) => {
    const words = `${correctionWords({ isOver: is_over, succeeded: Number(is_funded) })} B-${number}`
    return (byTransaction.get(transaction_no) ?? []).map((line) => ({ row: line.row, words }))
  })
  const corrections = new Set(rows.map(({ number }) => Number(number)))
  const { overwrittenBy } = await findOverwrites(db, batch)
  const others = [...overwrittenRows(overwrittenBy, lines)].flatMap(
    ([row, { batchNumber, isCertain, wasMinor, newMinor }]) =>
      isCertain && wasMinor !== newMinor && !corrections.has(batchNumber)
        ? [{ row, words: `Overwritten by B-${batchNumber}, now ${dollarWords(newMinor)}` }]
        : [],
  )
  return [...corrected, ...others]
}

/** The partner's errors for the lines that a retry took up: each transaction's own, or its request's. */
async function listFailedBefore(
  { db, funding }: Pick<Ctx, 'db' | 'funding'>,
  { parentId }: Pick<BatchRow, 'parentId'>,
): Promise<BatchLines['failedBefore']> {
  if (parentId === null) return []
  const { rows } = await db.execute<{
    transaction_id: string
    retrieval_reference_number: string
    number: string
    profile_id: string
    is_own: boolean
    error_code: string
    error_message: string
  }>(sql`
    select distinct lines.transaction_id, lines.retrieval_reference_number, batches.number, batches.profile_id,
      failures.transaction_no is not null as is_own,
      coalesce(failures.error_code, attempts.error_code, '') as error_code,
      coalesce(failures.error_message, attempts.error_message, '') as error_message
    from funding_lines lines
      join funding_batches batches on batches.id = lines.batch_id
      join funding_requests requests on ${requestOfLine}
      left join funding_failures failures
        on failures.batch_id = lines.batch_id and failures.transaction_no = lines.transaction_no
      left join lateral (
        select error_code, error_message from funding_attempts attempts
        where attempts.batch_id = requests.batch_id and attempts.request = requests.n
        order by sequence desc limit 1
      ) attempts on requests.state = 'refused'
    where lines.batch_id = ${parentId}::uuid
      and (failures.transaction_no is not null or requests.state = 'refused')`)
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    retrievalReferenceNumber: row.retrieval_reference_number,
    batch: `B-${row.number}`,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    // Only codes of transactions can be final, and those of the profile with which it failed: a retry may have another.
    isFinal: row.is_own && isFinalRefusal(findProfile({ funding }, row.profile_id) ?? {}, row.error_code),
  }))
}

const merchantNames = ({ merchants }: MoneyIndex): [string, string][] =>
  [...merchants.values()].map(({ merchantId, name }) => [merchantId, name])

/** Whether a whole draft looks like cents that were typed or pasted as dollars. */
const mayBeCents = (lines: readonly StoredLine[], index: MoneyIndex): boolean =>
  asCents(lines) !== null &&
  styleBySales(
    'dollars',
    [...Map.groupBy(lines, ({ transactionNo }) => transactionNo).values()].map((own) => {
      const cents = new Map<FundingLine, number>(own.map((line) => [line, Number(line.amountMinor ?? 0)]))
      return besideSale(own, (line) => cents.get(line) ?? 0, index)
    }),
  ) === 'cents'

/** What the partner holds for each merchant of each transaction. */
function listHeld(lines: readonly StoredLine[], { held, findTransactionId }: MoneyIndex): HeldCell[] {
  if (held.size === 0) return []
  const cells: HeldCell[] = []
  let last = -1
  for (const line of lines) {
    if (line.transactionNo === last) continue
    last = line.transactionNo
    for (const amount of held.get(transactionKey(line, findTransactionId)) ?? []) {
      const { merchantId, amountMinor, batchNumber, isCertain } = amount
      const { transactionId, retrievalReferenceNumber } = line
      cells.push([transactionId, retrievalReferenceNumber, merchantId, amountMinor, batchNumber, isCertain])
    }
  }
  return cells
}

/** Whether the batch is not being sent yet, so that what other batches hold still matters. */
export const isBeforeSending = ({ status }: Pick<BatchRow, 'status'>): boolean =>
  status === 'draft' || status === 'waiting' || status === 'approved'

/** The unit as frozen, or else the profile's current one, and the profile's length limits. */
export function termsOf(ctx: Pick<Ctx, 'funding'>, batch: BatchRow): BatchTerms {
  const profile = findProfile(ctx, batch.profileId)
  return {
    amountUnit: batch.amountUnit ?? profile?.amountUnit ?? 'minor',
    ...(profile?.limits && { limits: profile.limits }),
    ...(profile?.isLive && { isLive: true }),
    ...(profile?.finalCodes && { finalCodes: profile.finalCodes }),
  }
}

const compact = (line: StoredLine): CompactLine => [
  line.row,
  line.transactionNo,
  line.transactionId,
  line.retrievalReferenceNumber,
  line.merchantId,
  line.amount,
]

const row = z.int().min(0).max(2_000_000_000)
const cell = z.string().trim().max(255)
const cells = {
  transactionId: cell,
  retrievalReferenceNumber: cell,
  merchantId: cell,
  amount: cell,
}

/** The most rows that one save may name; a paste over a whole column fits. */
const MAX_CHANGES = MAX_LINES

export const saveLinesSchema = z.strictObject({
  batchId: z.uuid(),
  /** The version that the changes are based on. */
  version: z.int().min(1),
  header: z.strictObject({ name: batchName, profileId }).partial().optional(),
  changed: z.array(z.strictObject({ row, ...z.strictObject(cells).partial().shape })).max(MAX_CHANGES),
  removed: z.array(row).max(MAX_CHANGES),
  /**
   * `after`: the row that the new line follows; null: at the end; 0: at the beginning. Several lines after one row
   * keep their order. `row`: the former number of a deleted line that is restored.
   */
  added: z
    .array(z.strictObject({ after: row.nullable(), row: row.min(1).optional(), ...cells }))
    .max(MAX_CHANGES),
})
export type SaveLines = z.output<typeof saveLinesSchema>

/**
 * Saves changes to a draft: lines (in dollars), name, profile. The whole batch is checked again, because one line can
 * make another a duplicate. A save based on an older version changes nothing.
 */
export const saveLines = (ctx: Ctx, input: SaveLines): Promise<SaveLinesResult> =>
  ctx.db.transaction(async (tx): Promise<SaveLinesResult> => {
    const batch = await lockBatch(tx, input.batchId)
    if (batch.version !== input.version) return stale(ctx, tx, batch, input)
    if (!canEditBatch(batch.status)) {
      return wrongState('Only a draft can be changed. What is frozen has to be returned first.')
    }
    const after = { ...batch, ...input.header }
    if (after.profileId !== batch.profileId && !findProfile(ctx, after.profileId))
      throw new DeskError('invalid', 'Choose one of the funding profiles.')
    const before = await listLines(tx, batch.id)
    const { lines, addedRows, restored } = applyChanges(before, input, {
      above: await lastSourceRow(tx, batch),
      gone: await listGone(tx, input),
    })
    const checked = await judgeLines(tx, checkedBatchOf(after), lines, termsOf(ctx, after))
    await storeChanges(tx, batch.id, before, checked.lines)
    const { totals } = checked
    await storeTotals(ctx, tx, after, totals)
    await auditBatch(ctx, tx, 'funding-lines-changed', batch.id, {
      ...input.header,
      changed: input.changed.length,
      removed: input.removed.length,
      added: input.added.length - restored,
      ...(restored > 0 && { restored }),
      ...byTheDesk(lines, checked.lines),
      ...(checked.readAs.length > 0 && { readAs: readAsWords(checked.readAs) }),
      cells: changedCells(before, checked.lines),
      changedLines: changedLines(before, checked.lines),
      version: batch.version + 1,
      ...totalsOf(totals),
    })
    await refreshFunding(tx, { batchId: batch.id })
    return {
      ok: true,
      version: batch.version + 1,
      totals: totalsOf(totals),
      problems: checked.problems,
      addedRows,
      held: listHeld(checked.lines, checked.index),
      unowned: unownedRows(checked),
      allUnlogged: isAllUnlogged(checked.lines, checked.index),
      mayBeCents: mayBeCents(checked.lines, checked.index),
      readAs: checked.readAs,
      names: merchantNames(checked.index),
      // Send all lines if the desk itself added or removed any, or replaced names by IDs.
      ...((!hasSameRows(lines, checked.lines) || checked.readAs.length > 0) && {
        lines: checked.lines.map(compact),
      }),
    }
  })

const rowsOf = (lines: readonly FundingLine[]): number[] => lines.map(({ row }) => row)

/** Whether both have the same rows, in any order. */
export const hasSameRows = (one: readonly FundingLine[], other: readonly FundingLine[]): boolean =>
  one.length === other.length && new Set(rowsOf(one)).isSubsetOf(new Set(rowsOf(other)))

/** How many lines the desk added or removed by itself, if any. */
function byTheDesk(
  before: readonly FundingLine[],
  after: readonly FundingLine[],
): { addedByDesk?: number; removedByDesk?: number } {
  const [old, now] = [new Set(rowsOf(before)), new Set(rowsOf(after))]
  const [addedByDesk, removedByDesk] = [now.difference(old).size, old.difference(now).size]
  return { ...(addedByDesk > 0 && { addedByDesk }), ...(removedByDesk > 0 && { removedByDesk }) }
}

/** The first changed cells, before and after; for amounts also their cents, if they can be read. */
function changedCells(before: readonly StoredLine[], after: readonly StoredLine[]): ChangedCell[] {
  const old = new Map(before.map((line) => [line.row, line]))
  const cells: ChangedCell[] = []
  for (const line of after) {
    const was = old.get(line.row)
    if (!was) continue
    for (const field of LINE_FIELDS) {
      if (was[field] === line[field]) continue
      if (cells.length === LOGGED_CELLS) return cells
      cells.push({
        row: line.row,
        field,
        from: was[field],
        to: line[field],
        ...(field === 'amount' && { fromMinor: digitsOf(was), toMinor: digitsOf(line) }),
      })
    }
  }
  return cells
}

type LineCells = Partial<Pick<StoredLine, LineField>>
type ChangedLine = { row: number; before: (LineCells & BesideCells) | null; after: LineCells | null }

/** What a line has besides its cells, restored if the line comes back. */
type BesideCells = Pick<StoredLine, 'other' | 'isAdded'>

/** Every line that a save changed: the cells that differ, or all cells of a line that was added or removed. */
function changedLines(before: readonly StoredLine[], after: readonly StoredLine[]): ChangedLine[] {
  const [old, kept] = [new Map(before.map((line) => [line.row, line])), new Set(after.map(({ row }) => row))]
  const gone = before.filter((line) => !kept.has(line.row))
  return [
    ...gone.map((line) => ({
      row: line.row,
      before: {
        ...cellsOf(line, LINE_FIELDS),
        ...(line.other && { other: line.other }),
        ...(line.isAdded && { isAdded: true }),
      },
      after: null,
    })),
    ...after.flatMap((line): ChangedLine[] => {
      const was = old.get(line.row)
      if (!was) return [{ row: line.row, before: null, after: cellsOf(line, LINE_FIELDS) }]
      const fields = LINE_FIELDS.filter((field) => was[field] !== line[field])
      return fields.length === 0
        ? []
        : [{ row: line.row, before: cellsOf(was, fields), after: cellsOf(line, fields) }]
    }),
  ]
}

const cellsOf = (line: StoredLine, fields: readonly LineField[]): LineCells =>
  Object.fromEntries(fields.map((field) => [field, line[field]]))

const digitsOf = ({ amountMinor }: StoredLine): string | null =>
  amountMinor === null ? null : String(amountMinor)

const MAKES_A_VERSION: AuditAction[] = [
  'funding-lines-changed',
  'funding-lines-added',
  'funding-batch-returned',
  'funding-batch-taken-back',
]

async function stale(ctx: Ctx, tx: Tx, batch: BatchRow, input: SaveLines): Promise<SaveLinesResult> {
  const { changedBy, changedAt } = await lastChange(ctx, tx, ['funding-batch', batch.id], MAKES_A_VERSION)
  const named = [...input.changed.map((line) => line.row), ...input.removed]
  return {
    ok: false,
    reason: 'stale',
    message: `${changedBy} changed this batch first. Compare the lines and decide which to keep. Your changes were not saved.`,
    version: batch.version,
    changedBy,
    changedAt,
    theirs: (await listLinesAt(tx, batch.id, named)).map(compact),
  }
}

/** The lines that a save brings back, by row, as they were when last removed: undo sends only their cells. */
async function listGone(tx: Tx, { batchId, added }: SaveLines): Promise<ReadonlyMap<number, GoneLine>> {
  const back = added.flatMap(({ row: had }) => had ?? [])
  if (back.length === 0) return new Map()
  const { rows } = await tx.execute<{ row: number; line: GoneLine }>(sql`
    select distinct on (row) row, line
    from ${auditLog} cross join lateral jsonb_array_elements(
        case when jsonb_typeof(detail->'changedLines') = 'array' then detail->'changedLines' end
      ) changed
      cross join lateral (select (changed->>'row')::int as row, changed->'before' as line) gone
    where subject_type = 'funding-batch' and subject_id = ${batchId} and jsonb_typeof(changed->'after') = 'null'
      and row in (select json_array_elements_text(${JSON.stringify(back)}::json)::int)
    order by row, id desc`)
  return new Map(rows.map(({ row: had, line }) => [had, line]))
}

type GoneLine = NonNullable<ChangedLine['before']>

/** Extra columns return with the row. A line still counts as added by the desk only if its cells are unchanged. */
const besideCells = (line: LineCells, gone: GoneLine | undefined): BesideCells => ({
  ...(gone?.other && { other: gone.other }),
  ...(gone?.isAdded && LINE_FIELDS.every((field) => gone[field] === line[field]) && { isAdded: true }),
})

/**
 * Applies a save to the lines, in order. Throws `invalid` for an unknown row. New rows are numbered after `above`; rows
 * in `gone` come back as they were.
 */
function applyChanges(
  before: readonly StoredLine[],
  { changed, removed, added }: SaveLines,
  { above, gone: wasGone }: { above: number; gone: ReadonlyMap<number, GoneLine> },
): { lines: FundingLine[]; addedRows: number[]; restored: number } {
  const known = new Set(before.map((line) => line.row))
  const behind = added.flatMap(({ after }) => after || [])
  if ([...changed.map((line) => line.row), ...removed, ...behind].some((named) => !known.has(named)))
    throw new DeskError('invalid')
  if (before.length - removed.length + added.length > MAX_LINES) {
    throw new DeskError(
      'too-large',
      `A batch has at most ${MAX_LINES.toLocaleString('en-US')} lines. Put the others into another one.`,
    )
  }
  const changes = new Map(changed.map((change) => [change.row, change]))
  const gone = new Set(removed)
  const back = new Set(added.flatMap(({ row: had }) => (had === undefined || known.has(had) ? [] : [had])))
  let last = [...known, ...back].reduce((highest, each) => Math.max(highest, each), above)
  const free = new Set(back)
  const newLines = added.map(({ after, row: had, ...line }) => ({
    after,
    line:
      had !== undefined && free.delete(had)
        ? { ...line, row: had, ...besideCells(line, wasGone.get(had)) }
        : { ...line, row: ++last },
  }))
  const newLinesByPlace = Map.groupBy(newLines, ({ after }) => after)
  const placed = (after: number | null) => (newLinesByPlace.get(after) ?? []).map(({ line }) => line)
  const kept = before.flatMap((line) => [
    ...(gone.has(line.row) ? [] : [withChange(line, changes.get(line.row))]),
    ...placed(line.row),
  ])
  return {
    lines: [...placed(0), ...kept, ...placed(null)].map((line) =>
      lineInDollars(sanitizeLine(line), 'dollars'),
    ),
    addedRows: newLines.map(({ line }) => line.row),
    restored: back.size,
  }
}

/** A line that a person edits no longer counts as added by the desk. */
const withChange = (line: StoredLine, change: SaveLines['changed'][number] | undefined): FundingLine =>
  change ? { ...line, ...change, isAdded: false } : line

/** Writes only the lines that differ: of 10,000 lines most are unchanged. */
async function storeChanges(
  tx: Tx,
  batchId: string,
  before: readonly StoredLine[],
  after: readonly StoredLine[],
): Promise<void> {
  const there = new Set(after.map(({ row }) => row))
  const old = new Map(before.map((line) => [line.row, line]))
  const rewritten = after.filter((line) => {
    const was = old.get(line.row)
    return was !== undefined && LINE_FIELDS.some((field) => was[field] !== line[field])
  })
  const gone = [...rowsOf(before).filter((row) => !there.has(row)), ...rewritten.map((line) => line.row)]
  if (gone.length > 0) {
    await tx
      .delete(fundingLines)
      .where(and(eq(fundingLines.batchId, batchId), isAmong(fundingLines.row, gone)))
  }
  const isNew = new Set(rewritten.map((line) => line.row))
  await insertLines(
    tx,
    batchId,
    after.filter((line) => isNew.has(line.row) || !old.has(line.row)),
  )
  await storeMeanings(
    tx,
    batchId,
    before,
    after.filter((line) => !isNew.has(line.row)),
  )
}

/** Stores lines that the desk itself added or reinterpreted, as a new version of the draft. */
export async function storeOwnChanges(
  ctx: Ctx,
  tx: Tx,
  batch: BatchRow,
  before: readonly StoredLine[],
  { lines, totals, readAs = [] }: CheckedLines & { readAs?: readonly ReadAs[] },
): Promise<void> {
  await storeChanges(tx, batch.id, before, lines)
  await tx
    .update(fundingBatches)
    .set({ ...totals, version: batch.version + 1, updatedAt: ctx.now() })
    .where(eq(fundingBatches.id, batch.id))
  const { addedByDesk: added = 0, ...ofDesk } = byTheDesk(before, lines)
  const cells = changedCells(before, lines)
  await auditBatch(ctx, tx, added > 0 ? 'funding-lines-added' : 'funding-lines-changed', batch.id, {
    ...(added > 0 ? { added } : { changed: cells.length, removed: 0, added: 0 }),
    ...ofDesk,
    ...(readAs.length > 0 && { readAs: readAsWords(readAs) }),
    cells,
    changedLines: changedLines(before, lines),
    version: batch.version + 1,
    ...totalsOf(totals),
  })
}

/** Updates the transaction number and cents of lines where they changed. */
export async function storeMeanings(
  tx: Tx,
  batchId: string,
  before: readonly StoredLine[],
  after: readonly StoredLine[],
): Promise<void> {
  const old = new Map(before.map((line) => [line.row, line]))
  const moved = after.filter((line) => {
    const was = old.get(line.row)
    return (
      was !== undefined && (was.transactionNo !== line.transactionNo || was.amountMinor !== line.amountMinor)
    )
  })
  await updateMeanings(tx, batchId, moved)
}

const storeTotals = (ctx: Ctx, tx: Tx, after: BatchRow, totals: BatchTotals) =>
  tx
    .update(fundingBatches)
    .set({
      name: after.name,
      profileId: after.profileId,
      version: after.version + 1,
      ...totals,
      workedOnBy: [...new Set([...after.workedOnBy, ctx.actor.id])],
      updatedAt: ctx.now(),
    })
    .where(eq(fundingBatches.id, after.id))
