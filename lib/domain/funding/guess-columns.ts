import type { ColumnMapping } from './columns'
import { NO_COLUMNS } from './match-columns'

/** Enough rows to tell what a column has. */
const LOOKED_AT = 200

/**
 * The columns of a source without headings whose cells say what they are: the only one with cents in every cell, and the
 * only one in which every cell is a code of its own. Merchants have codes too, and a person names those; where two columns
 * could be the one, a person names that too.
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

/** Letters and digits in one word, as no amount, date, phone number or reference number is. */
const isCode = (cell: string): boolean =>
  cell.length >= 6 && /^[\p{L}\p{N}_-]+$/u.test(cell) && /\p{L}/u.test(cell) && /\d/.test(cell)
