import { checkRows } from '@/lib/domain/application/import/check-rows'
import { decodeFile, IMPORT_FILE, MAX_FILE_BYTES, tooLarge } from '@/lib/domain/application/import/file-text'
import { askedPlaces, matchColumns } from '@/lib/domain/application/import/match-columns'
import { readSheet, type Sheet } from '@/lib/domain/application/import/sheet'
import { type SheetChoice, textOfWorkbook } from '@/lib/domain/application/import/workbook-sheets'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { Worksheet } from '@/lib/domain/tables/open-file'
import { readSheets } from '@/lib/domain/tables/workbook'
import type { ImportAnswer, ImportQuestion } from './import-messages'

/** Reads and checks a file in a worker, so that the page stays responsive. The server repeats the check. */

type OpenFile = {
  text: string
  sheet: Sheet
  note: string | null
  sheets: readonly SheetChoice[]
  sheetName: string | null
}
type Reading =
  | { ok: true; open: OpenFile }
  /** A workbook may have another readable sheet. */
  | { ok: false; problem: string; workbook?: { sheets: readonly SheetChoice[]; sheet: string | null } }

let open: OpenFile | null = null
/** The chosen workbook's sheets, even if none could be read yet. */
let worksheets: readonly Worksheet[] = []

addEventListener('message', async ({ data }: MessageEvent<ImportQuestion>) => {
  postMessage(await answer(data))
})

async function answer(question: ImportQuestion): Promise<ImportAnswer> {
  const { turn, file, places, corrections, sheet: name, context } = question
  const isNew = file !== null || name !== undefined
  if (isNew) {
    if (file) worksheets = []
    const reading = file ? await read(file, context.kind) : readWorksheet(context.kind, name ?? null)
    if (!reading.ok) {
      open = null
      return { turn, ...reading, workbook: reading.workbook ?? null }
    }
    open = reading.open
  }
  if (!open) return { turn, ok: false, problem: 'There is no file. Choose it once more.', workbook: null }
  const { text, sheet, note, sheets, sheetName } = open
  const matched = places ?? matchColumns(context.kind, sheet.columns)
  const rows = checkRows(sheet, matched, context, corrections)
  const asked = askedPlaces(context.kind, sheet.columns)
  const checked = { ...sheet, note, sheets, sheet: sheetName, places: matched, asked, rows }
  return { turn, ok: true, text: isNew ? text : null, checked }
}

async function read(file: File, kind: ApplicationKind): Promise<Reading> {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return { ok: false, problem: 'The file could not be read. It may have been moved, or be open elsewhere.' }
  }
  const decoded = decodeFile(bytes)
  if (!decoded.ok) return decoded
  if (decoded.kind === 'text') {
    const { text, note } = decoded
    return readText({ text, note, sheets: [], sheetName: null })
  }
  const workbook = await readSheets(
    bytes,
    async (given) => {
      // The workbook reader is loaded only when needed.
      const { default: readXlsxFile } = await import('read-excel-file/universal')
      return readXlsxFile(new Blob([given]))
    },
    IMPORT_FILE,
  )
  if (!workbook.ok) return { ok: false, problem: workbook.message }
  worksheets = workbook.sheets
  return readWorksheet(kind, null)
}

/** One sheet as CSV text, which is what the server gets: it unpacks no archive for this. */
function readWorksheet(kind: ApplicationKind, name: string | null): Reading {
  const found = textOfWorkbook(worksheets, kind, name)
  if (!found.ok) {
    const { problem, sheet, sheets } = found
    return { ok: false, problem, workbook: { sheet, sheets } }
  }
  const { text, sheet, sheets } = found
  const sizeBytes = new Blob([text]).size
  if (sizeBytes > MAX_FILE_BYTES) return { ok: false, problem: tooLarge(sizeBytes) }
  return readText({ text, note: null, sheets, sheetName: sheet })
}

function readText(opened: Omit<OpenFile, 'sheet'>): Reading {
  const reading = readSheet(opened.text)
  return reading.ok ? { ok: true, open: { ...opened, sheet: reading.sheet } } : reading
}
