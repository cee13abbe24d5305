import { can, POWERS, ROLES, type Role } from './permissions'

export const ROLE_LABELS: Readonly<Record<Role, { label: string; does: string }>> = {
  onboarding: { label: 'Onboarding', does: 'Fills in and submits applications, enters merchants' },
  underwriter: { label: 'Underwriter', does: 'Reviews and decides cases' },
  finance: { label: 'Finance', does: 'Prepares and approves funding, confirms merchants' },
  admin: { label: 'Admin', does: 'Manages people and settings' },
  auditor: {
    label: 'Auditor',
    does: 'Reads applications, funding and the audit log; can comment, not change',
  },
}

/** Whether these roles include any permission to approve or administer. */
export const hasPower = (roles: readonly Role[]): boolean => POWERS.some((power) => can(roles, power))

/** Whether the change adds such a permission, so that a second admin has to consent. */
export const gainsPower = (before: readonly Role[], after: readonly Role[]): boolean =>
  POWERS.some((power) => can(after, power) && !can(before, power))

/** Without duplicates, in display order. */
export const sortRoles = (roles: readonly Role[]): Role[] => ROLES.filter((role) => roles.includes(role))

export const sameRoles = (one: readonly Role[], other: readonly Role[]): boolean =>
  sortRoles(one).join() === sortRoles(other).join()

export const isAdmin = (roles: readonly Role[]): boolean => can(roles, 'admin:users')
