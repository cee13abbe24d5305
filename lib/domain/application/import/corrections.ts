import { dayFirst, writtenDay } from '@/lib/domain/values/calendar'
import { isSensitive } from '../fields'
import type { ApplicationKind } from '../kind'
import { maskValue } from '../sensitive'
import { type Place, placeLabel, readPlace } from './places'
import { readCell } from './row-draft'
import type { Sheet } from './sheet'

/**
 * What a person says of a file beside it: another value for one row, or with `row` null one for every row in which the
 * file has none. The file itself stays as it is, so that it is known again.
 */
export type Correction = {
  row: number | null
  place: Place
  text: string
  /** In place of a text: the file's own date has its day before its month. One of birth shows nowhere. */
  isDayFirst?: true | undefined
}

export const MAX_CORRECTIONS = 2000
export const MAX_CORRECTION_LENGTH = 2000

/**
 * Whether a value can be given here: one text. An account number is typed twice, which its draft asks for; and of what
 * is masked, no two rows have the same.
 */
export function isCorrectable(kind: ApplicationKind, place: Place, row: number | null): boolean {
  const parts = readPlace(kind, place)
  if (parts?.kind !== 'field') return false
  const { name, meta } = parts.field
  if (isSensitive(meta)) return row !== null && meta.sensitive !== 'account-number'
  return name !== 'roles' && !name.endsWith('Again')
}

/** What was given, as a page may show it later. */
export function shownCorrection(kind: ApplicationKind, { place, text, isDayFirst }: Correction): string {
  if (isDayFirst) return 'day and month swapped'
  const parts = readPlace(kind, place)
  const meta = parts?.kind === 'field' ? parts.field.meta : null
  return meta && isSensitive(meta) ? maskValue(meta.sensitive, text) : text
}

/** With the last word on each place. Nothing is changed where `corrections` is empty. */
export function withCorrections(
  kind: ApplicationKind,
  sheet: Sheet,
  places: readonly (Place | null)[],
  corrections: readonly Correction[],
): { sheet: Sheet; places: readonly (Place | null)[] } {
  if (corrections.length === 0) return { sheet, places }
  const known = new Set(places)
  const added = [...new Set(corrections.map(({ place }) => place))].filter((place) => !known.has(place))
  const allPlaces = [...places, ...added]
  const columnOf = new Map(allPlaces.map((place, column) => [place, column]))
  const ofAll = corrections.filter(({ row }) => row === null)
  const ofRow = Map.groupBy(corrections, ({ row }) => row)
  const rows = sheet.rows.map((row) => {
    // A row with a cell too many has each value in another's column.
    if (row.problem !== null) return row
    const cells = [...row.cells, ...added.map(() => '')]
    const put = ({ place, text, isDayFirst }: Correction, isOver: boolean) => {
      const column = columnOf.get(place)
      if (column === undefined) return
      const cell = cells[column] ?? ''
      if (isOver || cell.trim() === '') cells[column] = isDayFirst ? swapped(kind, place, cell) : text
    }
    for (const correction of ofAll) put(correction, false)
    for (const correction of ofRow.get(row.row) ?? []) put(correction, true)
    return { ...row, cells }
  })
  const columns = [...sheet.columns, ...added.map((place) => placeLabel(kind, place))]
  return { sheet: { ...sheet, columns, rows }, places: allPlaces }
}

/** With this one in place of an earlier one for the same row and place. */
export const withCorrection = (corrections: readonly Correction[], next: Correction): Correction[] => [
  ...withoutCorrection(corrections, next),
  next,
]

export const withoutCorrection = (
  corrections: readonly Correction[],
  { row, place }: Pick<Correction, 'row' | 'place'>,
): Correction[] => corrections.filter((one) => one.row !== row || one.place !== place)

/** `25/12/1980` with its month first; as it is where it can only be read so. */
function swapped(kind: ApplicationKind, place: Place, cell: string): string {
  const parts = readPlace(kind, place)
  const day = parts?.kind === 'field' ? dayFirst(readCell(parts.field.meta, cell)) : null
  return day === null ? cell : writtenDay(day)
}
