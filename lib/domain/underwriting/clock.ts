/**
 * The time that underwriting has had a case: from its hand-over to the decision that takes effect. It stands while
 * somebody else has it: the applicant after a request, staff after a take-back.
 */
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

/**
 * The clock at a hand-over. What comes again undecided goes on from where it stood: the merchant still waits for
 * the same answer, and a case that is late is not made punctual by taking it back. What was decided has had its
 * answer: a change of it is another question, with its own time.
 */
export const handedOver = (clock: CaseClock | null, wasDecided: boolean, now: Date): CaseClock =>
  started(clock === null || wasDecided ? NEW_CLOCK : stopped(clock, now), now)
