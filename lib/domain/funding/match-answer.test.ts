import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  type AnsweredError,
  type AnsweredRequest,
  type AnswerFinding,
  findingText,
  matchAnswer,
  type SentTransaction,
} from './match-answer'

/** Four transactions from the middle of a batch: A, B and C by ID, and one by reference number. */
const SENT: SentTransaction[] = [
  { transactionNo: 10, id: 'A', retrievalReferenceNumber: '' },
  { transactionNo: 11, id: 'B', retrievalReferenceNumber: '' },
  { transactionNo: 12, id: 'C', retrievalReferenceNumber: '' },
  { transactionNo: 13, id: '', retrievalReferenceNumber: '000000000012' },
]
const OURS = { transactions: 4, amounts: 6, amountsSum: '6000' }

const error = (more: Partial<AnsweredError>): AnsweredError => ({
  transactionId: null,
  retrievalReferenceNumber: null,
  errorCode: '100',
  errorMessage: 'Words',
  ...more,
})
const answer = (more: Partial<AnsweredRequest> = {}): AnsweredRequest => {
  const transactionErrors = more.transactionErrors ?? []
  return {
    transactionCount: 4,
    successfulTransactionCount: 4 - transactionErrors.length,
    merchantFundingAmountCount: 6,
    amountsSum: '6000',
    errorCode: null,
    transactionErrors,
    ...more,
  }
}
const refused = (errorCode: string, more: Partial<AnsweredRequest> = {}) =>
  answer({ errorCode, successfulTransactionCount: 0, ...more })
const match = (given: AnsweredRequest, sent = SENT) => matchAnswer(OURS, given, sent)

describe('errors are matched to their transactions', () => {
  test.each<[rule: string, errors: AnsweredError[], failures: string[]]>([
    ['by id', [error({ transactionId: 'B' })], ['11 100']],
    [
      'by reference number',
      [error({ retrievalReferenceNumber: '000000000012', errorCode: '902' })],
      ['13 902'],
    ],
    [
      'by the identifier that was sent, where the answer has both',
      [error({ transactionId: 'D-1', retrievalReferenceNumber: '000000000012' })],
      ['13 100'],
    ],
    [
      'once, if it is reported twice',
      [error({ transactionId: 'B', errorCode: '7' }), error({ transactionId: 'B' })],
      ['11 7'],
    ],
    ['also without a code', [error({ transactionId: 'A', errorCode: null })], ['10 ']],
    ['with a code that no one knows', [error({ transactionId: 'A', errorCode: 'X9' })], ['10 X9']],
    [
      'in the order of the answer',
      [error({ transactionId: 'C' }), error({ transactionId: 'A' })],
      ['12 100', '10 100'],
    ],
  ])('%s', (_, transactionErrors, failures) =>
    expect(
      match(answer({ transactionErrors })).failures.map(
        ({ transactionNo, errorCode }) => `${transactionNo} ${errorCode}`,
      ),
    ).toEqual(failures),
  )

  it.each([
    ['of another request', error({ transactionId: 'Z' })],
    ['with another case', error({ transactionId: 'a' })],
    ['a reference number where an id should be', error({ transactionId: '000000000012' })],
    ['that names nothing', error({})],
  ])('an error %s is listed as unmatched', (_, stray) => {
    const { failures, unmatchedErrors, findings } = match(answer({ transactionErrors: [stray] }))
    expect({ failures, unmatchedErrors }).toEqual({ failures: [], unmatchedErrors: [stray] })
    expect(findings).toEqual(['errors-without-transaction'])
  })
})

describe('every figure is compared with ours', () => {
  it('transactions that did not fail count as successes', () =>
    expect(match(answer({ transactionErrors: [error({ transactionId: 'A' })] })).figures).toEqual({
      transactionCount: { ours: '4', theirs: '4', matches: true },
      successfulTransactionCount: { ours: '3', theirs: '3', matches: true },
      merchantFundingAmountCount: { ours: '6', theirs: '6', matches: true },
      amountsSum: { ours: '6000', theirs: '6000', matches: true },
    }))

  it('a missing figure is not compared', () =>
    expect(match(answer({ merchantFundingAmountCount: null, amountsSum: null }))).toMatchObject({
      figures: {
        merchantFundingAmountCount: { theirs: null, matches: null },
        amountsSum: { ours: '6000', theirs: null, matches: null },
      },
      findings: [],
    }))

  it('leading zeros of a sum are ignored, and sums of any length are exact', () => {
    expect(match(answer({ amountsSum: '0006000' })).figures.amountsSum.matches).toBe(true)
    const sum = '900719925474099'
    expect(
      matchAnswer({ ...OURS, amountsSum: sum }, answer({ amountsSum: `${sum}0` }), SENT).figures.amountsSum
        .matches,
    ).toBe(false)
  })

  it('if the request was refused, no success is expected', () =>
    expect(match(refused('3')).figures.successfulTransactionCount).toEqual({
      ours: '0',
      theirs: '0',
      matches: true,
    }))
})

describe('findings', () => {
  const unknown = SENT.slice(0, 3).map(({ id = '' }) => error({ transactionId: id }))
  test.each<[rule: string, given: AnsweredRequest, findings: AnswerFinding[]]>([
    ['none if everything matches', answer(), []],
    [
      'none if the failures are all explained',
      answer({ transactionErrors: [error({ transactionId: 'A' })] }),
      [],
    ],
    [
      'a count of transactions that differs',
      answer({ transactionCount: 5, successfulTransactionCount: 5 }),
      ['figures-differ'],
    ],
    ['a count of amounts that differs', answer({ merchantFundingAmountCount: 5 }), ['figures-differ']],
    ['a sum that differs', answer({ amountsSum: '6001' }), ['figures-differ']],
    ['failures without an error', answer({ successfulTransactionCount: 2 }), ['errors-do-not-add-up']],
    [
      'errors without a failure',
      answer({ successfulTransactionCount: 4, transactionErrors: [error({ transactionId: 'A' })] }),
      ['errors-do-not-add-up'],
    ],
    ['code 100 on most', answer({ transactionErrors: unknown }), ['wrong-identifiers']],
    ['but not on half', answer({ transactionErrors: unknown.slice(0, 2) }), []],
    [
      'nor another code on most',
      answer({ transactionErrors: unknown.map((one) => ({ ...one, errorCode: '901' })) }),
      [],
    ],
    [
      'nor words that say so',
      answer({ transactionErrors: unknown.map((one) => ({ ...one, errorCode: '7', errorMessage: '100' })) }),
      [],
    ],
    ['a refusal whose culprit no one sees', refused('3'), ['refused-whole', 'culprit-not-found']],
    [
      'a refusal with a code that the interface does not show',
      refused('42'),
      ['refused-whole', 'unknown-request-code'],
    ],
    ['a refusal with a code that is no number', refused('E1'), ['refused-whole', 'unknown-request-code']],
    [
      'a refusal that counts successes',
      refused('42', { successfulTransactionCount: 1 }),
      ['refused-whole', 'unknown-request-code', 'successes-despite-refusal'],
    ],
  ])('%s', (_, given, findings) => {
    expect(match(given).findings).toEqual(findings)
    for (const finding of findings) expect(findingText(finding)).toMatch(/\.$/)
  })
})

describe('codes 1, 2 and 3 name no row, so the culprit is found here', () => {
  const sent: SentTransaction[] = [
    { transactionNo: 20, id: 'A', retrievalReferenceNumber: '' },
    { transactionNo: 21, id: 'B', retrievalReferenceNumber: '000000000012' },
    { transactionNo: 22, id: '', retrievalReferenceNumber: '' },
    { transactionNo: 23, id: 'A', retrievalReferenceNumber: '' },
  ]
  test.each([
    ['1', [{ code: 1, transactionNo: 21 }]],
    ['2', [{ code: 2, transactionNo: 22 }]],
    ['3', [{ code: 3, transactionNo: 23, firstNo: 20 }]],
    ['03', [{ code: 3, transactionNo: 23, firstNo: 20 }]],
    ['100', []],
  ])('code %s', (errorCode, culprits) => expect(match(refused(errorCode), sent).culprits).toEqual(culprits))

  it('code 3: one transaction under both identifiers, if the log knows that', () => {
    const both: SentTransaction[] = [
      { transactionNo: 1, id: 'D-1' },
      { transactionNo: 2, retrievalReferenceNumber: '000000000012' },
    ]
    expect(matchAnswer(OURS, refused('3'), both, () => 'D-1').culprits).toEqual([
      { code: 3, transactionNo: 2, firstNo: 1 },
    ])
  })

  it('without a code there is no culprit', () => expect(match(answer(), sent).culprits).toEqual([]))
})

it('for any answer: every error is matched or listed as unmatched, and each transaction fails at most once', () => {
  const errors = fc.array(
    fc.record({
      transactionId: fc.constantFrom(null, 'A', 'B', 'Z'),
      retrievalReferenceNumber: fc.constantFrom(null, '000000000012', '9'),
      errorCode: fc.constantFrom(null, '100', '7'),
      errorMessage: fc.constantFrom(null, 'Words'),
    }),
  )
  fc.assert(
    fc.property(errors, (transactionErrors) => {
      const { failures, unmatchedErrors } = match(answer({ transactionErrors }))
      const numbers = failures.map(({ transactionNo }) => transactionNo)
      expect(new Set(numbers).size).toBe(numbers.length)
      const isNamed = (one: AnsweredError) =>
        ['A', 'B'].includes(one.transactionId ?? '') || one.retrievalReferenceNumber === '000000000012'
      expect(unmatchedErrors).toEqual(transactionErrors.filter((one) => !isNamed(one)))
    }),
  )
})

describe('the transaction at fault in a request that was refused as a whole', () => {
  test.each<[rule: string, errorCode: string | null, culprits: number]>([
    ['is found if the answer gives its code', '3', 1],
    ['is not sought for another code', '99', 0],
    ['is not sought if nothing was refused', null, 0],
    ['is not sought for a code that is not a number', 'three', 0],
  ])('%s', (_, errorCode, culprits) => {
    const twice = [...SENT, { transactionNo: 14, id: 'A', retrievalReferenceNumber: '' }]
    const found = match(answer({ errorCode }), twice)
    expect(found.culprits).toHaveLength(culprits)
    expect(found.findings).not.toContain('culprit-not-found')
  })
})

test('an error without a message has an empty one, and one without an identifier is unmatched', () => {
  const [failure] = match(
    answer({ transactionErrors: [error({ transactionId: 'A', errorMessage: null })] }),
  ).failures
  expect(failure).toEqual({ transactionNo: 10, errorCode: '100', errorMessage: '' })
  const nameless = [...SENT, { transactionNo: 14, id: '', retrievalReferenceNumber: '' }]
  const { failures, unmatchedErrors } = match(answer({ transactionErrors: [error({})] }), nameless)
  expect([failures.length, unmatchedErrors.length]).toEqual([0, 1])
})
