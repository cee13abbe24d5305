'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { dayWords, type IsoDate, momentWords } from '@/lib/domain/values/calendar'

const Zone = createContext('UTC')

/** The zone of every time inside: the one that its reader chose, which the server knows as well. */
export const TimeZone = ({ zone, children }: { zone: string; children: ReactNode }) => (
  <Zone value={zone}>{children}</Zone>
)

/**
 * A moment as `Nov 22, 2026, 12:43 AM UTC`. The zone is always said, and is never the
 * browser's: server and browser write the same text, and two people who chose none compare the same time.
 */
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
