import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PLANTED_RULES } from './planted-rules'

test('there are twenty, each with a name of its own', () => {
  expect(new Set(PLANTED_RULES.map(({ name }) => name)).size).toBe(20)
})

describe('each planted break of a rule still fits the code', () => {
  test.each(PLANTED_RULES)('$name in $file', ({ file, from, to, test: testFile }) => {
    expect(file).toMatch(/^lib\/(?:domain|partner|server)\//)
    expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
    expect(`${from}${to}`).not.toContain('\n')
    expect(existsSync(testFile)).toBe(true)
  })
})
