import { expect, test } from 'vitest'
import { lines } from '@/lib/testing/money'
import type { LineProblem } from './line-problem'
import { unloggedQuestion, unloggedWords } from './unlogged'

const given = lines('T-1 A 1.00', 'T-2 A 1.00', 'T-3 A 1.00', '#700000000004 A 1.00')
const unlogged = (row: number, suggestion?: string): LineProblem => ({
  row,
  field: 'transactionId',
  code: 'unlogged',
  severity: 'warning',
  ...(suggestion !== undefined && { suggestion }),
})
const asked = (inLog: number, ...problems: LineProblem[]) =>
  unloggedQuestion({ inLog, notInLog: problems.length }, problems, given)

test('where the log has half of a batch or more, the others are asked about', () => {
  expect(asked(4)).toBeNull()
  expect(asked(3, unlogged(5))).toEqual({
    count: 1,
    transactions: 4,
    named: [{ row: 5, transaction: '700000000004' }],
  })
  expect(asked(1, unlogged(3))?.count).toBe(1)
})

test('where it has fewer, all of them are once one looks like a sale of the log, that one first', () => {
  expect(asked(1, unlogged(3), unlogged(4))).toBeNull()
  expect(asked(1, unlogged(3), unlogged(4, 'T-9'))).toEqual({
    count: 2,
    transactions: 3,
    named: [
      { row: 4, transaction: 'T-3', meant: 'T-9' },
      { row: 3, transaction: 'T-2' },
    ],
  })
})

test('a log that has none of them asks nothing, whatever they look like', () =>
  expect(asked(0, unlogged(2, 'T-9'), unlogged(3))).toBeNull())

test('other warnings are no question of this kind', () =>
  expect(
    unloggedQuestion(
      { inLog: 3, notInLog: 1 },
      [{ ...unlogged(2), code: 'merchant-first' }, unlogged(3)],
      given,
    )?.named,
  ).toEqual([{ row: 3, transaction: 'T-2' }]))

test('says how many, and the first of them', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ row: at + 2, transaction: `T-${at + 1}` }))
  expect(unloggedWords({ count: 1, transactions: 15, named: named(1) })).toBe(
    '1 of 15 transactions is not in the callback log: row 2 (T-1).',
  )
  expect(unloggedWords({ count: 5, transactions: 15, named: named(5) })).toBe(
    '5 of 15 transactions are not in the callback log: row 2 (T-1), row 3 (T-2), row 4 (T-3) and 2 more.',
  )
})
