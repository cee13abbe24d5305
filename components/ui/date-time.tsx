'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { dayWords, type IsoDate, momentWords } from '@/lib/domain/values/calendar'

const Zone = createContext('UTC')

/** The zone of every time inside: the one that its reader chose, else their browser's; the server writes it as well. */
export const TimeZone = ({ zone, children }: { zone: string; children: ReactNode }) => (
  <Zone value={zone}>{children}</Zone>
)

export const useTimeZone = (): string => useContext(Zone)

/** A moment as `Nov 22, 2026, 12:43 AM EST`. The zone is always said: two people may compare a time. */
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
  // One text: each piece of its own would be told from its neighbors by a comment, and lists have hundreds of them.
  return <time dateTime={moment.toISOString().replace(/\.\d+Z$/, 'Z')}>{`${text} ${zone}`}</time>
}

/** A calendar day as `Apr 30, 2019`. */
export const Day = ({ day }: { day: IsoDate }) => <time dateTime={day}>{dayWords(day)}</time>
