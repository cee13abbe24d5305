import { type IsoDate, zonedParts } from './calendar'

/**
 * How moments become days of business: by the clock of one time zone, a new day from the cut-off hour of the day
 * before on. `cutOffHour` 24: at midnight, so that they are the days of the calendar.
 */
export type DayRule = { timeZone: string; cutOffHour: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The first moment of a day of business: the first at which the wall clock reads its cut-off hour, or a later time
 * where the clock was put forward over it. Where it is put back over it, the earlier of the two counts, so that
 * no day begins again. A day that a time zone left out is empty: it begins when the next one does.
 */
export function startOfBusinessDay(day: IsoDate, { timeZone, cutOffHour }: DayRule): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) - DAY_MS + cutOffHour * HOUR_MS
  // No zone is a day and a half from UTC, nor changes twice in so short a time.
  let [early, late] = [wall - 1.5 * DAY_MS, wall + 1.5 * DAY_MS]
  const offsets = [wallAt(early, timeZone) - early, wallAt(late, timeZone) - late]
  const exact = offsets
    .map((offset) => wall - offset)
    .filter((at) => wallAt(at, timeZone) === wall)
    .sort((a, b) => a - b)
  if (exact[0] !== undefined) return new Date(exact[0])
  // The clock jumps over it: the jump is between what the two offsets make of it.
  early = wall - Math.max(...offsets) - 1_000
  late = wall - Math.min(...offsets)
  while (late - early > 1_000) {
    const middle = early + Math.floor((late - early) / 2_000) * 1_000
    if (wallAt(middle, timeZone) < wall) early = middle
    else late = middle
  }
  return new Date(late)
}

/** Which day of business a moment is of. */
export function businessDay(at: Date, rule: DayRule): IsoDate {
  const wall = wallAt(at.getTime(), rule.timeZone)
  let day = dayOf(wall + DAY_MS - rule.cutOffHour * HOUR_MS)
  // Where clocks changed on that day, the wall alone is mistaken by one.
  while (startOfBusinessDay(day, rule) > at) day = daysAfter(day, -1)
  while (startOfBusinessDay(daysAfter(day, 1), rule) <= at) day = daysAfter(day, 1)
  return day
}

/** Which day the calendar of its time zone shows: for dates that people write, which know no cut-off. */
export const calendarDay = (at: Date, { timeZone }: DayRule): IsoDate => dayOf(wallAt(at.getTime(), timeZone))

/** The last `count` days of business, the one of `now` last. */
export function lastBusinessDays(now: Date, count: number, rule: DayRule): IsoDate[] {
  const today = businessDay(now, rule)
  return Array.from({ length: count }, (_, index) => daysAfter(today, index - count + 1))
}

/** As people read it: `America/New_York, from 5 PM the day before`. */
export const dayRuleWords = ({ timeZone, cutOffHour }: DayRule): string =>
  cutOffHour === 24 ? timeZone : `${timeZone}, with a ${hourWords(cutOffHour)} cut-off`

/** `5 PM`; of 24 `Midnight`. */
export const hourWords = (hour: number): string =>
  hour === 24 ? 'Midnight' : hour === 12 ? 'Noon' : `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

export const daysAfter = (day: IsoDate, days: number): IsoDate => dayOf(Date.parse(day) + days * DAY_MS)

const dayOf = (wallMs: number): IsoDate => new Date(wallMs).toISOString().slice(0, 10)

/** What a wall clock shows there, as if it hung in UTC: whole seconds. */
export function wallAt(at: number, timeZone: string): number {
  const parts = zonedParts(at, timeZone)
  const [year, month, day, hour, minute, second] = [
    parts.year,
    parts.month,
    parts.day,
    parts.hour,
    parts.minute,
    parts.second,
  ].map(Number)
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
}
