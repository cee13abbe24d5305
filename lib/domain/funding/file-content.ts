import type { FileContent, TableUse, Worksheet } from '@/lib/domain/tables/open-file'
import { hasContent, unseenRowsWords } from '@/lib/domain/tables/unseen-rows'
import { readJsonText } from './json-table'
import { MAX_COLUMNS, MAX_FILE_BYTES, MAX_LINES } from './limits'
import { matchColumns, missingColumns } from './match-columns'
import {
  type FundingTable,
  readDelimited,
  readSheet,
  refused,
  type TableReading,
  tooManyLines,
} from './table'

/** Limits and messages for importing funding amounts. */
export const FUNDING_FILE: TableUse = {
  rows: 'funding amounts',
  kinds: 'a CSV, XLSX or JSON file',
  maxFileBytes: MAX_FILE_BYTES,
  maxRows: MAX_LINES,
  maxColumns: MAX_COLUMNS,
  notUtf8:
    'The file is not in UTF-8 and was read as Windows-1252. Identifiers of plain letters and digits are unaffected.',
  tooLarge: (sizeBytes) =>
    `The file has ${(sizeBytes / 1024 / 1024).toFixed(1)} MB; a batch can come from one of at most ${MAX_FILE_BYTES / 1024 / 1024} MB. Split it into several files.`,
  tooManyRows: tooManyLines,
}

/** Reads a text whose kind `openFile` has recognized. */
export function readText({ kind, text, notes }: Extract<FileContent, { text: string }>): TableReading {
  const reading = kind === 'json' ? readJsonText(text) : readDelimited(text)
  if (!reading.ok) return reading
  return { ok: true, table: { ...reading.table, notes: [...notes, ...reading.table.notes] } }
}

/** A worksheet with content, as offered for choice. */
export type SheetSummary = { name: string; rows: number }

/** `sheet`: the worksheet that was read; `sheets`: all with content. */
export type WorkbookTable = TableReading & { sheets: SheetSummary[]; sheet: string | null }

/**
 * Reads the named worksheet; without a name the first that looks like funding amounts, or else the first that can be
 * read.
 */
export function readWorkbook(worksheets: readonly Worksheet[], name: string | null): WorkbookTable {
  const filled = worksheets.filter(({ data }) => data.some(hasContent))
  const sheets = filled.map(({ sheet, data }) => ({ name: sheet, rows: data.filter(hasContent).length }))
  const read = ({ sheet, data }: Worksheet): WorkbookTable => {
    const reading = readSheet(data)
    const isNamed = !reading.ok && sheets.length > 1
    return { ...(isNamed ? refused(`Sheet “${sheet}”: ${reading.message}`) : reading), sheets, sheet }
  }
  const readSeen = (worksheet: Worksheet): WorkbookTable => {
    const problem = unseenProblem(worksheet)
    return problem === null ? read(worksheet) : { ...refused(problem), sheets, sheet: worksheet.sheet }
  }
  const chosen = name === null ? null : filled.find(({ sheet }) => sheet === name)
  if (chosen) return readSeen(chosen)
  const [first] = filled
  if (!first) {
    return {
      ...refused('The workbook is empty.'),
      sheets,
      sheet: null,
    }
  }
  if (name !== null) {
    const message = `The workbook has no sheet “${name}” with data. Choose another one.`
    return { ...refused(message), sheets, sheet: null }
  }
  const readings = filled.map((worksheet) => ({ worksheet, reading: read(worksheet) }))
  const likeliest =
    readings.find(({ reading }) => reading.ok && hasFundingColumns(reading.table)) ??
    readings.find(({ reading }) => reading.ok)
  return readSeen(likeliest?.worksheet ?? first)
}

/** The file does not say whether hidden or struck-through rows are to be paid, so the file's author must decide. */
function unseenProblem(worksheet: Worksheet): string | null {
  const words = unseenRowsWords(worksheet)
  return words === null
    ? null
    : `${words} It is unclear whether to pay them. In the spreadsheet, unhide or delete hidden rows and clear or delete struck-through cells, then choose the file again. Or paste only the rows to pay.`
}

const hasFundingColumns = ({ columns, hasHeader }: FundingTable): boolean =>
  hasHeader && missingColumns(matchColumns(columns), columns).length === 0
