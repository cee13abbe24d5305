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
