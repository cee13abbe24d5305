import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from './steps.ts'
import type { Told } from './tell-tests.ts'

/**
 * `npm test`: everything that must hold. Goes on after a failure, so that one run tells all, and ends
 * with the sum over all runners.
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

/** What is worth reading once more at the end: of a long run, only its last lines may be kept. */
const told: string[] = []

/** A runner that counts its tests; one that ends badly without counting a failure counts as one. */
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

const json = (name: string) => JSON.parse(readFileSync(path.join(reports, name), 'utf8'))

await step('next', ['typegen'])
// From the files alone: what an earlier run remembered, of another branch perhaps, has hidden errors.
await step('tsc', ['--noEmit', '--incremental', 'false'])
await step('biome', ['ci', '.'])
// The journeys' desk, beside the tests that never look at it and wait for a part of their time.
const built = step('node', ['scripts/build.ts'])
await runner(
  'vitest',
  ['run', '--reporter', 'dot', '--reporter', './scripts/tell-tests.ts'],
  { TOLD_FILE: path.join(reports, 'vitest.json') },
  () => json('vitest.json'),
)
await built
await runner(
  'node',
  ['scripts/test-e2e.ts'],
  { PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(reports, 'e2e.json') },
  () => {
    const { stats } = json('e2e.json')
    if (stats.flaky > 0) console.log(`\n${stats.flaky} passed only at another try (named above as flaky)`)
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      told: [],
    }
  },
)

rmSync(reports, { recursive: true, force: true })
for (const paragraph of told) console.log(`\n${paragraph}`)
if (total.skipped > 0) console.log(`\n${total.skipped} skipped (each says why above)`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
