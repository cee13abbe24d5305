import path from 'node:path'
import { z } from 'zod'
// With its ending: the scripts that start the desk read this file without a bundler.
import { isLoopback } from './domain/access/loopback.ts'
import { ROLES } from './domain/access/permissions.ts'
import { readNetworks } from './domain/access/trusted-proxies.ts'
import { UNKNOWN_TRANSACTION } from './domain/funding/failure-advice.ts'

/** The environment, as `.env.example` documents it. The only file that reads process.env. */

const optionalText = z.string().default('')
const key32 = optionalText.refine((text) => text === '' || Buffer.from(text, 'base64').length === 32, {
  error: 'must be 32 bytes in base64 (openssl rand -base64 32), or empty',
})
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const optionalAddress = z.union([z.literal(''), address]).default('')

const fundingProfiles = optionalText.transform((text, ctx) => {
  if (text === '') return []
  const profiles = z.array(
    z.strictObject({
      // A colon would end it in the Authorization header (RFC 7617, 2).
      profileId: z.string().regex(/^[^:]+$/),
      profileKey: z.string().min(1),
      label: z.string().min(1),
      amountUnit: z.enum(['minor', 'major']).default('minor'),
      /** The longest values that the partner takes with it; the interface shows none. */
      limits: z
        .strictObject({
          identifierLength: z.int().min(1).max(255),
          amountDigits: z.int().min(1).max(15),
        })
        .optional(),
      /** Transaction-level codes with which the partner refuses for good. Another ID can help an unknown one. */
      finalCodes: z
        .array(z.string().trim().min(1).max(20))
        .refine((codes) => !codes.includes(UNKNOWN_TRANSACTION), {
          error: `must not have ${UNKNOWN_TRANSACTION} among finalCodes: a transaction that the partner does not know can be known by another ID`,
        })
        .optional(),
    }),
  )
  const read = profiles.safeParse(jsonOf(text))
  if (!read.success) {
    const own = read.error.issues.find(({ code }) => code === 'custom')?.message
    ctx.addIssue(
      own ??
        'must be a JSON list of {profileId, profileKey, label, amountUnit, limits, finalCodes}, nothing else',
    )
    return z.NEVER
  }
  if (new Set(read.data.map(({ profileId }) => profileId)).size < read.data.length) {
    ctx.addIssue('must name every profileId once')
  }
  return read.data
})

/** Undefined if the text is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const networks = optionalText.transform((text, ctx) => {
  const { networks, wrong } = readNetworks(text)
  if (wrong.length > 0)
    ctx.addIssue('must be a list of addresses and networks such as 10.0.0.0/8, separated by commas')
  return networks
})

const domains = optionalText.transform((text, ctx) => {
  const names = hostsIn(text).map((name) => name.toLowerCase())
  if (!names.every((name) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name)))
    ctx.addIssue('must be a list of domains such as company.example, separated by commas')
  return names
})

const groupRoles = z.record(z.string().min(1), z.array(z.enum(ROLES)).min(1))

const groups = optionalText.transform((text, ctx) => {
  if (text === '') return null
  try {
    return groupRoles.parse(JSON.parse(text))
  } catch {
    ctx.addIssue(`must be JSON such as {"desk-admins":["admin"]}, with the roles ${ROLES.join(', ')}`)
    return z.NEVER
  }
})

/** An address as SMTP takes it: no spaces, no line ends, nothing that would name a second one. */
const mailAddress = z.email()

/** Where mail is handed in. Nothing behind the host: an option there could switch off the check of certificates. */
const smtpServer = optionalText.transform((text, ctx) => {
  if (text === '') return null
  try {
    const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
    const isWhole =
      /^smtps?:$/.test(protocol) &&
      isHost(hostname) &&
      ['', '/'].includes(pathname) &&
      search + hash === '' &&
      (username === '') === (password === '')
    if (isWhole)
      return {
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
        tlsFromStart: protocol === 'smtps:',
        login:
          username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }
  } catch {
    // As what follows: the text may hold a password, and is in no message.
  }
  ctx.addIssue(
    'must be smtps://user:password@host or smtp://user:password@host:587, with user and password or neither, signs in them percent-encoded, and nothing behind the port',
  )
  return z.NEVER
})

const mailSender = optionalText.transform((text, ctx) => {
  if (text === '') return null
  const [, name = '', address = text] = /^([^<>"\p{C}]{0,100}?)\s*<([^<>]+)>$/u.exec(text) ?? []
  if (mailAddress.safeParse(address).success) return { name: name.trim(), address }
  ctx.addIssue('must be an address such as desk@company.example, or PayFac Desk <desk@company.example>')
  return z.NEVER
})

const optionalPort = optionalText.transform((text, ctx) => {
  if (text === '') return null
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) ctx.addIssue('must be a port number, or empty')
  return port
})

/** What one process does. `worker`: jobs, and all that a desk does by itself. `receiver`: takes callbacks in. */
export const PROCESS_ROLES = ['web', 'worker', 'receiver'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

const roles = z
  .string()
  .default(PROCESS_ROLES.join(','))
  .transform((text, ctx): ProcessRole[] => {
    const named = text.split(',').map((role) => role.trim())
    const known = PROCESS_ROLES.filter((role) => named.includes(role))
    if (known.length !== named.length)
      ctx.addIssue(`must be a list of ${PROCESS_ROLES.join(', ')}, each once`)
    return known
  })

/** Interface, "Get access token": the partner has a login address for each. */
export const PARTNER_ENVIRONMENTS = ['certification', 'production'] as const

/** The hosts of a list that is separated by commas, as `PARTNER_INSTANCE_HOSTS` has it. */
export const hostsIn = (text: string): string[] =>
  text
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '')

const isHost = (host: string): boolean => /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::\d{1,5})?$/.test(host)

const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65_535).default(3000),
  RECEIVER_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65_535).default(3100),
  METRICS_PORT: optionalPort,
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalAddress,
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  ROLES: roles,
  STOP_DELAY_SECONDS: z.coerce.number({ error: 'must be a number of seconds' }).min(0).max(60).default(0),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./.data'),
  APP_URL: optionalAddress,
  TRUSTED_PROXIES: networks,
  DATABASE_URL: z
    .union([
      z.literal(''),
      z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address, or empty' }),
    ])
    .default(''),
  AUTH_SECRET: optionalText.refine((text) => text === '' || text.length >= 32, {
    error: 'must have at least 32 characters, or be empty',
  }),
  AUTH_SECRET_FILE: optionalText,
  DATA_KEY: key32,
  DATA_KEY_FILE: optionalText,
  AUDIT_SIGNING_KEY: key32,
  AUDIT_SIGNING_KEY_FILE: optionalText,
  BACKUP_KEY: key32,
  BACKUP_KEY_FILE: optionalText,
  BACKUP_DIR: optionalText,
  AUDIT_CHECKPOINT_FILE: optionalText,
  AUDIT_CHECKPOINT_URL: optionalAddress,
  AUDIT_CHECKPOINT_INNER: z.enum(['0', '1', ''], { error: 'must be 0 or 1' }).default(''),
  PARTNER: z.enum(['sandbox', 'live'], { error: 'must be sandbox or live' }).default('sandbox'),
  PARTNER_ENVIRONMENT: z
    .enum(['', ...PARTNER_ENVIRONMENTS], { error: 'must be certification or production, or empty' })
    .default(''),
  PARTNER_AUTH_URL: optionalAddress,
  PARTNER_CLIENT_ID: optionalText,
  PARTNER_CLIENT_SECRET: optionalText,
  PARTNER_USERNAME: optionalText,
  PARTNER_PASSWORD: optionalText,
  PARTNER_SECURITY_TOKEN: optionalText,
  PARTNER_TOKEN_SIGNATURE_SECRET: optionalText,
  PARTNER_INSTANCE_HOSTS: optionalText.refine((text) => hostsIn(text).every(isHost), {
    error: 'must be a list of hosts such as org.partner.example, without https:// and separated by commas',
  }),
  PARTNER_ALIAS_URL: optionalAddress,
  PARTNER_STATUS_PATH: z
    .string()
    .regex(/^(?:\/.*\{opportunityId\}.*)?$/, { error: 'must be a path with {opportunityId} in it, or empty' })
    .default('/services/data/v54.0/sobjects/Opportunity/{opportunityId}?fields=StageName'),
  FUNDING_BASE_URL: optionalAddress,
  FUNDING_PROFILES: fundingProfiles,
  HPP_URL: optionalAddress,
  OIDC_ISSUER: optionalAddress,
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_DOMAINS: domains,
  OIDC_GROUPS: groups,
  OIDC_GROUPS_CLAIM: z.string().min(1).default('groups'),
  OIDC_ONLY: z.enum(['0', '1', ''], { error: 'must be 0 or 1' }).default(''),
  OIDC_BREAK_GLASS: optionalText.transform((email) => email.trim().toLowerCase()),
  CLAMAV_HOST: optionalText,
  CLAMAV_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65_535).default(3310),
  SMTP_URL: smtpServer,
  MAIL_FROM: mailSender,
  S3_ENDPOINT: optionalAddress,
  S3_REGION: optionalText,
  S3_BUCKET: optionalText.refine((text) => text === '' || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text), {
    error: 'must be the name of a bucket, or empty',
  }),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_FORCE_PATH_STYLE: z.enum(['0', '1', ''], { error: 'must be 0 or 1' }).default(''),
  S3_CHECKSUMS: z
    .enum(['WHEN_SUPPORTED', 'WHEN_REQUIRED', ''], { error: 'must be WHEN_SUPPORTED or WHEN_REQUIRED' })
    .default(''),
  SANDBOX_CONTROL_TOKEN: optionalText.refine((text) => text === '' || /^[\x21-\x7e]{16,}$/.test(text), {
    error: 'must have at least 16 letters, digits or signs without a space, or be empty',
  }),
  PLAIN_TRANSPORT: z.enum(['', 'this-is-a-test'], { error: 'must be this-is-a-test, or empty' }).default(''),
  DEMO_OPEN: z
    .enum(['', 'anyone-may-sign-in'], { error: 'must be anyone-may-sign-in, or empty' })
    .default(''),
  DEMO: z.enum(['0', '1', ''], { error: 'must be 0 or 1' }).default(''),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

const LIVE_REQUIRES = [
  'PARTNER_AUTH_URL',
  'PARTNER_CLIENT_ID',
  'PARTNER_CLIENT_SECRET',
  'PARTNER_USERNAME',
  'PARTNER_PASSWORD',
  'PARTNER_INSTANCE_HOSTS',
] as const

export type Env = Variables & { APP_URL: string; demo: boolean; sandboxOn: boolean }

export class EnvError extends Error {
  override readonly name = 'EnvError'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(
      `The environment is wrong in ${problems.length} place(s):\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    )
    this.problems = problems
  }
}

/** Credentials, applications, money and cardholders go there. */
const LIVE_ADDRESSES = ['PARTNER_AUTH_URL', 'PARTNER_ALIAS_URL', 'FUNDING_BASE_URL', 'HPP_URL'] as const

/** Reads every variable or throws an EnvError that names each one that is wrong. Values are never in the message. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = variables.safeParse(source)
  const wrong = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  // What is wrong by itself is told once, and the others are still held against each other.
  const problems = [...wrong, ...conflictsIn(result.success ? result.data : readableIn(source))]
  if (!result.success || problems.length > 0) throw new EnvError(problems)
  const env = result.data
  const sandboxOn = env.PARTNER === 'sandbox'
  return {
    ...env,
    DATA_DIR: path.resolve(env.DATA_DIR),
    BACKUP_DIR: path.resolve(
      /* turbopackIgnore: true */ env.BACKUP_DIR || path.join(env.DATA_DIR, 'backups'),
    ),
    APP_URL: (env.APP_URL || `http://${urlHost(env.HOST)}:${env.PORT}`).replace(/\/+$/, ''),
    demo: env.DEMO === '1' || (env.DEMO === '' && sandboxOn),
    sandboxOn,
  }
}

type Variables = z.output<typeof variables>

/** The variables that can be read by themselves. */
function readableIn(source: Record<string, string | undefined>): Partial<Variables> {
  return Object.fromEntries(
    Object.entries(variables.shape).flatMap(([name, schema]) => {
      const read = schema.safeParse(source[name])
      return read.success ? [[name, read.data]] : []
    }),
  )
}

/** What single variables do not show: one that another one needs, or that another one forbids. */
function conflictsIn(env: Partial<Variables>): string[] {
  const problems: string[] = []
  if (env.PARTNER === 'live') {
    for (const name of LIVE_REQUIRES)
      if (env[name] === '') problems.push(`${name} is needed with PARTNER=live`)
    if (env.FUNDING_PROFILES?.length && env.FUNDING_BASE_URL === '')
      problems.push('FUNDING_BASE_URL is needed with FUNDING_PROFILES and PARTNER=live')
    if (env.PLAIN_TRANSPORT === '') problems.push(...plainTransport(env))
    if (env.PARTNER_ALIAS_URL && env.PARTNER_INSTANCE_HOSTS) {
      const { host } = new URL(env.PARTNER_ALIAS_URL)
      if (!hostsIn(env.PARTNER_INSTANCE_HOSTS).some((allowed) => allowed.toLowerCase() === host))
        problems.push(
          'PARTNER_ALIAS_URL must be on one of the PARTNER_INSTANCE_HOSTS: the access token and whole applications go there',
        )
    }
    problems.push(...keysBesideData(env))
    if (env.DEMO === '1')
      problems.push('DEMO=1 is refused with PARTNER=live: demonstration data never meets a real partner')
  }
  problems.push(...halfSingleSignOn(env), ...halfObjectStorage(env), ...halfMail(env))
  if (env.PARTNER === 'sandbox') problems.push(...openSandbox(env))
  if (env.PARTNER === 'sandbox' && env.PARTNER_ENVIRONMENT)
    problems.push('PARTNER_ENVIRONMENT is only for PARTNER=live: the sandbox is neither')
  if (env.DATABASE_URL) {
    for (const name of ['AUTH_SECRET', 'DATA_KEY'] as const)
      if (env[name] === '' && env[`${name}_FILE`] === '' && env.PARTNER !== 'live')
        problems.push(`${name} is needed with DATABASE_URL: every instance must share it`)
  }
  for (const name of [...KEYS, 'BACKUP_KEY'] as const)
    if (env[name] && env[`${name}_FILE`])
      problems.push(`${name} and ${name}_FILE are both set: which of them counts cannot be told`)
  return problems
}

/** A copy of DATA_DIR must not be a copy of the keys to what is in it. */
const KEYS = ['AUTH_SECRET', 'DATA_KEY', 'AUDIT_SIGNING_KEY'] as const

function keysBesideData(env: Partial<Variables>): string[] {
  const problems: string[] = []
  const dataDir = path.resolve(/* turbopackIgnore: true */ env.DATA_DIR ?? '.')
  for (const name of [...KEYS, 'BACKUP_KEY'] as const) {
    const [given, file] = [env[name] ?? '', env[`${name}_FILE`] ?? '']
    // That of backups is asked for when one is made.
    if (given === '' && file === '' && name !== 'BACKUP_KEY')
      problems.push(
        `${name} (or ${name}_FILE, a file outside DATA_DIR) is needed with PARTNER=live: a key that the desk makes for itself lies beside what it protects. To go on with the one that it made, move that file out of DATA_DIR/keys and name it in ${name}_FILE`,
      )
    if (
      file !== '' &&
      !path.relative(dataDir, path.resolve(/* turbopackIgnore: true */ file)).startsWith('..')
    )
      problems.push(
        `${name}_FILE must be outside DATA_DIR with PARTNER=live: a copy of DATA_DIR would hold the key too`,
      )
    // Not a measure of randomness, but what is no key at all is noticed.
    if (given !== '' && new Set(given).size < 10)
      problems.push(`${name} is no random key: make one with openssl rand -base64 32`)
  }
  return problems
}

/** An identity provider that is named, and what it needs besides. */
function halfSingleSignOn(env: Partial<Variables>): string[] {
  const problems: string[] = []
  const { OIDC_ISSUER, OIDC_ONLY } = env
  if (OIDC_ISSUER) {
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const)
      if (env[name] === '') problems.push(`${name} is needed with OIDC_ISSUER`)
    if (env.OIDC_DOMAINS?.length === 0)
      problems.push(
        'OIDC_DOMAINS is needed with OIDC_ISSUER: it says in which domains a verified email lets its person in for the first time',
      )
    if (isPlainHttp(OIDC_ISSUER))
      problems.push('OIDC_ISSUER must be an https address: only loopback may be plain http')
  }
  if (OIDC_ONLY === '1' && OIDC_ISSUER === '')
    problems.push('OIDC_ISSUER is needed with OIDC_ONLY=1: no one could sign in')
  if (OIDC_ONLY === '1' && env.OIDC_BREAK_GLASS === '')
    problems.push(
      'OIDC_BREAK_GLASS is needed with OIDC_ONLY=1: the email of the one admin who can sign in while the provider is away',
    )
  return problems
}

const S3_REQUIRES = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Half of it would leave documents on the disk while someone believes that they are elsewhere. */
function halfObjectStorage(env: Partial<Variables>): string[] {
  const optional = ['S3_ENDPOINT', 'S3_FORCE_PATH_STYLE', 'S3_CHECKSUMS'] as const
  const given = [...S3_REQUIRES, ...optional].filter((name) => env[name])
  if (given.length === 0) return []
  const problems = S3_REQUIRES.filter((name) => env[name] === '').map(
    (name) => `${name} is needed with ${given[0]}: documents go to object storage with all S3_* or none`,
  )
  if (env.PARTNER === 'live' && env.PLAIN_TRANSPORT === '' && isPlainHttp(env.S3_ENDPOINT ?? ''))
    problems.push('S3_ENDPOINT must be an https address with PARTNER=live: only loopback may be plain http')
  return problems
}

/** Both are null where they are not set, and missing where they are wrong by themselves. */
function halfMail({ SMTP_URL, MAIL_FROM }: Partial<Variables>): string[] {
  if (SMTP_URL && MAIL_FROM === null)
    return ['MAIL_FROM is needed with SMTP_URL: it says from whom the mail of the desk is']
  if (MAIL_FROM && SMTP_URL === null)
    return ['SMTP_URL is needed with MAIL_FROM: without it no mail is sent, and links are shown to the admin']
  return []
}

/** Where passwords, identities and money would cross a network that anyone can read. */
function plainTransport(env: Partial<Variables>): string[] {
  const problems = LIVE_ADDRESSES.filter((name) => isPlainHttp(env[name] ?? '')).map(
    (name) => `${name} must be an https address with PARTNER=live: only loopback may be plain http`,
  )
  const { APP_URL, HOST, DATABASE_URL } = env
  const isOpen = HOST !== undefined && !isLoopback(HOST)
  if (APP_URL !== undefined && (isPlainHttp(APP_URL) || (isOpen && !APP_URL.startsWith('https:'))))
    problems.push(
      'APP_URL must be the https address of the desk with PARTNER=live, unless it is on loopback and HOST is too: without https, sessions can be read on the way',
    )
  if (DATABASE_URL && !isSafeLine(new URL(DATABASE_URL)))
    problems.push(
      'DATABASE_URL must end in sslmode=verify-full with PARTNER=live, or lead to a socket or to loopback: without it the desk cannot tell who answers as the database',
    )
  return problems
}

/** A query names the host before the address does, and the last of several counts, as the driver has it. */
function isSafeLine({ searchParams, hostname }: URL): boolean {
  const host = searchParams.getAll('host').at(-1) || decodeURIComponent(hostname)
  return host.startsWith('/') || isLoopback(host) || searchParams.getAll('sslmode').at(-1) === 'verify-full'
}

/** The simulated partner's controls, and people whose password stands in the README, where others can reach them. */
function openSandbox({
  HOST,
  APP_URL,
  SANDBOX_CONTROL_TOKEN,
  DEMO,
  DEMO_OPEN,
}: Partial<Variables>): string[] {
  const problems: string[] = []
  const isOpen = HOST !== undefined && !isLoopback(HOST)
  const isPublic = APP_URL !== undefined && APP_URL !== '' && !isLoopback(new URL(APP_URL).hostname)
  if ((isOpen || isPublic) && SANDBOX_CONTROL_TOKEN === '')
    problems.push(
      `SANDBOX_CONTROL_TOKEN is needed with PARTNER=sandbox where ${isOpen ? 'HOST' : 'APP_URL'} is not loopback: without it everyone who reaches the desk could steer the sandbox and read what it holds`,
    )
  if (isOpen && DEMO !== undefined && DEMO !== '0' && DEMO_OPEN === '')
    problems.push(
      'HOST must be loopback (127.0.0.1) with demonstration people: their password is printed in the README. Set DEMO=0, or DEMO_OPEN=anyone-may-sign-in if that is what you want',
    )
  return problems
}

function isPlainHttp(address: string): boolean {
  if (address === '') return false
  const { protocol, hostname } = new URL(address)
  return protocol !== 'https:' && !isLoopback(hostname)
}

/** 0.0.0.0 and :: listen everywhere but are no address that a browser or the desk itself could call. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

let parsed: Env | undefined

/** The process's environment, parsed once. */
export function env(): Env {
  parsed ??= parseEnv(process.env)
  return parsed
}

/** For the log, which is there before anyone can be told what else is wrong with the environment. */
export const logLevel = (): Env['LOG_LEVEL'] =>
  variables.shape.LOG_LEVEL.catch('info').parse(process.env.LOG_LEVEL)

/** next-auth reads its own address from a variable of its own name. */
export function setAuthAddress(appUrl: string): void {
  process.env.NEXTAUTH_URL = appUrl
}
