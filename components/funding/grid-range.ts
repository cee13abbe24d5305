import { cleanCell } from '@/lib/domain/funding/clean-cells'
import { LINE_FIELDS, type LineField } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { Cell } from './grid-moves'
import type { Cells } from './line-edits'

/** Cells between two corners, both included. */
export type Range = { top: number; left: number; bottom: number; right: number }

/** Changed cells by row and new lines at the end, as one step that can be undone. */
export type GridChange = { changed: ReadonlyMap<number, Partial<Cells>>; added: readonly Cells[] }

export const BLANK: Cells = { transactionId: '', retrievalReferenceNumber: '', merchantId: '', amount: '' }

export const rangeBetween = (one: Cell, other: Cell, wholeLines = false): Range => ({
  top: Math.min(one.line, other.line),
  bottom: Math.max(one.line, other.line),
  left: wholeLines ? 0 : Math.min(one.column, other.column),
  right: wholeLines ? LINE_FIELDS.length - 1 : Math.max(one.column, other.column),
})

export const isInRange = ({ top, left, bottom, right }: Range, { line, column }: Cell): boolean =>
  line >= top && line <= bottom && column >= left && column <= right

export const sizeOf = ({ top, left, bottom, right }: Range) => ({
  lines: bottom - top + 1,
  columns: right - left + 1,
  cells: (bottom - top + 1) * (right - left + 1),
})

const fieldsOf = ({ left, right }: Range): readonly LineField[] => LINE_FIELDS.slice(left, right + 1)
const linesOf = (lines: readonly FundingLine[], { top, bottom }: Range) => lines.slice(top, bottom + 1)

/**
 * In the format that spreadsheets paste: tabs between cells, one line each, quotes around cells with any of these.
 */
export const copyRange = (lines: readonly FundingLine[], range: Range): string =>
  linesOf(lines, range)
    .map((line) =>
      fieldsOf(range)
        .map((field) => quoteCell(line[field]))
        .join('\t'),
    )
    .join('\n')

const quoteCell = (text: string): string =>
  /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** A typed or pasted cell value; an amount loses its sign and separators. */
export const typedCell = (field: LineField, text: string): string =>
  (field === 'amount' ? cleanCell(field, text) : null) ?? text.trim()

/** Fills the first line's values into the whole range; a range of one line takes those of the line above. */
export function fillDown(lines: readonly FundingLine[], range: Range): GridChange {
  const isOne = range.top === range.bottom
  const source = lines[isOne ? range.top - 1 : range.top]
  if (!source) return { changed: new Map(), added: [] }
  const filled = isOne ? range : { ...range, top: range.top + 1 }
  return { changed: setCells(lines, filled, (field) => source[field]), added: [] }
}

export const clearRange = (lines: readonly FundingLine[], range: Range): GridChange => ({
  changed: setCells(lines, range, () => ''),
  added: [],
})

/** Only real changes: a cell that stays the same was not changed. */
export function setCells(
  lines: readonly FundingLine[],
  range: Range,
  cellOf: (field: LineField) => string,
): ReadonlyMap<number, Partial<Cells>> {
  const changed = new Map<number, Partial<Cells>>()
  const values = fieldsOf(range).map((field) => [field, cellOf(field)] as const)
  for (const line of linesOf(lines, range)) {
    const own = values.filter(([field, value]) => line[field] !== value)
    if (own.length > 0) changed.set(line.row, Object.fromEntries(own))
  }
  return changed
}
