import { sheetCellText } from '@/lib/domain/tables/cell-text'
import { readCsvRecords } from '@/lib/domain/tables/csv-records'
import { withoutInnerMarks } from '@/lib/domain/values/csv'
import { isThousands } from './amount'
import type { ColumnMapping } from './columns'
import { MAX_COLUMNS, MAX_LINES, MAX_ROWS } from './limits'
import { type FundingLine, isEmptyLine } from './line'
import { matchColumns } from './match-columns'
import { otherCells, otherColumns } from './other-columns'

/**
 * An imported table as text cells. `firstRow`: the row number of `rows[0]` in the person's file. `above`: the rows
 * before it, such as the header row and a title. Without a header row, columns are named Column 1, Column 2.
 * `delimiter`: the character between cells, since an unquoted one inside a value shifts the cells; null for sources
 * without one. `notes`: messages about how the table was read.
 */
export type FundingTable = {
  columns: string[]
  rows: string[][]
  firstRow: number
  hasHeader: boolean
  above: string[][]
  delimiter: string | null
  notes: string[]
}
export type TableReading = { ok: true; table: FundingTable } | { ok: false; message: string }

/**
 * Reads CSV in any form, and cells pasted from a spreadsheet. The words of the first rows show whether there is a
 * header row.
 */
export function readDelimited(text: string): TableReading {
  if (countLines(text) > MAX_ROWS) return refused(tooManyLines('more than a million'))
  const reading = readCsvRecords(text.replace(/^\uFEFF/, ''))
  if (!reading.ok) return refused(`Row ${reading.row}: ${reading.message} The rest of the file was not read.`)
  // Apostrophes are rare, and searching the whole text once is faster than checking each cell.
  const { records } = reading
  return tableOf(text.includes("'") ? records.map(withoutMarks) : records, reading.delimiter)
}

const withoutMarks = (cells: readonly string[]): string[] => cells.map(withoutInnerMarks)

/** Reads cells as the workbook reader returns them: text, numbers, dates, booleans and null. */
export const readSheet = (cells: readonly (readonly unknown[])[]): TableReading =>
  tableOf(
    cells.map((row) => withoutMarks(row.map(sheetCellText))),
    null,
  )

/** Reads the table again with or without a header row, as a person chooses. */
export function withHeader(table: FundingTable, hasHeader: boolean): FundingTable {
  // JSON members are named without a header row.
  const isNamed = table.hasHeader && table.above.length === 0
  if (hasHeader === table.hasHeader || isNamed) return table
  return buildTable([...table.above, ...table.rows], table.delimiter, hasHeader)
}

export const refused = (message: string): { ok: false; message: string } => ({ ok: false, message })

export const tooManyLines = (count: string): string =>
  `There are ${count} lines; a batch has at most ${MAX_LINES.toLocaleString('en-US')}. Split them into several batches.`

/** The number of rows that are not empty. */
export const countRows = ({ rows }: FundingTable): number =>
  rows.reduce((sum, cells) => (cells.some(isFilled) ? sum + 1 : sum), 0)

/** The lines of a table, in order and with their row numbers. Empty rows are left out. Linear in the number of rows. */
export function toLines(
  { columns, rows, firstRow, delimiter }: FundingTable,
  mapping: ColumnMapping,
): FundingLine[] {
  const lines: FundingLine[] = []
  const { places } = otherColumns(columns, mapping)
  for (let index = 0; index < rows.length; index += 1) {
    const cells = rows[index] ?? []
    const row = firstRow + index
    const isShifted = cells.length > columns.length && filledWidth(cells) > columns.length
    const line = isShifted
      ? shiftedLine(row, cells, { columns, delimiter }, mapping)
      : lineOf(row, cells, mapping)
    if (isEmptyLine(line)) continue
    // Cells of a shifted row do not belong to the columns they are in.
    if (places.length > 0 && !isShifted) line.other = otherCells(cells, places)
    lines.push(line)
  }
  return lines
}

const lineOf = (row: number, cells: readonly string[], mapping: ColumnMapping): FundingLine => ({
  row,
  transactionId: cellText(cells, mapping.transactionId),
  retrievalReferenceNumber: cellText(cells, mapping.retrievalReferenceNumber),
  merchantId: cellText(cells, mapping.merchantId),
  amount: cellText(cells, mapping.amount),
})

/**
 * A row with more cells than columns: a value contained an unquoted delimiter, and the cells after it are shifted. If
 * the last cells form one amount (`1,234.50`), they are joined again. Otherwise the whole row goes into the amount
 * cell, for a person to sort out.
 */
function shiftedLine(
  row: number,
  cells: readonly string[],
  { columns, delimiter }: Pick<FundingTable, 'columns' | 'delimiter'>,
  mapping: ColumnMapping,
): FundingLine {
  const width = columns.length
  const filled = cells.slice(0, filledWidth(cells))
  const tail = filled
    .slice(width - 1)
    .join(',')
    .trim()
  // Of the possible delimiters, only a comma occurs in amounts.
  if (delimiter === ',' && mapping.amount === width - 1 && isThousands(tail)) {
    return { ...lineOf(row, cells, mapping), amount: tail }
  }
  return { row, transactionId: '', retrievalReferenceNumber: '', merchantId: '', amount: filled.join(',') }
}

/** Trims a cell and removes what programs add to make a spreadsheet keep a text as it is: `="0012"`, `'-12`. */
function cellText(cells: readonly string[], at: number | null): string {
  const cell = at === null ? '' : (cells[at] ?? '')
  const isBare =
    cell === '' || (isBareCode(cell.charCodeAt(0)) && isBareCode(cell.charCodeAt(cell.length - 1)))
  if (isBare) return cell
  const text = cell.trim()
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2) return text.slice(2, -1).trim()
  return text.startsWith("'") ? text.slice(1).trim() : text
}

/** Nearly every cell starts and ends with a letter or digit, and needs no trimming. */
const isBareCode = (code: number): boolean => (code > 47 && code < 58) || (code > 64 && code < 123)

function tableOf(records: string[][], delimiter: string | null): TableReading {
  const first = firstFilled(records)
  if (first === -1) return refused('It is empty.')
  const table = buildTable(records, delimiter, headerPlace(records, first) !== null)
  if (table.columns.length > MAX_COLUMNS) {
    return refused(`There are more than ${MAX_COLUMNS} columns. Are these funding amounts?`)
  }
  const count = countRows(table)
  if (count === 0) return refused('There are no rows below the header row.')
  return count > MAX_LINES ? refused(tooManyLines(count.toLocaleString('en-US'))) : { ok: true, table }
}

function buildTable(records: string[][], delimiter: string | null, hasHeader: boolean): FundingTable {
  const first = firstFilled(records)
  const headerAt = hasHeader ? (headerPlace(records, first) ?? first) : null
  const names = records[headerAt ?? first] ?? []
  const width =
    delimiter === null
      ? records.reduce((widest, cells) => Math.max(widest, filledWidth(cells)), 0)
      : filledWidth(names)
  const start = headerAt === null ? first : headerAt + 1
  const rows = records.slice(start)
  return {
    columns: Array.from(
      { length: width },
      (_, at) => (headerAt === null ? '' : (names[at]?.trim() ?? '')) || `Column ${at + 1}`,
    ),
    rows,
    firstRow: start + 1,
    hasHeader,
    above: records.slice(0, start),
    delimiter,
    notes: [
      ...(headerAt !== null && headerAt > first
        ? [`The header row is row ${headerAt + 1}. The rows above it were ignored.`]
        : []),
      ...shiftNotes(rows, width, start + 1, { hasHeader, delimiter }),
    ],
  }
}

const firstFilled = (records: readonly string[][]): number =>
  records.findIndex((cells) => cells.some(isFilled))

/** A title and a date may come before the header row. */
const MAX_ROWS_ABOVE = 20

/**
 * Finds the header row: the first of the top rows with two known column names. Otherwise the first row, if it has one
 * known name, or several cells without any digit. Null if there is no header row.
 */
function headerPlace(records: readonly string[][], first: number): number | null {
  const known = (cells: readonly string[]): number =>
    Object.values(matchColumns(cells)).filter((at) => at !== null).length
  for (let at = first; at < Math.min(records.length, first + MAX_ROWS_ABOVE); at += 1) {
    if (known(records[at] ?? []) >= 2) return at
  }
  const cells = (records[first] ?? []).filter(isFilled)
  const isHeader = known(cells) > 0 || (cells.length > 1 && !cells.some((cell) => /\d/.test(cell)))
  return isHeader ? first : null
}

function shiftNotes(
  rows: readonly string[][],
  width: number,
  firstRow: number,
  { hasHeader, delimiter }: Pick<FundingTable, 'hasHeader' | 'delimiter'>,
): string[] {
  const shifted: number[] = []
  for (let index = 0; index < rows.length; index += 1) {
    const cells = rows[index] ?? []
    if (cells.length > width && filledWidth(cells) > width) shifted.push(firstRow + index)
  }
  if (shifted.length === 0) return []
  const some = shifted.slice(0, 5).join(', ')
  const which =
    shifted.length === 1
      ? `Row ${some} has`
      : `Rows ${some}${shifted.length > 5 ? ` and ${shifted.length - 5} more` : ''} have`
  return [
    `${which} more cells than the ${hasHeader ? 'header row' : 'first row'}: ${slippedWords(delimiter)} probably lacks quotation marks. ${whereItWent(delimiter)}`,
  ]
}

/** Explains what `shiftedLine` did with rows that have too many cells. */
const whereItWent = (delimiter: string | null): string =>
  delimiter === ','
    ? 'An amount cut at its comma was joined again. Any other such row is in its amount cell as one text.'
    : 'Each such row is in its amount cell as one text.'

/** Names the kind of value that was cut in two. */
const slippedWords = (delimiter: string | null): string =>
  `a value with ${DELIMITER_WORDS.get(delimiter ?? ',') ?? `“${delimiter}”`}`

const DELIMITER_WORDS = new Map([
  [',', 'a comma'],
  [';', 'a semicolon'],
  ['\t', 'a tab'],
])

const isFilled = (cell: string): boolean =>
  cell !== '' && (isBareCode(cell.charCodeAt(0)) || cell.trim() !== '')

const filledWidth = (cells: readonly string[]): number => cells.findLastIndex(isFilled) + 1

function countLines(text: string): number {
  // A text cannot have more lines than characters.
  if (text.length < MAX_ROWS) return 1
  const end = text.includes('\n') ? '\n' : '\r'
  let count = 1
  for (let at = text.indexOf(end); at !== -1 && count <= MAX_ROWS; at = text.indexOf(end, at + 1)) count += 1
  return count
}
