/**
 * Where one identity is compared with those of other applications, every answer says whether somebody here has it. The
 * last four digits are on the page, so that a nine-digit number has some 89,000 candidates: whoever may compare as many
 * as they like reads the numbers that are masked everywhere. So a person compares so many different ones, and no more.
 *
 * `identities`: every tax ID, Social Security number and account number of a draft, with all others. A merchant has
 * some five of them: 300 within an hour and 600 within a day are for a hundred merchants a day, boarded by one person.
 * `tax-ids`: a merchant's tax ID with those of other merchants, as a file is imported: three files of 1,000 rows a day.
 */
export const CHECK_DOORS = ['identities', 'tax-ids'] as const
export type CheckDoor = (typeof CHECK_DOORS)[number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Limit = { withinMs: number; most: number }

export const CHECK_LIMITS: Readonly<Record<CheckDoor, readonly [Limit, ...Limit[]]>> = {
  identities: [
    { withinMs: HOUR_MS, most: 300 },
    { withinMs: DAY_MS, most: 600 },
  ],
  'tax-ids': [{ withinMs: DAY_MS, most: 3_000 }],
}

/** What was compared before it counts no more, by any limit. */
export const checksCountedSince = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/** Admins hear of a crossing once in this time. */
export const crossingToldSince = (door: CheckDoor, now: Date): Date =>
  new Date(now.getTime() - CHECK_LIMITS[door][0].withinMs)

/**
 * How many of `asked` more can be compared, and, where that is not all of them, when the next one can be. `checked`: the
 * moments of what this person had compared.
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
  // Every limit that is full by then has to open.
  const opens = CHECK_LIMITS[door].flatMap(({ withinMs, most }) => {
    const last = taken[most - 1]
    return last !== undefined && last > now.getTime() - withinMs ? [last + withinMs] : []
  })
  return { allowed, until: new Date(Math.max(...opens)) }
}

/** `3:40 PM UTC`, and the day where it is another one. */
export function pausedUntil(until: Date, now: Date): string {
  // Said a minute late rather than early.
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
