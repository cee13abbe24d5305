import type { IsoDate } from './calendar'

/** The whole years from one day to another; null where the other comes first. */
export function wholeYears(from: IsoDate, to: IsoDate): number | null {
  if (from > to) return null
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}
