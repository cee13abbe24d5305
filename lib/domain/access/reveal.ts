import * as z from 'zod/mini'

/** Why people reveal a value. For anything else they write it. */
export const REVEAL_REASONS = [
  'Compare with a document',
  'Confirm with the applicant',
  'Answer a question from the partner',
  'Check the MATCH list or sanctions lists',
] as const

export const MIN_REVEAL_WORDS = 10

/** A reason of the list, or at least ten characters. */
export const revealReason = z.string().check(
  z.trim(),
  z.maxLength(500, 'Use at most 500 characters.'),
  z.refine(
    (reason) => REVEAL_REASONS.some((known) => known === reason) || reason.length >= MIN_REVEAL_WORDS,
    `Choose a reason, or describe it in at least ${MIN_REVEAL_WORDS} characters.`,
  ),
)

/** Values are shown to whom the application is assigned, and to whoever has claimed its open case. */
export const isOwnWork = (
  personId: string,
  { assigneeId, claimedBy }: { assigneeId: string | null; claimedBy: string | null },
): boolean => personId === assigneeId || personId === claimedBy

const HOUR_MS = 3_600_000

export const hourBefore = (now: Date): Date => new Date(now.getTime() - HOUR_MS)

/**
 * What revealing some more values asks for. `beyond`: they go above the limit, which admins hear of. `confirm`: a second
 * factor has to be shown first. `wait`: there is none to show, so until enough of the last hour are an hour old.
 * `too-many`: never together.
 */
export type RevealRoom = { kind: 'free' | 'beyond' | 'confirm' | 'too-many' } | { kind: 'wait'; until: Date }

/**
 * `revealed`: a moment for each value that this person saw, also where several were shown at once; `more`: how many they
 * ask for now. A second factor that was shown makes room for `limit` more.
 */
export function revealRoom({
  revealed,
  factorAt,
  limit,
  more,
  now,
}: {
  revealed: readonly Date[]
  factorAt: Date | null
  limit: number
  more: number
  now: Date
}): RevealRoom {
  if (more > limit) return { kind: 'too-many' }
  const lately = revealed
    .map((at) => at.getTime())
    .filter((at) => at > hourBefore(now).getTime())
    .sort((one, other) => other - one)
  const oldest = lately[limit - more]
  if (oldest === undefined) return { kind: 'free' }
  if (factorAt === null) return { kind: 'wait', until: new Date(oldest + HOUR_MS) }
  const since = lately.filter((at) => at > factorAt.getTime()).length
  return { kind: since + more <= limit ? 'beyond' : 'confirm' }
}
