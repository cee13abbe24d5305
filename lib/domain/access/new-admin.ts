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
] as const satisfies readonly AuditAction[]

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
