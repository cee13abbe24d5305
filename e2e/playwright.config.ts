import { rmSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { keepTemporaryFilesInMemory } from '../scripts/quick-folder.ts'

const PORT = 3100
const ROOT = path.resolve(import.meta.dirname, '..')
/** Where the desk of the journeys keeps its data. */
const DATA_DIR = path.join(keepTemporaryFilesInMemory() ?? path.join(ROOT, 'e2e/.tmp'), 'data')

// Each run starts from nothing: the data of the last one would make its assertions true.
if (!process.env.TEST_WORKER_INDEX) rmSync(DATA_DIR, { recursive: true, force: true })

export default defineConfig({
  testDir: '.',
  outputDir: '.tmp/results',
  workers: 2,
  fullyParallel: true,
  projects: [
    // What journeys need of a desk that people have worked with.
    { name: 'setup', testMatch: /\.setup\.ts$/ },
    { name: 'journeys', testIgnore: /\.(alone|restart)\.spec\.ts$/, dependencies: ['setup'] },
    // Faults of the partner meet whoever asks next: these journeys run when nobody else does.
    {
      name: 'alone',
      testMatch: /\.alone\.spec\.ts$/,
      dependencies: ['journeys'],
      workers: 1,
      fullyParallel: false,
    },
    // These end a desk of their own, and so may run beside those.
    {
      name: 'restart',
      testMatch: /\.restart\.spec\.ts$/,
      dependencies: ['journeys'],
      workers: 1,
      fullyParallel: false,
    },
  ],
  forbidOnly: !!process.env.CI,
  // One moment in an hour of clicking is no verdict; what needed another try is counted and named.
  retries: process.env.CI ? 2 : 0,
  timeout: 120_000,
  // A step that is lost is named, and what is tried until it passes tries again: neither waits for the journey's end.
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    actionTimeout: 45_000,
    navigationTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Pacific/Chatham',
    // Recording each step takes half as long again; `--trace retain-on-failure` turns it on for one look.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node scripts/start.ts',
    cwd: ROOT,
    // Said when the demonstration's data is in place, a while after the first answer.
    wait: { stdout: /PayFac Desk is ready/ },
    env: { PORT: String(PORT), DATA_DIR, LOG_LEVEL: 'warn' },
    timeout: 900_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
  },
})
