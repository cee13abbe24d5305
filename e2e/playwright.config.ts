import { rmSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { keepTemporaryFilesInMemory } from '../scripts/quick-folder.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const DATA = keepTemporaryFilesInMemory() ?? path.join(ROOT, 'e2e/.tmp')

/** A desk of the demonstration, and where it keeps its data. */
const desk = (port: number, folder: string) => ({
  baseURL: `http://127.0.0.1:${port}`,
  dataDir: path.join(DATA, folder),
  env: { PORT: String(port), DATA_DIR: path.join(DATA, folder), LOG_LEVEL: 'warn' },
})
const SHARED = desk(3100, 'data')
/** Faults of the partner meet whoever asks next: its journeys come one at a time, and nobody else is there. */
const ALONE = desk(3101, 'data-alone')

// Each run starts from nothing: the data of the last one would make its assertions true.
if (!process.env.TEST_WORKER_INDEX)
  for (const { dataDir } of [SHARED, ALONE]) rmSync(dataDir, { recursive: true, force: true })

/** What journeys need of a desk that people have worked with. */
const SETUP = { testMatch: /\.setup\.ts$/ }
const ONE_AT_A_TIME = { workers: 1, fullyParallel: false, dependencies: ['setup', 'setup-alone'] }

export default defineConfig({
  testDir: '.',
  outputDir: '.tmp/results',
  // One more than the processors it is measured on: a journey waits for a lease, a kill or a start, too.
  workers: 3,
  fullyParallel: true,
  projects: [
    { name: 'setup', ...SETUP },
    { name: 'setup-alone', ...SETUP, use: { baseURL: ALONE.baseURL } },
    // The two that come one at a time begin first, and are done before the rest is.
    {
      name: 'alone',
      ...ONE_AT_A_TIME,
      testMatch: /\.alone\.spec\.ts$/,
      use: { baseURL: ALONE.baseURL },
    },
    // These end desks of their own.
    { name: 'restart', ...ONE_AT_A_TIME, testMatch: /\.restart\.spec\.ts$/ },
    {
      name: 'journeys',
      testIgnore: /\.(alone|restart)\.spec\.ts$/,
      dependencies: ['setup', 'setup-alone'],
    },
  ],
  forbidOnly: !!process.env.CI,
  // One moment in an hour of clicking is no verdict; what needed another try is counted and named. Many journeys leave
  // behind what a second try trips over: those that it does not help get another desk (scripts/test.ts).
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  // A step that is lost is named, and what is tried until it passes tries again: neither waits for the journey's end.
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  use: {
    baseURL: SHARED.baseURL,
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
  webServer: [SHARED, ALONE].map(({ env }) => ({
    command: 'node scripts/start.ts',
    cwd: ROOT,
    // Said when the demonstration's data is in place, a while after the first answer.
    wait: { stdout: /PayFac Desk is ready/ },
    env,
    timeout: 900_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 12_000 },
  })),
})
