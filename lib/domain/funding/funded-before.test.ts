import { expect, test } from 'vitest'
import { held, known, lines } from '@/lib/testing/money'
import { transactionsOf } from './check-batch'
import { indexMoney } from './check-money'
import { fundedBefore } from './funded-before'
import { fundedBeforeWords } from './funded-before-words'

const found = (batch: ReturnType<typeof lines>, holds: [key: string, ...Parameters<typeof held>[]][]) =>
  fundedBefore(
    batch,
    transactionsOf(batch),
    indexMoney(
      known({
        names: [['700000000003', 'T-3']],
        held: holds.map(([key, ...amounts]) => ({ key, amounts: amounts.map((each) => held(...each)) })),
      }),
    ),
  )
const [seven, nine] = [
  { batchId: 'seven', batchNumber: 7 },
  { batchId: 'nine', batchNumber: 9 },
]

test('each transaction counts once, for the latest batch that paid it, by either identifier', () => {
  const batch = lines('T-1 A 6.00', 'T-1 B 4.00', 'T-2 A 5.00', '#700000000003 A 1.00', 'T-4 A 1.00')
  expect(
    found(batch, [
      ['id T-1', ['A', 600, seven], ['B', 400, nine]],
      ['id T-2', ['A', 500, seven]],
      ['id T-3', ['A', 100, { ...seven, isCertain: false }]],
      ['id T-9', ['A', 100, seven]],
    ]),
  ).toEqual([
    { id: 'seven', number: 7, transactions: 2 },
    { id: 'nine', number: 9, transactions: 1 },
  ])
})

test('a transaction that was taken back to zero is not funded', () => {
  expect(found(lines('T-1 A 6.00'), [['id T-1', ['A', 0, seven]]])).toEqual([])
})

test('the words give both counts', () => {
  expect(fundedBeforeWords([{ transactions: 2 }, { transactions: 1 }], 15)).toBe(
    '3 of 15 transactions are funded already, or may be',
  )
  expect(fundedBeforeWords([{ transactions: 1 }], 1)).toBe('1 of 1 transaction is funded already, or may be')
})
