import { describe, expect, it, test } from 'vitest'
import type { FundingLine } from './line'
import { errorsFirst, type LineProblem, type LineProblemCode, payeesWords, problemText } from './line-problem'
import { ERROR_TITLES, WARNING_TITLES } from './problem-titles'

const line: FundingLine = {
  row: 7,
  transactionId: '1.23E+15',
  retrievalReferenceNumber: '12345678901',
  merchantId: 'M-1',
  amount: '1,250.00',
}
const problem = (more: Partial<LineProblem>): LineProblem => ({
  row: 7,
  field: 'transactionId',
  code: 'number-shortened',
  severity: 'error',
  ...more,
})

describe('a problem says what it is, and what to do', () => {
  test.each<[Partial<LineProblem>, RegExp]>([
    [
      { code: 'number-shortened' },
      /^“1\.23E\+15” is a number that a spreadsheet shortened; .* Format the column as text/,
    ],
    [{ code: 'date' }, /is a date, not a transaction ID: .* Format the column as text/],
    [{ code: 'date', field: 'amount' }, /is a date, not an amount: /],
    [
      { code: 'reference-zeros', field: 'retrievalReferenceNumber' },
      /^“12345678901” has 11 digits instead of 12: .* dropped a zero at its beginning. Put it back/,
    ],
    [
      { code: 'amount-thousands', field: 'amount' },
      /^“1,250\.00” has its separators in the wrong places, .* without separators\.$/,
    ],
    [{ code: 'duplicate', otherRow: 1_203 }, /Duplicate of row 1,203.*code 3.*Delete one/],
    [
      { code: 'merchant-twice', field: 'merchantId', otherRow: 6 },
      /same transaction in row 6\. .*delete one/,
    ],
    [
      {
        code: 'already-funded',
        field: null,
        batch: 'B-1042',
        amounts: { heldMinor: 1_025, afterMinor: 9_925 },
      },
      /holds \$10\.25 for this transaction \(B-1042\)\. After this batch it holds \$99\.25/,
    ],
    [{ code: 'too-long', limit: 40 }, /8 characters are more than the funding profile takes \(40\)/],
  ])('%j', (more, text) => expect(problemText(problem(more), line)).toMatch(text))

  it('does not tell the reader of a frozen batch to edit it', () => {
    const over = problem({ code: 'over-sale', field: 'amount' })
    expect(problemText(over, line)).toContain('Lower the amount.')
    expect(problemText(over, line, { isFrozen: true })).toMatch(
      /, which no one has allowed, or Settings no longer allow\.$/,
    )
  })

  it('has a text without its line', () => {
    expect(problemText(problem({ code: 'reference-zeros' }))).toMatch(/^The cell has too few digits/)
    expect(problemText(problem({ code: 'too-long' }))).toMatch(/^Transaction ID: it has more/)
    expect(problemText({ row: null, field: null, code: 'no-lines', severity: 'error' })).toMatch(
      /no lines. Add/,
    )
  })

  it('uses the plural for three missing zeros', () =>
    expect(
      problemText(problem({ code: 'reference-zeros', field: 'retrievalReferenceNumber' }), {
        ...line,
        retrievalReferenceNumber: '123456789',
      }),
    ).toMatch(/dropped 3 zeros at its beginning. Put them back/))
})

describe('an amount with a decimal comma is shown with a point', () => {
  test.each([
    ['1.234,56', 'Enter it with a point: 1234.56.'],
    ['$12,5', 'Enter it with a point: 12.50.'],
    ['1 234,50', 'Enter it with a point: 1234.50.'],
    ['(12,50)', 'Enter it with a point, such as 1234.50.'],
  ])('%s', (amount, words) =>
    expect(
      problemText(problem({ code: 'amount-decimal-comma', field: 'amount' }), { ...line, amount }),
    ).toContain(words),
  )
})

describe('an ambiguous amount is shown with both readings', () => {
  test.each([
    ['900.555', '“900.555” can mean $900,555.00 or $900.56.'],
    ['$1.234', '“$1.234” can mean $1,234.00 or $1.23.'],
    ['1234.567', 'has more than two digits after the point. Round it.'],
    ['0.555', 'has more than two digits after the point. Round it.'],
  ])('%s', (amount, words) =>
    expect(problemText(problem({ code: 'amount-too-fine', field: 'amount' }), { ...line, amount })).toContain(
      words,
    ),
  )
})

describe('a quoted cell is readable', () => {
  test.each([
    ['a long text is cut', 'x'.repeat(5_000), `“${'x'.repeat(60)}…”`],
    ['invisible characters become a box', 'a\u202eb\nc\ud800', '“a\ufffdb\ufffdc\ufffd”'],
  ])('%s', (_, transactionId, quoted) =>
    expect(problemText(problem({ code: 'formula-failed' }), { ...line, transactionId })).toContain(quoted),
  )
})

const CODES = [
  ...new Set([...Object.keys(ERROR_TITLES), ...Object.keys(WARNING_TITLES)]),
] as LineProblemCode[]

const FACTS: Partial<LineProblem> = {
  otherRow: 6,
  batch: 'B-1042',
  merchant: 'M-2',
  twin: 'SBX-C-9',
  by: 'Ben Roe',
  reason: 'A tip.',
  came: 'VOID',
  column: 'Type',
  says: 'REFUND',
}

test.each(CODES)('%s is told in sentences, with its facts and without them', (code) => {
  for (const field of ['transactionId', 'amount', 'merchantId', null] as const) {
    expect(problemText(problem({ code, field, ...FACTS }), line)).toMatch(/^[“$A-Z\d].{20,}\.$/su)
    for (const text of [problemText(problem({ code, field }), line), problemText(problem({ code, field }))])
      expect(text).toMatch(/^(?!.*(?:undefined|NaN|\[object)).{20,}[.:]\s?$/su)
  }
})

test('errors come before warnings, each in the order found', () => {
  const found = (['warning', 'error', 'warning', 'error'] as const).map((severity, at) => ({ severity, at }))
  expect(found.toSorted(errorsFirst).map(({ at }) => at)).toEqual([1, 3, 0, 2])
})

test('names the first of many payees, and the number of others', () => {
  const payees = (...names: string[]) => names.map((merchantId) => ({ merchantId, amountMinor: 100 }))
  const many = payees('A', 'B', 'C', 'D', 'E', 'F', 'G')
  const words = payeesWords({ was: payees('A'), is: many })
  expect(words).toMatch(/ and \d more/)
  expect(payeesWords({ was: payees('A'), is: payees('B') })).not.toContain('more')
})
