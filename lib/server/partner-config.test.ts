import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseEnv } from '@/lib/env'
import { fundingProfiles, hostedPaymentPage, partnerConfig } from './partner-config'

const keys = {
  AUTH_SECRET: randomBytes(32).toString('base64'),
  DATA_KEY: randomBytes(32).toString('base64'),
  AUDIT_SIGNING_KEY: randomBytes(32).toString('base64'),
}
const live = {
  ...keys,
  PARTNER: 'live',
  PARTNER_AUTH_URL: 'https://login.partner.example',
  PARTNER_CLIENT_ID: 'client',
  PARTNER_CLIENT_SECRET: 'secret',
  PARTNER_USERNAME: 'api@desk.example',
  PARTNER_PASSWORD: 'password',
  PARTNER_INSTANCE_HOSTS: 'one.partner.example, two.partner.example',
}
const profile = { profileId: '1', profileKey: 'key', label: 'Main', amountUnit: 'major' }

describe('where the partner is', () => {
  it('with nothing set, everything is the sandbox that the desk mounts', () => {
    const env = parseEnv({
      APP_URL: 'https://desk.example',
      SANDBOX_CONTROL_TOKEN: 'a-token-of-the-tests-0001',
    })
    expect(partnerConfig(env)).toMatchObject({
      authUrl: 'https://desk.example/sandbox',
      instanceHosts: ['desk.example'],
      aliasUrl: '',
      statusPath: '/services/data/v54.0/sobjects/Opportunity/{opportunityId}?fields=StageName',
      fundingUrl: 'https://desk.example/sandbox',
    })
    expect(fundingProfiles(env).map(({ profileId, amountUnit }) => [profileId, amountUnit])).toEqual([
      ['941000000001', 'minor'],
      ['941000000004', 'minor'],
    ])
    expect(hostedPaymentPage(env)).toBe('https://desk.example/sandbox/hpp/pay')
  })

  it('a sandbox that stands alone serves everything as well', () => {
    const env = parseEnv({ PARTNER_AUTH_URL: 'http://127.0.0.1:3999/sandbox' })
    expect(partnerConfig(env)).toMatchObject({
      authUrl: 'http://127.0.0.1:3999/sandbox',
      clientId: 'sandbox-client',
      instanceHosts: ['127.0.0.1:3999'],
      fundingUrl: 'http://127.0.0.1:3999/sandbox',
    })
    expect(hostedPaymentPage(env)).toBe('http://127.0.0.1:3999/sandbox/hpp/pay')
  })

  it('a live partner has what is named, and nothing of the sandbox', () => {
    const env = parseEnv({ ...live, PARTNER_STATUS_PATH: '' })
    expect(partnerConfig(env)).toEqual({
      authUrl: 'https://login.partner.example',
      clientId: 'client',
      clientSecret: 'secret',
      username: 'api@desk.example',
      password: 'password',
      securityToken: '',
      signatureSecret: '',
      instanceHosts: ['one.partner.example', 'two.partner.example'],
      aliasUrl: '',
      statusPath: '',
      fundingUrl: '',
    })
    expect(fundingProfiles(env)).toEqual([])
    expect(hostedPaymentPage(env)).toBeNull()
  })

  it.each([{}, live])('what the environment names goes first', (source) => {
    const env = parseEnv({
      ...source,
      PARTNER_INSTANCE_HOSTS: 'one.partner.example,api.partner.example',
      PARTNER_ALIAS_URL: 'https://api.partner.example/applications',
      FUNDING_BASE_URL: 'https://fund.partner.example/v1',
      FUNDING_PROFILES: JSON.stringify([profile]),
      HPP_URL: 'https://pay.partner.example/page',
    })
    expect(partnerConfig(env)).toMatchObject({
      aliasUrl: 'https://api.partner.example/applications',
      fundingUrl: 'https://fund.partner.example/v1',
    })
    expect(fundingProfiles(env)).toMatchObject([profile])
    expect(hostedPaymentPage(env)).toBe('https://pay.partner.example/page')
  })
})

describe('the limits and final codes of a funding profile', () => {
  const { amountUnit: _, ...unitless } = profile
  const own = { identifierLength: 20, amountDigits: 9 }
  const limitsOf = (variables: Record<string, string>) =>
    fundingProfiles(
      parseEnv({
        ...variables,
        FUNDING_PROFILES: JSON.stringify([unitless, { ...unitless, profileId: '2', limits: own }]),
      }),
    ).map(({ limits }) => limits)

  it('are the sandbox’s with the sandbox, unless it names its own', () => {
    expect(limitsOf({})).toEqual([{ identifierLength: 40, amountDigits: 12 }, own])
    expect(fundingProfiles(parseEnv({})).map(({ limits }) => limits.amountDigits)).toEqual([12, 12])
  })

  const livePartner = { ...live, FUNDING_BASE_URL: 'https://fund.example' }

  it('are none but our own for a live partner', () => {
    expect(limitsOf(livePartner)).toEqual([{ identifierLength: 255, amountDigits: 15 }, own])
  })

  it('a live partner refuses for good only with the codes that its profile names', () => {
    const codesOf = (variables: Record<string, string>, ...finalCodes: (string[] | undefined)[]) =>
      fundingProfiles(
        parseEnv({
          ...variables,
          FUNDING_PROFILES: JSON.stringify(
            finalCodes.map((codes, index) => ({ ...unitless, profileId: String(index), finalCodes: codes })),
          ),
        }),
      ).map((one) => one.finalCodes)
    expect(codesOf(livePartner, undefined, ['57'])).toEqual([[], ['57']])
    expect(codesOf({}, undefined, [])).toEqual([['902', '903', '904'], []])
    expect(fundingProfiles(parseEnv({})).map(({ finalCodes }) => finalCodes.length)).toEqual([3, 3])
    // An unknown ID can be corrected (interface, "Funding endpoint: transaction-level errors").
    expect(() => codesOf(livePartner, ['100'])).toThrow('finalCodes')
  })
})
