import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// That the named files are there is held for every document, by `scripts/documents.test.ts`.
test('each row of faults names a test that causes it', () => {
  const rows = readFileSync('docs/faults.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  expect(rows.slice(1).filter((row) => !/`(?:lib|e2e)\/\S+\.(?:test|spec)\.ts`/.test(row))).toEqual([])
  expect(rows.length).toBeGreaterThan(17)
})
