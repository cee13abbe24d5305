/** Calendar days are ISO text (`2026-11-20`) everywhere: they have no time zone, and text compares in order. */
export type IsoDate = string

/** Reads `2026-11-20`, `11/20/2026`, `11-20-2026` (month first, as in the United States); null when no such day exists. */
export function parseDate(text: string): IsoDate | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text)
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : american
      ? [american[3], american[1], american[2]]
      : []
  if (!year || !month || !day) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) && year >= '1700' ? date : null
}

/** The same day `years` earlier; 29 February becomes 1 March where there is none, as the law counts birthdays. */
export function yearsBefore(today: IsoDate, years: number): IsoDate {
  const time = new Date(`${today}T00:00:00Z`)
  time.setUTCFullYear(time.getUTCFullYear() - years)
  return time.toISOString().slice(0, 10)
}
