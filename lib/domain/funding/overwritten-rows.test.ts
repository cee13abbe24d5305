import { expect, test } from 'vitest'
import {
  type OverwrittenRow,
  overwrittenByMerchant,
  overwrittenRows,
  overwrittenWords,
} from './overwritten-rows'

const amount = (fields: Partial<OverwrittenRow>): OverwrittenRow => ({
  batchId: 'later',
  batchNumber: 12,
  transactionNo: 0,
  merchantId: 'A',
  wasMinor: 7_521n,
  newMinor: 0n,
  isCertain: true,
  isFirst: true,
  ...fields,
})

test('rows are matched by transaction and merchant, and the first of two rows has the amount', () => {
  const rows = overwrittenRows(
    [amount({})],
    [
      { row: 2, transactionNo: 0, merchantId: 'A' },
      { row: 3, transactionNo: 0, merchantId: 'B' },
      { row: 4, transactionNo: 0, merchantId: 'A' },
      { row: 5, transactionNo: 1, merchantId: 'A' },
    ],
  )
  expect([...rows].map(([row, { isFirst }]) => [row, isFirst])).toEqual([
    [2, true],
    [4, false],
  ])
})

test('a merchant’s sums leave out unknown outcomes, and each later batch is named once', () => {
  const found = overwrittenByMerchant([
    amount({ batchNumber: 13, transactionNo: 1, wasMinor: 100n, newMinor: 50n }),
    amount({}),
    amount({ transactionNo: 2, wasMinor: 1n, newMinor: 2n }),
    amount({ batchNumber: 14, transactionNo: 3, isCertain: false }),
    amount({ merchantId: 'B', wasMinor: 9n, newMinor: 9n }),
  ])
  expect([...found].map(([merchantId, one]) => `${merchantId}: ${overwrittenWords(one)}`)).toEqual([
    'A: $76.22 by B-12, B-13, B-14 (outcome unknown), now $0.52',
    'B: $0.09 by B-12, now $0.09',
  ])
})
