import { COUNTED } from '@/lib/domain/application/list-query'
import { wallAt } from '@/lib/domain/values/business-day'
import { type IsoDate, shortDayWords } from '@/lib/domain/values/calendar'
import { counted } from '@/lib/domain/values/counted'
import { grouped } from '@/lib/domain/values/money'

export const figureText = (count: number): string => grouped(String(count))

/** Counts above `COUNTED` are shown with a plus sign. */
export const countText = (count: number): string =>
  count > COUNTED ? `${figureText(COUNTED)}+` : figureText(count)

/** `1 sale`, `1,200 sales`. */
export const salesText = (sales: number): string => `${figureText(sales)} ${sales === 1 ? 'sale' : 'sales'}`

const MINUTE_MS = 60_000

/** How long ago, in the largest unit: `12 min`, `3 h`, `5 days`. Never negative, even if a clock is behind. */
export function ageText(at: string, now: string): string {
  const minutes = Math.floor(Math.max(0, Date.parse(now) - Date.parse(at)) / MINUTE_MS)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : counted(Math.floor(hours / 24), 'day')
}

/** `2026-11-20` as `Nov 20`. */
export const dayText = (day: IsoDate): string => shortDayWords(day)

/** A time as its day in the given zone: `Nov 20`. */
export const momentDayText = (at: string, timeZone: string): string =>
  shortDayWords(wallText(at, timeZone).slice(0, 10))

/** A time in the given zone as `14:00`. */
export const hourText = (at: string, timeZone: string): string => wallText(at, timeZone).slice(11, 16)

const wallText = (at: string, timeZone: string): string =>
  new Date(wallAt(Date.parse(at), timeZone)).toISOString()

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** Cents as an axis label: `$1.5K`. */
export const axisMoney = (amountMinor: number): string => compact.format(amountMinor / 100)
