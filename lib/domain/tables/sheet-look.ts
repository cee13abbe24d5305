import type { CellStyle } from './cell-styles'
import type { NumberFormat } from './number-format'
import { BROKEN_WORKBOOK, type TableUse, type UnseenRow } from './open-file'
import { ATTRIBUTES } from './workbook-xml'

/** A cell with a number format of its own. Rows and columns count from 0. */
type FormattedCell = { row: number; column: number; format: NumberFormat }

/** A cell whose formula failed, and the error it shows. The library reads it as empty. */
type FailedCell = { row: number; column: number; text: string }

/** What the library does not tell about a sheet. */
export type SheetLook = { formatted: FormattedCell[]; failed: FailedCell[]; unseen: UnseenRow[] }
export const PLAIN: SheetLook = { formatted: [], failed: [], unseen: [] }

const spreadTooFar = ({ rows }: TableUse): string =>
  `A cell of the workbook is too far to the right or too far down. Delete the empty columns and rows beyond the ${rows}, or copy them alone into a new workbook.`

/** The library fills rows up with empty cells. These limits bound how many: with more columns, fewer rows. */
const LAST_ROW = 1_048_576
const NARROW = 26
const MAX_CELLS = 10_000_000

/** Twice as many as are read: a title and empty lines may be among them. */
export const mostRowsOf = ({ maxRows }: TableUse): number => 2 * maxRows

/** Cells and rows, each of which states its own place. */
const PLACES = new RegExp(`<(?:\\w{1,20}:)?(c|row)\\s${ATTRIBUTES}`, 'g')

/** The look of a sheet, or a message that says why the workbook is refused. */
export function readLook(sheet: string, styles: readonly CellStyle[], use: TableUse): SheetLook | string {
  const mostRows = mostRowsOf(use)
  const formatted: FormattedCell[] = []
  const failed: FailedCell[] = []
  const unseen = new Map<number, UnseenRow['why']>()
  let widest = 0
  let lowest = 0
  let rows = 0
  let last = 0
  for (const match of sheet.matchAll(PLACES)) {
    const [whole, tag, attributes = '', end] = match
    if (end !== '>') return BROKEN_WORKBOOK
    const place = /(?:^|\s)r\s*=\s*["']([^"']{0,20})/.exec(attributes)?.[1]
    if (place === undefined) continue
    const parts = /^([A-Z]{0,3})(\d{1,7})$/.exec(place)
    if (!parts) return spreadTooFar(use)
    const column = columnNumber(parts[1] ?? '')
    const row = Number(parts[2])
    widest = Math.max(widest, column)
    lowest = Math.max(lowest, row)
    if (tag === 'row' && HIDDEN.test(attributes)) unseen.set(row - 1, 'hidden')
    if (tag !== 'c' || attributes.endsWith('/')) continue
    if (row !== last) rows += 1
    last = row
    if (IS_ERROR.test(attributes))
      failed.push({ row: row - 1, column: column - 1, text: errorAt(sheet, match.index + whole.length) })
    const style = /(?:^|\s)s\s*=\s*["']([^"']*)/.exec(attributes)?.[1]
    if (style === undefined) continue
    if (!/^\d{1,6}$/.test(style)) return BROKEN_WORKBOOK
    const look = styles[Number(style)]
    if (!look) continue
    if (look.isStruck && !unseen.has(row - 1)) unseen.set(row - 1, 'struck')
    if (look.format.kind !== 'general')
      formatted.push({ row: row - 1, column: column - 1, format: look.format })
  }
  if (widest > use.maxColumns || lowest > (widest > NARROW ? mostRows : LAST_ROW)) return spreadTooFar(use)
  // The library makes every row as wide as the widest.
  if (widest > NARROW && widest * lowest > MAX_CELLS) return spreadTooFar(use)
  if (rows > mostRows) return use.tooManyRows(rows.toLocaleString('en-US'))
  return { formatted, failed, unseen: [...unseen].map(([row, why]) => ({ row, why })) }
}

const IS_ERROR = /(?:^|\s)t\s*=\s*["']e["']/

/** The error in a cell whose content begins at `lastIndex`, perhaps with a formula. It reads each letter once. */
const ERROR =
  /\s*(?:<(?:\w{1,20}:)?f\b[^<]*(?:<\/(?:\w{1,20}:)?f\s*>)?\s*)?<(?:\w{1,20}:)?v\s*>\s*(#[^<]{1,20})/y

function errorAt(sheet: string, at: number): string {
  ERROR.lastIndex = at
  return ERROR.exec(sheet)?.[1]?.trim() ?? '#VALUE!'
}

/** Hidden by hand, by a filter, or in a collapsed group. */
const HIDDEN = /(?:^|\s)hidden\s*=\s*["'](?:1|true)["']/

/** A → 1, Z → 26, AA → 27. */
function columnNumber(letters: string): number {
  let number = 0
  for (let at = 0; at < letters.length; at += 1) number = number * 26 + letters.charCodeAt(at) - 64
  return number
}
