import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { LAST_RELEASED } from '../lib/testing/last-released.ts'
import { findBrowser } from './find-browser.ts'
import { keepTemporaryFilesInMemory } from './quick-folder.ts'

/**
 * `npm run test:previous`: the version before, on the tables of this one, as it is while desks are upgraded one after
 * the other. Its code and its own dependencies go into a temporary folder, and the migrations of this version over its
 * own; then its tests of use cases run, and some of its journeys. `--from REF` names another version than the last tag,
 * or, before there is one, the commit before the first migration since `LAST_RELEASED`; `--only db` and
 * `--only journeys` do half; other arguments name fewer test files.
 */

const MIGRATIONS = 'lib/db/migrations'
/** What people do all day, and what writes the most: the rest of the journeys looks at the same rows. */
const JOURNEYS = [
  'funding.spec',
  'callbacks.spec',
  'underwriting.spec',
  'documents.spec',
  'full-application.spec',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, only: { type: 'string' } },
})

function skip(why: string): never {
  console.log(`Skipped: ${why}`)
  process.exit(0)
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

if (git('rev-parse', '--git-dir') === null) skip('this is no clone, so that the version before is not here.')
const since = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.sql') && name > `${LAST_RELEASED}.sql`)
  .sort()
if (since.length === 0 && !values.from) skip(`no migration came after ${LAST_RELEASED}.`)
const version = values.from ?? previousVersion()
const commit = version && git('rev-parse', '--verify', '--quiet', `${version}^{commit}`)
if (!commit)
  skip(
    git('rev-parse', '--is-shallow-repository') === 'true'
      ? 'the version before is not in this clone, which is shallow. `git fetch --unshallow --tags` brings it.'
      : `there is no commit ${version}. Name one with --from.`,
  )

/** A tag that has `LAST_RELEASED` as its last migration, or else the commit before the next one came. */
function previousVersion(): string {
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v*')
  if (tag !== null && lastMigrationOf(tag) === LAST_RELEASED) return tag
  const added = git('log', '--diff-filter=A', '--format=%H', '--', path.join(MIGRATIONS, since[0] ?? ''))
  return `${added?.split('\n').at(-1)}^`
}

const lastMigrationOf = (version: string): string | undefined =>
  git('ls-tree', '--name-only', version, `${MIGRATIONS}/`)
    ?.split('\n')
    .filter((name) => name.endsWith('.sql'))
    .map((name) => path.basename(name, '.sql'))
    .sort()
    .at(-1)

console.log(`▸ ${version} (${commit.slice(0, 8)}), whose last migration is ${lastMigrationOf(commit)}`)
console.log(`  on tables that also had ${since.join(', ')}`)
keepTemporaryFilesInMemory()
const folder = mkdtempSync(path.join(tmpdir(), 'previous-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

execFileSync('tar', ['-x', '-C', folder], {
  input: execFileSync('git', ['archive', commit], { maxBuffer: 1 << 28 }),
})
rmSync(path.join(folder, MIGRATIONS), { recursive: true })
cpSync(MIGRATIONS, path.join(folder, MIGRATIONS), { recursive: true })
mkdirSync(path.join(folder, 'node_modules'))

const bin = path.join(folder, 'node_modules/.bin')
function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n▸ ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, PATH: `${bin}:${process.env.PATH}` },
  })
  return status === 0
}

if (!run('npm', ['ci', '--prefer-offline']))
  skip('the dependencies of the version before cannot be installed.')
const browser = findBrowser()
const holds = [
  values.only === 'journeys' ||
    run('vitest', [
      'run',
      '--project',
      'db',
      '--reporter',
      'dot',
      ...(positionals.length > 0 ? positionals : ['lib/server/']),
    ]),
  values.only === 'db' ||
    run(
      'node',
      ['scripts/test-e2e.ts', '--project', 'journeys', ...(positionals.length > 0 ? positionals : JOURNEYS)],
      {
        ...(browser && { CHROMIUM_PATH: browser }),
      },
    ),
]
console.log(`\n${holds.filter(Boolean).length} passed, ${holds.filter((one) => !one).length} failed`)
process.exit(holds.every(Boolean) ? 0 : 1)
