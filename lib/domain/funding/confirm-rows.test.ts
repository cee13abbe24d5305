import { expect, test } from 'vitest'
import { lines } from '@/lib/testing/money'
import { confirmedCounts, confirmQuestion, confirmWords } from './confirm-rows'
import type { LineProblem } from './line-problem'

const given = lines('T-1 A 1.00', 'T-2 A 1.00', 'T-3 A 1.00', '#700000000004 A 1.00', 'T-1 B 0.50').map(
  (line, at) => ({ ...line, transactionNo: at === 4 ? 1 : at + 1, amountMinor: at === 4 ? 50n : 100n }),
)
const unlogged = (row: number, suggestion?: string): LineProblem => ({
  row,
  field: 'transactionId',
  code: 'unlogged',
  severity: 'warning',
  ...(suggestion !== undefined && { suggestion }),
})
const otherPayee = (row: number, suggestion?: string): LineProblem => ({
  ...unlogged(row, suggestion),
  field: 'merchantId',
  code: 'other-payee',
  merchant: 'HARBOR-LANE-02',
})
const asked = (inLog: number, ...problems: LineProblem[]) =>
  confirmQuestion(
    { inLog, notInLog: problems.filter(({ code }) => code === 'unlogged').length },
    problems,
    given,
  )

test('if the log has at least half of a batch, the other transactions are asked about', () => {
  expect(asked(4)).toBeNull()
  expect(asked(3, unlogged(5))).toEqual({
    count: 1,
    otherPayee: 0,
    otherSale: 0,
    transactions: 4,
    named: [{ row: 5, transaction: '700000000004', amountMinor: '100' }],
  })
  expect(asked(1, unlogged(3))?.count).toBe(1)
})

test('if it has fewer, they are asked about once one resembles a logged sale, that one first', () => {
  expect(asked(1, unlogged(3), unlogged(4))).toBeNull()
  expect(asked(1, unlogged(3), unlogged(4, 'T-9'))).toMatchObject({
    count: 2,
    transactions: 3,
    named: [
      { row: 4, transaction: 'T-3', meant: 'T-9' },
      { row: 3, transaction: 'T-2' },
    ],
  })
})

test('if the log has none of them, nothing is asked', () =>
  expect(asked(0, unlogged(2, 'T-9'), unlogged(3))).toBeNull())

test('a sale whose merchant is paid nothing is asked about, with its whole amount and merchant', () =>
  expect(asked(4, otherPayee(2))).toEqual({
    count: 1,
    otherPayee: 1,
    otherSale: 0,
    transactions: 4,
    named: [{ row: 2, transaction: 'T-1', amountMinor: '150', owner: 'HARBOR-LANE-02' }],
  }))

test('a sale with another amount is asked about if another sale has exactly the paid amount', () => {
  const meant: LineProblem = {
    ...unlogged(3, 'T-9'),
    code: 'sale-meant',
    amounts: { saleMinor: 500, afterMinor: 100 },
  }
  const question = asked(4, meant)
  expect(question).toEqual({
    count: 1,
    otherPayee: 0,
    otherSale: 1,
    transactions: 4,
    named: [{ row: 3, transaction: 'T-2', amountMinor: '100', saleMinor: '500', meant: 'T-9' }],
  })
  expect(question && confirmWords(question)).toBe(
    '1 of 4 transactions has an amount that another sale has exactly: row 3 (T-2; T-9 has it).',
  )
  const all = asked(3, meant, otherPayee(2), unlogged(5))
  expect(all && confirmedCounts(all)).toEqual({
    otherPayeeConfirmed: 1,
    otherSaleConfirmed: 1,
    unloggedConfirmed: 1,
  })
})

test('both kinds are one question, with resemblances first', () => {
  const question = asked(3, otherPayee(2), unlogged(3), otherPayee(4, 'T-9'))
  expect(question).toMatchObject({ count: 3, otherPayee: 2, transactions: 4 })
  expect(question?.named.map(({ row, meant }) => [row, meant])).toEqual([
    [4, 'T-9'],
    [2, undefined],
    [3, undefined],
  ])
  // If the log has little of the batch, only the sale that it has is asked about.
  expect(asked(1, otherPayee(2), unlogged(3), unlogged(4))).toMatchObject({ count: 1, otherPayee: 1 })
})

test('other warnings ask no such question', () =>
  expect(
    confirmQuestion(
      { inLog: 3, notInLog: 1 },
      [{ ...unlogged(2), code: 'merchant-first' }, unlogged(3)],
      given,
    )?.named.map(({ row }) => row),
  ).toEqual([3]))

test('the words give the count and the first rows', () => {
  const named = (count: number, owner?: string) =>
    Array.from({ length: count }, (_, at) => ({
      row: at + 2,
      transaction: `T-${at + 1}`,
      amountMinor: '100',
      ...(owner !== undefined && { owner }),
    }))
  expect(confirmWords({ count: 1, otherPayee: 0, otherSale: 0, transactions: 15, named: named(1) })).toBe(
    '1 of 15 transactions is not in the callback log: row 2 (T-1).',
  )
  expect(confirmWords({ count: 5, otherPayee: 0, otherSale: 0, transactions: 15, named: named(5) })).toBe(
    '5 of 15 transactions are not in the callback log: row 2 (T-1), row 3 (T-2), row 4 (T-3) and 2 more.',
  )
  expect(
    confirmWords({
      count: 2,
      otherPayee: 1,
      otherSale: 0,
      transactions: 15,
      named: [...named(1, 'B'), ...named(1)],
    }),
  ).toBe(
    '1 of 15 transactions is a sale of another merchant, who gets nothing: row 2 (T-1, of B). 1 of 15 transactions is not in the callback log: row 2 (T-1).',
  )
})
