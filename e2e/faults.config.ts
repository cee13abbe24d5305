import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/** Journeys on desks of their own with which something is wrong: a part of `npm run test:faults`. */
export default defineConfig({
  ...journeys,
  projects: [{ name: 'faults', testMatch: /\.fault\.spec\.ts$/ }],
  workers: 1,
  fullyParallel: false,
  // Nobody looks at the desk of the other journeys, which would have built it.
  webServer: undefined,
  globalSetup: './build-first.ts',
})
