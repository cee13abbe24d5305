import type { IsoDate } from '@/lib/domain/values/calendar'

/** An age by the day of receipt (UTC): `least` to `most` days ago, both included; null: and longer. */
export type Age = { label: string; least: number; most: number | null }

/** Ages of unfunded sales, youngest first. Whole days, so that each can be found again by the filter of the log. */
export const AGES: readonly Age[] = [
  { label: 'Today', least: 0, most: 0 },
  { label: '1–2 days', least: 1, most: 2 },
  { label: '3–6 days', least: 3, most: 6 },
  { label: '7–13 days', least: 7, most: 13 },
  { label: '14 days and more', least: 14, most: null },
]

/** Which of `AGES` a day of receipt has. What a clock ahead of ours dates tomorrow is of today. */
export const ageOf = (received: IsoDate, today: IsoDate): number => {
  const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(received)) / DAY_MS))
  return AGES.findIndex(({ most }) => most === null || days <= most)
}

/** The days of receipt of an age; null where it has no bound. */
export const daysOfAge = (
  { least, most }: Age,
  today: IsoDate,
): { from: IsoDate | null; to: IsoDate | null } => ({
  from: most === null ? null : daysBefore(today, most),
  to: least === 0 ? null : daysBefore(today, least),
})

const DAY_MS = 86_400_000

const daysBefore = (today: IsoDate, days: number): IsoDate =>
  new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10)
