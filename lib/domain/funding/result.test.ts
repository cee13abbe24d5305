import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FundingRequestState } from './batch'
import { heldAfter, kindOfRow, type MerchantResult, type RequestSum, resultOf, sumOf, sumWas } from './result'

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

/** Results other than zero, as `3 of 4500`. */
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
    // A transaction that the desk found to be at fault is rejected with its request.
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

  test('waiting requests count as under way while the batch is sending', () => {
    expect(written([request('sending', 2, 200), request('waiting', 1, 50)], true)).toEqual({
      'under-way': '3 of 250',
    })
  })

  test('every transaction and cent counts exactly once', () => {
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

describe('what became of one row', () => {
  test.each<[FundingRequestState, isFailed: boolean, isSending: boolean, string]>([
    ['accepted', false, false, 'funded'],
    ['accepted', true, false, 'failed'],
    ['refused', false, false, 'rejected'],
    // A transaction that the desk found to be at fault is rejected with its request.
    ['refused', true, false, 'rejected'],
    ['withdrawn', false, false, 'withdrawn'],
    ['unknown', false, false, 'unknown'],
    ['not-sent', false, false, 'not-sent'],
    ['sending', false, true, 'under-way'],
    ['waiting', false, true, 'under-way'],
    ['waiting', false, false, 'not-sent'],
  ])('of a request that is %s (failed: %s, batch sending: %s): %s', (state, isFailed, isSending, kind) =>
    expect(kindOfRow(state, isFailed, isSending)).toBe(kind),
  )
})

describe('what the partner held before', () => {
  const was = (amountMinor: bigint) => ({ amountMinor, isCertain: true })
  const merchant = (by: MerchantResult['by']) => ({ by })

  test('is summed by outcome over all merchants', () => {
    const sums = sumWas([
      merchant({
        funded: { rows: 1, amountMinor: 500n, was: was(300n) },
        failed: { rows: 1, amountMinor: 70n, was: was(50n) },
      }),
      merchant({ funded: { rows: 2, amountMinor: 900n, was: was(1_000n) } }),
    ])
    expect(sums?.funded?.amountMinor).toBe(1_300n)
    expect(sums?.failed?.amountMinor).toBe(50n)
    expect(sums?.unknown).toBeUndefined()
  })

  test('is null if no merchant has it', () => {
    expect(sumWas([merchant({ funded: { rows: 1, amountMinor: 500n, was: null } })])).toBeNull()
    expect(sumWas([])).toBeNull()
  })

  test('stays if a row had no effect, and is replaced if it had', () => {
    for (const kind of ['failed', 'rejected', 'not-sent', 'withdrawn'] as const)
      expect(heldAfter(kind, was(300n), 500n)).toBe(300n)
    for (const kind of ['funded', 'unknown', 'under-way'] as const)
      expect(heldAfter(kind, was(300n), 500n)).toBe(500n)
  })
})
