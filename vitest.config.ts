import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/quick-folder.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
export const alias = [
  { find: /^@\//, replacement: root },
  // Next resolves this marker itself; outside Next it has nothing to guard.
  { find: 'server-only', replacement: `${root}lib/testing/server-only.ts` },
]

// An odd time zone, so that nothing silently depends on the machine's being UTC.
process.env.TZ = 'Pacific/Chatham'
keepTemporaryFilesInMemory()

/** Limits are for what hangs, not for what is slow: the machine may be busy. */
const TEST_MS = 120_000

export const project = (name: string, include: string[], exclude: string[] = []) => ({
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
export const withDatabase = ({ resolve, test }: ReturnType<typeof project>) => ({
  resolve,
  test: { ...test, globalSetup: ['lib/testing/global-setup.ts'] },
})

/** A page to render into, for the few files that press its buttons. */
const withDocument = ({ resolve, test }: ReturnType<typeof project>) => ({
  resolve,
  test: { ...test, environment: 'happy-dom', setupFiles: ['lib/testing/dom.ts'] },
})

export default defineConfig({
  test: {
    // By default one processor is left alone. One more is busy while another waits for a child, a lease or a kill.
    maxWorkers: availableParallelism() + 1,
    // Modules are read once for all files, and not once for each: half of the run was that.
    isolate: false,
    // Of ten thousand tests with real processes, one that meets a bad moment is no verdict; it is named at the end.
    retry: process.env.CI ? 1 : 0,
    projects: [
      project(
        'unit',
        ['lib/**/*.test.ts', 'components/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
        ['**/*.db.test.ts', '**/*.contract.test.ts', '**/*.fault.test.ts', '**/*.dom.test.tsx'],
      ),
      withDocument(project('dom', ['components/**/*.dom.test.tsx'])),
      withDatabase(project('db', ['lib/**/*.db.test.ts'])),
      withDatabase(project('contract', ['lib/**/*.contract.test.ts'])),
    ],
  },
})
