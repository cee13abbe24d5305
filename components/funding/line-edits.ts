import type { LineField } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'

export type Cells = Record<LineField, string>

/** What was changed since the last save: cells of lines by row, rows that are gone, and new lines in their order. */
export type LineEdits = {
  changed: ReadonlyMap<number, Partial<Cells>>
  removed: ReadonlySet<number>
  added: readonly FundingLine[]
}

export const NO_EDITS: LineEdits = { changed: new Map(), removed: new Set(), added: [] }

export const hasEdits = ({ changed, removed, added }: LineEdits): boolean =>
  changed.size > 0 || removed.size > 0 || added.length > 0

/** The lines with the edits in them. New lines stand at the end; edits of a row that is not there are left out. */
export const withEdits = (lines: readonly FundingLine[], edits: LineEdits): FundingLine[] => [
  ...lines.flatMap((line) =>
    edits.removed.has(line.row) ? [] : [{ ...line, ...edits.changed.get(line.row) }],
  ),
  ...edits.added,
]

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

/** With new lines at the end, their rows counted on from the highest there ever was. */
export function addLines(edits: LineEdits, lastRow: number, cells: readonly Cells[]): LineEdits {
  const first = Math.max(lastRow, ...edits.added.map(({ row }) => row)) + 1
  return { ...edits, added: [...edits.added, ...cells.map((each, at) => ({ row: first + at, ...each }))] }
}

/** What was edited after `saved` was sent; rows of new lines that it brought are known to the server now. */
export function editsSince(saved: LineEdits, now: LineEdits): LineEdits {
  const wasAdded = new Map(saved.added.map((line) => [line.row, line]))
  const isAddedStill = new Set(now.added.map(({ row }) => row))
  const changed = new Map([...now.changed].filter(([row, cells]) => saved.changed.get(row) !== cells))
  const removed = new Set([...now.removed].filter((row) => !saved.removed.has(row)))
  const added: FundingLine[] = []
  for (const line of now.added) {
    const before = wasAdded.get(line.row)
    if (!before) added.push(line)
    else if (before !== line) changed.set(line.row, line)
  }
  for (const row of wasAdded.keys()) if (!isAddedStill.has(row)) removed.add(row)
  return { changed, removed, added }
}
