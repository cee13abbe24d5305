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

/** Whether these roles approve or administer anything. */
export const hasPower = (roles: readonly Role[]): boolean => POWERS.some((power) => can(roles, power))

/** Whether the change gives approval or administration that was not there: a second admin has to consent. */
export const gainsPower = (before: readonly Role[], after: readonly Role[]): boolean =>
  POWERS.some((power) => can(after, power) && !can(before, power))

/** Each once, in the order in which they are shown. */
export const sortRoles = (roles: readonly Role[]): Role[] => ROLES.filter((role) => roles.includes(role))

export const sameRoles = (one: readonly Role[], other: readonly Role[]): boolean =>
  sortRoles(one).join() === sortRoles(other).join()

export const isAdmin = (roles: readonly Role[]): boolean => can(roles, 'admin:users')
