import { BROKEN_WORKBOOK, openFile, readText, readWorkbook } from '@/lib/domain/funding/file-content'
import { refused, type TableReading } from '@/lib/domain/funding/table'
import type { BroughtSource } from './batch-messages'

export type BatchFileReading =
  | (Extract<TableReading, { ok: true }> & { source: BroughtSource })
  | Extract<TableReading, { ok: false }>

/** Reads a file by its content, whatever it is called, as the server does once more. */
export async function readBatchFile(file: File): Promise<BatchFileReading> {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return refused('The file could not be read. It may have been moved, or be open elsewhere.')
  }
  const content = openFile(bytes)
  if (content.kind === 'refused') return refused(content.message)
  const reading = content.kind === 'workbook' ? await readXlsx(bytes) : readText(content)
  return reading.ok ? { ...reading, source: content.kind === 'workbook' ? 'xlsx' : content.kind } : reading
}

/** The reader of workbooks comes only when there is one. */
async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<TableReading> {
  try {
    const { default: readXlsxFile } = await import('read-excel-file/universal')
    return readWorkbook(await readXlsxFile(new Blob([bytes])))
  } catch {
    return refused(BROKEN_WORKBOOK)
  }
}
