import { isOverdue } from '@/lib/domain/underwriting/clock'
import { counted } from '@/lib/domain/values/counted'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A duration: `35 min`, `3 h 20 min`, whole hours from one day on, whole days from two on. */
export function durationText(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS)
  if (minutes === 0) return 'under a minute'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours >= 48) return counted(Math.floor(hours / 24), 'day')
  if (hours === 0) return `${rest} min`
  return hours >= 24 || rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** `12 h of 2 days`. A limit that is not in whole days stays in hours, and so does the time used. */
export function usedOfAllowed(usedMs: number, hoursAllowed: number): string {
  const inHours = hoursAllowed % 24 !== 0 && usedMs >= 24 * HOUR_MS
  const used = inHours ? `${Math.floor(usedMs / HOUR_MS).toLocaleString('en-US')} h` : durationText(usedMs)
  const allowed = hoursAllowed % 24 !== 0 ? `${hoursAllowed} h` : durationText(hoursAllowed * HOUR_MS)
  return `${used} of ${allowed}`
}

export type TimeUsed = { tone: 'progress' | 'warn' | 'bad'; share: number; words: string }

/**
 * A case's used time against the limit in Settings; `share` is 0 to 1. Exactly the limit is still on time. `isOver`: it
 * is decided, and nothing is overdue any more.
 */
export function timeUsed(usedMs: number, hoursAllowed: number, isOver = false): TimeUsed {
  const allowedMs = hoursAllowed * HOUR_MS
  const share = Math.min(1, Math.max(0, usedMs) / allowedMs)
  if (isOver) return { tone: 'progress', share, words: `Took ${usedOfAllowed(usedMs, hoursAllowed)}` }
  if (isOverdue({ spentMs: usedMs, runningSince: null }, new Date(0), hoursAllowed)) {
    return { tone: 'bad', share, words: `Overdue by ${durationText(usedMs - allowedMs)}` }
  }
  return {
    tone: share >= 0.75 ? 'warn' : 'progress',
    share,
    words: usedOfAllowed(usedMs, hoursAllowed),
  }
}
