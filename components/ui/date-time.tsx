'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { dayWords, type IsoDate, momentWords } from '@/lib/domain/values/calendar'

const Zone = createContext('UTC')

/**
 * Sets the time zone of every time inside: the reader's own choice, or else their browser's. The server renders in it
 * too.
 */
export const TimeZone = ({ zone, children }: { zone: string; children: ReactNode }) => (
  <Zone value={zone}>{children}</Zone>
)

export const useTimeZone = (): string => useContext(Zone)

/** A moment as `Nov 22, 2026, 12:43 AM EST`. Always names the zone, because two people may compare a time. */
export function DateTime({
  at,
  seconds = false,
  timeZone,
}: {
  at: Date | string
  seconds?: boolean
  timeZone?: string
}) {
  const chosen = useContext(Zone)
  const moment = typeof at === 'string' ? new Date(at) : at
  const { text, zone } = momentWords(moment, { timeZone: timeZone ?? chosen, seconds })
  // One string: React separates adjacent text nodes by comments, and lists show hundreds of times.
  return <time dateTime={moment.toISOString().replace(/\.\d+Z$/, 'Z')}>{`${text} ${zone}`}</time>
}

/** A calendar day as `Apr 30, 2019`. */
export const Day = ({ day }: { day: IsoDate }) => <time dateTime={day}>{dayWords(day)}</time>
