import type { ImportContext, RowReport } from '@/lib/domain/application/import/check-rows'
import type { Correction } from '@/lib/domain/application/import/corrections'
import type { Place } from '@/lib/domain/application/import/places'
import type { SheetChoice } from '@/lib/domain/application/import/workbook-sheets'

/** What the page asks of the worker. `places` null: as the columns are called. The file is sent once and kept there. */
export type ImportQuestion = {
  turn: number
  file: File | null
  places: readonly (Place | null)[] | null
  corrections: readonly Correction[]
  /** Another sheet of the workbook that is open. */
  sheet?: string
  context: ImportContext
}

export type CheckedFile = {
  /** Of a workbook: those with anything in them, and the one that was read. */
  sheets: readonly SheetChoice[]
  sheet: string | null
  format: 'csv' | 'json'
  /** What people should know of how it was read. */
  note: string | null
  columns: readonly string[]
  places: readonly (Place | null)[]
  /** For each column, the places of which a person has to say which it is; none for most. */
  asked: readonly (readonly Place[])[]
  rows: RowReport[]
}

export type WorkbookChoice = Pick<CheckedFile, 'sheets' | 'sheet'>

/** `text` only with the file itself or another sheet of it: the page needs it for the server. */
export type ImportAnswer = { turn: number } & (
  | { ok: true; text: string | null; checked: CheckedFile }
  /** `workbook`: its other sheets can still be chosen. */
  | { ok: false; problem: string; workbook: WorkbookChoice | null }
)
