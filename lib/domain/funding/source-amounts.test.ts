import { describe, expect, it } from 'vitest'
import type { FundingLine } from './line'
import {
  asCents,
  centsHeading,
  contradictsCentsText,
  findPlainDollars,
  inDollars,
  plainDollarsText,
  sampleAmounts,
  saysCents,
  styleBySales,
  styleBySalesText,
  underCents,
} from './source-amounts'

const linesOf = (...amounts: string[]): FundingLine[] =>
  amounts.map((amount, index) => ({
    row: index + 2,
    transactionId: `T-${index}`,
    retrievalReferenceNumber: '',
    merchantId: `M-${index}`,
    amount,
  }))

describe('whether amounts show that they are dollars', () => {
  it('one amount shows it for all, and is returned', () => {
    const plain = findPlainDollars(linesOf('100', 'x', '$12.50', '0.01'))
    expect(plain).toEqual({ row: 4, amount: '$12.50' })
    expect(plain && plainDollarsText(plain)).toBe('Row 4 has $12.50: these amounts are dollars.')
  })

  it('whole numbers do not show it, however they are grouped', () =>
    expect(findPlainDollars(linesOf('100', '1,250', '', 'x', '75.0'))).toBeNull())
})

describe('a heading that says cents', () => {
  const headed = (heading: string, hasHeader = true) =>
    centsHeading({ columns: ['Transaction ID', heading], hasHeader }, { amount: 1 })

  it.each([
    'Amount in cents',
    'amount_cents',
    'AmountCents',
    'amountInCents',
    'amountcents',
    'Cents',
    'Amount (¢)',
  ])('is “%s”', (heading) => expect(headed(heading)).toBe(heading))

  it.each(['Amount', 'Amount (USD)', 'Percent', 'percentage', 'Recent amount', 'Amount in dollars'])(
    'is not “%s”',
    (heading) => expect(headed(heading)).toBeNull(),
  )

  it('is not a column name that the desk made up, and is null without an amount column', () => {
    expect(headed('Cents', false)).toBeNull()
    expect(centsHeading({ columns: ['Cents'], hasHeader: true }, { amount: null })).toBeNull()
  })

  it('means that .00 does not show dollars, so the person is asked', () => {
    const lines = underCents(linesOf('12345.00', '1,250.0', '7'))
    expect(findPlainDollars(lines)).toBeNull()
    expect(sampleAmounts(lines).map(({ centsMinor }) => centsMinor)).toEqual([12_345n, 1_250n, 7n])
  })

  it('contradicts an amount that cannot be cents', () => {
    for (const amount of ['12.50', '$12.00']) {
      const plain = findPlainDollars(underCents(linesOf('100', amount)))
      expect(plain).toEqual({ row: 3, amount })
      expect(plain && contradictsCentsText('Amount in cents', plain)).toMatch(
        /^The column is called “Amount in cents”, and row 3 has /,
      )
    }
  })
})

describe('the three sample rows', () => {
  const sampled = (...amounts: string[]) =>
    sampleAmounts(linesOf(...amounts)).map(
      ({ row, dollarsMinor, centsMinor }) => `${row}: ${dollarsMinor} ${centsMinor}`,
    )

  it('are the first two and the largest, under both readings', () =>
    expect(sampled('100', '250', '75', '9,000', '3')).toEqual([
      '2: 10000 100',
      '3: 25000 250',
      '5: 900000 9000',
    ]))

  it('are readable and above zero', () => {
    expect(sampled('x', '0', '', '-5', '7')).toEqual(['6: 700 7'])
    expect(sampled('x', '0')).toEqual([])
  })
})

it('lines are converted to dollars, and unreadable amounts stay', () => {
  expect(inDollars(linesOf('7521', '12x'), 'cents').map(({ amount }) => amount)).toEqual(['75.21', '12x'])
  expect(inDollars(linesOf('$1,250.5', ''), 'dollars').map(({ amount }) => amount)).toEqual(['1250.50', ''])
})

describe('amounts that fit their sales under the other reading', () => {
  const beside = (...pairs: [given: number, sale: number][]) =>
    pairs.map(([givenMinor, saleMinor]) => ({ givenMinor, saleMinor }))

  it.each<[rule: string, style: 'dollars' | 'cents', pairs: [number, number][], fits: string | null]>([
    ['a hundred times the sale', 'dollars', [[752_100, 7_521]], 'cents'],
    [
      'about that, less a fee',
      'dollars',
      [
        [730_000, 7_521],
        [97_000, 1_000],
      ],
      'cents',
    ],
    [
      'a hundredth of the sale',
      'cents',
      [
        [75, 7_521],
        [10, 1_000],
      ],
      'dollars',
    ],
    ['the sale', 'dollars', [[7_521, 7_521]], null],
    ['the sale in cents', 'cents', [[7_521, 7_521]], null],
    ['nothing that the log knows', 'dollars', [[752_100, 0]], null],
    [
      'one of a few',
      'dollars',
      [
        [752_100, 7_521],
        [1_000, 1_000],
        [500, 500],
      ],
      null,
    ],
    ['above the sale, and not by so much', 'dollars', [[15_042, 7_521]], null],
  ])('%s', (_, style, pairs, fits) => expect(styleBySales(style, beside(...pairs))).toBe(fits))
})

describe('the amounts of a draft read as cents', () => {
  it('are divided by 100; $0.00 and texts that are not amounts stay', () =>
    expect([...(asCents(linesOf('7521.00', '0.00', 'x', '50.00')) ?? [])]).toEqual([
      [2, { amount: '75.21' }],
      [5, { amount: '0.50' }],
    ]))

  it('are not offered if an amount has cents, or if no amount would change', () => {
    expect(asCents(linesOf('7521.00', '12.34'))).toBeNull()
    expect(asCents(linesOf('0.00'))).toBeNull()
  })
})

describe('amounts that are nearly all a hundred times their sales, or a hundredth of them', () => {
  const each = (count: number, givenMinor: number, saleMinor = 1_000) =>
    Array.from({ length: count }, () => ({ givenMinor, saleMinor }))
  it.each<[string, 'dollars' | 'cents', ReturnType<typeof each>, 'dollars' | 'cents' | null]>([
    ['a hundred times', 'dollars', each(3, 100_000), 'cents'],
    ['a hundred times, less a fee', 'dollars', each(3, 80_000), 'cents'],
    ['a hundred times, with a tip', 'dollars', each(3, 120_000), 'cents'],
    ['less than that', 'dollars', each(3, 79_999), null],
    ['more than that', 'dollars', each(3, 120_001), null],
    ['a hundredth', 'cents', each(3, 10), 'dollars'],
    ['their sales', 'dollars', each(3, 1_000), null],
    ['nine of ten', 'dollars', [...each(9, 100_000), ...each(1, 1_000)], 'cents'],
    ['eight of nine', 'dollars', [...each(8, 100_000), ...each(1, 1_000)], null],
    ['of no known sale', 'dollars', each(3, 100_000, 0), null],
    ['nothing', 'dollars', each(3, 0), null],
    [
      'a hundred times beside unknown sales',
      'dollars',
      [...each(1, 100_000), ...each(9, 5, 0), ...each(9, 0)],
      'cents',
    ],
    ['none at all', 'cents', [], null],
  ])('%s', (_, style, transactions, other) => {
    expect(styleBySales(style, transactions)).toBe(other)
  })

  it('are explained with the choice to make', () => {
    expect(styleBySalesText('cents')).toBe(
      'As dollars, they are about 100 times their sales in the callback log. If the column is in cents, choose Cents.',
    )
    expect(styleBySalesText('dollars')).toBe(
      'As cents, they are about a hundredth of their sales in the callback log. If the column is in dollars, choose Dollars.',
    )
  })
})

it.each([
  ['cent', true],
  ['Amount (cents)', true],
  ['amountCents', true],
  ['amountincent', true],
  ['AMOUNT_MINOR', true],
  ['¢', true],
  ['centsless', false],
  ['Percent', false],
  ['centre', false],
  ['Amount', false],
])('the heading “%s” says cents: %s', (heading, says) => {
  expect(saysCents(heading)).toBe(says)
})

it('only amounts that end in a decimal point and zeros lose them', () => {
  const under = (amount: string) => underCents([{ amount }])[0]?.amount
  expect([' 1,250.00 ', '12.0', '12.00x', 'x12.00', '12.50', '12.00 x'].map(under)).toEqual([
    '1,250',
    '12',
    '12.00x',
    'x12.00',
    '12.50',
    '12.00 x',
  ])
})
