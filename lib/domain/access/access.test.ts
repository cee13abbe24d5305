import { describe, expect, it, test } from 'vitest'
import { type LinkState, linkState } from './access-link'
import { deviceName } from './device'
import { acceptLinkInput, changeRolesInput, invitePersonInput } from './inputs'
import { minPasswordLength, passwordLengthProblem } from './password'
import { judgePassword } from './password-strength'
import { ROLES, type Role } from './permissions'
import { gainsPower, hasPower, sameRoles, sortRoles } from './roles'

describe('roles', () => {
  it('approve or administer, or do neither', () => {
    expect(ROLES.filter((role) => hasPower([role]))).toEqual(['underwriter', 'finance', 'admin'])
  })

  it.each<[before: Role[], after: Role[], gains: boolean]>([
    [[], ['onboarding', 'auditor'], false],
    [[], ['finance'], true],
    [['onboarding'], ['onboarding', 'underwriter'], true],
    [['finance'], ['underwriter'], true],
    [['finance', 'admin'], ['finance'], false],
    [['admin'], ['admin', 'auditor'], false],
    [['auditor'], ['admin'], true],
  ])('from %j to %j needs a second admin: %s', (before, after, gains) => {
    expect(gainsPower(before, after)).toBe(gains)
  })

  it('are each once, in one order', () => {
    expect(sortRoles(['auditor', 'onboarding', 'auditor'])).toEqual(['onboarding', 'auditor'])
    expect(sameRoles(['auditor', 'onboarding'], ['onboarding', 'auditor'])).toBe(true)
    expect(sameRoles(['auditor'], ['onboarding', 'auditor'])).toBe(false)
  })
})

const NOW = new Date('2026-07-01T12:00:00Z')
const later = new Date(NOW.getTime() + 1)
const LINK = { expiresAt: later, usedAt: null, voidedAt: null, needsConsent: false, consentedAt: null }

test.each<[string, Partial<Parameters<typeof linkState>[0]>, LinkState]>([
  ['new', {}, 'open'],
  ['at its end', { expiresAt: NOW }, 'expired'],
  ['used', { usedAt: NOW, expiresAt: NOW }, 'used'],
  ['revoked', { voidedAt: NOW }, 'voided'],
  ['without the consent it needs', { needsConsent: true }, 'waiting'],
  ['expired without consent', { needsConsent: true, expiresAt: NOW }, 'expired'],
  ['with consent', { needsConsent: true, consentedAt: NOW }, 'open'],
])('a link that is %s', (_, change, state) => {
  expect(linkState({ ...LINK, ...change }, NOW)).toBe(state)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1', 'Chrome on iOS'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  ['curl/8.9', 'Unknown device'],
  ['', 'Unknown device'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

describe('a password', () => {
  const person = { email: 'nora.journey@company.test', name: 'Nora Journey' }
  it.each([
    'passwordpassword',
    'aaaaaaaaaaaaaaaa',
    'qwertyuiopasdfgh',
    'abcabcabcabcabcabc',
    'demo-desk-2026!',
    'nora.journey@company.test',
    'noranoranoranora',
  ])('%s is refused: attackers try it first', async (password) => {
    expect(await judgePassword(password, person)).toMatchObject({ isListed: true })
  })
  it.each(['tangerine wheelbarrow', 'correct horse battery staple', 'q7#fLz0pW2xkM9v'])(
    '%s is taken',
    async (password) => {
      expect(await judgePassword(password, person)).toMatchObject({ isListed: false })
    },
  )
})

describe('what is typed', () => {
  it('is an address in lower case, without spaces round it', () => {
    expect(invitePersonInput.parse({ email: '  Nora@Company.TEST ', roles: ['auditor'] }).email).toBe(
      'nora@company.test',
    )
    for (const email of ['nora', 'nora@', 'a b@c.test', `${'x'.repeat(250)}@c.test`])
      expect(invitePersonInput.safeParse({ email, roles: ['auditor'] }).success, email).toBe(false)
  })
  it('names one role at least, and none that is unknown', () => {
    for (const roles of [[], ['root'], ['admin', '__proto__']])
      expect(invitePersonInput.safeParse({ email: 'a@b.test', roles }).success).toBe(false)
  })
  it.each([
    [15, 'where it is all that is shown', false, 'a'.repeat(14), 'a'.repeat(15)],
    [12, 'beside a second factor that is required', true, 'a'.repeat(11), 'a'.repeat(12)],
  ])('has a password of %i characters or more %s', (min, _, isFactorRequired, short, long) => {
    const minLength = minPasswordLength(isFactorRequired)
    expect(passwordLengthProblem(short, minLength)).toBe(`Use at least ${min} characters.`)
    expect(passwordLengthProblem(long, minLength)).toBeNull()
    expect(passwordLengthProblem('a'.repeat(257), minLength)).not.toBeNull()
  })
  it('has a password, and a name without control characters', () => {
    const given = { token: 'x', name: 'Nora', password: 'a'.repeat(15) }
    expect(acceptLinkInput.safeParse(given).success).toBe(true)
    expect(acceptLinkInput.safeParse({ ...given, password: 'a'.repeat(257) }).success).toBe(false)
    expect(acceptLinkInput.safeParse({ ...given, password: '' }).success).toBe(false)
    for (const name of ['N', 'Nora\u202eadmin', 'No\u0000ra', 'Ber\u200bta', 'Nora\u200f', 'No\u00adra'])
      expect(acceptLinkInput.safeParse({ ...given, name }).success, JSON.stringify(name)).toBe(false)
  })
  it('has a name in one spelling, with single spaces', () => {
    const nameOf = (name: string) =>
      acceptLinkInput.parse({ token: 'x', name, password: 'a'.repeat(15) }).name
    expect(nameOf('  Ren\u0065\u0301 \u00a0 \t Roe ')).toBe('Ren\u00e9 Roe')
  })
  it('carries no more than is asked for', () => {
    const given = {
      personId: crypto.randomUUID(),
      version: 1,
      roles: ['auditor'],
      active: false,
      email: 'x@y.test',
    }
    expect(Object.keys(changeRolesInput.parse(given))).toEqual(['personId', 'version', 'roles'])
  })
})
