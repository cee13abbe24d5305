import { expect, it } from 'vitest'
import { guessColumns } from './guess-columns'

const guess = (...rows: string[]) => {
  const cells = rows.map((row) => row.split('|'))
  const { amount, transactionId, merchantId } = guessColumns({ columns: cells[0] ?? [], rows: cells })
  return { amount, transactionId, merchantId }
}

it('recognizes amounts by their cents, and transaction IDs by a unique code in every cell', () => {
  expect(guess('SBX-C-000001|HARBOR-01|75.21', '', 'SBX-C-000002|HARBOR-01|$1,075.00')).toEqual({
    amount: 2,
    transactionId: 0,
    merchantId: null,
  })
})

it.each([
  ['two columns of amounts', ['a|75.21|1.00', 'b|1.00|75.21'], { amount: null, transactionId: null }],
  ['amounts without cents', ['SBX-C-000001|7521'], { amount: null, transactionId: 0 }],
  ['merchants who differ too', ['SBX-C-000001|HARBOR-01|1.00'], { amount: 2, transactionId: null }],
  [
    'amounts with a sign, a word or three decimals',
    ['SBX-C-000001|-1.00', 'SBX-C-000002|x1.00', 'SBX-C-000003|1.000'],
    { amount: null, transactionId: 0 },
  ],
  [
    'amounts with something after them',
    ['SBX-C-000001|1.00 ', 'SBX-C-000002|1.00x'],
    { amount: null, transactionId: 0 },
  ],
  ['short codes', ['SB-01|1.00'], { amount: 1, transactionId: null }],
  ['codes of two words', ['SBX C-000001|1.00'], { amount: 1, transactionId: null }],
  ['words', ['HARBOR-LANE|1.00'], { amount: 1, transactionId: null }],
  [
    'a column with a cell left out',
    ['SBX-C-000001|1.00', 'SBX-C-000002'],
    { amount: null, transactionId: 0 },
  ],
  ['numbers', ['700000050001|1.00'], { amount: 1, transactionId: null }],
  ['dates', ['2026-07-01|1.00'], { amount: 1, transactionId: null }],
  ['IDs of several rows', ['SBX-C-000001|1.00', 'SBX-C-000001|2.00'], { amount: 1, transactionId: null }],
])('leaves %s to a person', (_, rows, expected) => expect(guess(...rows)).toMatchObject(expected))

it('reads the first 200 rows that have a cell, and takes six characters for a code', () => {
  const rows = Array.from({ length: 200 }, (_, at) => ` SB-${100 + at} | ${at}.00 `)
  expect(guess(...rows, 'no code|no amount')).toMatchObject({ amount: 1, transactionId: 0 })
  expect(guess(...rows.slice(1), ' | ', 'no code|no amount')).toMatchObject({
    amount: null,
    transactionId: null,
  })
  expect(guess('SBX-C-000001|$1,234,567.00', 'SBX-C-000002|12.50')).toMatchObject({ amount: 1 })
})
