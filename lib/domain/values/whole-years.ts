import type { IsoDate } from './calendar'

/** The number of whole years between two days; null if the second is earlier. */
export function wholeYears(from: IsoDate, to: IsoDate): number | null {
  if (from > to) return null
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}
