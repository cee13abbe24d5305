import { LINE_FIELDS, type LineField } from '@/lib/domain/funding/columns'
import { type FundingLine, isEmptyLine } from '@/lib/domain/funding/line'

export type Cells = Record<LineField, string>

/**
 * A new line, and the row that it stands behind; null: at the end; 0: before all. `isBack`: it was in the batch before, and
 * has its row again.
 */
export type AddedLine = FundingLine & { after: number | null; isBack?: true }

/** What was changed since the last save: cells of lines by row, rows that are gone, and new lines in their order. */
export type LineEdits = {
  changed: ReadonlyMap<number, Partial<Cells>>
  removed: ReadonlySet<number>
  added: readonly AddedLine[]
}

export const NO_EDITS: LineEdits = { changed: new Map(), removed: new Set(), added: [] }

export const hasEdits = ({ changed, removed, added }: LineEdits): boolean =>
  changed.size > 0 || removed.size > 0 || added.length > 0

/** The lines with the edits in them; edits of a row that is not there are left out. */
export function withEdits(
  lines: readonly FundingLine[],
  { changed, removed, added }: LineEdits,
): FundingLine[] {
  const newLines = Map.groupBy(added, ({ after }) => after)
  const placed = (after: number | null) => (newLines.get(after) ?? []).map(withoutPlace)
  const edited: FundingLine[] = placed(0)
  for (const line of lines) {
    const cells = changed.get(line.row)
    // A line that nobody touched stays the very same object: what compares lines has little to do.
    if (!removed.has(line.row)) edited.push(cells ? { ...line, ...cells } : line)
    if (newLines.size > 0) edited.push(...placed(line.row))
  }
  edited.push(...placed(null))
  return edited
}

const withoutPlace = ({ after: _, isBack: __, ...line }: AddedLine): FundingLine => line

/** With cells of these lines changed. A new line is changed where it stands. */
export function changeCells(edits: LineEdits, cells: ReadonlyMap<number, Partial<Cells>>): LineEdits {
  const isNew = new Set(edits.added.map(({ row }) => row))
  const changed = new Map(edits.changed)
  for (const [row, each] of cells) if (!isNew.has(row)) changed.set(row, { ...changed.get(row), ...each })
  const added = edits.added.map((line) => (cells.has(line.row) ? { ...line, ...cells.get(line.row) } : line))
  return { ...edits, changed, added }
}

/** With these lines gone; one that was never saved leaves no trace. */
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

/** Without new lines that nothing was typed into yet: there is nothing to save of them, nor to say against them. */
export const savable = (edits: LineEdits): LineEdits =>
  edits.added.some(isEmptyLine)
    ? { ...edits, added: edits.added.filter((line) => !isEmptyLine(line)) }
    : edits

/** With new lines behind a row, or at the end; their rows count on from the highest there ever was. */
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

/** What was edited after `saved` was sent; rows of new lines that it brought are known to the server now. */
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

/** What leads from the stored lines to `target`, where every line that both have stands in the same order. */
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

/** With the rows that the server gave to new lines in the place of those that they had here. */
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

/** Where two people were at the same line. `mine` and `theirs` are cells as they were left. */
export type Conflict =
  | { kind: 'cell'; row: number; field: LineField; mine: string; theirs: string }
  /** They took out a line that I changed; with my changes in it. */
  | { kind: 'they-removed'; row: number; line: Cells }
  /** I took out a line that they changed. */
  | { kind: 'i-removed'; row: number }

export type Rebased = {
  edits: LineEdits
  conflicts: readonly Conflict[]
  /** New lines that have another row now. */
  renamed: ReadonlyMap<number, number>
}

/**
 * What I changed since `base`, on top of `theirs`: what both of us changed stands as I left it, and is said. New
 * lines that are among theirs already, because an answer got lost, are not put in twice.
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

/** My edits once somebody has decided where two people were at the same line. */
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

/** The rows of lines that are not as they were, gone and new ones too. */
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
