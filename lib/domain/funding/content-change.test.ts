import { expect, test } from 'vitest'
import { contentChangeWords } from './content-change'

const NONE = { changed: [], added: [], removed: [], cells: [], hasOtherProfile: false }
const content = (amountMinor: string, transactions: number) => ({ amountMinor, transactions })

test.each([
  [
    'a different sum and the rows that changed',
    content('10000', 2),
    content('12000', 3),
    {
      ...NONE,
      changed: [2],
      added: [5],
      cells: [
        { row: 2, field: 'merchantId' as const, from: 'M-1', to: 'M-2' },
        { row: 2, field: 'amount' as const, from: '1000.00', to: '12.5' },
        { row: 2, field: 'transactionId' as const, from: '', to: 'T-9' },
        { row: 5, field: 'transactionId' as const, from: null, to: 'T-5' },
        { row: 5, field: 'retrievalReferenceNumber' as const, from: null, to: '' },
        { row: 5, field: 'amount' as const, from: null, to: 'ten' },
      ],
    },
    '$120.00 in 3 transactions, was $100.00 in 2. Row 2 changed, row 5 was added. Row 2: merchant ID M-1 → M-2, $1,000.00 → $12.50, transaction ID blank → T-9; row 5: T-5, ten.',
  ],
  [
    'the same sum to other merchants is called the same',
    content('10000', 2),
    content('10000', 2),
    { ...NONE, changed: [2, 3] },
    'Still $100.00 in 2 transactions. Rows 2 and 3 changed.',
  ],
  [
    'many rows are counted after the first three',
    content('500000', 1_200),
    content('400000', 1_195),
    { ...NONE, removed: [2, 3, 4, 5, 6] },
    '$4,000.00 in 1,195 transactions, was $5,000.00 in 1,200. Rows 2, 3, 4 and 2 more were removed.',
  ],
  [
    'another profile changes no row',
    content('100', 1),
    content('100', 1),
    { ...NONE, hasOtherProfile: true },
    'Still $1.00 in 1 transaction. It is for another funding profile.',
  ],
  ['unknown earlier totals are left out', null, content('100', 1), NONE, '$1.00 in 1 transaction.'],
])('%s', (_, was, is, rows, words) => {
  expect(contentChangeWords(was, is, rows)).toBe(words)
})
