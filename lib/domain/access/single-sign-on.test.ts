import { describe, expect, test } from 'vitest'
import { isKnownByEmail, isOpenWithoutProvider, readProviderClaims, rolesOfGroups } from './single-sign-on'

const claims = { iss: 'https://id.example', sub: 'u-1' }

describe('what the provider says of a person', () => {
  test('needs an issuer and a subject; everything else may be missing or of another kind', () => {
    expect(readProviderClaims({ ...claims, email: 5, name: [], groups: 'admins' }, 'groups')).toEqual({
      issuer: 'https://id.example',
      subject: 'u-1',
      email: null,
      isVerified: false,
      name: null,
      groups: [],
    })
    expect(() => readProviderClaims({ iss: 'https://id.example' }, 'groups')).toThrow()
    expect(() => readProviderClaims({ ...claims, sub: '' }, 'groups')).toThrow()
  })

  test('lowercases the email, and trims the email and the name', () => {
    const read = (email: string, name: string) => readProviderClaims({ ...claims, email, name }, 'groups')
    expect(read(' Ana@Desk.TEST ', '  Ana Roe ')).toMatchObject({ email: 'ana@desk.test', name: 'Ana Roe' })
    expect(read(' ', ' ')).toMatchObject({ email: null, name: null })
  })

  test('has its groups under the claim that was named', () => {
    expect(readProviderClaims({ ...claims, roles: ['a'], groups: ['b'] }, 'roles').groups).toEqual(['a'])
  })

  test.each([
    [true, true],
    ['true', false],
    [1, false],
    [undefined, false],
  ])('email_verified %j is verified: %j', (email_verified, isVerified) => {
    expect(readProviderClaims({ ...claims, email_verified }, 'groups').isVerified).toBe(isVerified)
  })
})

test('only a verified email in a listed domain says who somebody is', () => {
  const isKnown = (email: string | null, isVerified = true) =>
    isKnownByEmail({ domains: ['desk.test'] }, { email, isVerified })
  expect(isKnown('ana@desk.test')).toBe(true)
  expect(isKnown('ana@desk.test', false)).toBe(false)
  for (const other of [null, 'ana@sub.desk.test', 'ana@evildesk.test', 'ana@desk.test@else.test', 'desk'])
    expect(isKnown(other), String(other)).toBe(false)
})

test('groups give the roles that were named for them, and names of JavaScript give none', () => {
  const groups = { uw: ['underwriter'], all: ['auditor', 'underwriter'] } as const
  expect(rolesOfGroups(groups, ['all', 'uw', 'other'])).toEqual(['underwriter', 'auditor'])
  expect(rolesOfGroups(groups, ['__proto__', 'constructor'])).toEqual([])
})

test('without the provider all may sign in, or the emergency account alone', () => {
  const sso = { issuer: '', domains: [], groups: null, groupsClaim: 'groups', breakGlass: null }
  expect(isOpenWithoutProvider(null, 'ana@desk.test')).toBe(true)
  expect(isOpenWithoutProvider(sso, 'ana@desk.test')).toBe(true)
  const only = { ...sso, breakGlass: 'root@desk.test' }
  expect(isOpenWithoutProvider(only, 'root@desk.test')).toBe(true)
  expect(isOpenWithoutProvider(only, 'ana@desk.test')).toBe(false)
})
