import { listArchive } from './archive'

/** Checked before unpacking, so that a file cannot use up all memory. */
export const MAX_UNPACKED_BYTES = 100 * 1024 * 1024
/** Every entry costs a little, however short. A workbook has a few per sheet, and one per picture. */
const MAX_ENTRIES = 2_000

/** What a table is for: its limits, and the messages for a file that exceeds them. */
export type TableUse = {
  /** The noun for the rows, such as `funding amounts`. */
  rows: string
  /** The accepted files, such as `a CSV, XLSX or JSON file`. */
  kinds: string
  maxFileBytes: number
  /** The most rows with content. A title and empty lines can come in addition. */
  maxRows: number
  maxColumns: number
  /** The message for a file that is not UTF-8. */
  notUtf8: string
  tooLarge: (sizeBytes: number) => string
  tooManyRows: (count: string) => string
}

/** The kind of a file, by its content and never by its name. The cells of a workbook are read elsewhere. */
export type FileContent =
  | { kind: 'workbook' }
  | { kind: 'json' | 'csv'; text: string; notes: string[] }
  | { kind: 'refused'; message: string }

/** A refusal says what the file is and what to do. */
export function openFile(bytes: Uint8Array, use: TableUse): FileContent {
  if (bytes.length === 0) return refusedFile('The file is empty.')
  if (bytes.length > use.maxFileBytes) return refusedFile(use.tooLarge(bytes.length))
  if (startsWith(bytes, OLD_WORKBOOK)) return refusedFile(isLocked(bytes) ? LOCKED : OLD)
  return startsWith(bytes, ARCHIVE) ? openArchive(bytes, use) : openText(bytes, use)
}

/**
 * A worksheet as the workbook library returns it. `unseen`: rows that are hidden or struck through, counted from 0;
 * only `readSheets` knows them.
 */
export type Worksheet = {
  sheet: string
  data: readonly (readonly unknown[])[]
  unseen?: readonly UnseenRow[]
}
export type UnseenRow = { row: number; why: 'hidden' | 'struck' }

/** For a workbook that opens as an archive but cannot be read. */
export const BROKEN_WORKBOOK =
  'The workbook is damaged or incomplete. Open it in the spreadsheet, save it again as .xlsx, and choose it again.'

/** How long a browser may read and check a file, since the computer may be slow. */
export const BROWSER_READ_MS = 60_000

/** For a file within all limits that still takes too long. */
export const TAKES_TOO_LONG =
  'The file takes too long to read, and nothing was saved. Split it into several files, or save the sheet as “CSV UTF-8”.'
export const TAKES_TOO_MUCH =
  'The file takes too much memory to read, and nothing was saved. Split it into several files, or save the sheet as “CSV UTF-8”.'

const OLD =
  'This is an old workbook (.xls). Open it in the spreadsheet, save it as “Excel Workbook (.xlsx)” or “CSV UTF-8”, and choose that file.'
const LOCKED =
  'The workbook is protected with a password and cannot be read. Save a copy without the password, and choose that file.'
const OTHER_WORKBOOK =
  'This is not an Excel workbook (.xlsx). Save it there as “Excel Workbook (.xlsx)” or “CSV UTF-8”, and choose that file.'
export const tooMuch = ({ rows }: TableUse): string =>
  `Unpacked, the workbook is too large to be read. Copy the ${rows} alone into a new workbook, or save the sheet as “CSV UTF-8”.`
const WEB_PAGE =
  'This is a web page with a spreadsheet’s file name. Open it in the spreadsheet, save it as “CSV UTF-8”, and choose that file.'
const noText = ({ kinds }: TableUse): string => `This is neither text nor a workbook. Choose ${kinds}.`

function openArchive(bytes: Uint8Array, use: TableUse): FileContent {
  const entries = listArchive(bytes)
  if (!entries) return refusedFile(BROKEN_WORKBOOK)
  if (entries.some(({ isEncrypted }) => isEncrypted)) return refusedFile(LOCKED)
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) return refusedFile(OTHER_WORKBOOK)
  // If two parts have the same name, different programs read different ones.
  if (new Set(entries.map(({ name }) => name)).size < entries.length) return refusedFile(BROKEN_WORKBOOK)
  const unpackedBytes = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  return unpackedBytes > MAX_UNPACKED_BYTES || entries.length > MAX_ENTRIES
    ? refusedFile(tooMuch(use))
    : { kind: 'workbook' }
}

function openText(bytes: Uint8Array, use: TableUse): FileContent {
  const encoding = startsWith(bytes, [0xff, 0xfe])
    ? 'utf-16le'
    : startsWith(bytes, [0xfe, 0xff])
      ? 'utf-16be'
      : null
  const strict = encoding ? new TextDecoder(encoding).decode(bytes) : decodeStrictly(bytes)
  const text = strict ?? new TextDecoder('windows-1252').decode(bytes)
  if (text.startsWith('%PDF') || isBinary(text)) return refusedFile(noText(use))
  const start = text.slice(0, LONGEST_START).trimStart()
  if (/^<(?:!doctype|html|\?xml|table|meta|head)/i.test(start)) return refusedFile(WEB_PAGE)
  const notes = strict === null ? [use.notUtf8] : []
  return { kind: /^[[{]/.test(start) ? 'json' : 'csv', text, notes }
}

/** How much white space a text may start with. */
const LONGEST_START = 10_000

/** Text has no NULs. A few in cells are left to later checks, which name the row. */
const isBinary = (text: string): boolean => text.slice(0, LONGEST_START).split('\0').length > 10

/** Null if the bytes are not UTF-8. Drops the byte order mark. */
function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const ARCHIVE = [0x50, 0x4b]
/** The signature of old workbooks, and of the container of password-protected ones. */
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0]

/** The container names its content in UTF-16. */
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
