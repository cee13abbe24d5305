import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What a page says of tests can be looked up: a test that was renamed or removed is no evidence any more. */
test.each(['docs/faults.md', 'docs/reliability.md'])('each test that %s names is there', (page) => {
  const named = [...readFileSync(page, 'utf8').matchAll(/`((?:lib|e2e)\/[^`\s]+\.(?:test|spec)\.ts)`/g)].map(
    ([, file]) => file ?? '',
  )
  expect(named.filter((file) => !existsSync(file))).toEqual([])
  expect(named.length).toBeGreaterThan(10)
})

test('each row of faults names a test that causes it', () => {
  const rows = readFileSync('docs/faults.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  expect(rows.slice(1).filter((row) => !/`(?:lib|e2e)\/\S+\.(?:test|spec)\.ts`/.test(row))).toEqual([])
  expect(rows.length).toBeGreaterThan(17)
})
