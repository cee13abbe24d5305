import { isOverdue } from '@/lib/domain/underwriting/clock'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A time that something took, in its two largest units: `2 d 4 h`, `3 h 20 min`, `under a minute`. */
export function durationText(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS)
  if (minutes === 0) return 'under a minute'
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60]
  const parts: [number, string][] =
    days > 0
      ? [
          [days, 'd'],
          [hours, 'h'],
        ]
      : [
          [hours, 'h'],
          [rest, 'min'],
        ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

export type TimeUsed = { tone: 'progress' | 'warn' | 'bad'; share: number; words: string }

/** What a case has used of the time that Settings allow; `share` from 0 to 1. The limit itself is still in time. */
export function timeUsed(usedMs: number, hoursAllowed: number): TimeUsed {
  const allowedMs = hoursAllowed * HOUR_MS
  const share = Math.min(1, Math.max(0, usedMs) / allowedMs)
  if (isOverdue({ spentMs: usedMs, runningSince: null }, new Date(0), hoursAllowed)) {
    return { tone: 'bad', share, words: `Overdue by ${durationText(usedMs - allowedMs)}` }
  }
  return {
    tone: share >= 0.75 ? 'warn' : 'progress',
    share,
    words: `${durationText(usedMs)} of ${durationText(allowedMs)}`,
  }
}
