import { daysAfter } from '@/lib/domain/values/business-day'
import type { IsoDate } from '@/lib/domain/values/calendar'

/** An age in business days since receipt: `least` to `most` days, inclusive; null means no upper limit. */
export type Age = { label: string; least: number; most: number | null }

/** Ages of unfunded sales, youngest first. In whole days, so that the log's filter can find the same sales. */
export const AGES: readonly Age[] = [
  { label: 'Today', least: 0, most: 0 },
  { label: '1–2 days', least: 1, most: 2 },
  { label: '3–6 days', least: 3, most: 6 },
  { label: '7–13 days', least: 7, most: 13 },
  { label: '14 days and more', least: 14, most: null },
]

/** The first day of each age that has one, oldest first. Anything received before belongs to the last age. */
export const ageStarts = (today: IsoDate): IsoDate[] =>
  AGES.flatMap(({ most }) => (most === null ? [] : [daysAfter(today, -most)])).reverse()

/** The days of receipt for an age; null if it has no limit on that side. */
export const daysOfAge = (
  { least, most }: Age,
  today: IsoDate,
): { from: IsoDate | null; to: IsoDate | null } => ({
  from: most === null ? null : daysAfter(today, -most),
  to: least === 0 ? null : daysAfter(today, -least),
})
