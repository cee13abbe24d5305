import type { ImportContext, RowReport } from '@/lib/domain/application/import/check-rows'
import type { Correction } from '@/lib/domain/application/import/corrections'
import type { Place } from '@/lib/domain/application/import/places'
import type { SheetChoice } from '@/lib/domain/application/import/workbook-sheets'

/**
 * A message from the page to the worker. `places` null: match columns by name. The file is sent once and kept by
 * the worker.
 */
export type ImportQuestion = {
  turn: number
  file: File | null
  places: readonly (Place | null)[] | null
  corrections: readonly Correction[]
  /** Another sheet of the open workbook. */
  sheet?: string
  context: ImportContext
}

export type CheckedFile = {
  /** A workbook's sheets with content, and the one that was read. */
  sheets: readonly SheetChoice[]
  sheet: string | null
  format: 'csv' | 'json'
  /** What people should know about how it was read. */
  note: string | null
  columns: readonly string[]
  places: readonly (Place | null)[]
  /** For each column, the places among which a person must choose; empty for most. */
  asked: readonly (readonly Place[])[]
  rows: RowReport[]
}

export type WorkbookChoice = Pick<CheckedFile, 'sheets' | 'sheet'>

/** `text` is set only with a new file or sheet: the page needs it for the server. */
export type ImportAnswer = { turn: number } & (
  | { ok: true; text: string | null; checked: CheckedFile }
  /** `workbook`: other sheets can still be chosen. */
  | { ok: false; problem: string; workbook: WorkbookChoice | null }
)
