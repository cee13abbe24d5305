import { CHANGE_TITLES } from './change'
import { type ColumnMapping, FIELD_LABELS } from './columns'

/**
 * Columns of a source that mean nothing to a batch: kept with it, so that every file of it gives them back. What is
 * beyond these limits is left out, and people are told how many columns that is.
 */
export const MAX_OTHER_COLUMNS = 50
export const MAX_OTHER_CELL = 255

/** What the desk writes into its own files after the fields of a line, in this order. */
export const RESULT_COLUMNS = ['Request', 'Outcome', 'Error code', 'Error message'] as const

/** After those, where a batch changed amounts that the partner held. */
export const CHANGE_COLUMNS = [
  CHANGE_TITLES.was,
  CHANGE_TITLES.new,
  CHANGE_TITLES.difference,
  'Was note',
] as const
/** After those, of a batch that a later one has overwritten: by which one, and what the partner holds instead. */
export const OVERWRITTEN_COLUMNS = ['Overwritten by', 'Held now'] as const

/** What files of earlier versions have there. */
const EARLIER_CHANGE_COLUMNS = ['Was', 'Difference']

const FIELDS = [
  FIELD_LABELS.transactionId,
  FIELD_LABELS.retrievalReferenceNumber,
  FIELD_LABELS.merchantId,
  FIELD_LABELS.amount,
]

/** Beginnings of the files that the desk gives out: brought again, their columns are none of the person's. */
export const CHECKED_FILE_COLUMNS: readonly string[] = [...FIELDS, 'Row', 'Problem']
export const LINES_FILE_COLUMNS: readonly string[] = ['Row', ...FIELDS, 'Problem']
export const RESULTS_FILE_COLUMNS: readonly string[] = ['Row', ...FIELDS, ...RESULT_COLUMNS]
// One that begins as another does stands before it.
const OWN_FILES = [
  CHECKED_FILE_COLUMNS,
  [...LINES_FILE_COLUMNS, ...OVERWRITTEN_COLUMNS],
  LINES_FILE_COLUMNS,
  [...RESULTS_FILE_COLUMNS, ...CHANGE_COLUMNS, ...OVERWRITTEN_COLUMNS],
  [...RESULTS_FILE_COLUMNS, ...CHANGE_COLUMNS],
  [...RESULTS_FILE_COLUMNS, ...OVERWRITTEN_COLUMNS],
  [...RESULTS_FILE_COLUMNS, ...EARLIER_CHANGE_COLUMNS],
  RESULTS_FILE_COLUMNS,
]

/** `places`: of the kept columns among those of the table, counted from 0. `leftOut`: how many are too many. */
export type OtherColumns = { names: string[]; places: number[]; leftOut: number }

export function otherColumns(columns: readonly string[], mapping: ColumnMapping): OtherColumns {
  const mapped = new Set(Object.values(mapping))
  // Files of earlier versions write some of them in other capitals.
  const isOwn = (name: string, place: number) => columns[place]?.toLowerCase() === name.toLowerCase()
  const own = OWN_FILES.find((file) => file.every(isOwn))?.length ?? 0
  const places = columns.flatMap((_, place) => (place < own || mapped.has(place) ? [] : [place]))
  const kept = places.slice(0, MAX_OTHER_COLUMNS)
  return {
    names: kept.map((place) => shortened(columns[place] ?? '')),
    places: kept,
    leftOut: places.length - kept.length,
  }
}

/** The cells of those columns as they came, but for their length. */
export const otherCells = (cells: readonly string[], places: readonly number[]): string[] =>
  places.map((place) => shortened(cells[place] ?? ''))

const shortened = (text: string): string =>
  text.length > MAX_OTHER_CELL ? `${text.slice(0, MAX_OTHER_CELL - 1)}…` : text

/** Of a line for its place in a file: empty cells where it was not in the source. */
export const otherCellsOf = (
  { other }: { other?: readonly string[] | null },
  { length }: readonly string[],
): readonly string[] => other ?? Array.from({ length }, () => '')

/** What people are told of columns that are not kept; null where all are. */
export const leftOutNote = ({ leftOut }: OtherColumns): string | null =>
  leftOut === 0
    ? null
    : `${MAX_OTHER_COLUMNS} columns that a batch does not need are kept; ${leftOut} more ${leftOut === 1 ? 'is' : 'are'} left out.`

/** Columns of a source that no field of a batch has, for whoever approves it; null where there is none. */
export function notUsedNote(names: readonly string[]): string | null {
  const named = names.filter((name) => name.trim() !== '')
  if (named.length === 0) return null
  const shown = named.slice(0, named.length > MOST_NAMED + 1 ? MOST_NAMED : MOST_NAMED + 1)
  const more = named.length - shown.length
  return `Not used: ${shown.map((name) => `“${name}”`).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

const MOST_NAMED = 4
