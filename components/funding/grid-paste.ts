import { LINE_FIELDS } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'
import { matchColumns } from '@/lib/domain/funding/match-columns'
import { saysCents } from '@/lib/domain/funding/source-amounts'
import { BLANK, type GridChange, type Range, setCells, sizeOf, typedCell } from './grid-range'
import type { Cells } from './line-edits'

/** Separate from the grid: loaded with the first paste. */

/** Reads cells from a spreadsheet. A comma is part of an amount and no separator. */
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
    // The last line's end starts no further line.
    if (end !== '\t' && at === text.length) {
      rows.pop()
      break
    }
  }
  return rows
}

/**
 * Pasted rows in the grid's column order. A first row with column names is used and dropped. Three columns that end
 * with an amount are ID, merchant and amount, as in most lists.
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

/**
 * The heading over pasted amounts that says cents, if there is one. The grid takes dollars and would pay a hundred
 * times as much.
 */
export const pastedCents = (cells: readonly (readonly string[])[], left: number): string | null =>
  (cells.length > 1 ? cells[0] : undefined)?.find(
    (cell, at) =>
      saysCents(cell) && (LINE_FIELDS[left + at] === 'amount' || matchColumns([cell.trim()]).amount !== null),
  ) ?? null

/**
 * Pastes cells from the range's first cell on; rows past the last line become new lines. A single cell fills the
 * whole range.
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

/** How many lines of a block are measured; it is equally wide everywhere. */
const MEASURED = 1_000
