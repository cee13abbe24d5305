import { DAY_MS, type IsoDate, zonedParts } from './calendar'

/**
 * Assigns times to business days: in one time zone, each day starts at the cut-off hour of the day before. With a
 * `cutOffHour` of 24 they are calendar days.
 */
export type DayRule = { timeZone: string; cutOffHour: number }

const HOUR_MS = 3_600_000

/**
 * The start of a business day: when the clock first reads the cut-off hour, or a later time if the clock was put
 * forward past it. If the clock goes back past it, the earlier time counts, so that no day begins twice. A day that a
 * time zone skipped is empty: it begins when the next one does.
 */
export function startOfBusinessDay(day: IsoDate, { timeZone, cutOffHour }: DayRule): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) - DAY_MS + cutOffHour * HOUR_MS
  // No time zone is 1.5 days from UTC, or changes its offset twice in so short a time.
  let [early, late] = [wall - 1.5 * DAY_MS, wall + 1.5 * DAY_MS]
  const offsets = [wallAt(early, timeZone) - early, wallAt(late, timeZone) - late]
  const exact = offsets
    .map((offset) => wall - offset)
    .filter((at) => wallAt(at, timeZone) === wall)
    .sort((a, b) => a - b)
  if (exact[0] !== undefined) return new Date(exact[0])
  // The clock skips the cut-off, at a moment between the ones that the two offsets give.
  early = wall - Math.max(...offsets) - 1_000
  late = wall - Math.min(...offsets)
  while (late - early > 1_000) {
    const middle = early + Math.floor((late - early) / 2_000) * 1_000
    if (wallAt(middle, timeZone) < wall) early = middle
    else late = middle
  }
  return new Date(late)
}

/** The business day of a moment. */
export function businessDay(at: Date, rule: DayRule): IsoDate {
  const wall = wallAt(at.getTime(), rule.timeZone)
  let day = dayOf(wall + DAY_MS - rule.cutOffHour * HOUR_MS)
  // On a day with a clock change, the local time alone can be off by one day.
  while (startOfBusinessDay(day, rule) > at) day = daysAfter(day, -1)
  while (startOfBusinessDay(daysAfter(day, 1), rule) <= at) day = daysAfter(day, 1)
  return day
}

/** The calendar day in the rule's time zone, for dates that people write, which have no cut-off. */
export const calendarDay = (at: Date, { timeZone }: DayRule): IsoDate => dayOf(wallAt(at.getTime(), timeZone))

/** The last `count` business days, ending with today. */
export function lastBusinessDays(now: Date, count: number, rule: DayRule): IsoDate[] {
  const today = businessDay(now, rule)
  return Array.from({ length: count }, (_, index) => daysAfter(today, index - count + 1))
}

/** For people: `America/New_York, with a 5 PM cut-off`. */
export const dayRuleWords = ({ timeZone, cutOffHour }: DayRule): string =>
  cutOffHour === 24 ? timeZone : `${timeZone}, with a ${hourWords(cutOffHour)} cut-off`

/** `5 PM`; 24 is `Midnight`. */
export const hourWords = (hour: number): string =>
  hour === 24 ? 'Midnight' : hour === 12 ? 'Noon' : `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

export const daysAfter = (day: IsoDate, days: number): IsoDate => dayOf(Date.parse(day) + days * DAY_MS)

const dayOf = (wallMs: number): IsoDate => new Date(wallMs).toISOString().slice(0, 10)

/** The local time of a zone in whole seconds, as if it were UTC. */
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
