import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import readXlsxFile from 'read-excel-file/universal'
import { type ArchiveEntry, listArchive, packedBytesOf } from '@/lib/domain/funding/archive'
import type { BatchSource } from '@/lib/domain/funding/batch'
import { BROKEN_WORKBOOK, openFile, readText, readWorkbook } from '@/lib/domain/funding/file-content'
import { MAX_LINES, MAX_ROWS } from '@/lib/domain/funding/limits'
import { refused, type TableReading } from '@/lib/domain/funding/table'

/** How the content came in, as it turned out. */
export type FundingFile =
  | (Extract<TableReading, { ok: true }> & { source: Extract<BatchSource, 'csv' | 'xlsx' | 'json'> })
  | Extract<TableReading, { ok: false }>

/** Reads a file of funding amounts by its content, whatever it is called; what cannot be read is said in words. */
export async function readFundingFile(bytes: Uint8Array<ArrayBuffer>): Promise<FundingFile> {
  const content = openFile(bytes)
  if (content.kind === 'refused') return refused(content.message)
  const reading = content.kind === 'workbook' ? await readXlsx(bytes) : readText(content)
  return reading.ok ? { ...reading, source: content.kind === 'workbook' ? 'xlsx' : content.kind } : reading
}

async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<TableReading> {
  const problem = await workbookProblem(bytes)
  if (problem) return refused(problem)
  try {
    return readWorkbook(await readXlsxFile(new Blob([bytes])))
  } catch {
    // The reader's errors speak of its own parts, and may quote a cell.
    return refused(BROKEN_WORKBOOK)
  }
}

const unpack = promisify(inflateRaw)

/**
 * The reader believes what an archive says of its sizes, and a sheet of the places of its cells: each is looked at
 * before it does, since a few bytes that lie would take all memory.
 */
async function workbookProblem(bytes: Uint8Array): Promise<string | null> {
  for (const entry of listArchive(bytes) ?? []) {
    const content = await unpackedOf(bytes, entry)
    if (!content) return BROKEN_WORKBOOK
    // Sheets may be called anything.
    if (entry.name.endsWith('.xml') && !isReasonable(content)) return SPREAD_TOO_FAR
  }
  return null
}

/** Null where it does not unpack to as much as it says. */
async function unpackedOf(bytes: Uint8Array, entry: ArchiveEntry): Promise<Uint8Array | null> {
  const packed = packedBytesOf(bytes, entry)
  if (!packed) return null
  if (!entry.isDeflated) return packed.length === entry.unpackedBytes ? packed : null
  try {
    const content = await unpack(packed, { maxOutputLength: Math.max(1, entry.unpackedBytes) })
    return content.length === entry.unpackedBytes ? content : null
  } catch {
    return null
  }
}

const SPREAD_TOO_FAR =
  'A cell of the workbook stands too far to the right or too far down. Delete the empty columns and rows beyond the funding amounts, or copy them alone into a new workbook.'

/** What the reader fills with empty cells: at most so many columns, and fewer rows where there are many columns. */
const WIDEST = 200
const NARROW = 26

function isReasonable(sheet: Uint8Array): boolean {
  const text = Buffer.from(sheet.buffer, sheet.byteOffset, sheet.length).toString('latin1')
  let widest = 0
  let lowest = 0
  for (const [, place = ''] of text.matchAll(
    /<(?:\w{1,20}:)?(?:c|row)\s[^<>]{0,300}?\br\s*=\s*["']([^"']{0,20})/g,
  )) {
    const match = /^([A-Z]{0,3})(\d{1,7})$/.exec(place)
    if (!match) return false
    const [, letters = '', row] = match
    widest = Math.max(widest, columnNumber(letters))
    lowest = Math.max(lowest, Number(row))
  }
  return widest <= WIDEST && lowest <= (widest > NARROW ? 2 * MAX_LINES : MAX_ROWS)
}

/** A → 1, Z → 26, AA → 27. */
function columnNumber(letters: string): number {
  let number = 0
  for (let at = 0; at < letters.length; at += 1) number = number * 26 + letters.charCodeAt(at) - 64
  return number
}
