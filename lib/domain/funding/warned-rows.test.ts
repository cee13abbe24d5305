import { expect, test } from 'vitest'
import type { LineProblem } from './line-problem'
import { countWarnedRows, warningWords } from './warned-rows'

const warning = (row: number | null, alsoRows?: number[]): LineProblem => ({
  row,
  field: null,
  code: 'unlogged',
  severity: 'warning',
  ...(alsoRows && { alsoRows }),
})

test('counts each row of a warning once, but no rows with an error and no warnings about the whole batch', () => {
  const error: LineProblem = { ...warning(9), severity: 'error' }
  const warnings = [warning(2, [3, 4]), warning(3), warning(5), warning(9), warning(null)]
  expect(countWarnedRows(9, [...warnings, error])).toBe(4)
})

test('does not count rows for a warning that nearly all rows have', () => {
  const split: LineProblem = { ...warning(2, [3, 4, 5]), code: 'split-not-applied' }
  expect(countWarnedRows(5, [split, warning(4)])).toBe(1)
  expect(countWarnedRows(6, [split, warning(4)])).toBe(4)
})

test.each([
  [12, 3, '12 rows with warnings, 3 kinds'],
  [1, 1, '1 row with warnings, 1 kind'],
  [0, 1, 'Warnings about the whole batch'],
  [undefined, 2, 'Warnings of 2 kinds'],
])('%s rows, %s kinds', (rows, kinds, words) => {
  expect(warningWords(rows, kinds)).toBe(words)
})
