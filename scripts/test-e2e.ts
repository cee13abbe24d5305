import { findBrowser } from './find-browser.ts'
import { run } from './steps.ts'

/** `npm run test:e2e [-- Playwright arguments]`: runs the journeys on a production build. */
const browser = findBrowser()
const reporters = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? 'list,json' : 'list'
const code = await run(
  'playwright',
  ['test', '--config', 'e2e/playwright.config.ts', `--reporter=${reporters}`, ...process.argv.slice(2)],
  browser ? { CHROMIUM_PATH: browser } : {},
)
process.exit(code)
