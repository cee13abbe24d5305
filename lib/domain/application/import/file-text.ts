import { openFile, type TableUse } from '@/lib/domain/tables/open-file'

/** Limits of one import. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024
export const MAX_ROWS = 1000
export const MAX_COLUMNS = 2000

/** How messages name a file of applications. */
export const IMPORT_FILE: TableUse = {
  rows: 'applications',
  kinds: 'a CSV, XLSX or JSON file',
  maxFileBytes: MAX_FILE_BYTES,
  maxRows: MAX_ROWS,
  maxColumns: MAX_COLUMNS,
  notUtf8:
    'The file is not in UTF-8 and was read as Windows-1252. Look at names with accents before you create the drafts.',
  tooLarge,
  tooManyRows,
}

/** `note`: what people should know about how the text was read. `workbook`: its cells are read elsewhere. */
export type FileText =
  | { ok: true; kind: 'text'; text: string; note: string | null }
  | { ok: true; kind: 'workbook' }
  | { ok: false; problem: string }

/**
 * The text of a CSV or JSON file in UTF-8, UTF-16 with a byte order mark, or Windows-1252, as spreadsheets write
 * it.
 */
export function decodeFile(bytes: Uint8Array): FileText {
  // Whoever reads the text reports that it is empty.
  if (bytes.length === 0) return { ok: true, kind: 'text', text: '', note: null }
  const content = openFile(bytes, IMPORT_FILE)
  if (content.kind === 'refused') return { ok: false, problem: content.message }
  if (content.kind === 'workbook') return { ok: true, kind: 'workbook' }
  const { text, notes } = content
  if (text.includes('\u0000'))
    return { ok: false, problem: 'This is not text. Choose a CSV, XLSX or JSON file.' }
  return { ok: true, kind: 'text', text, note: notes[0] ?? null }
}

export function tooLarge(sizeBytes: number): string {
  return `The file has ${(sizeBytes / 1024 / 1024).toFixed(1)} MB; the limit is 5 MB. Split it into several files.`
}

export function tooManyRows(count: string): string {
  return `The file has ${count} applications; at most ${MAX_ROWS.toLocaleString('en-US')} can be imported at once. Split it into several files.`
}
