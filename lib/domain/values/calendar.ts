/** Calendar days are ISO text (`2026-11-20`) everywhere: they have no time zone, and text compares in order. */
export type IsoDate = string

export const DAY_MS = 86_400_000

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/**
 * Reads `2026-11-20`, `11/20/2026`, `11-20-2026`, `11202026` (month first, as in the United States), and the month in
 * words: `Nov 20, 2026`, `20 November 2026`; null if there is no such day.
 */
export function parseDate(text: string): IsoDate | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : american
      ? [american[3], american[1], american[2]]
      : withMonthName(text)
  if (!year || !month || !day) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) && year >= '1700' ? date : null
}

/** Year, month and day of a date with the month's name, or its first letters, before or after the day. */
function withMonthName(text: string): [string?, string?, string?] {
  const { month, day, year } =
    (
      /^(?<month>[a-z]{3,})\.?[\s-]*(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,\s*|[\s-]+)(?<year>\d{4})$/i.exec(
        text,
      ) ??
      /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]*(?<month>[a-z]{3,})(?:\.?,?[\s-]*)(?<year>\d{4})$/i.exec(text)
    )?.groups ?? {}
  const index = month ? MONTHS.findIndex((name) => name.toLowerCase().startsWith(month.toLowerCase())) : -1
  return index < 0 ? [] : [year, String(index + 1), day]
}

/** Reads `25/12/1980`, with the day first; null if there is no such day, or the text is written otherwise. */
export function dayFirst(text: string): IsoDate | null {
  const [, day, , month, year] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(text) ?? []
  return year === undefined ? null : parseDate(`${month}/${day}/${year}`)
}

/** `2026-11-20` as people here write it: `11/20/2026`. */
export const writtenDay = (day: IsoDate): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')

/** The same day `years` earlier. February 29 becomes March 1 in other years, as the law counts birthdays. */
export function yearsBefore(today: IsoDate, years: number): IsoDate {
  const time = new Date(`${today}T00:00:00Z`)
  time.setUTCFullYear(time.getUTCFullYear() - years)
  return time.toISOString().slice(0, 10)
}

/** `Nov 22`, for a day whose year is clear. */
export function shortDayWords(day: IsoDate): string {
  const [, month, date] = day.split('-')
  return `${MONTHS[Number(month) - 1]?.slice(0, 3)} ${Number(date)}`
}

/** `Nov 22, 2026`: the form of every day on screen. */
export const dayWords = (day: IsoDate): string => `${shortDayWords(day)}, ${day.slice(0, 4)}`

/** A moment's day in UTC, for anything without a business day (business-day.ts). */
export const utcDay = (at: Date): IsoDate => at.toISOString().slice(0, 10)

/** `Nov 22, 2026, 12:43 AM` and the zone: the form of every time on screen. */
export function momentWords(
  at: Date,
  { timeZone = 'UTC', seconds = false }: { timeZone?: string; seconds?: boolean } = {},
): { text: string; zone: string } {
  const { year, month, day, hour, minute, second, timeZoneName } = zonedParts(at, timeZone)
  const time = `${Number(hour) % 12 || 12}:${minute}${seconds ? `:${second}` : ''}`
  return {
    text: `${dayWords(`${year}-${month}-${day}`)}, ${time} ${Number(hour) < 12 ? 'AM' : 'PM'}`,
    zone: timeZoneName ?? timeZone,
  }
}

/** The calendar and clock of a zone in parts, with 24 hours. */
export const zonedParts = (at: Date | number, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )

/** Cached: creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  formats.set(timeZone, format)
  return format
}
