/**
 * How long underwriting has had a case, from its hand-over to the decision that takes effect. The clock stops while
 * someone else has the case: onboarding after a request, staff after a take-back.
 */
export type CaseClock = { spentMs: number; runningSince: Date | null }

export const NEW_CLOCK: CaseClock = { spentMs: 0, runningSince: null }

const HOUR_MS = 3_600_000

/** The system clock may be set back; time already spent is kept. */
export const elapsedMs = ({ spentMs, runningSince }: CaseClock, now: Date): number =>
  Math.max(0, spentMs) + (runningSince === null ? 0 : Math.max(0, now.getTime() - runningSince.getTime()))

/** A case at exactly the limit is still on time. */
export const isOverdue = (clock: CaseClock, now: Date, limitHours: number): boolean =>
  elapsedMs(clock, now) > limitHours * HOUR_MS

export const stopped = (clock: CaseClock, now: Date): CaseClock => ({
  spentMs: elapsedMs(clock, now),
  runningSince: null,
})

/** A running clock keeps its start. */
export const started = (clock: CaseClock, now: Date): CaseClock =>
  clock.runningSince === null ? { ...clock, runningSince: now } : clock

/**
 * The clock at a hand-over. An undecided case continues its clock: the merchant is still waiting for the same
 * answer, and taking a late case back does not make it punctual. A change after a decision is a new question with a
 * new clock.
 */
export const handedOver = (clock: CaseClock | null, wasDecided: boolean, now: Date): CaseClock =>
  started(clock === null || wasDecided ? NEW_CLOCK : stopped(clock, now), now)
