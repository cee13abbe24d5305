import { defineConfig } from 'vitest/config'
import { project, withDatabase } from './vitest.config.ts'

const { resolve, test } = withDatabase(project('faults', ['lib/**/*.fault.test.ts']))
/** Each starts and ends processes, and waits for what they mend by themselves once a minute. */
const TEST_MS = 400_000

/** Faults of real processes that take minutes: `npm run test:faults`. One file at a time, for each has processes enough. */
export default defineConfig({
  test: {
    maxWorkers: 1,
    isolate: false,
    projects: [{ resolve, test: { ...test, testTimeout: TEST_MS, hookTimeout: TEST_MS } }],
  },
})
