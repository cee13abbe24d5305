import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/** `npm run counts`: how many clicks and keys the desk's main work takes, written to bench/COUNTS.md. */
export default defineConfig(journeys, {
  projects: [{ name: 'counts', testMatch: /\.counts\.ts$/ }],
  workers: 1,
  fullyParallel: false,
})
