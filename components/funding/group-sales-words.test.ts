import { expect, test } from 'vitest'
import { groupSalesWords } from './group-sales-words'

test.each([
  [
    { count: 8, amountMinor: '51356', missingMinor: '1490' },
    '8 sales, $513.56, paid wholly to their merchants; by default $14.90 goes to others',
  ],
  [
    { count: 1, amountMinor: '1000', missingMinor: '29' },
    '1 sale, $10.00, paid wholly to its merchant; by default $0.29 goes to others',
  ],
  // Of batches that were submitted before they were counted.
  [undefined, ''],
])('names the sales of a kind of warning, and their sum: %j', (sales, words) =>
  expect(groupSalesWords(sales ? { sales } : {})).toBe(words),
)
