import { ATTACKS } from './attacks.ts'
import { findBrowser } from './find-browser.ts'
import { run } from './steps.ts'

/** `npm run test:attacks`: runs only the tests that cover attacks. `npm test` includes them. */

const rows = Object.values(ATTACKS).flatMap((row) => Object.entries(row))
const inBrowser = rows.filter(([file]) => file.startsWith('e2e/'))
const inProcess = rows.filter(([file]) => !file.startsWith('e2e/'))

const filesOf = (some: typeof rows) => [...new Set(some.map(([file]) => file))]
/** Placeholders of table-driven tests match any text. */
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
      // No setup, because none of these tests funds a merchant.
      '--no-deps',
      ...filesOf(inBrowser),
      '--grep',
      patternOf(inBrowser),
    ],
    browser ? { CHROMIUM_PATH: browser } : {},
  ),
]
process.exit(codes.every((code) => code === 0) ? 0 : 1)
