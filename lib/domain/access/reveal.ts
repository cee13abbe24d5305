import * as z from 'zod/mini'
import { can, type Role } from './permissions'

/** The usual reasons for revealing a value. For any other, the person writes it. */
export const REVEAL_REASONS = [
  'Compare with a document',
  'Confirm with the applicant',
  'Answer a question from the partner',
  'Check the MATCH list or sanctions lists',
] as const

export const MIN_REVEAL_WORDS = 10

/** A reason from the list, or at least ten characters. */
export const revealReason = z.string().check(
  z.trim(),
  z.maxLength(500, 'Use at most 500 characters.'),
  z.refine(
    (reason) => REVEAL_REASONS.some((known) => known === reason) || reason.length >= MIN_REVEAL_WORDS,
    `Choose a reason, or describe it in at least ${MIN_REVEAL_WORDS} characters.`,
  ),
)

/** Values are shown to the application's assignee and to the underwriter who claimed its open case. */
export const isOwnWork = (
  personId: string,
  { assigneeId, claimedBy }: { assigneeId: string | null; claimedBy: string | null },
): boolean => personId === assigneeId || personId === claimedBy

/**
 * Why this person cannot open the documents of an application; null if they can. A document shows at least as much as
 * revealing a masked value, so both are allowed on the same work. Auditors open any document if the setting allows it.
 */
export function whyDocumentsStayClosed(
  { id, roles }: { id: string; roles: readonly Role[] },
  work: {
    assigneeId: string | null
    claimedBy: string | null
    isCaseOpen: boolean
    /** Whether this person worked on the application: they cannot take its case. */
    hasWorked: boolean
  },
  { auditorsOpenDocuments }: { auditorsOpenDocuments: boolean },
): string | null {
  if (can(roles, 'documents:audit') && auditorsOpenDocuments) return null
  if (can(roles, 'sensitive:reveal')) {
    if (isOwnWork(id, work)) return null
    if (can(roles, 'underwriting:work') && work.isCaseOpen && !work.hasWorked)
      return work.claimedBy === null
        ? 'Claim this case to open its documents.'
        : 'Only the underwriter who claimed this case can open its documents. Assign the case to yourself first.'
    if (can(roles, 'underwriting:work') && work.isCaseOpen)
      return `You worked on this application, so you cannot take its case. ${
        can(roles, 'applications:write')
          ? 'Assign the application to yourself to open its documents.'
          : 'The underwriter who claims it can open its documents.'
      }`
    if (can(roles, 'applications:write'))
      return 'Only the person this application is assigned to can open its documents. Assign it to yourself first.'
    return 'Underwriters open documents while they have the case. Ask the person this application is assigned to.'
  }
  if (can(roles, 'documents:audit'))
    return 'Auditors cannot open documents now. Ask an admin to allow it in Settings, under Sensitive data.'
  return 'Documents open only for the people who work on the application: its assignee and the underwriter who claimed its case.'
}

const HOUR_MS = 3_600_000

export const hourBefore = (now: Date): Date => new Date(now.getTime() - HOUR_MS)

/**
 * Whether more values can be revealed now. `beyond`: yes, but above the limit, so admins are told. `confirm`: after a
 * second factor. `wait`: the person has no second factor, so only once enough earlier reveals are an hour old.
 * `too-many`: never this many at once.
 */
export type RevealRoom = { kind: 'free' | 'beyond' | 'confirm' | 'too-many' } | { kind: 'wait'; until: Date }

/**
 * `revealed`: one moment for each value that this person saw, including values shown together; `more`: how many they
 * ask for now. Confirming a second factor allows `limit` more.
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
