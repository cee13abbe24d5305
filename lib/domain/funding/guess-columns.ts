import type { ColumnMapping } from './columns'
import { NO_COLUMNS } from './match-columns'

/** Rows examined to guess what a column holds. */
const LOOKED_AT = 200

/**
 * Guesses columns without headings from their cells: the amount is the only column with cents in every cell, the
 * transaction ID the only one with a unique code in every cell. Merchant IDs are codes too, so a person chooses that
 * column, and any that is not clear.
 */
export function guessColumns({
  columns,
  rows,
}: {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}): ColumnMapping {
  const looked = rows.filter((cells) => cells.some((cell) => cell.trim() !== '')).slice(0, LOOKED_AT)
  const cellsOf = columns.map((_, at) => looked.map((cells) => (cells[at] ?? '').trim()))
  const sole = (is: (cells: readonly string[]) => boolean): number | null => {
    const at = cellsOf.findIndex(is)
    return at === -1 || at !== cellsOf.findLastIndex(is) ? null : at
  }
  return {
    ...NO_COLUMNS,
    amount: sole((cells) => cells.every((cell) => HAS_CENTS.test(cell))),
    transactionId: sole((cells) => cells.every(isCode) && new Set(cells).size === cells.length),
  }
}

const HAS_CENTS = /^\$?(\d{1,3}(,\d{3})+|\d+)\.\d{2}$/

/** One word of both letters and digits: not an amount, date, phone number or reference number. */
const isCode = (cell: string): boolean =>
  cell.length >= 6 && /^[\p{L}\p{N}_-]+$/u.test(cell) && /\p{L}/u.test(cell) && /\d/.test(cell)
