import { describe, expect, test } from 'vitest'
import type { FundingAnswer } from '@/lib/partner/funding-client'
import { judgeAnswer } from './judge-answer'

const request = {
  batchId: 'b',
  n: 1,
  firstTransaction: 10,
  lastTransaction: 12,
  state: 'sending' as const,
  amounts: 3,
  amountsSum: '600',
  requestSha256: '',
}

const lines = ['A', 'B', 'C'].map((transactionId, index) => ({
  row: index + 20,
  transactionNo: index + 10,
  transactionId,
  retrievalReferenceNumber: '',
  merchantId: 'M',
  amount: '200',
  amountMinor: 200n,
}))

const error = (transactionId: string | null, errorCode: string) => ({
  transactionId,
  retrievalReferenceNumber: null,
  errorCode,
  errorMessage: 'Words of the partner',
  others: {},
})

const answer = (fields: Partial<FundingAnswer> = {}): FundingAnswer => ({
  transactionCount: 3,
  successfulTransactionCount: 3,
  merchantFundingAmountCount: 3,
  amountsSum: '600',
  errorCode: null,
  errorMessage: null,
  transactionErrors: [],
  httpStatus: 200,
  rawText: '{}',
  ...fields,
})

describe('an answer of the funding endpoint', () => {
  test('with a failure is accepted, and the failure is stored for its transaction', () => {
    expect(
      judgeAnswer(
        request,
        answer({ successfulTransactionCount: 2, transactionErrors: [error('B', '904')] }),
        lines,
      ),
    ).toMatchObject({
      state: 'accepted',
      goesOn: true,
      succeeded: 2,
      failed: 1,
      failures: [{ transactionNo: 11, errorCode: '904' }],
    })
  })

  test.each([
    [
      'fewer successes than it explains',
      { successfulTransactionCount: 1, transactionErrors: [error('B', '904')] },
      1,
      1,
    ],
    [
      'more successes than it can have',
      { successfulTransactionCount: 3, transactionErrors: [error('B', '904')] },
      2,
      1,
    ],
    [
      'an error of a transaction that was not sent',
      { successfulTransactionCount: 2, transactionErrors: [error('Z', '904')] },
      2,
      0,
    ],
  ])('with %s counts no more as funded than it says', (_, fields, succeeded, failed) => {
    const end = judgeAnswer(request, answer(fields), lines)
    expect(end).toMatchObject({ state: 'accepted', succeeded, failed })
  })

  test('that names a transaction which was not sent lists it', () => {
    const end = judgeAnswer(
      request,
      answer({ successfulTransactionCount: 2, transactionErrors: [error('Z-77', '904')] }),
      lines,
    )
    expect(end.message).toContain('Z-77')
  })

  test.each(['1', '2', '3', '77'])(
    'with request-level code %s is a refusal, and the next request is sent',
    (errorCode) => {
      expect(judgeAnswer(request, answer({ errorCode, successfulTransactionCount: 0 }), lines)).toMatchObject(
        {
          state: 'refused',
          waits: false,
          goesOn: true,
          succeeded: 0,
          failed: 3,
        },
      )
    },
  )

  test('that refuses the request but counts successes is unknown, and nothing more is sent', () => {
    expect(
      judgeAnswer(request, answer({ errorCode: '3', successfulTransactionCount: 3 }), lines),
    ).toMatchObject({
      state: 'unknown',
      waits: false,
      goesOn: false,
      succeeded: 0,
      failed: 0,
    })
  })
})
