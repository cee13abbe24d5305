import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FundingRequestState } from './batch'
import { type RequestSum, resultOf, sumOf } from './result'

const request = (
  state: FundingRequestState,
  transactions: number,
  amountMinor: number,
  failed: [number, number] = [0, 0],
): RequestSum => ({
  state,
  transactions,
  amountMinor: BigInt(amountMinor),
  failed: { transactions: failed[0], amountMinor: BigInt(failed[1]) },
})

/** What is not zero, as `3 of 4500`. */
const written = (requests: readonly RequestSum[], isSending = false) =>
  Object.fromEntries(
    Object.entries(resultOf(requests, isSending))
      .filter(([, { transactions }]) => transactions > 0)
      .map(([kind, { transactions, amountMinor }]) => [kind, `${transactions} of ${amountMinor}`]),
  )

describe('what became of a batch', () => {
  test.each<[string, RequestSum[], Record<string, string>]>([
    ['all funded', [request('accepted', 3, 4_500)], { funded: '3 of 4500' }],
    ['some failed', [request('accepted', 3, 4_500, [1, 500])], { funded: '2 of 4000', failed: '1 of 500' }],
    ['rejected whole', [request('refused', 3, 4_500)], { rejected: '3 of 4500' }],
    // What we named ourselves as the culprit of a rejected request is rejected with it.
    ['rejected with a culprit', [request('refused', 3, 4_500, [1, 500])], { rejected: '3 of 4500' }],
    [
      'stopped half way',
      [request('accepted', 2, 200), request('not-sent', 2, 300), request('waiting', 1, 50)],
      { funded: '2 of 200', 'not-sent': '3 of 350' },
    ],
    [
      'withdrawn',
      [request('accepted', 2, 200), request('withdrawn', 2, 300)],
      { funded: '2 of 200', withdrawn: '2 of 300' },
    ],
    ['unknown', [request('unknown', 2, 200)], { unknown: '2 of 200' }],
  ])('%s', (_, requests, expected) => expect(written(requests)).toEqual(expected))

  test('what waits is under way while the batch is sent', () => {
    expect(written([request('sending', 2, 200), request('waiting', 1, 50)], true)).toEqual({
      'under-way': '3 of 250',
    })
  })

  test('no transaction and no cent is lost or counted twice', () => {
    const states = fc.constantFrom<FundingRequestState>(
      'waiting',
      'sending',
      'accepted',
      'refused',
      'not-sent',
      'withdrawn',
      'unknown',
    )
    const requests = fc.array(
      fc
        .tuple(states, fc.nat(10_000), fc.nat(10_000), fc.nat(), fc.nat())
        .map(([state, failed, more, failedMinor, moreMinor]) =>
          request(state, failed + more, failedMinor + moreMinor, [failed, failedMinor]),
        ),
    )
    fc.assert(
      fc.property(requests, fc.boolean(), (given, isSending) => {
        const all = sumOf(resultOf(given, isSending))
        expect(all.transactions).toBe(given.reduce((sum, one) => sum + one.transactions, 0))
        expect(all.amountMinor).toBe(given.reduce((sum, one) => sum + one.amountMinor, 0n))
      }),
    )
  })
})
