import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PLANTED_RULES, type PlantedRule } from '@/lib/testing/planted-rules'
import { plant } from './plant'

/**
 * Tests the tests: `npm run rules:planted` breaks one rule at a time in a copy of the tree, runs the test file that
 * should notice, and prints a table. The working tree is not touched. `--only a,b` limits the rules, `--out FILE` writes
 * the table to a file.
 */

const { values } = parseArgs({ options: { only: { type: 'string' }, out: { type: 'string' } } })

/** Longer than any of these files takes on a busy machine. A rule that makes its test hang counts as caught. */
const MOST_MS = 300_000

type TestRun = { passed: number; failed: string[]; isWhole: boolean }

const chosen = values.only?.split(',')
for (const name of chosen ?? [])
  if (!PLANTED_RULES.some((rule) => rule.name === name)) {
    console.error(`There is no planted rule ${name}.`)
    process.exit(2)
  }
const rules = PLANTED_RULES.filter(({ name }) => !chosen || chosen.includes(name))

const root = process.cwd()
const copy = mkdtempSync(path.join(tmpdir(), 'payfac-desk-rules-'))
const rows: { rule: PlantedRule; caught: string | null }[] = []
try {
  for (const part of ['lib', 'scripts', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))

  const files = [...new Set(rules.map(({ test }) => test))]
  const whole = await runTests(files)
  if (!whole.isWhole || whole.failed.length > 0) {
    console.error(`Without any break these do not pass: ${whole.failed.join('; ') || 'the run broke'}`)
    process.exitCode = 1
  } else {
    console.log(`${whole.passed} tests in ${files.length} files pass without any break`)
    for (const rule of rules) rows.push({ rule, caught: await breakRule(rule) })
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}

if (process.exitCode !== 1) {
  const caught = rows.filter((row) => row.caught !== null).length
  console.log(`${caught} of ${rows.length} caught`)
  if (values.out) writeFileSync(values.out, table())
  process.exitCode = caught === rows.length ? 0 : 1
}

async function breakRule(rule: PlantedRule): Promise<string | null> {
  const place = path.join(copy, rule.file)
  const before = readFileSync(place, 'utf8')
  plant(copy, rule.name, [rule])
  try {
    const { failed, isWhole } = await runTests([rule.test])
    const caught = failed.length > 0 ? told(failed) : isWhole ? null : 'the file does not end'
    console.log(`${rule.name}: ${caught ?? 'NOT CAUGHT'}`)
    return caught
  } finally {
    writeFileSync(place, before)
  }
}

function told(failed: readonly string[]): string {
  const [first = '', ...others] = failed
  return others.length === 0 ? `“${first}”` : `“${first}” and ${others.length} more`
}

/** The vitest project of a file. Only the needed projects run, so that most runs start no database. */
function projectOf(file: string): string {
  return /\.(db|contract)\.test\.ts$/.exec(file)?.[1] ?? 'unit'
}

/** `isWhole`: every file was loaded and every test ran. */
async function runTests(files: readonly string[]): Promise<TestRun> {
  const result = path.join(copy, 'result.json')
  rmSync(result, { force: true })
  const projects = [...new Set(files.map(projectOf))].flatMap((name) => ['--project', name])
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', ...projects],
      ...['--reporter', 'json', '--outputFile', result, ...files],
    ],
    { cwd: copy, stdio: 'ignore', timeout: MOST_MS, killSignal: 'SIGKILL' },
  )
  await once(child, 'exit')
  try {
    const { numPassedTests, numTotalTests, testResults } = JSON.parse(readFileSync(result, 'utf8')) as {
      numPassedTests: number
      numTotalTests: number
      testResults: { assertionResults: { status: string; title: string }[] }[]
    }
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = tests.filter(({ status }) => status === 'failed').map(({ title }) => title)
    const isWhole =
      testResults.length === files.length &&
      testResults.every(({ assertionResults }) => assertionResults.length > 0) &&
      numPassedTests + failed.length === numTotalTests
    return { passed: numPassedTests, failed, isWhole }
  } catch {
    return { passed: 0, failed: [], isWhole: false }
  }
}

function table(): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return [
    line(['about', 'what the broken desk would do', 'broken in', 'caught by', 'test']),
    '|---|---|---|---|---|\n',
    ...rows.map(({ rule, caught }) =>
      line([
        rule.area,
        rule.says,
        `\`${rule.file}\``,
        `\`${path.basename(rule.test)}\``,
        caught ?? '**not caught**',
      ]),
    ),
  ].join('')
}
