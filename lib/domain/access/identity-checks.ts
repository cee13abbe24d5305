import { DAY_MS } from '@/lib/domain/values/calendar'

/**
 * Comparing an identity with those of other applications reveals whether the desk has it. The page shows the last four
 * digits, which leaves some 89,000 candidates for a nine-digit number, so unlimited comparing would uncover the masked
 * numbers. Each person can therefore compare only a limited number of different identities.
 * `identities`: every tax ID, Social Security number and account number of a draft, compared with all others. A
 * merchant has about five, so 300 an hour and 600 a day are enough for one person to board a hundred merchants a day.
 * `tax-ids`: merchants' tax IDs checked when a file is imported: three files of 1,000 rows a day.
 */
export const CHECK_DOORS = ['identities', 'tax-ids'] as const
export type CheckDoor = (typeof CHECK_DOORS)[number]

const HOUR_MS = 3_600_000

type Limit = { withinMs: number; most: number }

export const CHECK_LIMITS: Readonly<Record<CheckDoor, readonly [Limit, ...Limit[]]>> = {
  identities: [
    { withinMs: HOUR_MS, most: 300 },
    { withinMs: DAY_MS, most: 600 },
  ],
  'tax-ids': [{ withinMs: DAY_MS, most: 3_000 }],
}

/** Comparisons before this moment no longer count toward any limit. */
export const checksCountedSince = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/** Admins are told at most once in this period. */
export const crossingToldSince = (door: CheckDoor, now: Date): Date =>
  new Date(now.getTime() - CHECK_LIMITS[door][0].withinMs)

/**
 * How many of `asked` more comparisons are allowed, and, if not all, when the next one is. `checked`: when this person
 * made earlier comparisons.
 */
export function checkRoom(
  door: CheckDoor,
  checked: readonly Date[],
  asked: number,
  now: Date,
): { allowed: number; until: Date | null } {
  const latestFirst = checked.map((at) => at.getTime()).sort((one, other) => other - one)
  const counted = ({ withinMs }: Limit) => latestFirst.filter((at) => at > now.getTime() - withinMs)
  const room = CHECK_LIMITS[door].map((limit) => Math.max(limit.most - counted(limit).length, 0))
  const allowed = Math.min(asked, ...room)
  if (allowed === asked) return { allowed, until: null }
  const taken = [...Array.from({ length: allowed }, () => now.getTime()), ...latestFirst]
  // Each limit that is then full must have room again.
  const opens = CHECK_LIMITS[door].flatMap(({ withinMs, most }) => {
    const last = taken[most - 1]
    return last !== undefined && last > now.getTime() - withinMs ? [last + withinMs] : []
  })
  return { allowed, until: new Date(Math.max(...opens)) }
}

/** `3:40 PM UTC`, with the date if it is another day. */
export function pausedUntil(until: Date, now: Date): string {
  // Rounds up: a minute too late is better than too early.
  const shown = new Date(Math.ceil(until.getTime() / 60_000) * 60_000)
  const isToday = shown.toISOString().slice(0, 10) === now.toISOString().slice(0, 10)
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    hour: 'numeric',
    minute: '2-digit',
    ...(!isToday && { month: 'short', day: 'numeric' }),
  })
  return `${time.format(shown)} UTC`
}
