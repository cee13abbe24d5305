import type { ImportWorld, RowReport } from '@/lib/domain/application/import/check-rows'
import type { Place } from '@/lib/domain/application/import/places'

/** What the page asks of the worker. `places` null: as the columns are called. The file is sent once and kept there. */
export type ImportQuestion = {
  turn: number
  file: File | null
  places: readonly (Place | null)[] | null
  world: ImportWorld
}

export type CheckedFile = {
  format: 'csv' | 'json'
  /** What people should know of how it was read. */
  note: string | null
  columns: readonly string[]
  places: readonly (Place | null)[]
  rows: RowReport[]
}

/** `text` only with the file itself: the page needs it for the server. */
export type ImportAnswer = { turn: number } & (
  | { ok: true; text: string | null; checked: CheckedFile }
  | { ok: false; problem: string }
)
