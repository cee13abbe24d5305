import { rmSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { keepTemporaryFilesInMemory } from '../scripts/quick-folder.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const DATA = keepTemporaryFilesInMemory() ?? path.join(ROOT, 'e2e/.tmp')

/** A desk with the demonstration data, and the folder of its data. */
const desk = (port: number, folder: string) => ({
  baseURL: `http://127.0.0.1:${port}`,
  dataDir: path.join(DATA, folder),
  env: { PORT: String(port), DATA_DIR: path.join(DATA, folder), LOG_LEVEL: 'warn' },
})
const SHARED = desk(3100, 'data')
/**
 * Faults of the partner affect whoever calls next, so these journeys run one at a time, with nobody else on their desk.
 */
const ALONE = desk(3101, 'data-alone')

// Each run starts empty, because data of the previous one could make its assertions pass.
if (!process.env.TEST_WORKER_INDEX)
  for (const { dataDir } of [SHARED, ALONE]) rmSync(dataDir, { recursive: true, force: true })

/** What journeys need of a desk that people have already used. */
const SETUP = { testMatch: /\.setup\.ts$/ }
const ONE_AT_A_TIME = { workers: 1, fullyParallel: false, dependencies: ['setup', 'setup-alone'] }

export default defineConfig({
  testDir: '.',
  outputDir: '.tmp/results',
  // One more than the processors of the reference machine, because journeys also wait for leases, kills and starts.
  workers: 3,
  fullyParallel: true,
  projects: [
    { name: 'setup', ...SETUP },
    { name: 'setup-alone', ...SETUP, use: { baseURL: ALONE.baseURL } },
    // The two projects that run one at a time start first, and finish before the others.
    {
      name: 'alone',
      ...ONE_AT_A_TIME,
      testMatch: /\.alone\.spec\.ts$/,
      use: { baseURL: ALONE.baseURL },
    },
    // These stop and kill desks of their own.
    { name: 'restart', ...ONE_AT_A_TIME, testMatch: /\.restart\.spec\.ts$/ },
    {
      name: 'journeys',
      testIgnore: /\.(alone|restart)\.spec\.ts$/,
      dependencies: ['setup', 'setup-alone'],
    },
  ],
  forbidOnly: !!process.env.CI,
  // One bad moment in an hour of clicking does not fail the run; retries are counted and reported. A retry can trip
  // over what the first try left, so journeys that fail again get a fresh desk (scripts/test.ts).
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  // Short limits report the step that failed, and let `toPass` try again, before the journey's own limit ends it.
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  use: {
    baseURL: SHARED.baseURL,
    actionTimeout: 45_000,
    navigationTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Pacific/Chatham',
    // Tracing makes a run half as long again; `--trace retain-on-failure` turns it on for a single one.
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
    // Printed when the demonstration data is in place, some time after the server first answers.
    wait: { stdout: /PayFac Desk is ready/ },
    env,
    timeout: 900_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 12_000 },
  })),
})
