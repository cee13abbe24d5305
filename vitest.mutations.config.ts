import { defineConfig } from 'vitest/config'
import { alias } from './vitest.config.ts'

/** What mutants of the rules are tried with: the tests beside them, and nothing that starts a process. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ['lib/domain/**/*.test.ts', 'lib/partner/mapping/**/*.test.ts'],
    // Stryker tells a mutant apart by a switch that is read at every call, not by reading the modules anew.
    isolate: false,
    // A mutant that hangs is ended by Stryker, by how long its tests take without it.
    testTimeout: 120_000,
  },
})
