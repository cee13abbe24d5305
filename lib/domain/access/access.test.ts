import { describe, expect, it, test } from 'vitest'
import { type LinkState, linkState } from './access-link'
import { isMerchantAction } from './audit-action'
import { deviceName } from './device'
import { proofInput, totpInput } from './factor-inputs'
import { acceptLinkInput, changeRolesInput, changeTimeZoneInput, invitePersonInput } from './inputs'
import { linkMail } from './link-mail'
import { minPasswordLength, passwordLengthProblem } from './password'
import { judgePassword } from './password-strength'
import { ROLES, type Role } from './permissions'
import { gainsPower, hasPower, isAdmin, sameRoles, sortRoles } from './roles'

describe('roles', () => {
  it('approve or administer, or do neither', () => {
    expect(ROLES.filter((role) => hasPower([role]))).toEqual(['underwriter', 'finance', 'admin'])
  })

  it('make somebody an admin only with the role Admin', () => {
    expect(ROLES.filter((role) => isAdmin([role]))).toEqual(['admin'])
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
  ['Mozilla/5.0 (X11; FreeBSD amd64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox'],
  ['SomeReader/2.0 (Windows NT 10.0)', 'Windows'],
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
    'journeyjourney',
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

test('a password made of the person’s name or email is rated easy to guess', async () => {
  const others = { email: 'ana@company.test', name: 'Ana Roe' }
  for (const theirs of [
    { ...others, email: 'z.quillifer@company.test' },
    { ...others, name: 'Zyxandra Quillifer' },
    { ...others, name: 'Quillifer - Roe' },
  ])
    expect(await judgePassword('quilliferquillifer', theirs)).toEqual({ score: 1, isListed: true })
  // A score of 2 out of 4 is accepted.
  expect(await judgePassword('quilliferquillifer', others)).toEqual({ score: 2, isListed: false })
})

describe('the email with a link', () => {
  const mail = { by: 'Nora Roe', link: 'https://desk.test/l#x', expiresAt: new Date('2026-07-08T12:05:00Z') }
  const lastLine = 'If you did not expect this, do not open it, and tell an admin of the desk.'
  it('invites, and says until when the link works', () => {
    expect(linkMail({ ...mail, kind: 'invitation', waits: false })).toEqual({
      subject: 'Your invitation to PayFac Desk',
      text: [
        'Nora Roe invited you to PayFac Desk.',
        'Open this link to set your name and password. It works once, until Jul 8, 2026, 12:05 PM UTC:',
        'https://desk.test/l#x',
        `${lastLine}\n`,
      ].join('\n\n'),
    })
  })
  it('is for a new password, and says what it waits for', () => {
    expect(linkMail({ ...mail, kind: 'new-password', waits: true })).toEqual({
      subject: 'Your new password for PayFac Desk',
      text: [
        'Nora Roe created a link for your account.',
        'Open this link to set a new password. It works once, until Jul 8, 2026, 12:05 PM UTC:',
        'https://desk.test/l#x',
        'It opens once another admin approves it.',
        `${lastLine}\n`,
      ].join('\n\n'),
    })
  })
})

test('actions on a merchant are distinguished from other logged actions', () => {
  expect(isMerchantAction('merchant-confirmed')).toBe(true)
  expect(isMerchantAction('signed-in')).toBe(false)
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
    expect(passwordLengthProblem('a'.repeat(256), minLength)).toBeNull()
    expect(passwordLengthProblem('a'.repeat(257), minLength)).toBe('Use at most 256 characters.')
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
  it.each([
    ['', true],
    ['America/Chicago', true],
    ['America/Nowhere', false],
  ])('has a time zone of the list, or the browser’s own: %j', (timeZone, isTaken) => {
    expect(changeTimeZoneInput.safeParse({ timeZone }).success).toBe(isTaken)
  })
  it.each([
    ['123456', true],
    ['123 456', true],
    ['123-456', true],
    ['x123456', false],
    ['12345x', false],
    [' ', false],
  ])('has a code of digits, as an app shows them: %j', (code, isTaken) => {
    expect(totpInput.safeParse({ code }).success).toBe(isTaken)
  })
  it('has a proof whose extension results must be an object and are dropped', () => {
    const proof = (clientExtensionResults: unknown) =>
      proofInput.safeParse({
        kind: 'passkey',
        response: {
          id: 'x',
          rawId: 'x',
          type: 'public-key',
          clientExtensionResults,
          response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
        },
      })
    expect(proof({ prf: { results: 'secret' } })).toMatchObject({
      success: true,
      data: { response: { clientExtensionResults: {} } },
    })
    for (const wrong of [null, undefined, 'x', 1]) expect(proof(wrong).success).toBe(false)
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
