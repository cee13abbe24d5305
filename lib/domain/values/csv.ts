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
 * apostrophe before it, which spreadsheets read as "this is text". A plain number is no formula. Where a spreadsheet
 * splits at semicolons, as most of Europe's do, or at tabs, the quotes of this file hold nothing together: a cell begins
 * there after each of them, and after each line end.
 */
const withoutFormula = (text: string): string => {
  const inner = text.replace(/([;\t\r\n][\s\p{Cc}]*)(?=[=+\-@＝＋－＠])/gu, "$1'")
  return /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text)
    ? `'${inner}`
    : inner
}

/** A cell as it was before `csvLine` put apostrophes within it; the one at its beginning is its reader's. */
export const withoutInnerMarks = (cell: string): string =>
  cell.includes("'") ? cell.replace(/([;\t\r\n][\s\p{Cc}]*)'(?=[=+\-@＝＋－＠])/gu, '$1') : cell
