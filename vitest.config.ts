import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const alias = [
  { find: /^@\//, replacement: root },
  // Next resolves this marker itself; outside Next it has nothing to guard.
  { find: 'server-only', replacement: `${root}lib/testing/server-only.ts` },
]

// An odd time zone, so that nothing silently depends on the machine's being UTC.
process.env.TZ = 'Pacific/Chatham'

/** Limits are for what hangs, not for what is slow: the machine may be busy. */
const TEST_MS = 120_000

const project = (name: string, include: string[], exclude: string[] = []) => ({
  resolve: { alias },
  test: {
    name,
    include,
    exclude: ['node_modules/**', '.next/**', ...exclude],
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
  },
})

/** One PostgreSQL for all of them, whichever is first. */
const withDatabase = ({ resolve, test }: ReturnType<typeof project>) => ({
  resolve,
  test: { ...test, globalSetup: ['lib/testing/global-setup.ts'] },
})

export default defineConfig({
  test: {
    // By default one processor is left alone, and on two of them the run takes twice as long.
    maxWorkers: '100%',
    projects: [
      project(
        'unit',
        ['lib/**/*.test.ts', 'components/**/*.test.ts', 'scripts/**/*.test.ts'],
        ['**/*.db.test.ts', '**/*.contract.test.ts'],
      ),
      withDatabase(project('db', ['lib/**/*.db.test.ts'])),
      withDatabase(project('contract', ['lib/**/*.contract.test.ts'])),
    ],
  },
})
