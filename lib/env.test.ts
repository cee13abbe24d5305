import { describe, expect, it } from 'vitest'
import { EnvError, parseEnv } from './env'

const SANDBOX_CONTROL_TOKEN = 'a-token-of-the-tests-0001'

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
  it('has all of object storage, or none', () => {
    const whole = {
      S3_BUCKET: 'documents',
      S3_REGION: 'eu-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret-canary',
    }
    expect(parseEnv(whole).S3_BUCKET).toBe('documents')
    for (const name of Object.keys(whole)) {
      const problems = problemsOf({ ...whole, [name]: '' })
      expect(problems).toEqual([expect.stringMatching(`^${name} is needed with S3_`)])
      expect(problems.join()).not.toContain('canary')
    }
    expect(problemsOf({ S3_ENDPOINT: 'https://s3.example' })).toHaveLength(4)
    expect(problemsOf({ ...whole, S3_CHECKSUMS: 'never' })).toHaveLength(1)
    expect(problemsOf({ ...whole, S3_BUCKET: 'Not A Bucket' })[0]).toContain('S3_BUCKET')
  })

  it('has a mail server and a sender, or neither', () => {
    const whole = { SMTP_URL: 'smtps://desk:p%40ss-canary@mail.example', MAIL_FROM: 'desk@company.example' }
    expect(parseEnv(whole)).toMatchObject({
      SMTP_URL: { host: 'mail.example', port: 465, tlsFromStart: true, login: { pass: 'p@ss-canary' } },
      MAIL_FROM: { name: '', address: 'desk@company.example' },
    })
    expect(parseEnv({ ...whole, SMTP_URL: 'smtp://[::1]/' }).SMTP_URL).toEqual({
      host: '::1',
      port: 587,
      tlsFromStart: false,
      login: null,
    })
    expect(parseEnv({ ...whole, MAIL_FROM: 'The Desk <desk@company.example>' }).MAIL_FROM?.name).toBe(
      'The Desk',
    )
    expect(problemsOf({ ...whole, MAIL_FROM: '' })).toEqual([expect.stringMatching(/^MAIL_FROM is needed/)])
    expect(problemsOf({ ...whole, SMTP_URL: '' })).toEqual([expect.stringMatching(/^SMTP_URL is needed/)])
    for (const SMTP_URL of [
      'https://desk:canary@mail.example',
      'smtp://desk@mail.example',
      'smtp://desk:canary@mail.example/?tls.rejectUnauthorized=false',
      'smtp://desk:can%ary@mail.example',
      'smtp://:canary@mail.example',
      'smtp://',
    ]) {
      const problems = problemsOf({ ...whole, SMTP_URL })
      expect(problems, SMTP_URL).toEqual([expect.stringMatching(/^SMTP_URL must be/)])
      expect(problems.join()).not.toContain('canary')
    }
    for (const MAIL_FROM of [
      'desk',
      'a@company.example, b@company.example',
      'Desk\r\nBcc: <a@company.example>',
      '"D" <a@company.example>',
    ])
      expect(problemsOf({ ...whole, MAIL_FROM }), MAIL_FROM).toEqual([
        expect.stringMatching(/^MAIL_FROM must be/),
      ])
  })

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

  it('has every role and no metrics unless it is told otherwise', () => {
    expect(parseEnv({})).toMatchObject({ ROLES: ['web', 'worker', 'receiver'], METRICS_PORT: null })
    expect(parseEnv({ ROLES: 'web, receiver', METRICS_PORT: '9100' })).toMatchObject({
      ROLES: ['web', 'receiver'],
      METRICS_PORT: 9100,
    })
    for (const ROLES of ['', 'web,web', 'web,jobs']) expect(problemsOf({ ROLES })).toHaveLength(1)
    for (const METRICS_PORT of ['0', 'x', '70000']) expect(problemsOf({ METRICS_PORT })).toHaveLength(1)
  })

  it('keeps the key of backups out of DATA_DIR on a live desk, and does not start with two of them', () => {
    const of = (source: Record<string, string>) =>
      problemsOf({ PARTNER: 'live', DATA_DIR: '/srv/desk', ...source }).filter((problem) =>
        problem.startsWith('BACKUP_KEY'),
      )
    expect(of({})).toEqual([])
    expect(of({ BACKUP_KEY_FILE: '/srv/desk/keys/backup-key' })).toHaveLength(1)
    expect(of({ BACKUP_KEY: Buffer.alloc(32).toString('base64') })).toHaveLength(1)
    expect(
      of({ BACKUP_KEY_FILE: '/run/key', BACKUP_KEY: Buffer.alloc(32, 'abcdefghijkl').toString('base64') }),
    ).toHaveLength(1)
  })

  it('refuses demonstration data with a live partner, and a live partner without credentials', () => {
    const problems = problemsOf({ PARTNER: 'live', DEMO: '1' })
    expect(problems.some((p) => p.startsWith('DEMO=1'))).toBe(true)
    expect(problems.some((p) => p.startsWith('PARTNER_CLIENT_SECRET'))).toBe(true)
  })

  it('takes single sign-on whole or not at all', () => {
    const names = (source: Record<string, string>) =>
      problemsOf(source).flatMap((problem) => /^OIDC_\w+/.exec(problem)?.[0] ?? [])
    const whole = {
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'desk',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_DOMAINS: 'Desk.test, other.test',
    }
    expect(parseEnv(whole).OIDC_DOMAINS).toEqual(['desk.test', 'other.test'])
    expect(names({ OIDC_ISSUER: 'https://id.example' })).toEqual([
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_DOMAINS',
    ])
    expect(names({ ...whole, OIDC_ISSUER: 'http://id.example' })).toEqual(['OIDC_ISSUER'])
    expect(names({ ...whole, OIDC_ONLY: '1' })).toEqual(['OIDC_BREAK_GLASS'])
    expect(names({ OIDC_ONLY: '1', OIDC_BREAK_GLASS: 'root@desk.test' })).toEqual(['OIDC_ISSUER'])
    expect(names({ ...whole, OIDC_DOMAINS: '*' })).toContain('OIDC_DOMAINS')
    expect(parseEnv({ ...whole, OIDC_GROUPS: '{"a":["admin"]}' }).OIDC_GROUPS).toEqual({ a: ['admin'] })
    for (const OIDC_GROUPS of ['{"a":["root"]}', '{"a":[]}', 'a=admin'])
      expect(names({ ...whole, OIDC_GROUPS }), OIDC_GROUPS).toEqual(['OIDC_GROUPS'])
  })

  describe('of a live desk has its keys outside DATA_DIR', () => {
    const keys = ['AUTH_SECRET', 'DATA_KEY', 'AUDIT_SIGNING_KEY']
    const key = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='
    const keyProblems = (source: Record<string, string>) =>
      problemsOf({ PARTNER: 'live', DATA_DIR: '/srv/desk', ...source }).filter((problem) =>
        keys.some((name) => problem.startsWith(name)),
      )

    it('or does not start, and says how to go on with those that the desk made', () => {
      expect(keyProblems({})).toHaveLength(3)
      expect(keyProblems({}).join()).toContain('move that file out of DATA_DIR/keys')
      expect(keyProblems({ DATABASE_URL: 'postgres://desk@db.test/desk' }), 'each told once').toHaveLength(3)
    })

    it('in variables or in files', () => {
      expect(keyProblems(Object.fromEntries(keys.map((name) => [name, key])))).toEqual([])
      expect(keyProblems(Object.fromEntries(keys.map((name) => [`${name}_FILE`, '/run/secrets/x'])))).toEqual(
        [],
      )
      expect(
        keyProblems({ ...Object.fromEntries(keys.map((name) => [`${name}_FILE`, '/srv/desk-keys/x'])) }),
      ).toEqual([])
    })

    it.each(['/srv/desk/keys/data-key', '/srv/other/../desk/key', '/srv/desk'])('not in %s', (file) => {
      const found = keyProblems({ AUTH_SECRET: key, AUDIT_SIGNING_KEY: key, DATA_KEY_FILE: file })
      expect(found).toEqual([expect.stringContaining('must be outside DATA_DIR')])
    })

    it('not in both, and none that is no key', () => {
      const two = { AUTH_SECRET: key, AUDIT_SIGNING_KEY: key }
      expect(keyProblems({ ...two, DATA_KEY: key, DATA_KEY_FILE: '/run/x' })).toEqual([
        expect.stringContaining('both set'),
      ])
      expect(keyProblems({ ...two, DATA_KEY: Buffer.alloc(32).toString('base64') })).toEqual([
        expect.stringContaining('no random key'),
      ])
    })
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
    ['a misspelt key', [{ ...profile, finalCode: ['902'] }]],
    ['a misspelt limit', [{ ...profile, limits: { identifierLength: 40, amountDigits: 12, digits: 9 } }]],
    ['an empty final code', [{ ...profile, finalCodes: [' '] }]],
  ])('refuses %s among the funding profiles', (_what, value) => {
    expect(problemsOf({ FUNDING_PROFILES: JSON.stringify(value) })).toHaveLength(1)
  })

  it('takes final codes without the spaces around them, and says why 100 is none', () => {
    const withCodes = (...finalCodes: string[]) => ({
      FUNDING_PROFILES: JSON.stringify([{ ...profile, finalCodes }]),
    })
    expect(parseEnv(withCodes(' 902', '903 ')).FUNDING_PROFILES).toMatchObject([
      { finalCodes: ['902', '903'] },
    ])
    expect(problemsOf(withCodes('902', ' 100 '))).toEqual([
      'FUNDING_PROFILES must not have 100 among finalCodes: a transaction that the partner does not know can be known by another ID',
    ])
  })

  it('refuses live funding profiles without the address of the service', () => {
    const problems = problemsOf({ PARTNER: 'live', FUNDING_PROFILES: JSON.stringify([profile]) })
    expect(problems.some((p) => p.startsWith('FUNDING_BASE_URL'))).toBe(true)
  })

  describe('with a live partner', () => {
    const live = {
      AUTH_SECRET_FILE: '/run/secrets/auth-secret',
      DATA_KEY_FILE: '/run/secrets/data-key',
      AUDIT_SIGNING_KEY_FILE: '/run/secrets/audit-key',
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

    it.each([
      ['the address of the desk', { APP_URL: 'http://desk.example' }],
      ['an address of an inner network', { APP_URL: 'http://10.0.0.7:3000' }],
      ['none, where it listens for everybody', { HOST: '0.0.0.0' }],
      ['this machine, where it listens for everybody', { HOST: '0.0.0.0', APP_URL: 'http://127.0.0.1:3000' }],
    ])('takes no plain http for the desk itself: %s', (_, given: Record<string, string>) => {
      expect(problemsWith(given)).toEqual([expect.stringMatching(/^APP_URL must be the https address/)])
      expect(problemsWith({ ...given, APP_URL: 'https://desk.example' })).toEqual([])
      expect(problemsWith({ ...given, PLAIN_TRANSPORT: 'this-is-a-test' })).toEqual([])
      expect(problemsOf({ ...given, DEMO: '0', SANDBOX_CONTROL_TOKEN })).toEqual([])
    })

    it.each<[boolean, string]>([
      [false, 'postgres://desk:secret@db.example/desk'],
      [false, 'postgres://desk@db.example/desk?sslmode=require'],
      [false, 'postgres://desk@db.example/desk?sslmode=verify-ca&sslrootcert=x'],
      [false, 'postgres://desk@db.example/desk?sslmode=verify-full&sslmode=disable'],
      [false, 'postgres://desk@127.0.0.1/desk?host=db.example'],
      [false, 'postgres:///desk'],
      [true, 'postgres://desk@db.example/desk?sslmode=verify-full'],
      [true, 'postgres://desk@db.example/desk?sslrootcert=/etc/ca.pem&sslmode=verify-full'],
      [true, 'postgres:///desk?host=/var/run/postgresql'],
      [true, 'postgres://%2Fvar%2Frun%2Fpostgresql/desk'],
      [true, 'postgres://desk@localhost/desk'],
      [true, 'postgres://desk@[::1]:5433/desk'],
    ])(
      'takes a database over the network only where its name is proved: %s for %s',
      (isTaken, DATABASE_URL) => {
        const shared = { DATABASE_URL }
        const wrong = [expect.stringMatching(/^DATABASE_URL must end in sslmode=verify-full/)]
        expect(problemsWith(shared)).toEqual(isTaken ? [] : wrong)
        expect(problemsWith({ ...shared, PLAIN_TRANSPORT: 'this-is-a-test' })).toEqual([])
        expect(problemsWith(shared).join()).not.toContain('secret@')
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
    const open = { SANDBOX_CONTROL_TOKEN, DEMO: '0' }
    expect(parseEnv({ ...open, HOST: '0.0.0.0', PORT: '8080' }).APP_URL).toBe('http://127.0.0.1:8080')
    expect(parseEnv({ ...open, APP_URL: 'https://desk.example/' }).APP_URL).toBe('https://desk.example')
  })

  describe('where others can reach the sandbox', () => {
    it.each(['0.0.0.0', '::', '10.0.0.7', 'desk.example'])('HOST=%s is refused, in words', (HOST) => {
      expect(problemsOf({ HOST })).toEqual([
        expect.stringMatching(/^SANDBOX_CONTROL_TOKEN is needed .* HOST is not loopback/),
        expect.stringMatching(/^HOST must be loopback .* DEMO_OPEN=anyone-may-sign-in/),
      ])
    })

    it('a token opens the controls, and words the demonstration, or there is none', () => {
      const HOST = '0.0.0.0'
      expect(problemsOf({ HOST, SANDBOX_CONTROL_TOKEN })).toHaveLength(1)
      expect(problemsOf({ HOST, DEMO: '0' })).toHaveLength(1)
      expect(problemsOf({ HOST, SANDBOX_CONTROL_TOKEN, DEMO: '0' })).toEqual([])
      expect(problemsOf({ HOST, SANDBOX_CONTROL_TOKEN, DEMO_OPEN: 'anyone-may-sign-in' })).toEqual([])
      expect(problemsOf({ HOST, SANDBOX_CONTROL_TOKEN, DEMO_OPEN: '1' }).join()).toMatch(/^DEMO_OPEN must be/)
      expect(problemsOf({ HOST, SANDBOX_CONTROL_TOKEN: 'short', DEMO: '0' })).toHaveLength(1)
    })

    it('a public address needs the token too; loopback and a live partner need none', () => {
      expect(problemsOf({ APP_URL: 'https://desk.example' })).toEqual([
        expect.stringMatching(/^SANDBOX_CONTROL_TOKEN is needed .* APP_URL is not loopback/),
      ])
      for (const HOST of ['localhost', '127.0.0.2', '::1']) expect(problemsOf({ HOST })).toEqual([])
      expect(problemsOf({ APP_URL: 'http://localhost:8080' })).toEqual([])
      expect(problemsOf({ PARTNER: 'live', HOST: '0.0.0.0' }).join()).not.toMatch(/SANDBOX|HOST must/)
    })
  })
})
