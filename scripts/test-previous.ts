import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { LAST_RELEASED } from '../lib/db/last-released.ts'
import { findBrowser } from './find-browser.ts'
import { keepTemporaryFilesInMemory } from './quick-folder.ts'

/**
 * `npm run test:previous`: runs the previous version on this version's tables, as in a rolling upgrade. Checks out its
 * code and dependencies into a temporary folder, replaces its migrations with this version's, and runs its use-case tests
 * and some of its journeys. The previous version is the last tag or, if there is none, the commit before the first
 * migration after `LAST_RELEASED`; `--from REF` chooses another. `--only db` and `--only journeys` run one half; other
 * arguments limit the test files.
 */

const MIGRATIONS = 'lib/db/migrations'
/** The everyday journeys, which write the most; the others read the same rows. */
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

/** The last tag if its last migration is `LAST_RELEASED`, or else the commit before the next migration. */
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
const own = path.join(folder, 'own-migrations')
cpSync(path.join(folder, MIGRATIONS), own, { recursive: true })
putMigrations(MIGRATIONS)

function putMigrations(from: string): void {
  rmSync(path.join(folder, MIGRATIONS), { recursive: true })
  cpSync(from, path.join(folder, MIGRATIONS), { recursive: true })
}

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

type Told = { testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[] }

/** The failed tests by file; null if the run left no report. */
function testUseCases(files: string[]): Map<string, string[]> | null {
  const report = path.join(folder, 'told.json')
  rmSync(report, { force: true })
  const args = ['--project', 'db', '--retry', '1', '--reporter', 'dot', '--reporter', 'json']
  run('vitest', ['run', ...args, `--outputFile.json=${report}`, ...files])
  if (!existsSync(report)) return null
  const { testResults }: Told = JSON.parse(readFileSync(report, 'utf8'))
  passed += testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === 'passed').length
  return new Map(
    testResults
      .map(({ name, assertionResults }): [string, string[]] => [
        path.relative(folder, name),
        assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      ])
      .filter(([, failed]) => failed.length > 0),
  )
}

if (!run('npm', ['ci', '--prefer-offline']))
  skip('the dependencies of the version before cannot be installed.')
let [passed, failed] = [0, 0]
if (values.only !== 'journeys') {
  const onNew = testUseCases(positionals.length > 0 ? positionals : ['lib/server/'])
  if (onNew === null) failed += 1
  else if (onNew.size > 0) {
    console.log(
      '\n▸ What failed, on the tables that it came with: what fails there too says nothing of the new ones',
    )
    const found = passed
    putMigrations(own)
    const onOwn = testUseCases([...onNew.keys()])
    putMigrations(MIGRATIONS)
    passed = found
    for (const [file, names] of onNew)
      for (const name of names) {
        const isOld = onOwn?.get(file)?.includes(name) ?? false
        if (!isOld) failed += 1
        console.log(`${isOld ? '–' : '✗'} ${file}: ${name}${isOld ? ' (fails on its own tables too)' : ''}`)
      }
  }
}
if (values.only !== 'db') {
  const browser = findBrowser()
  const journeys = positionals.length > 0 ? positionals : JOURNEYS
  const holds = run(
    'node',
    ['scripts/test-e2e.ts', '--project=journeys', ...journeys],
    browser ? { CHROMIUM_PATH: browser } : {},
  )
  if (holds) passed += 1
  else failed += 1
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
