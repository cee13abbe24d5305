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
 * What came in, as text cells. `firstRow` is the row of `rows[0]`, as a person counts it in their file; `above`
 * are the rows before it, the header line as it came and a title over it. Without a header line columns are
 * called Column 1, Column 2. `delimiter`: what stood between the cells, by which one can have slipped into another
 * column; null where none did. `notes`: what people should know of how it was read.
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

/** CSV in whatever form, and cells pasted out of a spreadsheet. Whether there is a header line is told by its words. */
export function readDelimited(text: string): TableReading {
  if (countLines(text) > MAX_ROWS) return refused(tooManyLines('more than a million'))
  const reading = readCsvRecords(text.replace(/^\uFEFF/, ''))
  if (!reading.ok) return refused(`Row ${reading.row}: ${reading.message} The rest of the file was not read.`)
  // Nearly no file has an apostrophe, and a look at the whole text is quicker than one at each cell.
  const { records } = reading
  return tableOf(text.includes("'") ? records.map(withoutMarks) : records, reading.delimiter)
}

const withoutMarks = (cells: readonly string[]): string[] => cells.map(withoutInnerMarks)

/** The cells of a workbook as its reader gives them: text, numbers, dates, yes or no, and null. */
export const readSheet = (cells: readonly (readonly unknown[])[]): TableReading =>
  tableOf(
    cells.map((row) => withoutMarks(row.map(sheetCellText))),
    null,
  )

/** The same with its first line taken for a header line, or for a line like the others: a person says which. */
export function withHeader(table: FundingTable, hasHeader: boolean): FundingTable {
  // The members of JSON have names, which are no line.
  const isNamed = table.hasHeader && table.above.length === 0
  if (hasHeader === table.hasHeader || isNamed) return table
  return buildTable([...table.above, ...table.rows], table.delimiter, hasHeader)
}

export const refused = (message: string): { ok: false; message: string } => ({ ok: false, message })

export const tooManyLines = (count: string): string =>
  `There are ${count} lines; a batch has at most ${MAX_LINES.toLocaleString('en-US')}. Split them into several batches.`

/** Rows with anything in them. */
export const countRows = ({ rows }: FundingTable): number =>
  rows.reduce((sum, cells) => (cells.some(isFilled) ? sum + 1 : sum), 0)

/**
 * The lines of a table, in its order; those whose cells are all empty are left out, and rows keep their numbers.
 * The cost grows with the number of rows and no faster.
 */
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
    // What slipped out of its column is nobody's cell.
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
 * A row with more cells than columns: somewhere a character was taken for a delimiter, and what stands after it is in
 * the wrong place. Where the last cells are together one amount (`1,234.50`) they are put together again; else
 * nothing of it is taken for anything, and its whole text stands where an amount should, for a person to sort out.
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
  // No other delimiter stands in an amount.
  if (delimiter === ',' && mapping.amount === width - 1 && isThousands(tail)) {
    return { ...lineOf(row, cells, mapping), amount: tail }
  }
  return { row, transactionId: '', retrievalReferenceNumber: '', merchantId: '', amount: filled.join(',') }
}

/** Trimmed, and without what programs put around a text so that a spreadsheet leaves it alone: `="0012"`, `'-12`. */
function cellText(cells: readonly string[], at: number | null): string {
  const cell = at === null ? '' : (cells[at] ?? '')
  const isBare =
    cell === '' || (isBareCode(cell.charCodeAt(0)) && isBareCode(cell.charCodeAt(cell.length - 1)))
  if (isBare) return cell
  const text = cell.trim()
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2) return text.slice(2, -1).trim()
  return text.startsWith("'") ? text.slice(1).trim() : text
}

/** A digit or a letter: nearly every cell begins and ends with one, and has nothing around it. */
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

/** A title and a date may stand above the header line. */
const MAX_ROWS_ABOVE = 20

/**
 * The header line: the first one with two names that we know, of the first; else the very first, where it has one,
 * or nothing in it looks like a value. Null where there is none.
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
    `${which} more cells than the ${hasHeader ? 'header row' : 'first row'}: ${slippedWords(delimiter)} probably lacks quotation marks. The extra cells were ignored.`,
  ]
}

/** The value that was cut in two. */
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
  // No text has more lines than letters.
  if (text.length < MAX_ROWS) return 1
  const end = text.includes('\n') ? '\n' : '\r'
  let count = 1
  for (let at = text.indexOf(end); at !== -1 && count <= MAX_ROWS; at = text.indexOf(end, at + 1)) count += 1
  return count
}
