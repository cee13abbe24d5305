import { CHANGE_TITLES } from './change'
import { type ColumnMapping, FIELD_LABELS } from './columns'

/**
 * Columns that a batch does not use are kept, so that its downloads include them. Anything beyond these limits is
 * dropped, and the person is told how many columns that is.
 */
export const MAX_OTHER_COLUMNS = 50
export const MAX_OTHER_CELL = 255

/** The columns that follow a line's fields in the desk's own files, in this order. */
export const RESULT_COLUMNS = ['Request', 'Outcome', 'Error code', 'Error message'] as const

/** After those, for a batch that changed amounts that the partner held. */
export const CHANGE_COLUMNS = [
  CHANGE_TITLES.was,
  CHANGE_TITLES.new,
  CHANGE_TITLES.difference,
  'Was note',
] as const
/** After those, for a batch that a later one has overwritten: which one, and what the partner holds now. */
export const OVERWRITTEN_COLUMNS = ['Overwritten by', 'Held now'] as const

/** The columns of files from earlier versions. */
const EARLIER_CHANGE_COLUMNS = ['Was', 'Difference']

const FIELDS = [
  FIELD_LABELS.transactionId,
  FIELD_LABELS.retrievalReferenceNumber,
  FIELD_LABELS.merchantId,
  FIELD_LABELS.amount,
]

/**
 * The first columns of files that the desk exports. If such a file is imported again, they are not kept as the
 * person's own.
 */
export const CHECKED_FILE_COLUMNS: readonly string[] = [...FIELDS, 'Row', 'Problem']
export const LINES_FILE_COLUMNS: readonly string[] = ['Row', ...FIELDS, 'Problem']
export const RESULTS_FILE_COLUMNS: readonly string[] = ['Row', ...FIELDS, ...RESULT_COLUMNS]
// A list that starts with another one must come before it.
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

/** `places`: indexes of the kept columns in the table. `leftOut`: how many were dropped. */
export type OtherColumns = { names: string[]; places: number[]; leftOut: number }

export function otherColumns(columns: readonly string[], mapping: ColumnMapping): OtherColumns {
  const mapped = new Set(Object.values(mapping))
  // Files from earlier versions differ in letter case.
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

/** The cells of those columns, shortened if necessary. */
export const otherCells = (cells: readonly string[], places: readonly number[]): string[] =>
  places.map((place) => shortened(cells[place] ?? ''))

const shortened = (text: string): string =>
  text.length > MAX_OTHER_CELL ? `${text.slice(0, MAX_OTHER_CELL - 1)}…` : text

/** A line's cells for an exported file: empty if the line was not in the source. */
export const otherCellsOf = (
  { other }: { other?: readonly string[] | null },
  { length }: readonly string[],
): readonly string[] => other ?? Array.from({ length }, () => '')

/** The note about dropped columns; null if all are kept. */
export const leftOutNote = ({ leftOut }: OtherColumns): string | null =>
  leftOut === 0
    ? null
    : `${MAX_OTHER_COLUMNS} columns that a batch does not need are kept; ${leftOut} more ${leftOut === 1 ? 'is' : 'are'} left out.`

/** The approver's note about unused columns; null if there are none. */
export function notUsedNote(names: readonly string[]): string | null {
  const named = names.filter((name) => name.trim() !== '')
  if (named.length === 0) return null
  const shown = named.slice(0, named.length > MOST_NAMED + 1 ? MOST_NAMED : MOST_NAMED + 1)
  const more = named.length - shown.length
  return `Not used: ${shown.map((name) => `“${name}”`).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

const MOST_NAMED = 4
