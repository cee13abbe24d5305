import readXlsxFile from 'read-excel-file/universal'
import type { BatchSource } from '@/lib/domain/funding/batch'
import { FUNDING_FILE, readText, readWorkbook, type SheetSummary } from '@/lib/domain/funding/file-content'
import { refused, type TableReading } from '@/lib/domain/funding/table'
import { openFile } from '@/lib/domain/tables/open-file'
import { readSheets } from '@/lib/domain/tables/workbook'

/** A parsed file with the kind that its content shows. `sheets`: a workbook's worksheets with content. */
export type FundingFile =
  | (Extract<TableReading, { ok: true }> & {
      source: Extract<BatchSource, 'csv' | 'xlsx' | 'json'>
      sheets: readonly SheetSummary[]
      sheet: string | null
    })
  | Extract<TableReading, { ok: false }>

/**
 * Reads funding amounts from a file, judging it by content, not by name; a refusal says why. Of a workbook it reads
 * `sheet`; if null, the same one that the browser chose by default.
 */
export async function readFundingFile(
  bytes: Uint8Array<ArrayBuffer>,
  sheet: string | null = null,
): Promise<FundingFile> {
  const content = openFile(bytes, FUNDING_FILE)
  if (content.kind === 'refused') return refused(content.message)
  if (content.kind !== 'workbook') {
    const reading = readText(content)
    return reading.ok ? { ...reading, source: content.kind, sheets: [], sheet: null } : reading
  }
  const workbook = await readSheets(bytes, (given) => readXlsxFile(new Blob([given])), FUNDING_FILE)
  if (!workbook.ok) return workbook
  const reading = readWorkbook(workbook.sheets, sheet)
  return reading.ok ? { ...reading, source: 'xlsx' } : refused(reading.message)
}
