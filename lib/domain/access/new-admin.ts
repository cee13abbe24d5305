import type { AuditAction } from './audit-action'
import type { Role } from './permissions'
import { isAdmin } from './roles'

/**
 * How long a new admin cannot approve proposals of the people who made them an admin: otherwise one admin could create
 * an accomplice, or a second account, to approve their own proposals. Leaves the others time to notice, even over a
 * weekend.
 */
export const NEW_ADMIN_DAYS = 3
const NEW_ADMIN_MS = NEW_ADMIN_DAYS * 86_400_000

/** The actions that can make somebody an admin. */
export const MAY_MAKE_ADMIN = [
  'person-roles-changed',
  'person-reactivated',
  'person-invitation-accepted',
  'person-made-by-provider',
] as const satisfies readonly AuditAction[]

/** The changes that can end somebody's role as an admin. */
const MAY_END_ADMIN = ['person-roles-changed', 'person-deactivated'] as const satisfies readonly AuditAction[]

/** All changes that the functions below read. */
export const ADMIN_CHANGES: readonly AuditAction[] = [...new Set([...MAY_MAKE_ADMIN, ...MAY_END_ADMIN])]

/** How far back the audit log is read: whoever left within 3 days counts as they did on that day. */
export const ADMIN_CHANGES_MS = 2 * NEW_ADMIN_MS

/** A change as it is in the audit log. */
export type AdminFacts = {
  action: AuditAction
  actorId: string | null
  detail: Record<string, unknown>
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

/** When a person may start to approve proposals of `proposerId`; null if they already may. `changes`: to this person. */
export function approvesFrom(
  changes: readonly (AdminFacts & { at: Date })[],
  proposerId: string,
  now: Date,
): Date | null {
  const until = changes
    .filter(
      ({ action, actorId, detail }) =>
        makesAdmin(action, detail) &&
        [actorId, detail.proposedBy, detail.invitedBy, detail.consentedBy].includes(proposerId),
    )
    .map(({ at }) => at.getTime() + NEW_ADMIN_MS)
  const latest = Math.max(...until)
  return latest > now.getTime() ? new Date(latest) : null
}

/**
 * Until when somebody who is no admin any more still counts as the second person whom `actorId` has; null if they do
 * not. Otherwise one admin removes the other, changes the rules alone, and brings them back. Who left by themselves
 * counts the same, and who was no second person for them when they left does not. `changes`: of the one who left,
 * oldest first.
 */
export function countsUntil(
  changes: readonly (AdminFacts & { at: Date })[],
  actorId: string,
  now: Date,
): Date | null {
  const until = changes
    .filter(
      ({ action, detail, at }, n) =>
        endsAdmin(action, detail) && approvesFrom(changes.slice(0, n), actorId, at) === null,
    )
    .map(({ at }) => at.getTime() + NEW_ADMIN_MS)
  const latest = Math.max(...until)
  return latest > now.getTime() ? new Date(latest) : null
}

/** Why a change waits although there is no other admin. `until`: in words. */
export const leftWords = (name: string, until: string): string =>
  `${name} stopped being an admin less than ${NEW_ADMIN_DAYS} days ago, so you cannot yet change alone what takes two admins. It waits for another admin; from ${until} you can make the change alone.`

/** Why nobody sets a new password for them without a third admin, as for an admin. */
export const leftPasswordWords = (name: string, until: string): string =>
  `${name} stopped being an admin less than ${NEW_ADMIN_DAYS} days ago, so a new password for them needs a third admin until ${until}.`

/** Why a new admin cannot approve yet what this person proposed. `hasOther`: somebody else can. */
export const noSecondWords = (proposer: string, until: string, hasOther: boolean): string =>
  `${proposer} made you an admin less than ${NEW_ADMIN_DAYS} days ago, so you cannot approve their changes until ${until}. ${hasOther ? 'Another admin can.' : 'Until then no one can.'}`

/** Why the only other admin cannot approve what this person proposes yet, who has just made them one. */
export const barredWords = (name: string, until: string): string =>
  `You made ${name} an admin less than ${NEW_ADMIN_DAYS} days ago, so they cannot approve your changes until ${until}. Until then no one can.`

/** Where nobody is left to approve a proposal. */
export const NOBODY_LEFT =
  'There is no other admin to approve it. Withdraw it, and make the change again: it then counts at once.'
