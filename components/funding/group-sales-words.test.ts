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
  [
    {
      count: 1,
      amountMinor: '1000',
      missingMinor: '29',
      unowned: { count: 2, amountMinor: '5000', missingMinor: '145' },
    },
    '1 sale, $10.00, paid wholly to its merchant; by default $0.29 goes to others; 2 sales, $50.00, without a single merchant in the log, each paid wholly to one; by default $1.45 goes to others',
  ],
  [
    {
      count: 0,
      amountMinor: '0',
      missingMinor: '0',
      unowned: { count: 1, amountMinor: '5000', missingMinor: '145' },
    },
    '1 sale, $50.00, without a single merchant in the log, each paid wholly to one; by default $1.45 goes to others',
  ],
  // Batches from before these were counted.
  [undefined, ''],
])('names the sales of a kind of warning, and their sum: %j', (sales, words) =>
  expect(groupSalesWords(sales ? { sales } : {})).toBe(words),
)
