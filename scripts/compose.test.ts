import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseEnv } from '../lib/env'
import about from '../package.json'

/** Checks compose.yaml against the project's files. `npm run test:image` tests it with a container engine. */

const text = z.string()
const condition = z.enum(['service_healthy', 'service_completed_successfully'])
/** The part of the Compose Specification that the file uses; any other key is a typo. */
const serviceSchema = z.strictObject({
  profiles: z.array(z.enum(['demo', 'postgres', 'several'])).min(1),
  image: text,
  build: z.strictObject({ context: text, target: text }).optional(),
  command: z.array(text).optional(),
  init: z.boolean().optional(),
  restart: z.enum(['unless-stopped', 'no']),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  env_file: z.array(z.strictObject({ path: text, required: z.boolean() })).optional(),
  environment: z.record(text, z.union([text, z.int()])).optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(text).optional(),
  shm_size: text.optional(),
  cap_drop: z.array(text).optional(),
  security_opt: z.array(text).optional(),
  volumes: z.array(z.string().regex(/^[./\w-]+:\/[/\w.-]+(:ro)?$/)).optional(),
  ports: z.array(z.string().regex(/^([\d.]+:)?\d+:\d+$/)).optional(),
  depends_on: z.record(text, z.strictObject({ condition })).optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({ test: z.array(text), interval: text, retries: z.int() }),
    ])
    .optional(),
})
const fileSchema = z.looseObject({
  services: z.record(text, serviceSchema),
  volumes: z.record(text, z.null()),
})

const { services, volumes } = fileSchema.parse(parse(readFileSync('compose.yaml', 'utf8'), { merge: true }))
const dockerfile = readFileSync('Dockerfile', 'utf8')
const names = Object.entries(services)
const ours = names.filter(([, { build }]) => build)

/** Resolves `${NAME:-else}` as Compose does, from the inside out, with these values in .env. */
function filled(value: string | number, dotEnv: Record<string, string>): string {
  const text = String(value)
  const next = text.replace(/\$\{(\w+)(?::-([^${}]*))?\}/g, (_, name, other = '') => dotEnv[name] ?? other)
  return next === text ? text : filled(next, dotEnv)
}

const key = Buffer.alloc(32, 'k1l2m3n4o5').toString('base64')
/** The .env of docs/deploy.md, with the sandbox. */
const DOT_ENV = {
  POSTGRES_PASSWORD: 'only-on-this-machine-0001',
  STORE_PASSWORD: 'only-on-this-machine-0002',
  AUTH_SECRET: key,
  DATA_KEY: key,
  AUDIT_SIGNING_KEY: key,
  BACKUP_KEY: key,
  APP_URL: 'https://desk.localhost',
  SANDBOX_CONTROL_TOKEN: 'only-on-this-machine-0003',
  DEMO: '0',
}

describe('compose.yaml', () => {
  test.each(names)(
    '%s depends on services of its own profiles, and uses volumes that are declared',
    (_, service) => {
      for (const name of Object.keys(service.depends_on ?? {}))
        expect(services[name]?.profiles).toEqual(expect.arrayContaining(service.profiles))
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':')
        if (from.startsWith('.')) expect(existsSync(from)).toBe(true)
        else expect(Object.keys(volumes)).toContain(from)
      }
    },
  )

  test.each(names)('what waits for %s to be healthy can see that it is', (name, service) => {
    const isWaitedFor = names.some(
      ([, { depends_on }]) => depends_on?.[name]?.condition === 'service_healthy',
    )
    if (!isWaitedFor) return
    expect(service.build !== undefined || service.healthcheck !== undefined).toBe(true)
    expect(service.healthcheck ?? {}).not.toHaveProperty('disable')
  })

  test.each(ours)(
    '%s is a target of the Dockerfile, on a file system that nothing writes to',
    (_, service) => {
      expect(dockerfile).toMatch(new RegExp(`^FROM .* AS ${service.build?.target}$`, 'm'))
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    },
  )

  test.each(ours)('the command of %s is in the image, and is that of npm', (_, { command }) => {
    const script = command?.at(-1)
    if (script === undefined) return
    expect(existsSync(script)).toBe(true)
    const withNpm = Object.values(about.scripts).find(
      (one) => one.startsWith('tsx') && one.endsWith(` ${script}`),
    )
    const flags = command?.slice(1, -1).filter((flag) => !['--import', 'tsx'].includes(flag))
    if (withNpm) expect(withNpm.split(' ').slice(1, -1)).toEqual(flags)
    expect(command?.slice(0, 3)).toEqual(['node', '--import', 'tsx'])
  })

  test.each(ours)(
    '%s sets what the desk knows, and the desk takes it',
    (_, { environment = {}, env_file }) => {
      const known = readFileSync('.env.example', 'utf8')
      for (const name of Object.keys(environment))
        if (name !== 'HEALTH_PORT') expect(known).toMatch(new RegExp(`^(# ?)?${name}=`, 'm'))
      const dotEnv = env_file?.length ? DOT_ENV : {}
      const set = Object.entries(environment).map(([name, value]) => [name, filled(value, dotEnv)])
      const env = parseEnv({
        NODE_ENV: 'production',
        HOST: '0.0.0.0',
        DATA_DIR: '/data',
        ...dotEnv,
        ...Object.fromEntries(set),
      })
      expect(env.HOST).toBe('0.0.0.0')
    },
  )

  test('the HEALTHCHECK reads no other variable than compose.yaml sets', () => {
    expect([...dockerfile.matchAll(/process\.env\.(\w+)/g)].map(([, name]) => name)).toEqual(['HEALTH_PORT'])
  })

  test('the proxy leads to services of its profile', () => {
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
    const upstreams = [...caddyfile.matchAll(/\b([a-z]+\d?):(\d{4})\b/g)].map(([, name = '']) => name)
    expect(upstreams.length).toBeGreaterThan(0)
    for (const name of upstreams) expect(services[name]?.profiles).toContain('several')
  })
})
