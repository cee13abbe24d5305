import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { journeysOf, placesToRunAgain, tellJourneys } from './journeys-told.ts'
import { run } from './steps.ts'
import type { Told } from './tell-tests.ts'

/**
 * `npm test`: runs every check. Continues after a failure, so that one run reports everything, and ends with the totals
 * of all runners.
 */

const reports = mkdtempSync(path.join(tmpdir(), 'payfac-desk-test-'))
const total = { passed: 0, failed: 0, skipped: 0 }
const add = (passed: number, failed: number, skipped = 0) => {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

/** A step that passes or fails as a whole. */
async function step(command: string, args: string[]) {
  const code = await run(command, args)
  add(code === 0 ? 1 : 0, code === 0 ? 0 : 1)
}

/** Repeated at the end, because often only the last lines of a long run are kept. */
const told: string[] = []

/** Runs a test runner and adds its counts. A nonzero exit without a counted failure counts as one failure. */
async function runner(command: string, args: string[], env: Record<string, string>, read: () => Told) {
  const code = await run(command, args, env)
  let counts: Told = { passed: 0, failed: 0, skipped: 0, told: [] }
  try {
    counts = read()
  } catch (error) {
    console.error(`${command} left no report:`, error)
  }
  add(counts.passed, code !== 0 && counts.failed === 0 ? 1 : counts.failed, counts.skipped)
  told.push(...counts.told)
}

/**
 * Runs the journeys. Those that fail on every try are run once more on fresh desks, because each try leaves merchants,
 * batches and names behind that can break the next one.
 */
async function journeys() {
  const once = (name: string, places: string[] = []) =>
    run('node', ['scripts/test-e2e.ts', ...places], { PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(reports, name) })
  const code = await once('e2e.json')
  try {
    const report = json('e2e.json')
    const first = journeysOf(report)
    const places = process.env.CI ? placesToRunAgain(first) : []
    if (places.length > 0) await once('e2e-again.json', places)
    const counts = tellJourneys(first, places.length > 0 ? journeysOf(json('e2e-again.json')) : [])
    // A second run cannot make up for errors outside the journeys.
    const isMended = places.length > 0 && counts.failed === 0 && report.errors.length === 0
    add(counts.passed, counts.failed || (code === 0 || isMended ? 0 : 1), counts.skipped)
    told.push(...counts.told)
  } catch (error) {
    console.error('The journeys left no report:', error)
    add(0, 1)
  }
}

const json = (name: string) => JSON.parse(readFileSync(path.join(reports, name), 'utf8'))

await step('next', ['typegen'])
// Not incremental: the cache of an earlier run, perhaps on another branch, has hidden errors.
await step('tsc', ['--noEmit', '--incremental', 'false'])
await step('biome', ['ci', '.'])
// Build the journeys' desk in parallel with vitest, which does not use it and is idle part of the time.
const built = step('node', ['scripts/build.ts'])
await runner(
  'vitest',
  ['run', '--reporter', 'dot', '--reporter', './scripts/tell-tests.ts'],
  { TOLD_FILE: path.join(reports, 'vitest.json') },
  () => json('vitest.json'),
)
await built
await journeys()

rmSync(reports, { recursive: true, force: true })
for (const paragraph of told) console.log(`\n${paragraph}`)
if (total.skipped > 0) console.log(`\n${total.skipped} skipped (each says why above)`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
