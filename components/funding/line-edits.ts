import type { LineField } from '@/lib/domain/funding/columns'
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
  const edited = lines.flatMap((line) => [
    ...(removed.has(line.row) ? [] : [{ ...line, ...changed.get(line.row) }]),
    ...(news.size > 0 ? placed(line.row) : []),
  ])
  return [...edited, ...placed(null)]
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
