import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { FrozenLine } from './line'
import { requestFigures, splitRequests } from './requests'

test.each([
  [0, []],
  [1, ['0–0']],
  [10_000, ['0–9999']],
  [10_001, ['0–9999', '10000–10000']],
  [25_000, ['0–9999', '10000–19999', '20000–24999']],
])('%d transactions are cut into requests: %j', (transactions, ranges) =>
  expect(splitRequests(transactions).map(({ first, last }) => `${first}–${last}`)).toEqual(ranges),
)

describe('our figures of a request', () => {
  const line = (transactionNo: number, amountMinor: bigint): FrozenLine => ({
    transactionNo,
    transactionId: `A-${transactionNo}`,
    retrievalReferenceNumber: '',
    merchantId: 'M',
    amountMinor,
  })

  it('count transactions and amounts, and sum the digits on the wire', () => {
    const lines = [line(10_000, 1200n), line(10_000, 300n), line(10_001, 0n)]
    expect(requestFigures(lines, 'minor')).toEqual({ transactions: 2, amounts: 3, amountsSum: '1500' })
    expect(requestFigures(lines, 'major')).toEqual({ transactions: 2, amounts: 3, amountsSum: '15' })
  })

  it('every transaction is in one request, and none has more than 10,000', () => {
    fc.assert(
      fc.property(fc.nat(200_000), (transactions) => {
        let next = 0
        for (const { first, last } of splitRequests(transactions)) {
          expect(first).toBe(next)
          expect(last - first + 1).toBeLessThanOrEqual(10_000)
          next = last + 1
        }
        expect(next).toBe(transactions)
      }),
    )
  })
})
