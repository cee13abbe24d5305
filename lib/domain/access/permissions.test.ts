import { describe, expect, it } from 'vitest'
import { can, isRole, PERMISSIONS, POWERS, ROLES } from './permissions'

const grantsOf = (...roles: string[]) => PERMISSIONS.filter((permission) => can(roles, permission))

describe('permissions', () => {
  it('approve or administer where the table says so: each such needs a second admin', () => {
    expect(POWERS).toEqual([
      'underwriting:decide',
      'merchants:confirm',
      'funding:approve',
      'admin:users',
      'admin:settings',
      'sandbox:control',
    ])
  })

  it('everybody keeps their own account', () => {
    for (const role of ROLES) expect(can([role], 'account:own')).toBe(true)
  })

  it('an auditor reads everything (documents, where the setting allows it) and writes nothing but their own account', () => {
    const reads = PERMISSIONS.filter((permission) => permission.endsWith(':read'))
    expect(grantsOf('auditor')).toEqual([...reads, 'documents:audit', 'account:own'])
  })

  it('onboarding fills and submits applications, and decides nothing', () => {
    expect(grantsOf('onboarding')).toEqual([
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
      'account:own',
    ])
  })

  it('only underwriters decide cases, and they edit no applications', () => {
    expect(ROLES.filter((role) => can([role], 'underwriting:decide'))).toEqual(['underwriter'])
    expect(can(['underwriter'], 'applications:write')).toBe(false)
    expect(can(['underwriter'], 'applications:submit')).toBe(false)
    // They accept and reject documents; adding or removing one would make the application their own work.
    expect(ROLES.filter((role) => can([role], 'documents:write'))).toEqual(['onboarding'])
  })

  it('only finance prepares and approves funding', () => {
    expect(ROLES.filter((role) => can([role], 'funding:write'))).toEqual(['finance'])
    expect(ROLES.filter((role) => can([role], 'funding:approve'))).toEqual(['finance'])
  })

  it('finance sees how applications stand, and nothing that they say of people', () => {
    expect(ROLES.filter((role) => !can([role], 'applicants:read'))).toEqual(['finance'])
    for (const permission of ['documents:read', 'sensitive:reveal', 'underwriting:read'] as const)
      expect(can(['finance'], permission)).toBe(false)
  })

  it('finance and onboarding enter merchants, and only finance confirms them', () => {
    expect(ROLES.filter((role) => can([role], 'merchants:write'))).toEqual(['onboarding', 'finance'])
    expect(ROLES.filter((role) => can([role], 'merchants:confirm'))).toEqual(['finance'])
  })

  it('only finance and onboarding make payment links', () => {
    expect(ROLES.filter((role) => can([role], 'links:write'))).toEqual(['onboarding', 'finance'])
  })

  it('only finance has both permissions that setting an amount needs', () => {
    const both = ROLES.filter((role) => can([role], 'callbacks:reprocess') && can([role], 'funding:write'))
    expect(both).toEqual(['finance'])
  })

  it('only an admin keeps users, settings and the sandbox', () => {
    for (const permission of ['admin:users', 'admin:settings', 'sandbox:control'] as const) {
      expect(ROLES.filter((role) => can([role], permission))).toEqual(['admin'])
    }
  })

  it('several roles add up', () => {
    expect(grantsOf('finance', 'auditor')).toEqual(
      PERMISSIONS.filter((permission) => can(['finance'], permission) || can(['auditor'], permission)),
    )
  })

  it('no role and an unknown role grant nothing', () => {
    expect(grantsOf()).toEqual([])
    expect(grantsOf('root', 'constructor', 'Admin', '')).toEqual([])
    expect(isRole('__proto__')).toBe(false)
  })
})
