export const ROLES = ['onboarding', 'underwriter', 'finance', 'admin', 'auditor'] as const
export type Role = (typeof ROLES)[number]

export const PERMISSIONS = [
  'applications:read',
  'applications:write',
  'applications:submit',
  'documents:read',
  'documents:write',
  'sensitive:reveal',
  'underwriting:read',
  'underwriting:work',
  'underwriting:decide',
  'merchants:read',
  'merchants:write',
  'merchants:confirm',
  'funding:read',
  'funding:write',
  'funding:approve',
  'callbacks:read',
  'callbacks:reprocess',
  'links:write',
  'admin:users',
  'admin:settings',
  'audit:read',
  'sandbox:control',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/**
 * Who may do what; pages, actions and route handlers all ask here. Four eyes (the creator of a batch
 * cannot approve it, the editor of an application cannot decide it) depends on the record, and is
 * asked where the record is.
 */
const GRANTS: Readonly<Record<Role, readonly Permission[]>> = {
  onboarding: [
    'applications:read',
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
  roles.some((role) => isRole(role) && GRANTS[role].includes(permission))
