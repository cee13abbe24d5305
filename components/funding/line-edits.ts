import { LINE_FIELDS, type LineField } from '@/lib/domain/funding/columns'
import { type FundingLine, isEmptyLine } from '@/lib/domain/funding/line'

export type Cells = Record<LineField, string>

/**
 * A new line and the row that it follows; null for the end, 0 for the beginning. `isBack`: it was in the batch
 * before and gets its row back.
 */
export type AddedLine = FundingLine & { after: number | null; isBack?: true }

/** The changes since the last save: cells by row, removed rows, and new lines in order. */
export type LineEdits = {
  changed: ReadonlyMap<number, Partial<Cells>>
  removed: ReadonlySet<number>
  added: readonly AddedLine[]
}

export const NO_EDITS: LineEdits = { changed: new Map(), removed: new Set(), added: [] }

export const hasEdits = ({ changed, removed, added }: LineEdits): boolean =>
  changed.size > 0 || removed.size > 0 || added.length > 0

/** The lines with the edits applied. Edits of missing rows are ignored. */
export function withEdits(
  lines: readonly FundingLine[],
  { changed, removed, added }: LineEdits,
): FundingLine[] {
  const newLines = Map.groupBy(added, ({ after }) => after)
  const placed = (after: number | null) => (newLines.get(after) ?? []).map(withoutPlace)
  const edited: FundingLine[] = placed(0)
  for (const line of lines) {
    const cells = changed.get(line.row)
    // An unchanged line stays the same object, so that comparing lines is cheap.
    if (!removed.has(line.row)) edited.push(cells ? { ...line, ...cells } : line)
    if (newLines.size > 0) edited.push(...placed(line.row))
  }
  edited.push(...placed(null))
  return edited
}

const withoutPlace = ({ after: _, isBack: __, ...line }: AddedLine): FundingLine => line

/** Adds changed cells to the edits. New lines are changed in place. */
export function changeCells(edits: LineEdits, cells: ReadonlyMap<number, Partial<Cells>>): LineEdits {
  const isNew = new Set(edits.added.map(({ row }) => row))
  const changed = new Map(edits.changed)
  for (const [row, each] of cells) if (!isNew.has(row)) changed.set(row, { ...changed.get(row), ...each })
  const added = edits.added.map((line) => (cells.has(line.row) ? { ...line, ...cells.get(line.row) } : line))
  return { ...edits, changed, added }
}

/** Adds removed lines to the edits. A line that was never saved leaves no trace. */
export function removeLines(edits: LineEdits, rows: readonly number[]): LineEdits {
  const gone = new Set(rows)
  const isNew = new Set(edits.added.map(({ row }) => row))
  const changed = new Map(edits.changed)
  const removed = new Set(edits.removed)
  for (const row of gone) {
    if (isNew.has(row)) continue
    changed.delete(row)
    removed.add(row)
  }
  return { changed, removed, added: edits.added.filter(({ row }) => !gone.has(row)) }
}

/** Without blank new lines, which are neither saved nor checked. */
export const savable = (edits: LineEdits): LineEdits =>
  edits.added.some(isEmptyLine)
    ? { ...edits, added: edits.added.filter((line) => !isEmptyLine(line)) }
    : edits

/** Adds new lines after a row or at the end. Their rows continue from the highest ever used. */
export function addLines(
  edits: LineEdits,
  lastRow: number,
  cells: readonly Cells[],
  after: number | null = null,
): LineEdits {
  const first = Math.max(lastRow, ...edits.added.map(({ row }) => row)) + 1
  return {
    ...edits,
    added: [...edits.added, ...cells.map((each, at) => ({ row: first + at, after, ...each }))],
  }
}

/** The edits made after `saved` was sent. New lines in it are known to the server by now. */
export function editsSince(saved: LineEdits, now: LineEdits): LineEdits {
  const wasAdded = new Map(saved.added.map((line) => [line.row, line]))
  const isAddedStill = new Set(now.added.map(({ row }) => row))
  const changed = new Map([...now.changed].filter(([row, cells]) => saved.changed.get(row) !== cells))
  const removed = new Set([...now.removed].filter((row) => !saved.removed.has(row)))
  const added: AddedLine[] = []
  for (const line of now.added) {
    const before = wasAdded.get(line.row)
    if (!before) added.push(line)
    else if (before !== line) changed.set(line.row, cellsOf(line))
  }
  for (const row of wasAdded.keys()) if (!isAddedStill.has(row)) removed.add(row)
  return { changed, removed, added }
}

const cellsOf = ({ transactionId, retrievalReferenceNumber, merchantId, amount }: FundingLine): Cells => ({
  transactionId,
  retrievalReferenceNumber,
  merchantId,
  amount,
})

/** The edits that turn the stored lines into `target`. Lines in both must be in the same order. */
export function editsTo(stored: readonly FundingLine[], target: readonly FundingLine[]): LineEdits {
  const known = new Map(stored.map((line) => [line.row, line]))
  const kept = new Set(target.map(({ row }) => row))
  const changed = new Map<number, Partial<Cells>>()
  const added: AddedLine[] = []
  let after = 0
  for (const line of target) {
    const was = known.get(line.row)
    if (!was) {
      added.push({ row: line.row, after, isBack: true, ...cellsOf(line) })
      continue
    }
    after = line.row
    if (was !== line && !hasSameCells(was, line)) changed.set(line.row, cellsOf(line))
  }
  return { changed, removed: new Set([...known.keys()].filter((row) => !kept.has(row))), added }
}

/** Replaces the rows of new lines with those that the server assigned. */
export function withRowsOf(
  { changed, removed, added }: LineEdits,
  given: ReadonlyMap<number, number>,
): LineEdits {
  const rowOf = (row: number) => given.get(row) ?? row
  return {
    changed: new Map([...changed].map(([row, cells]) => [rowOf(row), cells])),
    removed: new Set([...removed].map(rowOf)),
    added: added.map((line) => ({ ...line, after: line.after === null ? null : rowOf(line.after) })),
  }
}

/** A line that two people changed. `mine` and `theirs` are the resulting cells. */
export type Conflict =
  | { kind: 'cell'; row: number; field: LineField; mine: string; theirs: string }
  /** They removed a line that I changed; it has my changes. */
  | { kind: 'they-removed'; row: number; line: Cells }
  /** I removed a line that they changed. */
  | { kind: 'i-removed'; row: number }

export type Rebased = {
  edits: LineEdits
  conflicts: readonly Conflict[]
  /** New lines that have another row now. */
  renamed: ReadonlyMap<number, number>
}

/**
 * My changes since `base`, applied to `theirs`. A cell that both changed keeps my value and is reported as a
 * conflict. New lines that are already in theirs, because an answer was lost, are not added twice.
 */
export function rebase(
  base: readonly FundingLine[],
  theirs: readonly FundingLine[],
  { changed, removed, added }: LineEdits,
): Rebased {
  const known = new Map(base.map((line) => [line.row, line]))
  const now = new Map(theirs.map((line) => [line.row, line]))
  const conflicts: Conflict[] = []
  const mineChanged = new Map<number, Partial<Cells>>()
  for (const [row, cells] of changed) {
    const was = known.get(row)
    const is = now.get(row)
    if (!is) {
      if (was) conflicts.push({ kind: 'they-removed', row, line: { ...cellsOf(was), ...cells } })
      continue
    }
    const mine: Partial<Cells> = {}
    for (const field of LINE_FIELDS) {
      const value = cells[field]
      if (value === undefined || value === was?.[field] || value === is[field]) continue
      mine[field] = value
      if (was && is[field] !== was[field]) {
        conflicts.push({ kind: 'cell', row, field, mine: value, theirs: is[field] })
      }
    }
    if (Object.keys(mine).length > 0) mineChanged.set(row, mine)
  }
  const mineRemoved = new Set<number>()
  for (const row of removed) {
    const was = known.get(row)
    const is = now.get(row)
    if (!is) continue
    mineRemoved.add(row)
    if (was && !hasSameCells(was, is)) conflicts.push({ kind: 'i-removed', row })
  }
  const theirNew = Map.groupBy(
    theirs.filter(({ row }) => !known.has(row)),
    keyOf,
  )
  const renamed = new Map<number, number>()
  const mineAdded: AddedLine[] = []
  let last = lastRowOf([...theirs, ...added.filter(({ isBack }) => isBack)])
  for (const line of added) {
    const same = isEmptyLine(line) ? undefined : theirNew.get(keyOf(line))?.shift()
    const row = same?.row ?? (line.isBack && !now.has(line.row) ? line.row : ++last)
    if (row !== line.row) renamed.set(line.row, row)
    if (!same) {
      mineAdded.push({
        ...line,
        row,
        after: line.after === 0 || now.has(line.after ?? 0) ? line.after : null,
      })
    }
  }
  return { edits: { changed: mineChanged, removed: mineRemoved, added: mineAdded }, conflicts, renamed }
}

const keyOf = (line: FundingLine): string => JSON.stringify(LINE_FIELDS.map((field) => line[field]))

const hasSameCells = (one: FundingLine, other: FundingLine): boolean =>
  LINE_FIELDS.every((field) => one[field] === other[field])

export const lastRowOf = (lines: readonly FundingLine[]): number =>
  lines.reduce((highest, { row }) => Math.max(highest, row), 0)

/** My edits after a conflict was decided. */
export function resolveConflict(
  edits: LineEdits,
  conflict: Conflict,
  keep: 'mine' | 'theirs',
  lastRow: number,
): LineEdits {
  const { row } = conflict
  if (conflict.kind === 'they-removed')
    return keep === 'mine' ? addLines(edits, lastRow, [conflict.line]) : edits
  if (keep === 'mine') return edits
  if (conflict.kind === 'i-removed') {
    return { ...edits, removed: new Set([...edits.removed].filter((each) => each !== row)) }
  }
  const { [conflict.field]: _, ...others } = edits.changed.get(row) ?? {}
  const changed = new Map(edits.changed)
  if (Object.keys(others).length > 0) changed.set(row, others)
  else changed.delete(row)
  return { ...edits, changed }
}

/** The rows of changed, removed and new lines. */
export function rowsChanged(before: readonly FundingLine[], after: readonly FundingLine[]): number[] {
  const was = new Map(before.map((line) => [line.row, line]))
  const rows: number[] = []
  for (const line of after) {
    const old = was.get(line.row)
    was.delete(line.row)
    if (!old || !hasSameCells(old, line)) rows.push(line.row)
  }
  return [...rows, ...was.keys()].sort((one, other) => one - other)
}
