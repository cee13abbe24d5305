import { LINE_FIELDS, type LineField } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'

export type Cells = Record<LineField, string>

/** A new line, and the row that it stands behind; null: at the end. */
export type AddedLine = FundingLine & { after: number | null }

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
  const news = Map.groupBy(added, ({ after }) => after)
  const placed = (after: number | null) => (news.get(after) ?? []).map(withoutPlace)
  const edited: FundingLine[] = []
  for (const line of lines) {
    const cells = changed.get(line.row)
    // A line that nobody touched stays the very same object: what compares lines has little to do.
    if (!removed.has(line.row)) edited.push(cells ? { ...line, ...cells } : line)
    if (news.size > 0) edited.push(...placed(line.row))
  }
  edited.push(...placed(null))
  return edited
}

const withoutPlace = ({ after: _, ...line }: AddedLine): FundingLine => line

/** With cells of these lines changed. A new line is changed where it stands. */
export function changeCells(edits: LineEdits, cells: ReadonlyMap<number, Partial<Cells>>): LineEdits {
  const isNew = new Set(edits.added.map(({ row }) => row))
  const changed = new Map(edits.changed)
  for (const [row, each] of cells) if (!isNew.has(row)) changed.set(row, { ...changed.get(row), ...each })
  const added = edits.added.map((line) => (cells.has(line.row) ? { ...line, ...cells.get(line.row) } : line))
  return { ...edits, changed, added }
}

/** With one more line gone; one that was never saved leaves no trace. */
export function removeLine(edits: LineEdits, row: number): LineEdits {
  if (edits.added.some((line) => line.row === row)) {
    return { ...edits, added: edits.added.filter((line) => line.row !== row) }
  }
  const changed = new Map(edits.changed)
  changed.delete(row)
  return { ...edits, changed, removed: new Set(edits.removed).add(row) }
}

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

/**
 * What leads from the stored lines to `target`, where every line that both have stands in the same order. Nothing
 * can be put before the first stored line: it takes the first new line's cells, and its own go behind it.
 */
export function editsTo(stored: readonly FundingLine[], target: readonly FundingLine[]): LineEdits {
  const known = new Map(stored.map((line) => [line.row, line]))
  const kept = new Set(target.map(({ row }) => row))
  const changed = new Map<number, Partial<Cells>>()
  const added: AddedLine[] = []
  let last = stored.reduce((highest, { row }) => Math.max(highest, row), 0)
  const add = (after: number | null, cells: Cells) => added.push({ row: ++last, after, ...cells })
  let after: number | null = null
  let leading: Cells[] = []
  for (const line of target) {
    const was = known.get(line.row)
    if (!was) {
      if (after === null) leading.push(cellsOf(line))
      else add(after, cellsOf(line))
      continue
    }
    after = line.row
    const [first, ...others] = leading
    leading = []
    if (first) {
      changed.set(line.row, first)
      for (const cells of [...others, cellsOf(line)]) add(line.row, cells)
    } else if (was !== line && LINE_FIELDS.some((field) => was[field] !== line[field])) {
      changed.set(line.row, cellsOf(line))
    }
  }
  for (const cells of leading) add(null, cells)
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

/** Without what names lines that are gone; new lines behind one of them go to the end. */
export function editsOn(lines: readonly FundingLine[], { changed, removed, added }: LineEdits): LineEdits {
  const known = new Set(lines.map(({ row }) => row))
  let last = lines.reduce((highest, { row }) => Math.max(highest, row), 0)
  return {
    changed: new Map([...changed].filter(([row]) => known.has(row))),
    removed: new Set([...removed].filter((row) => known.has(row))),
    added: added.map((line) => ({
      ...line,
      row: ++last,
      after: line.after !== null && known.has(line.after) ? line.after : null,
    })),
  }
}
