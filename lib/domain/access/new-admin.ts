import type { AuditAction } from './audit-action'
import type { Role } from './permissions'
import { isAdmin } from './roles'

/**
 * So long whoever made a person an admin does not have them as their second person: an approval by somebody one has
 * just let in is one's own. Long enough for the others to read of the new admin, over a weekend too.
 */
export const NEW_ADMIN_DAYS = 3
const NEW_ADMIN_MS = NEW_ADMIN_DAYS * 86_400_000

/** The changes after which somebody can be an admin who was none. */
export const MAY_MAKE_ADMIN = [
  'person-roles-changed',
  'person-reactivated',
  'person-invitation-accepted',
] as const satisfies readonly AuditAction[]

/** As the audit log has a change. */
export type AdminFacts = {
  action: AuditAction
  actorId: string | null
  detail: Record<string, unknown>
}

const holdsAdmin = (roles: unknown): boolean => Array.isArray(roles) && isAdmin(roles as Role[])

/** Whether somebody became an admin with this change. */
export function makesAdmin(action: AuditAction, { before, after, roles }: Record<string, unknown>): boolean {
  if (action === 'person-roles-changed') return holdsAdmin(after) && !holdsAdmin(before)
  return MAY_MAKE_ADMIN.some((known) => known === action) && holdsAdmin(roles)
}

/** From when on a person may approve what `proposerId` proposes; null if they may now. `changes`: of this person. */
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
