import { expect, test } from 'vitest'
import { payeesOf, sharesNow, transactionAround } from './transaction-lines'

const line = (row: number, transactionId: string, amount = '100') => ({
  row,
  transactionId,
  retrievalReferenceNumber: '',
  merchantId: `M-${row}`,
  amount,
})
const lines = [line(2, 'A'), line(3, 'B'), line(4, 'B'), line(5, 'B'), line(6, 'A')]

test.each([
  [2, [2]],
  [3, [3, 4, 5]],
  [5, [3, 4, 5]],
  [6, [6]],
])('row %i is of a transaction with rows %j: the same name further down is another', (row, rows) => {
  const chosen = lines.find((each) => each.row === row)
  expect(chosen && transactionAround(lines, chosen).map((each) => each.row)).toEqual(rows)
})

test('a line that is gone has no transaction', () => {
  expect(transactionAround(lines, line(9, 'A'))).toEqual([])
})

test('current shares are in cents, and null if an amount cannot be read', () => {
  const terms = { amountUnit: 'minor' } as const
  expect(sharesNow([line(1, 'A'), line(2, 'A', '2.50')], terms)).toEqual([
    { merchantId: 'M-1', amountMinor: 10_000n },
    { merchantId: 'M-2', amountMinor: 250n },
  ])
  expect(sharesNow([line(1, 'A', '1.5')], terms)).toMatchObject([{ amountMinor: 150n }])
  expect(sharesNow([line(1, 'A'), line(2, 'A', 'x')], terms)).toBeNull()
})

test('a sale’s merchant is the one that its check names, else one of its lines', () => {
  const ofRow = (row: number) =>
    ({
      row,
      field: 'merchantId',
      code: 'split-differs',
      severity: 'warning',
      merchant: `OWNER-${row}`,
    }) as const
  const own = [line(3, 'B'), { ...line(4, 'B'), merchantId: '' }, line(5, 'B')]
  expect([...payeesOf(own, [ofRow(2), ofRow(3)])]).toEqual(['OWNER-3', 'M-3', 'M-5'])
  expect([...payeesOf(own, [])]).toEqual(['M-3', 'M-5'])
})
