/** What may be imported at once. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024
export const MAX_ROWS = 1000

/** `note`: what people should know of how the text was read. */
export type FileText = { ok: true; text: string; note: string | null } | { ok: false; problem: string }

const WORKBOOK =
  'This is a spreadsheet’s own file. Save it as “CSV UTF-8 (comma delimited)”, and choose that file.'
const NO_TEXT = 'This is no text. Choose a CSV or a JSON file.'
const NOT_UTF8 =
  'The file is not in UTF-8 and was read as Windows-1252. Look at names with accents before you create the drafts.'

/** The text of a CSV or JSON file, in UTF-8, UTF-16 with its mark, or Windows-1252, as spreadsheets write them. */
export function decodeFile(bytes: Uint8Array): FileText {
  if (bytes.length > MAX_FILE_BYTES) return { ok: false, problem: tooLarge(bytes.length) }
  // A zip (xlsx, ods, numbers) and the compound file of old workbooks.
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    return { ok: false, problem: WORKBOOK }
  }
  const utf16 = startsWith(bytes, [0xff, 0xfe])
    ? 'utf-16le'
    : startsWith(bytes, [0xfe, 0xff])
      ? 'utf-16be'
      : null
  const text = new TextDecoder(utf16 ?? 'utf-8')
  const utf8 = utf16 ? text.decode(bytes) : decodeStrictly(bytes)
  const read = utf8 ?? new TextDecoder('windows-1252').decode(bytes)
  if (read.includes('\u0000') || read.startsWith('%PDF')) return { ok: false, problem: NO_TEXT }
  return { ok: true, text: read, note: utf8 === null ? NOT_UTF8 : null }
}

/** Null for what is no UTF-8. A byte order mark is no part of the text. */
function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

export const tooLarge = (sizeBytes: number): string =>
  `The file has ${(sizeBytes / 1024 / 1024).toFixed(1)} MB; at most 5 MB are read at once. Divide it into several.`

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)
