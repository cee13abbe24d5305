import { describe, expect, it } from 'vitest'
import { EnvError, parseEnv } from './env'

const problemsOf = (source: Record<string, string>): string[] => {
  try {
    parseEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
  return []
}

describe('the environment', () => {
  it('needs nothing: the defaults serve the sandbox on loopback', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      APP_URL: 'http://127.0.0.1:3000',
      PARTNER: 'sandbox',
      sandboxOn: true,
      demo: true,
    })
  })

  it('names every wrong variable at once, and no value', () => {
    const problems = problemsOf({
      PORT: 'abc',
      DATA_KEY: 'c2hvcnQ=',
      PARTNER: 'real',
      DATABASE_URL: 'mysql://x',
    })
    expect(problems.map((p) => p.split(' ')[0]).sort()).toEqual([
      'DATABASE_URL',
      'DATA_KEY',
      'PARTNER',
      'PORT',
    ])
    expect(problems.join()).not.toContain('c2hvcnQ')
  })

  it('refuses demonstration data with a live partner, and a live partner without credentials', () => {
    const problems = problemsOf({ PARTNER: 'live', DEMO: '1' })
    expect(problems.some((p) => p.startsWith('DEMO=1'))).toBe(true)
    expect(problems.some((p) => p.startsWith('PARTNER_CLIENT_SECRET'))).toBe(true)
  })

  it('refuses a shared database without shared secrets', () => {
    const problems = problemsOf({ DATABASE_URL: 'postgres://desk@db.test/desk' })
    expect(problems).toHaveLength(2)
  })

  const profile = { profileId: '941', profileKey: 'k:é"', label: 'Main', amountUnit: 'minor' }

  it('counts cents where it names no unit', () => {
    const { amountUnit: _, ...unitless } = profile
    expect(parseEnv({ FUNDING_PROFILES: JSON.stringify([unitless]) }).FUNDING_PROFILES).toMatchObject([
      { amountUnit: 'minor' },
    ])
  })

  it('takes funding profiles as a JSON list, whatever their keys hold', () => {
    expect(parseEnv({ FUNDING_PROFILES: JSON.stringify([profile]) }).FUNDING_PROFILES).toEqual([profile])
    expect(parseEnv({ FUNDING_PROFILES: '' }).FUNDING_PROFILES).toEqual([])
  })

  it.each<[string, unknown]>([
    ['one profile twice', [profile, profile]],
    ['a profile id with a colon', [{ ...profile, profileId: '9:1' }]],
    ['no list', profile],
    ['another unit', [{ ...profile, amountUnit: 'cents' }]],
  ])('refuses %s among the funding profiles', (_what, value) => {
    expect(problemsOf({ FUNDING_PROFILES: JSON.stringify(value) })).toHaveLength(1)
  })

  it('refuses live funding profiles without the address of the service', () => {
    const problems = problemsOf({ PARTNER: 'live', FUNDING_PROFILES: JSON.stringify([profile]) })
    expect(problems.some((p) => p.startsWith('FUNDING_BASE_URL'))).toBe(true)
  })

  describe('with a live partner', () => {
    const live = {
      PARTNER: 'live',
      PARTNER_AUTH_URL: 'https://login.partner.example',
      PARTNER_CLIENT_ID: 'client',
      PARTNER_CLIENT_SECRET: 'secret',
      PARTNER_USERNAME: 'api@desk.example',
      PARTNER_PASSWORD: 'password',
      PARTNER_INSTANCE_HOSTS: 'One.partner.example, two.partner.example:8443',
    }
    const problemsWith = (more: Record<string, string>) => problemsOf({ ...live, ...more })

    it.each(['PARTNER_AUTH_URL', 'PARTNER_ALIAS_URL', 'FUNDING_BASE_URL', 'HPP_URL'])(
      'takes no plain http for %s',
      (name) => {
        const path = '/applications'
        expect(problemsWith({ [name]: `http://one.partner.example${path}` })).toEqual([
          expect.stringMatching(new RegExp(`^${name} must be an https address`)),
        ])
        expect(problemsWith({ [name]: `https://one.partner.example${path}` })).toEqual([])
        for (const host of ['127.0.0.1', '127.8.0.1:9000', 'localhost:9000', '[::1]:9000'])
          expect(
            problemsWith({ [name]: `http://${host}${path}`, PARTNER_INSTANCE_HOSTS: `one.example,${host}` }),
          ).toEqual([])
        for (const host of ['127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'])
          expect(
            problemsWith({ [name]: `http://${host}${path}`, PARTNER_INSTANCE_HOSTS: `one.example,${host}` }),
          ).toHaveLength(1)
      },
    )

    it('takes an alias on an allowed host alone, its port included', () => {
      const alias = (host: string) => problemsWith({ PARTNER_ALIAS_URL: `https://${host}/applications` })
      expect(alias('one.partner.example')).toEqual([])
      expect(alias('TWO.partner.example:8443')).toEqual([])
      for (const host of ['two.partner.example', 'three.partner.example', 'one.partner.example.evil.example'])
        expect(alias(host)).toEqual([expect.stringMatching(/^PARTNER_ALIAS_URL must be on one of/)])
    })

    it('takes hosts without scheme or path', () => {
      for (const hosts of ['https://one.partner.example', 'one.partner.example/services', 'one two'])
        expect(problemsWith({ PARTNER_INSTANCE_HOSTS: hosts })).toEqual([
          expect.stringMatching(/^PARTNER_INSTANCE_HOSTS must be a list of hosts/),
        ])
    })

    it('names what is wrong by itself and what is wrong together in one list', () => {
      const problems = problemsWith({
        PORT: 'abc',
        PARTNER_CLIENT_SECRET: '',
        PARTNER_ALIAS_URL: 'http://elsewhere.example/applications',
        FUNDING_BASE_URL: 'http://fund.partner.example',
        DEMO: '1',
      })
      expect(problems.map((problem) => problem.split(/[ =]/)[0])).toEqual([
        'PORT',
        'PARTNER_CLIENT_SECRET',
        'PARTNER_ALIAS_URL',
        'FUNDING_BASE_URL',
        'PARTNER_ALIAS_URL',
        'DEMO',
      ])
    })

    it('may be told which environment it is; the sandbox is none', () => {
      expect(parseEnv({ ...live, PARTNER_ENVIRONMENT: 'certification' }).PARTNER_ENVIRONMENT).toBe(
        'certification',
      )
      expect(problemsWith({ PARTNER_ENVIRONMENT: 'staging' })).toHaveLength(1)
      expect(problemsOf({ PARTNER_ENVIRONMENT: 'production' })).toHaveLength(1)
    })
  })

  it('takes a status path that can be filled in, or none', () => {
    expect(parseEnv({ PARTNER_STATUS_PATH: '' }).PARTNER_STATUS_PATH).toBe('')
    expect(problemsOf({ PARTNER_STATUS_PATH: '/services/stage' })).toHaveLength(1)
    expect(problemsOf({ PARTNER_STATUS_PATH: 'https://x.example/{opportunityId}' })).toHaveLength(1)
  })

  it('answers on an address that can be called when it listens everywhere', () => {
    expect(parseEnv({ HOST: '0.0.0.0', PORT: '8080' }).APP_URL).toBe('http://127.0.0.1:8080')
    expect(parseEnv({ APP_URL: 'https://desk.example/' }).APP_URL).toBe('https://desk.example')
  })
})
