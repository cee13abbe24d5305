import { FUNDING_FILE, readText, readWorkbook, type SheetSummary } from '@/lib/domain/funding/file-content'
import { refused, type TableReading } from '@/lib/domain/funding/table'
import { openFile, type Worksheet } from '@/lib/domain/tables/open-file'
import { readSheets } from '@/lib/domain/tables/workbook'
import type { ProvidedSource } from './batch-messages'

/** `worksheets`: all sheets of a workbook, so that another can be read without the file. */
export type BatchFile = Extract<TableReading, { ok: true }> & {
  source: ProvidedSource
  worksheets: readonly Worksheet[]
  sheets: readonly SheetSummary[]
  sheet: string | null
}
export type BatchFileReading = BatchFile | Extract<TableReading, { ok: false }>

/** Reads a file by its content, whatever its name, as the server does. */
export async function readBatchFile(file: File): Promise<BatchFileReading> {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return refused('The file could not be read. It may have been moved, or be open elsewhere.')
  }
  const content = openFile(bytes, FUNDING_FILE)
  if (content.kind === 'refused') return refused(content.message)
  if (content.kind !== 'workbook') {
    const reading = readText(content)
    return reading.ok ? { ...reading, source: content.kind, ...NO_SHEETS } : reading
  }
  // The workbook reader is loaded only when needed.
  const workbook = await readSheets(
    bytes,
    async (given) => {
      const { default: readXlsxFile } = await import('read-excel-file/universal')
      return readXlsxFile(new Blob([given]))
    },
    FUNDING_FILE,
  )
  return workbook.ok ? openSheet(workbook.sheets, null) : workbook
}

/** A sheet of a workbook; null for the one that looks most like a batch. */
export function openSheet(worksheets: readonly Worksheet[], name: string | null): BatchFileReading {
  const reading = readWorkbook(worksheets, name)
  return reading.ok ? { ...reading, source: 'xlsx', worksheets } : refused(reading.message)
}

export const NO_SHEETS = { worksheets: [], sheets: [], sheet: null }
