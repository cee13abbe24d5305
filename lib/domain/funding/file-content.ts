import { listArchive } from './archive'
import { matchColumns, missingColumns } from './columns'
import { readJsonText } from './json-table'
import { MAX_FILE_BYTES, MAX_UNPACKED_BYTES } from './limits'
import { type FundingTable, readDelimited, readSheet, refused, type TableReading } from './table'

/** What a file is, told by its content and never by its name. The cells of a workbook are read elsewhere. */
export type FileContent =
  | { kind: 'workbook' }
  | { kind: 'json' | 'csv'; text: string; notes: string[] }
  | { kind: 'refused'; message: string }

/** Refusals say what the file is and what to do with it. */
export function openFile(bytes: Uint8Array): FileContent {
  if (bytes.length === 0) return refusedFile('The file is empty.')
  if (bytes.length > MAX_FILE_BYTES) return refusedFile(tooLarge(bytes.length))
  if (startsWith(bytes, OLD_WORKBOOK)) return refusedFile(isLocked(bytes) ? LOCKED : OLD)
  return startsWith(bytes, ARCHIVE) ? openArchive(bytes) : openText(bytes)
}

/** A text that `openFile` has told, as a table. */
export function readText({ kind, text, notes }: Extract<FileContent, { text: string }>): TableReading {
  const reading = kind === 'json' ? readJsonText(text) : readDelimited(text)
  if (!reading.ok) return reading
  return { ok: true, table: { ...reading.table, notes: [...notes, ...reading.table.notes] } }
}

/** A worksheet as the reader of workbooks gives it. */
export type Worksheet = { sheet: string; data: readonly (readonly unknown[])[] }

/** A worksheet that has anything in it, as people choose among them. */
export type SheetSummary = { name: string; rows: number }

/** `sheet`: which one was read; `sheets`: all that could have been. */
export type WorkbookTable = TableReading & { sheets: SheetSummary[]; sheet: string | null }

/** The worksheet of that name; without one, the first that looks like funding amounts, else the first that can be read. */
export function readWorkbook(worksheets: readonly Worksheet[], name: string | null): WorkbookTable {
  const filled = worksheets.filter(({ data }) => data.some(hasContent))
  const sheets = filled.map(({ sheet, data }) => ({ name: sheet, rows: data.filter(hasContent).length }))
  const read = ({ sheet, data }: Worksheet): WorkbookTable => {
    const reading = readSheet(data)
    const isNamed = !reading.ok && sheets.length > 1
    return { ...(isNamed ? refused(`Sheet “${sheet}”: ${reading.message}`) : reading), sheets, sheet }
  }
  const chosen = name === null ? null : filled.find(({ sheet }) => sheet === name)
  if (chosen) return read(chosen)
  const [first] = filled
  if (!first) {
    return {
      ...refused('The workbook is empty: none of its sheets has anything in it.'),
      sheets,
      sheet: null,
    }
  }
  if (name !== null) {
    const message = `The workbook has no sheet “${name}” with anything in it. Choose another one.`
    return { ...refused(message), sheets, sheet: null }
  }
  const readings = filled.map(read)
  return (
    readings.find((each) => each.ok && hasFundingColumns(each.table)) ??
    readings.find(({ ok }) => ok) ??
    read(first)
  )
}

const hasContent = (row: readonly unknown[]): boolean => row.some((cell) => cell !== null && cell !== '')

const hasFundingColumns = ({ columns, hasHeader }: FundingTable): boolean =>
  hasHeader && missingColumns(matchColumns(columns)).length === 0

/** For a workbook that opens as an archive, and then cannot be read. */
export const BROKEN_WORKBOOK =
  'The workbook cannot be read: it is broken, or only a part of it arrived. Open it in the spreadsheet, save it once more as .xlsx, and choose it again.'

const OLD =
  'This is a workbook of the old kind (.xls). Open it in the spreadsheet, save it as “Excel Workbook (.xlsx)” or “CSV UTF-8”, and choose that file.'
const LOCKED =
  'The workbook is protected with a password and cannot be read. Save a copy without the password, and choose that file.'
const OTHER_WORKBOOK =
  'This is no Excel workbook (.xlsx), but an archive or the file of another program. Save it there as “Excel Workbook (.xlsx)” or “CSV UTF-8”, and choose that file.'
const TOO_MUCH =
  'Unpacked, the workbook is too large to be read. Copy the funding amounts alone into a new workbook, or save the sheet as “CSV UTF-8”.'
const WEB_PAGE =
  'This is a web page, whatever its name says; some programs export one as a “spreadsheet”. Open it in the spreadsheet, save it as “CSV UTF-8”, and choose that file.'
const NO_TEXT = 'This is neither text nor a workbook. Choose a CSV, XLSX or JSON file.'
const NOT_UTF8 =
  'The file is not in UTF-8 and was read as Windows-1252. Identifiers of plain letters and digits are not touched by that.'

function openArchive(bytes: Uint8Array): FileContent {
  const entries = listArchive(bytes)
  if (!entries) return refusedFile(BROKEN_WORKBOOK)
  if (entries.some(({ isEncrypted }) => isEncrypted)) return refusedFile(LOCKED)
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) return refusedFile(OTHER_WORKBOOK)
  const unpackedBytes = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  return unpackedBytes > MAX_UNPACKED_BYTES ? refusedFile(TOO_MUCH) : { kind: 'workbook' }
}

function openText(bytes: Uint8Array): FileContent {
  const encoding = startsWith(bytes, [0xff, 0xfe])
    ? 'utf-16le'
    : startsWith(bytes, [0xfe, 0xff])
      ? 'utf-16be'
      : null
  const strict = encoding ? new TextDecoder(encoding).decode(bytes) : decodeStrictly(bytes)
  const text = strict ?? new TextDecoder('windows-1252').decode(bytes)
  if (text.startsWith('%PDF') || isBinary(text)) return refusedFile(NO_TEXT)
  const start = text.slice(0, LONGEST_START).trimStart()
  if (/^<(?:!doctype|html|\?xml|table|meta|head)/i.test(start)) return refusedFile(WEB_PAGE)
  const notes = strict === null ? [NOT_UTF8] : []
  return { kind: /^[[{]/.test(start) ? 'json' : 'csv', text, notes }
}

/** How much white space may stand before a text begins. */
const LONGEST_START = 10_000

/** Texts have no NUL; one that stands in a cell is left to the checks, which name its row. */
const isBinary = (text: string): boolean => text.slice(0, LONGEST_START).split('\0').length > 10

/** Null for what is no UTF-8. A byte order mark is no part of the text. */
function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const ARCHIVE = [0x50, 0x4b]
/** Of old workbooks, and of the envelope around those with a password. */
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0]

/** The envelope names its content, two bytes a letter. */
function isLocked(bytes: Uint8Array): boolean {
  const name = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])
  for (let at = bytes.indexOf(name[0] ?? 0); at !== -1; at = bytes.indexOf(name[0] ?? 0, at + 1)) {
    if (name.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

const refusedFile = (message: string): FileContent => ({ kind: 'refused', message })

const tooLarge = (sizeBytes: number): string =>
  `The file has ${(sizeBytes / 1024 / 1024).toFixed(1)} MB; a batch can come from one of at most ${MAX_FILE_BYTES / 1024 / 1024} MB. Divide it into several.`
