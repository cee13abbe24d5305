import { readCsvRecords } from '@/lib/domain/tables/csv-records'
import { MAX_COLUMNS, MAX_ROWS, tooManyRows } from './file-text'
import { flattenApplications } from './flat-json'

/** A row with a `problem` cannot be read and becomes no draft. `row` is its number as people count it. */
export type SheetRow = { row: number; cells: readonly string[]; problem: string | null }

/** A file as a table: one row per application, one column per place. */
export type Sheet = { format: 'csv' | 'json'; columns: readonly string[]; rows: readonly SheetRow[] }
export type SheetReading = { ok: true; sheet: Sheet } | { ok: false; problem: string }

/** Reads CSV with a header line, or JSON; the first character tells which. Rows without a value are left out. */
export function readSheet(text: string): SheetReading {
  const content = text.trimStart()
  if (content === '') return refused('The file is empty.')
  const reading = /^[[{]/.test(content) ? readJson(content) : readCsv(text.replace(/^\uFEFF/, ''))
  if (!reading.ok) return reading
  const { sheet } = reading
  if (sheet.rows.length === 0) {
    return refused(
      sheet.format === 'csv'
        ? 'There are no applications below the header row.'
        : 'The list has no applications.',
    )
  }
  return reading
}

/** Checked before each row gets a cell per column: a few megabytes would become gigabytes. */
function tooMuchOf(rows: number, columns: number): string | null {
  if (rows > MAX_ROWS) return tooManyRows(rows.toLocaleString('en-US'))
  return columns > MAX_COLUMNS ? 'The file has more than 2,000 columns.' : null
}

/** Far more lines than applications, blank lines and lines within cells can have. Such a file is not read. */
const MAX_TEXT_LINES = 100_000

function hasTooManyLines(text: string): boolean {
  const end = text.includes('\n') ? '\n' : '\r'
  let count = 0
  for (let at = text.indexOf(end); at !== -1 && count <= MAX_TEXT_LINES; at = text.indexOf(end, at + 1))
    count += 1
  return count > MAX_TEXT_LINES
}

const refused = (problem: string): SheetReading => ({ ok: false, problem })

function readCsv(text: string): SheetReading {
  if (hasTooManyLines(text)) return refused(tooManyRows('far too many'))
  const reading = readCsvRecords(text)
  if (!reading.ok) return refused(`Row ${reading.row}: ${reading.message} The rest of the file was not read.`)
  const first = reading.records.findIndex((cells) => cells.some(isFilled))
  const header = reading.records[first] ?? []
  // Drops the blank columns that spreadsheets add at the end.
  const columns = header.slice(0, header.findLastIndex(isFilled) + 1).map((name) => name.trim())
  const filled = reading.records.map((cells, index) => index > first && cells.some(isFilled))
  const problem = tooMuchOf(filled.filter(Boolean).length, columns.length)
  if (problem !== null) return refused(problem)
  const rows = reading.records.flatMap((cells, index): SheetRow[] => {
    if (!filled[index]) return []
    return [
      { row: index + 1, cells: columns.map((_, at) => cells[at] ?? ''), problem: shifted(columns, cells) },
    ]
  })
  return { ok: true, sheet: { format: 'csv', columns, rows } }
}

/** An extra comma moves every later value into the wrong column, sensitive ones too. */
function shifted(columns: readonly string[], cells: readonly string[]): string | null {
  const extra = cells.findLastIndex(isFilled) + 1 - columns.length
  return extra <= 0
    ? null
    : `This row has ${extra === 1 ? 'a cell' : `${extra} cells`} more than the header row. A value with a comma or semicolon probably lacks quotation marks, so later values are in the wrong columns.`
}

function readJson(text: string): SheetReading {
  const reading = flattenApplications(text, MAX_COLUMNS, tooMuchOf)
  return reading.ok ? { ok: true, sheet: { format: 'json', ...reading.table } } : refused(reading.problem)
}

const isFilled = (cell: string): boolean => cell.trim() !== ''
