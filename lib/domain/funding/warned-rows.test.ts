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

test('a row is counted once, with all that one warning is said of; one with an error, or the whole batch, is none', () => {
  const error: LineProblem = { ...warning(9), severity: 'error' }
  const warnings = [warning(2, [3, 4]), warning(3), warning(5), warning(9), warning(null)]
  expect(countWarnedRows(9, [...warnings, error])).toBe(4)
})

test('what nearly all rows have is of the batch: the rows that the grid marks are counted', () => {
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
