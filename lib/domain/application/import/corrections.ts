import { dayFirst, writtenDay } from '@/lib/domain/values/calendar'
import { isSensitive } from '../fields'
import type { ApplicationKind } from '../kind'
import { maskValue } from '../sensitive'
import { type Place, placeLabel, readPlace } from './places'
import { readCell } from './row-draft'
import type { Sheet } from './sheet'

/**
 * A value that a person enters beside a file: for one row, or (`row` null) for every row in which the file has
 * none. The file stays unchanged, so that it is recognized when uploaded again.
 */
export type Correction = {
  row: number | null
  place: Place
  text: string
  /** Instead of a text: read the file's own date with its day first. For dates of birth, which are never shown. */
  isDayFirst?: true | undefined
}

export const MAX_CORRECTIONS = 2000
export const MAX_CORRECTION_LENGTH = 2000

/**
 * Whether a value can be entered here: only fields with one text, and roles. Account numbers are typed twice, in the draft; a
 * masked value can only be entered for one row.
 */
export function isCorrectable(kind: ApplicationKind, place: Place, row: number | null): boolean {
  const parts = readPlace(kind, place)
  if (parts?.kind !== 'field') return false
  const { name, meta } = parts.field
  if (isSensitive(meta)) return row !== null && meta.sensitive !== 'account-number'
  return !name.endsWith('Again')
}

/** The entered value as a page may show it later. */
export function shownCorrection(kind: ApplicationKind, { place, text, isDayFirst }: Correction): string {
  if (isDayFirst) return 'day and month swapped'
  const parts = readPlace(kind, place)
  const meta = parts?.kind === 'field' ? parts.field.meta : null
  return meta && isSensitive(meta) ? maskValue(meta.sensitive, text) : text
}

/** The sheet with the latest correction of each place. Returned unchanged if there are no corrections. */
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
    // In a row with an extra cell, every value is in the wrong column.
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

/** Adds a correction, replacing an earlier one for the same row and place. */
export const withCorrection = (corrections: readonly Correction[], next: Correction): Correction[] => [
  ...withoutCorrection(corrections, next),
  next,
]

export const withoutCorrection = (
  corrections: readonly Correction[],
  { row, place }: Pick<Correction, 'row' | 'place'>,
): Correction[] => corrections.filter((one) => one.row !== row || one.place !== place)

/** `25/12/1980` → month first; unchanged if it is not day first. */
function swapped(kind: ApplicationKind, place: Place, cell: string): string {
  const parts = readPlace(kind, place)
  const day = parts?.kind === 'field' ? dayFirst(readCell(parts.field.meta, cell)) : null
  return day === null ? cell : writtenDay(day)
}
