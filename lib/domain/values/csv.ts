/** What Excel needs to read a file as UTF-8. */
export const CSV_START = '\uFEFF'

/** One line of a CSV file (RFC 4180), its line end included. A null is an empty cell. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: string | number | null): string {
  if (cell === null) return ''
  const text = typeof cell === 'number' ? String(cell) : withoutFormula(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A spreadsheet runs what begins like a formula, also after spaces and in full width: such a text gets an
 * apostrophe before it, which spreadsheets read as "this is text". A plain number is no formula.
 */
const withoutFormula = (text: string): string =>
  /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text
