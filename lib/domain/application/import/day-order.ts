import { dayFirst, type IsoDate, parseDate } from '@/lib/domain/values/calendar'
import type { FieldMeta } from '../field'
import type { ApplicationKind } from '../kind'
import type { Correction } from './corrections'
import { type Place, readPlace } from './places'
import { readCell } from './row-draft'
import type { Sheet } from './sheet'

/** The day of `25/12/1980`, which can only be day first; null for other dates. */
export const onlyDayFirst = (text: string): IsoDate | null =>
  parseDate(text) === null ? dayFirst(text) : null

/** The day of `03/04/2018`, read month first, if day first would be another day; else null. */
function eitherDay(text: string): IsoDate | null {
  const read = parseDate(text)
  const other = dayFirst(text)
  return other === null || other === read ? null : read
}

/** A date read month first, in a column in which other dates can only be day first. */
export type DoubtfulDay = { row: number; place: Place; meta: FieldMeta; text: string; read: IsoDate }

/**
 * Compares the file's own dates, so a corrected date still shows how its column is written. A date that a person
 * has already corrected is not in doubt.
 */
export function doubtfulDays(
  kind: ApplicationKind,
  { rows }: Sheet,
  places: readonly (Place | null)[],
  corrections: readonly Correction[],
): DoubtfulDay[] {
  const said = new Set(corrections.map(({ row, place }) => `${row} ${place}`))
  return places.flatMap((place, column) => {
    const parts = place === null ? null : readPlace(kind, place)
    if (place === null || parts?.kind !== 'field' || parts.field.meta.kind !== 'date') return []
    const { meta } = parts.field
    // In a row with an extra cell, every value is in the wrong column.
    const dates = rows
      .filter(({ problem }) => problem === null)
      .map(({ row, cells }) => ({ row, text: readCell(meta, cells[column] ?? '') }))
    if (!dates.some(({ text }) => onlyDayFirst(text) !== null)) return []
    return dates.flatMap(({ row, text }) => {
      const read = said.has(`${row} ${place}`) ? null : eitherDay(text)
      return read === null ? [] : [{ row, place, meta, text, read }]
    })
  })
}
