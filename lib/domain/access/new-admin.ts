import type { AuditAction } from './audit-action'
import type { Role } from './permissions'
import { isAdmin } from './roles'

/**
 * How long a new admin and the people who made them one cannot approve each other's proposals: otherwise one admin could
 * create an accomplice, or a second account, to be two people. Leaves the others time to notice, even over a weekend.
 */
export const NEW_ADMIN_DAYS = 3
export const NEW_ADMIN_MS = NEW_ADMIN_DAYS * 86_400_000

/** The actions that can make somebody an admin. */
export const MAY_MAKE_ADMIN = [
  'person-roles-changed',
  'person-reactivated',
  'person-invitation-accepted',
  'person-made-by-provider',
] as const satisfies readonly AuditAction[]

/** The changes that can end somebody's role as an admin. */
export const MAY_END_ADMIN = [
  'person-roles-changed',
  'person-deactivated',
] as const satisfies readonly AuditAction[]

/** All changes that the functions below read. */
export const ADMIN_CHANGES: readonly AuditAction[] = [...new Set([...MAY_MAKE_ADMIN, ...MAY_END_ADMIN])]

/** A change as it is in the audit log. `personId`: whose role it changed. */
export type AdminChange = {
  action: AuditAction
  actorId: string | null
  personId: string
  detail: Record<string, unknown>
  at: Date
}

const holdsAdmin = (roles: unknown): boolean => Array.isArray(roles) && isAdmin(roles as Role[])

/** Whether this change made somebody an admin. */
export function makesAdmin(action: AuditAction, { before, after, roles }: Record<string, unknown>): boolean {
  if (action === 'person-roles-changed') return holdsAdmin(after) && !holdsAdmin(before)
  return MAY_MAKE_ADMIN.some((known) => known === action) && holdsAdmin(roles)
}

/** Whether an admin stopped being one with this change. */
export function endsAdmin(action: AuditAction, { before, after, roles }: Record<string, unknown>): boolean {
  if (action === 'person-roles-changed') return holdsAdmin(before) && !holdsAdmin(after)
  return action === 'person-deactivated' && holdsAdmin(roles)
}

/** Who made a person an admin with this change, besides themselves; empty where it made none. */
function makersIn({ action, actorId, detail, personId }: AdminChange): string[] {
  if (!makesAdmin(action, detail)) return []
  return [actorId, detail.proposedBy, detail.invitedBy, detail.consentedBy].filter(
    (maker): maker is string => typeof maker === 'string' && maker !== personId,
  )
}

/** Who made this person an admin, and until when that counts. `changes`: of anybody. */
function makersOf(changes: readonly AdminChange[], personId: string): Map<string, number> {
  const until = new Map<string, number>()
  for (const change of changes) {
    if (change.personId !== personId) continue
    for (const maker of makersIn(change))
      until.set(maker, Math.max(until.get(maker) ?? 0, change.at.getTime() + NEW_ADMIN_MS))
  }
  return until
}

/** Why one admin cannot approve yet what another proposes. */
export type NoSecond = {
  from: Date
  because: 'proposer-made-approver' | 'approver-made-proposer' | 'same-maker'
}

/**
 * Why an admin is no second person for a proposer yet; null if they are. Whoever just became an admin and the people
 * who made them one do not approve each other's proposals, and neither do two new admins with the same maker: one
 * person could hold all of these accounts. Where no second person is needed, an admin applies their own proposal.
 */
export function whyNoSecond(
  changes: readonly AdminChange[],
  { approverId, proposerId }: { approverId: string; proposerId: string },
  now: Date,
): NoSecond | null {
  if (approverId === proposerId) return null
  const [ofApprover, ofProposer] = [makersOf(changes, approverId), makersOf(changes, proposerId)]
  const found = [
    { until: ofApprover.get(proposerId), because: 'proposer-made-approver' as const },
    { until: ofProposer.get(approverId), because: 'approver-made-proposer' as const },
    ...[...ofApprover].map(([maker, until]) => ({
      until: Math.min(until, ofProposer.get(maker) ?? 0),
      because: 'same-maker' as const,
    })),
  ].flatMap(({ until, because }) =>
    until && until > now.getTime() ? [{ from: new Date(until), because }] : [],
  )
  return found.toSorted((one, other) => other.from.getTime() - one.from.getTime())[0] ?? null
}

/**
 * Until when somebody who is no admin any more still counts as the second person whom `actorId` has; null if they do
 * not. Otherwise one admin removes the other, changes the rules alone, and brings them back. Who left by themselves
 * counts the same. Only whom this admin had just made an admin does not: somebody else who cannot approve yet counts,
 * or a new admin would remove whoever made them one, and be alone at once. Who was only brought back, within 3 days of
 * an end that counted, was not made one: otherwise the second person could be there nearly all the time, and not count
 * when they are removed again. `changes`: all of the one who left, oldest first.
 */
export function countsUntil(changes: readonly AdminChange[], actorId: string, now: Date): Date | null {
  let counts = 0
  let isOwnUntil = 0
  for (const change of changes) {
    const at = change.at.getTime()
    if (makersIn(change).includes(actorId) && at >= counts) isOwnUntil = at + NEW_ADMIN_MS
    if (endsAdmin(change.action, change.detail) && at >= isOwnUntil) counts = at + NEW_ADMIN_MS
  }
  return counts > now.getTime() ? new Date(counts) : null
}

/** Why a change waits although there is no other admin. `until`: in words. */
export const leftWords = (name: string, until: string): string =>
  `${name} stopped being an admin less than ${NEW_ADMIN_DAYS} days ago, so you cannot yet change alone what takes two admins. It waits for another admin; from ${until} you can make the change alone.`

/** Why nobody sets a new password for them without a third admin, as for an admin. */
export const leftPasswordWords = (name: string, until: string): string =>
  `${name} stopped being an admin less than ${NEW_ADMIN_DAYS} days ago, so a new password for them needs a third admin until ${until}.`

/** Why this admin cannot approve yet what `proposer` proposed. `hasOther`: another admin can. */
export const noSecondWords = (
  proposer: string,
  { because, until, hasOther }: { because: NoSecond['because']; until: string; hasOther: boolean },
): string => {
  const why = {
    'proposer-made-approver': `${proposer} made you an admin`,
    'approver-made-proposer': `You made ${proposer} an admin`,
    'same-maker': `The same admin made you and ${proposer} admins`,
  }[because]
  return `${why} less than ${NEW_ADMIN_DAYS} days ago, so you cannot approve their changes until ${until}. ${hasOther ? 'Another admin can.' : 'Until then no one can.'}`
}

/** Why `name`, the first admin who will be able to, cannot approve yet what this admin proposes. */
export const barredWords = (
  name: string,
  { because, until }: { because: NoSecond['because']; until: string },
): string => {
  const why = {
    'proposer-made-approver': `You made ${name} an admin`,
    'approver-made-proposer': `${name} made you an admin`,
    'same-maker': `The same admin made you and ${name} admins`,
  }[because]
  return `${why} less than ${NEW_ADMIN_DAYS} days ago, so they cannot approve your changes until ${until}. Until then no one can.`
}

/** Where no other admin is left, nor counts any more, to approve what this one proposed. */
export const APPLY_ALONE = 'There is no other admin any more, so you can apply what waits alone.'
