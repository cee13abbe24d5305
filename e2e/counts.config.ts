import { rmSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

// Discards the counts of the previous run.
if (!process.env.TEST_WORKER_INDEX)
  rmSync(path.resolve(import.meta.dirname, '.tmp/counts.json'), { force: true })

/** `npm run counts`: how many clicks and keys the desk's main work takes, written to bench/COUNTS.md. */
export default defineConfig({
  ...journeys,
  projects: [{ name: 'counts', testMatch: /\.counts\.ts$/ }],
  workers: 1,
  fullyParallel: false,
})
