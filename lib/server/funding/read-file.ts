import readXlsxFile from 'read-excel-file/universal'
import type { BatchSource } from '@/lib/domain/funding/batch'
import { FUNDING_FILE, readText, readWorkbook, type SheetSummary } from '@/lib/domain/funding/file-content'
import { refused, type TableReading } from '@/lib/domain/funding/table'
import { openFile } from '@/lib/domain/tables/open-file'
import { readSheets } from '@/lib/domain/tables/workbook'

/** How the content came in, as it turned out; `sheets` of a workbook are those with anything in them. */
export type FundingFile =
  | (Extract<TableReading, { ok: true }> & {
      source: Extract<BatchSource, 'csv' | 'xlsx' | 'json'>
      sheets: readonly SheetSummary[]
      sheet: string | null
    })
  | Extract<TableReading, { ok: false }>

/**
 * Reads a file of funding amounts by its content, whatever it is called; what cannot be read is said in words. Of a
 * workbook `sheet` is read; null: the one that the browser has read, too, where nobody has chosen.
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
