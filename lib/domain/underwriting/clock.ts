/** The time that a case has used with us: it stands while the applicant has the case. */
export type CaseClock = { spentMs: number; runningSince: Date | null }

export const NEW_CLOCK: CaseClock = { spentMs: 0, runningSince: null }

const HOUR_MS = 3_600_000

/** A machine's clock may be set back: what was used stays used. */
export const elapsedMs = ({ spentMs, runningSince }: CaseClock, now: Date): number =>
  Math.max(0, spentMs) + (runningSince === null ? 0 : Math.max(0, now.getTime() - runningSince.getTime()))

/** The limit itself is still in time. */
export const isOverdue = (clock: CaseClock, now: Date, limitHours: number): boolean =>
  elapsedMs(clock, now) > limitHours * HOUR_MS

export const stopped = (clock: CaseClock, now: Date): CaseClock => ({
  spentMs: elapsedMs(clock, now),
  runningSince: null,
})

/** A clock that runs goes on from where it began. */
export const started = (clock: CaseClock, now: Date): CaseClock =>
  clock.runningSince === null ? { ...clock, runningSince: now } : clock
