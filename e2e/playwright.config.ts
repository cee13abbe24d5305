import { rmSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { keepTemporaryFilesInMemory } from '../scripts/quick-folder.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const TEMPORARY = keepTemporaryFilesInMemory() ?? path.join(ROOT, 'e2e/.tmp')

const addressOf = (port: number) => `http://127.0.0.1:${port}`
/** Where the journeys meet that get along with each other. */
const SHARED = { port: 3100, dataDir: path.join(TEMPORARY, 'data') }
/** For those whose faults of the partner would meet whoever asks next: one of them at a time. */
const ALONE = { port: 3101, dataDir: path.join(TEMPORARY, 'data-alone') }

// Each run starts from nothing: the data of the last one would make its assertions true.
if (!process.env.TEST_WORKER_INDEX)
  for (const { dataDir } of [SHARED, ALONE]) rmSync(dataDir, { recursive: true, force: true })

const startDesk = ({ port, dataDir }: typeof SHARED) => ({
  command: 'node scripts/start.ts',
  cwd: ROOT,
  // Said when the demonstration's data is in place, a while after the first answer.
  wait: { stdout: /PayFac Desk is ready/ },
  env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  timeout: 900_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 12_000 },
})

export default defineConfig({
  testDir: '.',
  outputDir: '.tmp/results',
  // A journey waits about a third of its time: two processors have work for three.
  workers: 3,
  fullyParallel: true,
  projects: [
    // What journeys need of a desk that people have worked with.
    { name: 'setup', testMatch: /\.setup\.ts$/ },
    { name: 'setup-alone', testMatch: /\.setup\.ts$/, use: { baseURL: addressOf(ALONE.port) } },
    // First, as these go one after the other, while those that get along fill the other workers to the end.
    {
      name: 'alone',
      testMatch: /\.alone\.spec\.ts$/,
      dependencies: ['setup-alone'],
      workers: 1,
      fullyParallel: false,
      use: { baseURL: addressOf(ALONE.port) },
    },
    // Each of these ends a desk of its own.
    {
      name: 'restart',
      testMatch: /\.restart\.spec\.ts$/,
      dependencies: ['setup'],
      workers: 1,
      fullyParallel: false,
    },
    { name: 'journeys', testIgnore: /\.(alone|restart)\.spec\.ts$/, dependencies: ['setup'] },
  ],
  forbidOnly: !!process.env.CI,
  // One moment in an hour of clicking is no verdict; what needed another try is counted and named.
  retries: process.env.CI ? 2 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: addressOf(SHARED.port),
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
        // One thread instead of two that tell each other of every frame: a page costs a quarter less.
        '--disable-threaded-compositing',
      ],
    },
  },
  webServer: [startDesk(SHARED), startDesk(ALONE)],
})
