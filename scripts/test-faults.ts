import { findBrowser } from './find-browser.ts'
import { run } from './steps.ts'

/**
 * `npm run test:faults`: faults of real processes that take minutes, each with the judge of the simulation or a browser
 * after it. `npm test` has those that take seconds.
 */
const browser = findBrowser()
const processes = await run('vitest', [
  'run',
  '--config',
  'vitest.faults.config.ts',
  ...process.argv.slice(2),
])
const journeys =
  process.argv.length > 2
    ? 0
    : await run(
        'playwright',
        ['test', '--config', 'e2e/faults.config.ts', '--reporter=list'],
        browser ? { CHROMIUM_PATH: browser } : {},
      )
process.exit(processes || journeys)
