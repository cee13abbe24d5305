import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readAmount } from './amount'
import { type BatchTerms, checkBatch, transactionsOf } from './check-batch'
import type { LineField } from './columns'
import { FREE_LIMITS } from './limits'
import type { FundingLine } from './line'

const TERMS: BatchTerms = { amountUnit: 'minor' }

/** `id, reference, merchant, amount`; rows are numbered from 2, as below a header row. */
type Cells = [id: string, reference: string, merchant: string, amount: string]
const linesOf = (cells: readonly Cells[]): FundingLine[] =>
  cells.map(([transactionId, retrievalReferenceNumber, merchantId, amount], index) => ({
    row: index + 2,
    transactionId,
    retrievalReferenceNumber,
    merchantId,
    amount,
  }))

/** `3 merchantId merchant-twice =2`, with `?` before a warning. */
const found = (
  cells: readonly Cells[],
  terms: BatchTerms = TERMS,
  findTransactionId?: (reference: string) => string | null,
): string[] =>
  checkBatch(linesOf(cells), terms, findTransactionId).problems.map(
    ({ row, field, code, severity, otherRow }) =>
      `${severity === 'warning' ? '?' : ''}${row} ${field} ${code}${otherRow === undefined ? '' : ` =${otherRow}`}`,
  )

const RRN = '000000000012'

describe('a batch', () => {
  test.each<[rule: string, cells: Cells[], problems: string[]]>([
    [
      'by ids is fine',
      [
        ['A', '', 'M', '1'],
        ['B', '', 'M', '1'],
      ],
      [],
    ],
    [
      'has no totals row',
      [
        ['A', '', 'M', '1'],
        ['Total', '', 'M', '1'],
        ['TOTAL-WINE-1', '', 'Grand total:', '1'],
      ],
      ['3 transactionId totals-row', '4 merchantId totals-row'],
    ],
    ['by reference numbers is fine', [['', RRN, 'M', '1']], []],
    [
      'may split a transaction over merchants',
      [
        ['A', '', 'M', '1'],
        ['A', '', 'N', '1'],
      ],
      [],
    ],
    ['without lines is no batch', [], ['null null no-lines']],
    ['code 1: both identifiers', [['A', RRN, 'M', '1']], ['2 retrievalReferenceNumber both-identifiers']],
    ['code 2: neither identifier', [['', '', 'M', '1']], ['2 transactionId no-identifier']],
    [
      'code 2: each line without an identifier is a transaction of its own',
      [
        ['', '', 'M', '1'],
        ['', '', 'M', '1'],
      ],
      ['2 transactionId no-identifier', '3 transactionId no-identifier'],
    ],
    [
      'code 3: the same id once more, further down, with the row of the first',
      [
        ['A', '', 'M', '1'],
        ['B', '', 'M', '1'],
        ['A', '', 'N', '1'],
      ],
      ['4 transactionId duplicate =2'],
    ],
    [
      'code 3: the same reference number',
      [
        ['', RRN, 'M', '1'],
        ['B', '', 'M', '1'],
        ['', RRN, 'N', '1'],
      ],
      ['4 retrievalReferenceNumber duplicate =2'],
    ],
    [
      'code 3: a duplicate split is reported once, at its first line',
      [
        ['A', '', 'M', '1'],
        ['B', '', 'M', '1'],
        ['A', '', 'N', '1'],
        ['A', '', 'O', '1'],
      ],
      ['4 transactionId duplicate =2'],
    ],
    [
      'ids that differ in case or in zeros are different',
      [
        ['a', '', 'M', '1'],
        ['A', '', 'M', '1'],
        ['0A', '', 'M', '1'],
      ],
      [],
    ],
    [
      'the same merchant twice in a transaction',
      [
        ['A', '', 'M', '1'],
        ['A', '', 'M', '2'],
        ['A', '', 'M', '3'],
      ],
      ['?3 merchantId merchant-twice =2', '?4 merchantId merchant-twice =2'],
    ],
    [
      'the same merchant twice among many',
      [...Array.from({ length: 20 }, (_, n): Cells => ['A', '', `M${n}`, '1']), ['A', '', 'M3', '1']],
      ['?22 merchantId merchant-twice =5'],
    ],
    [
      'missing merchants are not duplicates',
      [
        ['A', '', '', '1'],
        ['A', '', '', '1'],
      ],
      ['2 merchantId merchant-missing', '3 merchantId merchant-missing'],
    ],
    ['an amount is missing', [['A', '', 'M', '']], ['2 amount amount-missing']],
    ['an amount of zero is a warning', [['A', '', 'M', '000']], ['?2 amount amount-zero']],
    [
      'all problems of a line are reported, in line order',
      [
        ['', '1', '', '-1'],
        ['1.23E+15', '', 'M', ''],
      ],
      [
        '2 retrievalReferenceNumber reference-format',
        '2 merchantId merchant-missing',
        '2 amount amount-negative',
        '3 transactionId number-shortened',
        '3 amount amount-missing',
      ],
    ],
    [
      'a problem of a transaction is reported on each of its lines',
      [
        ['1/2/2026', '', 'M', '1'],
        ['1/2/2026', '', 'N', '1'],
      ],
      ['2 transactionId date', '3 transactionId date'],
    ],
  ])('%s', (_, cells, problems) => expect(found(cells)).toEqual(problems))

  it('code 3: one transaction under both identifiers, if the log knows that', () => {
    const cells: Cells[] = [
      ['D-1', '', 'M', '1'],
      ['', RRN, 'M', '1'],
    ]
    expect(found(cells, TERMS, () => 'D-1')).toEqual(['3 retrievalReferenceNumber duplicate =2'])
    expect(found(cells)).toEqual([])
  })

  it('one digit after the point is a warning', () => {
    expect(found([['A', '', 'M', '12.5']], TERMS)).toEqual(['?2 amount amount-one-decimal'])
    expect(
      found(
        [
          ['A', '', 'M', '12.50'],
          ['B', '', 'M', '12'],
        ],
        TERMS,
      ),
    ).toEqual([])
  })
})

describe('identifiers', () => {
  const inField = (field: LineField, text: string): string[] => {
    const cells: Record<LineField, string> = {
      transactionId: field === 'retrievalReferenceNumber' ? '' : 'A',
      retrievalReferenceNumber: '',
      merchantId: 'M',
      amount: '1',
      [field]: text,
    }
    return checkBatch([{ row: 2, ...cells }], TERMS).problems.map((problem) => {
      expect(problem).toMatchObject({ row: 2, field, severity: 'error' })
      return problem.code
    })
  }

  describe.each(['transactionId', 'merchantId'] as const)('%s', (field) => {
    test.each([
      ['0012', null],
      ['SBX-C-000001', null],
      ['123456789012345678', null],
      ['a_b.c/d:e', null],
      ['Ünïcode-İ', null],
      ['1e15', null],
      ['2026-0105', null],
      ['MAR-01', null],
      ['12-34-56', null],
      ['550e8400-e29b-41d4-a716-446655440000', null],
      ['x'.repeat(40), null],
      ['x'.repeat(41), 'too-long'],
      ['x'.repeat(32_000), 'too-long'],
      ['1.23E+15', 'number-shortened'],
      ['1.23457E+15', 'number-shortened'],
      ['1,23E+15', 'number-shortened'],
      ['9e+11', 'number-shortened'],
      ['1.0E-7', 'number-shortened'],
      ['2026-01-05', 'date'],
      ['2026-01-05T00:00:00Z', 'date'],
      ['2026-01-05 00:00:00', 'date'],
      ['1/5/2026', 'date'],
      ['05.01.26', 'date'],
      ['5-Jan', 'date'],
      ['5-Jan-26', 'date'],
      ['Jan-05', 'date'],
      ['########', 'column-too-narrow'],
      ['#REF!', 'formula-failed'],
      ['#N/A', 'formula-failed'],
      ['900000000001.0', 'decimal-identifier'],
      ['a\0b', 'characters'],
      ['a\nb', 'characters'],
      ['a\u200bb', 'characters'],
      ['a\u202eb', 'characters'],
      ['a\ud800b', 'characters'],
      ['\udc00', 'characters'],
    ])('%j is %s', (text, code) => expect(inField(field, text)).toEqual(code === null ? [] : [code]))
  })

  describe('a retrieval reference number has exactly 12 digits', () => {
    test.each([
      ['000000000012', null],
      ['12345678901', 'reference-zeros'],
      ['12345678', 'reference-zeros'],
      ['1234567', 'reference-format'],
      ['1234567890123', 'reference-format'],
      ['9'.repeat(32_000), 'reference-format'],
      ['90000000000X', 'reference-format'],
      ['9000 0000 0001', 'reference-format'],
      ['９０００００００００００', 'reference-format'],
      ['9E+11', 'number-shortened'],
      ['900000000001.0', 'decimal-identifier'],
      ['2026-01-05', 'date'],
      ['9000000\u200b00001', 'characters'],
      ['####', 'column-too-narrow'],
    ])('%j is %s', (text, code) =>
      expect(inField('retrievalReferenceNumber', text)).toEqual(code === null ? [] : [code]),
    )
  })

  test.each([
    ['1.5E+03', 'number-shortened'],
    ['2026-01-05', 'date'],
    ['5-Jan', 'date'],
    ['####', 'column-too-narrow'],
    ['#VALUE!', 'formula-failed'],
  ])('an amount of %s is %s', (text, code) => expect(inField('amount', text)).toEqual([code]))
})

describe('long numbers that all end in zeros from the 16th digit on', () => {
  const ids = (...texts: string[]) => texts.map((id): Cells => [id, '', 'M', '1'])

  it('have probably lost digits: a warning for each', () =>
    expect(found(ids('1234567890123450', '1234567890123460', '12345678901234700'))).toEqual([
      '?2 transactionId digits-lost',
      '?3 transactionId digits-lost',
      '?4 transactionId digits-lost',
    ]))

  test.each([
    [
      'if one of them does not',
      ids('1234567890123450', '1234567890123460', '1234567890123471', '1234567890123480'),
    ],
    ['if there are only a few', ids('1234567890123450', '1234567890123460')],
    [
      'if it is one number on many lines',
      Array.from({ length: 9 }, (_, n): Cells => [`A${n}`, '', '1234567890123450', '1']),
    ],
    ['if they have 15 digits', ids('123456789012340', '123456789012350', '123456789012360')],
    ['if they contain letters', ids('A234567890123450', 'B234567890123450', 'C234567890123450')],
  ])('no warning %s', (_, cells) => expect(found(cells)).toEqual([]))
})

describe('totals', () => {
  it('count lines, transactions, errors and warnings, and sum the readable amounts', () =>
    expect(
      checkBatch(
        linesOf([
          ['A', '', 'M', '100'],
          ['A', '', 'N', '0'],
          ['B', '', 'M', 'x'],
          ['C', '', 'M', '50'],
        ]),
        TERMS,
      ),
    ).toMatchObject({
      transactions: [
        { first: 0, last: 1 },
        { first: 2, last: 2 },
        { first: 3, last: 3 },
      ],
      totals: { lines: 4, unread: 1, transactions: 3, amountMinor: 15_000n, errors: 1, warnings: 1 },
    }))

  it('count a transaction once even if its lines are not adjacent, by either identifier', () => {
    const cells: Cells[] = [
      ['A', '', 'M', '1'],
      ['B', '', 'M', '1'],
      ['A', '', 'M', '1'],
      ['', RRN, 'M', '1'],
      ['A', '', 'N', '1'],
      ['', '', 'M', '1'],
      ['', '', 'M', '1'],
    ]
    const counted = (find?: (reference: string) => string | null) =>
      checkBatch(linesOf(cells), TERMS, find).totals.transactions
    expect([counted(), counted(() => 'B')]).toEqual([5, 4])
  })

  it('are exact where floating-point numbers are not', () => {
    const cells = Array.from({ length: 1_000 }, (_, n): Cells => [`A${n}`, '', 'M', '999999999999'])
    expect(checkBatch(linesOf(cells), { amountUnit: 'major' }).totals.amountMinor).toBe(
      1_000n * 99_999_999_999_900n,
    )
  })
})

describe('for any lines', () => {
  const identifier = fc.constantFrom('', '', 'A', 'B', 'C', '000000000001', '000000000002', '1.2E+9', 'x\0y')
  const line = fc.tuple(
    identifier,
    identifier,
    fc.constantFrom('', 'M', 'N', 'O', 'x'.repeat(41)),
    fc.constantFrom('', '0', '1', '250', '12.50', '-1', '9999999999999'),
  )
  const batches = fc.array(line, { maxLength: 12 })

  it('transactions cover each line once, in order, and adjacent lines share one only by identifier', () => {
    fc.assert(
      fc.property(batches, (cells) => {
        const lines = linesOf(cells)
        const ranges = transactionsOf(lines)
        expect(ranges.flatMap(({ first, last }) => lines.slice(first, last + 1))).toEqual(lines)
        for (const { first } of ranges.slice(1)) {
          const [one, other] = [lines[first - 1], lines[first]]
          const isSame =
            one?.transactionId === other?.transactionId &&
            one?.retrievalReferenceNumber === other?.retrievalReferenceNumber &&
            `${one?.transactionId}${one?.retrievalReferenceNumber}` !== ''
          expect(isSame).toBe(false)
        }
      }),
    )
  })

  it('the total equals the sum of single amounts, and the counts equal those of the problems', () => {
    fc.assert(
      fc.property(batches, (cells) => {
        const { problems, totals } = checkBatch(linesOf(cells), TERMS)
        const amounts = cells.map(([, , , amount]) => readAmount(amount, 'minor'))
        expect(totals.amountMinor).toBe(
          amounts.reduce((sum, amount) => sum + (amount.ok ? amount.minor : 0n), 0n),
        )
        expect(totals.errors).toBe(problems.filter(({ severity }) => severity === 'error').length)
        expect(totals.warnings).toBe(problems.length - totals.errors)
      }),
    )
  })
})

describe('the longest values are the funding profile’s', () => {
  const line = { row: 2, transactionId: 'T', retrievalReferenceNumber: '', merchantId: 'M', amount: '1.00' }
  const judged = (changes: Partial<typeof line>, terms: BatchTerms) =>
    checkBatch([{ ...line, ...changes }], terms).problems.map(({ code, limit }) => [code, limit])
  const free: BatchTerms = { amountUnit: 'minor', limits: FREE_LIMITS }

  test('default to the simulated partner’s', () => {
    expect(judged({ transactionId: 'x'.repeat(41) }, { amountUnit: 'minor' })).toEqual([['too-long', 40]])
    expect(judged({ merchantId: 'x'.repeat(41) }, { amountUnit: 'minor' })).toEqual([['too-long', 40]])
    expect(judged({ amount: '10000000000.00' }, { amountUnit: 'minor' })).toEqual([['amount-too-long', 12]])
  })

  test('are the desk’s storage limits for a live profile', () => {
    expect(judged({ transactionId: 'x'.repeat(255), merchantId: 'y'.repeat(255) }, free)).toEqual([])
    expect(judged({ transactionId: 'x'.repeat(256) }, free)).toEqual([['too-long', 255]])
    expect(judged({ amount: '9999999999999.99' }, free)).toEqual([])
    expect(judged({ amount: '10000000000000.00' }, free)).toEqual([['amount-too-long', 15]])
    expect(judged({ amount: '9999999999999' }, { ...free, amountUnit: 'major' })).toEqual([])
  })

  test('can be set by a profile', () => {
    const own: BatchTerms = { amountUnit: 'minor', limits: { identifierLength: 8, amountDigits: 4 } }
    expect(judged({ transactionId: 'x'.repeat(9), amount: '100.00' }, own)).toEqual([
      ['too-long', 8],
      ['amount-too-long', 4],
    ])
  })
})
