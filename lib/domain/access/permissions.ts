export const ROLES = ['onboarding', 'underwriter', 'finance', 'admin', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/**
 * Every permission. `power`: it approves other people's work or administers the desk. If there are two admins, one
 * alone cannot grant it.
 */
const TABLE = {
  /** That applications exist, who they are assigned to, and their status. */
  'applications:read': { power: false },
  /** The content about the merchant and its people, with identities masked. */
  'applicants:read': { power: false },
  'applications:write': { power: false },
  'applications:submit': { power: false },
  /** See which documents there are. Who can open them depends on whose work it is: `whyDocumentsStayClosed`. */
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
  /** Open every document while the setting allows it. */
  'documents:audit': { power: false },
  'sandbox:control': { power: true },
  /** A person's own name, password and sessions. Everyone has it. */
  'account:own': { power: false },
} as const satisfies Record<string, { power: boolean }>
export type Permission = keyof typeof TABLE

const isPermission = (name: string): name is Permission => name in TABLE
export const PERMISSIONS: readonly Permission[] = Object.keys(TABLE).filter(isPermission)
export const POWERS: readonly Permission[] = PERMISSIONS.filter((name) => TABLE[name].power)

/**
 * Which role has which permission; pages, actions and route handlers all ask here. The four-eyes rule (the creator of a
 * batch cannot approve it, the editor of an application cannot decide it) depends on the record, and is checked there.
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
  // Administers the desk. Being an admin alone decides no case and moves no money.
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
    'documents:audit',
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
