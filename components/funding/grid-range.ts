import { cleanCell } from '@/lib/domain/funding/clean-cells'
import { LINE_FIELDS, type LineField, matchColumns } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'
import { saysCents } from '@/lib/domain/funding/source-amounts'
import type { Cell } from './grid-moves'
import type { Cells } from './line-edits'

/** Cells from one corner to the other, both in it. */
export type Range = { top: number; left: number; bottom: number; right: number }

/** Cells of lines by row, and new lines at the end: one step that can be undone. */
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

/** As spreadsheets take it: tabs between cells, a line each, and quotes where a cell has any of these. */
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

/** Cells out of a spreadsheet. A comma is part of an amount, and separates nothing. */
export function readCells(text: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy
  for (let at = 0; at <= text.length; ) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match) break
    const [whole, quoted, plain = '', end] = match
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += whole.length
    if (end === '') break
    if (end !== '\t') rows.push([])
    // The end of the last line begins no other one.
    if (end !== '\t' && at === text.length) {
      rows.pop()
      break
    }
  }
  return rows
}

/**
 * Pasted rows in the order of the grid's columns. A first row that names the columns says which they are and is no
 * line; three columns whose last is an amount are id, merchant and amount, as most lists have them.
 */
export function arrangeCells(
  cells: readonly (readonly string[])[],
  left: number,
): readonly (readonly string[])[] {
  if (left !== 0) return cells
  const named = matchColumns((cells[0] ?? []).map((cell) => cell.trim()))
  const isHead = LINE_FIELDS.filter((field) => named[field] !== null).length >= 2 && cells.length > 1
  const rows = isHead ? cells.slice(1) : cells
  if (isHead && (named.transactionId !== null || named.retrievalReferenceNumber !== null)) {
    return rows.map((row) =>
      LINE_FIELDS.map((field) => (named[field] === null ? '' : (row[named[field]] ?? ''))),
    )
  }
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const isThree =
    filled.length > 0 &&
    filled.every(([, merchant = '', amount = '', ...rest]) => {
      const isMerchant = merchant.trim() !== '' && !/^\d{12}$/.test(merchant.trim())
      return isMerchant && AMOUNT.test(amount.trim()) && rest.every((cell) => cell.trim() === '')
    })
  return isThree ? rows.map(([id = '', merchant = '', amount = '']) => [id, '', merchant, amount]) : cells
}

const AMOUNT = /^[$ ]*\d[\d,.]*$/

/** The heading over pasted amounts that says cents, where one does: the grid takes dollars, and would pay a hundred times as much. */
export const pastedCents = (cells: readonly (readonly string[])[], left: number): string | null =>
  (cells.length > 1 ? cells[0] : undefined)?.find(
    (cell, at) =>
      saysCents(cell) && (LINE_FIELDS[left + at] === 'amount' || matchColumns([cell.trim()]).amount !== null),
  ) ?? null

/** What a person typed or pasted as a cell's value: the sign and the separators of an amount are not part of it. */
export const typedCell = (field: LineField, text: string): string =>
  (field === 'amount' ? cleanCell(field, text) : null) ?? text.trim()

/**
 * Puts cells in from the first one of the range on; what reaches below the last line becomes new lines. One cell
 * alone fills the whole range.
 */
export function pasteInto(
  lines: readonly FundingLine[],
  range: Range,
  cells: readonly (readonly string[])[],
): GridChange & { range: Range } {
  const only = cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : undefined
  if (only !== undefined && sizeOf(range).cells > 1) {
    return { changed: setCells(lines, range, (field) => typedCell(field, only)), added: [], range }
  }
  const changed = new Map<number, Partial<Cells>>()
  const added: Cells[] = []
  for (const [down, row] of cells.entries()) {
    const pasted: Partial<Cells> = {}
    for (const [right, value] of row.entries()) {
      const field = LINE_FIELDS[range.left + right]
      if (field) pasted[field] = typedCell(field, value)
    }
    const line = lines[range.top + down]
    if (line) changed.set(line.row, pasted)
    else added.push({ ...BLANK, ...pasted })
  }
  const width = Math.max(1, ...cells.slice(0, MEASURED).map((row) => row.length))
  return {
    changed,
    added,
    range: {
      top: range.top,
      left: range.left,
      bottom: range.top + Math.max(1, cells.length) - 1,
      right: Math.min(range.left + width, LINE_FIELDS.length) - 1,
    },
  }
}

/** Lines of a block that are looked at for its width: a block is as wide everywhere. */
const MEASURED = 1_000

/** The first line's values in all lines of the range; in a range of one line, those of the line above. */
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

/** Only what differs: a cell that stays as it is was not changed. */
function setCells(
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
