import { ATTACKS } from './attacks.ts'
import { findBrowser } from './find-browser.ts'
import { run } from './steps.ts'

/** `npm run test:attacks`: the tests that stand for attacks, alone. `npm test` runs them among all others. */

const rows = Object.values(ATTACKS).flatMap((row) => Object.entries(row))
const inBrowser = rows.filter(([file]) => file.startsWith('e2e/'))
const inProcess = rows.filter(([file]) => !file.startsWith('e2e/'))

const filesOf = (some: typeof rows) => [...new Set(some.map(([file]) => file))]
/** What a table of cases fills in is any text. */
const patternOf = (some: typeof rows) =>
  some
    .flatMap(([, titles]) => titles)
    .map((title) => title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/%[a-z]/g, '.*'))
    .join('|')

const browser = findBrowser()
const codes = [
  await run('vitest', ['run', ...filesOf(inProcess), '-t', patternOf(inProcess)]),
  await run(
    'playwright',
    [
      'test',
      '--config=e2e/playwright.config.ts',
      '--reporter=list',
      '--project=journeys',
      // None of them funds a merchant, which is what the journeys' set-up is for.
      '--no-deps',
      ...filesOf(inBrowser),
      '--grep',
      patternOf(inBrowser),
    ],
    browser ? { CHROMIUM_PATH: browser } : {},
  ),
]
process.exit(codes.every((code) => code === 0) ? 0 : 1)
