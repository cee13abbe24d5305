import type { IsoDate } from '@/lib/domain/values/calendar'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * A moment as `20 Nov 2026, 14:05 UTC`. The zone is always said, and by default is not the reader's:
 * server and browser then write the same text, and two people compare the same time.
 */
export function DateTime({
  at,
  seconds = false,
  timeZone = 'UTC',
}: {
  at: Date | string
  seconds?: boolean
  timeZone?: string
}) {
  const moment = typeof at === 'string' ? new Date(at) : at
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  return (
    <time dateTime={moment.toISOString()} className="whitespace-nowrap">
      {parts.day} {MONTHS[Number(parts.month) - 1]} {parts.year}, {parts.hour}:{parts.minute}
      {seconds && `:${parts.second}`} <span className="text-2xs text-faint">{parts.timeZoneName}</span>
    </time>
  )
}

/** Kept, because making one takes longer than all that a row of a table needs beside it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  formats.set(timeZone, format)
  return format
}

/** A calendar day as `30 Apr 2019`. */
export function Day({ day }: { day: IsoDate }) {
  const [year, month, date] = day.split('-')
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {Number(date)} {MONTHS[Number(month) - 1]} {year}
    </time>
  )
}
