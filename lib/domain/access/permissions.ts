export const ROLES = ['onboarding', 'underwriter', 'finance', 'admin', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/**
 * Everything that can be allowed. `power`: it approves what others did, or rules the desk, and nobody gets it by one
 * admin alone where there are two.
 */
const TABLE = {
  /** That they are there, whose they are, and how they stand. */
  'applications:read': { power: false },
  /** What they say of the merchant and its people, with identities masked. */
  'applicants:read': { power: false },
  'applications:write': { power: false },
  'applications:submit': { power: false },
  'documents:read': { power: false },
  'documents:write': { power: false },
  'sensitive:reveal': { power: false },
  'underwriting:read': { power: false },
  'underwriting:work': { power: false },
  'underwriting:decide': { power: true },
  'merchants:read': { power: false },
  'merchants:write': { power: false },
  'merchants:confirm': { power: true },
  'funding:read': { power: false },
  'funding:write': { power: false },
  'funding:approve': { power: true },
  'callbacks:read': { power: false },
  'callbacks:reprocess': { power: false },
  'links:write': { power: false },
  'admin:users': { power: true },
  'admin:settings': { power: true },
  'audit:read': { power: false },
  'sandbox:control': { power: true },
  /** One's own name, password and sessions: everybody's. */
  'account:own': { power: false },
} as const satisfies Record<string, { power: boolean }>
export type Permission = keyof typeof TABLE

const isPermission = (name: string): name is Permission => name in TABLE
export const PERMISSIONS: readonly Permission[] = Object.keys(TABLE).filter(isPermission)
export const POWERS: readonly Permission[] = PERMISSIONS.filter((name) => TABLE[name].power)

/**
 * Who may do what; pages, actions and route handlers all ask here. Four eyes (the creator of a batch
 * cannot approve it, the editor of an application cannot decide it) depends on the record, and is
 * asked where the record is.
 */
const GRANTS: Readonly<Record<Role, readonly Permission[]>> = {
  onboarding: [
    'applications:read',
    'applicants:read',
    'applications:write',
    'applications:submit',
    'documents:read',
    'documents:write',
    'sensitive:reveal',
    'merchants:read',
    'merchants:write',
    'callbacks:read',
    'links:write',
  ],
  underwriter: [
    'applications:read',
    'applicants:read',
    'documents:read',
    'documents:write',
    'sensitive:reveal',
    'underwriting:read',
    'underwriting:work',
    'underwriting:decide',
    'merchants:read',
    'callbacks:read',
  ],
  finance: [
    'applications:read',
    'merchants:read',
    'merchants:write',
    'merchants:confirm',
    'funding:read',
    'funding:write',
    'funding:approve',
    'callbacks:read',
    'callbacks:reprocess',
    'links:write',
  ],
  // Runs the house, and decides no case and moves no money by that alone.
  admin: [
    'applications:read',
    'applicants:read',
    'documents:read',
    'underwriting:read',
    'merchants:read',
    'funding:read',
    'callbacks:read',
    'callbacks:reprocess',
    'admin:users',
    'admin:settings',
    'audit:read',
    'sandbox:control',
  ],
  auditor: [
    'applications:read',
    'applicants:read',
    'documents:read',
    'underwriting:read',
    'merchants:read',
    'funding:read',
    'callbacks:read',
    'audit:read',
  ],
}

export const isRole = (role: string): role is Role => ROLES.some((known) => known === role)

/** Whether any of the person's roles grants the permission. Unknown roles grant nothing. */
export const can = (roles: readonly string[], permission: Permission): boolean =>
  roles.some((role) => isRole(role) && (permission === 'account:own' || GRANTS[role].includes(permission)))
