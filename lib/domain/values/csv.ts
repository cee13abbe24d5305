/** The byte order mark that Excel needs to read a file as UTF-8. */
export const CSV_START = '\uFEFF'

/** One line of a CSV file (RFC 4180), including its line break. Null becomes an empty cell. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

/**
 * Needs quotes. Also what could make a reader take another delimiter than the comma: one of the usual ones, and the
 * first line `sep=`, which names it.
 */
const SPECIAL = /[",;|\t\r\n]|^sep=/i

function csvCell(cell: string | number | null): string {
  if (cell === null) return ''
  const text = typeof cell === 'number' ? String(cell) : withoutFormula(cell)
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A spreadsheet executes text that begins like a formula, even after spaces and in full-width characters. Such text
 * gets an apostrophe in front, which spreadsheets read as "this is text". Plain numbers are left alone. Spreadsheets
 * that split at semicolons (most of Europe) or tabs ignore this file's quotes, so a cell also begins after each of
 * these and after each line break.
 */
const withoutFormula = (text: string): string => {
  const inner = text.replace(/([;\t\r\n][\s\p{Cc}]*)(?=[=+\-@＝＋－＠])/gu, "$1'")
  return /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text)
    ? `'${inner}`
    : inner
}

/** Undoes the apostrophes that `csvLine` put inside a cell; the reader removes the one at the beginning. */
export const withoutInnerMarks = (cell: string): string =>
  cell.includes("'") ? cell.replace(/([;\t\r\n][\s\p{Cc}]*)'(?=[=+\-@＝＋－＠])/gu, '$1') : cell
