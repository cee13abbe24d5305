import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { expectedSplit, followsSplit, prepareSplit } from './expected-split'
import { type SplitShare, splitAmount } from './split'

/** `A=33 B=67`, or `problem at 1: …`. */
const split = (total: bigint, shares: SplitShare[]): string => {
  const result = splitAmount(total, shares)
  return result.ok
    ? result.amounts.map(({ merchantId, amountMinor }) => `${merchantId}=${amountMinor}`).join(' ')
    : result.problems.map(({ index, message }) => `${index}: ${message}`).join(' ')
}
const percent = (merchantId: string, text: string): SplitShare => ({ merchantId, percent: text })
const fixed = (merchantId: string, fixedMinor: bigint): SplitShare => ({ merchantId, fixedMinor })
const rest = (merchantId: string): SplitShare => ({ merchantId })

describe('an amount is split over merchants', () => {
  test.each<[rule: string, total: bigint, shares: SplitShare[], parts: string]>([
    ['one merchant gets all of it', 100n, [rest('A')], 'A=100'],
    [
      'by percent, the remainder to the last',
      100n,
      [percent('A', '33.33'), percent('B', '33.33'), rest('C')],
      'A=33 B=33 C=34',
    ],
    [
      'by percentages that make 100, the odd cent to the last',
      101n,
      [percent('A', '50'), percent('B', '50')],
      'A=51 B=50',
    ],
    ['2.9 percent to the nearest cent', 10_564n, [percent('FEE', '2.9'), rest('M')], 'FEE=306 M=10258'],
    [
      'an excess from rounding is taken from the last percentage',
      1n,
      [percent('A', '50'), percent('B', '50'), rest('C')],
      'A=1 B=0 C=0',
    ],
    ['thirds with six digits', 100n, [percent('A', '33.333333'), rest('B')], 'A=33 B=67'],
    ['by fixed amounts, the remainder to the last', 1000n, [fixed('A', 250n), rest('B')], 'A=250 B=750'],
    [
      'by both kinds: percent is of the whole',
      1000n,
      [percent('A', '10'), fixed('B', 250n), rest('C')],
      'A=100 B=250 C=650',
    ],
    ['a fixed amount that is what is left', 1000n, [percent('A', '10'), fixed('B', 900n)], 'A=100 B=900'],
    ['a remainder of zero is a share of zero', 100n, [percent('A', '100'), rest('B')], 'A=100 B=0'],
    [
      'no cent of a large amount is lost',
      99_999_999_999_999n,
      [percent('A', '99.999999'), rest('B')],
      'A=99999998999999 B=1000000',
    ],
    ['of nothing', 0n, [percent('A', '40'), rest('B')], 'A=0 B=0'],
    ['with a share of zero', 100n, [fixed('A', 0n), percent('B', '0'), rest('C')], 'A=0 B=0 C=100'],
    [
      'an excess from rounding is taken from no fixed amount',
      5n,
      [percent('A', '10'), percent('B', '10'), fixed('C', 4n), rest('D')],
      'A=1 B=0 C=4 D=0',
    ],
    [
      'nor from a percentage share that is smaller than the excess',
      5n,
      [percent('A', '10'), percent('B', '10'), fixed('C', 4n), percent('D', '0'), rest('E')],
      'A=1 B=0 C=4 D=0 E=0',
    ],
    ['with a percent sign', 100n, [percent('A', '40%'), rest('B')], 'A=40 B=60'],
  ])('%s', (_, total, shares, parts) => expect(split(total, shares)).toBe(parts))
})

describe('an amount that cannot be split is refused with a reason', () => {
  test.each<[rule: string, total: bigint, shares: SplitShare[], problem: RegExp]>([
    ['no merchants', 100n, [], /^null: Add a merchant/],
    ['an amount below zero', -1n, [rest('A')], /^null: An amount below zero/],
    ['a merchant without a name', 100n, [percent('', '50'), rest('B')], /^0: Enter the merchant ID/],
    ['a merchant twice', 100n, [percent('A', '50'), rest('A')], /^1: This merchant already has a share/],
    [
      'a share without a value before the last',
      100n,
      [rest('A'), rest('B')],
      /^0: Enter a percentage or an amount\. Only the last/,
    ],
    [
      'percent and amount at once',
      100n,
      [{ merchantId: 'A', percent: '5', fixedMinor: 5n }, rest('B')],
      /^0: .*not both/,
    ],
    [
      'a comma for a point: no one knows whether 2.9 or 29 is meant',
      100n,
      [percent('A', '2,9'), rest('B')],
      /^0: Enter a percentage from 0 to 100 with a point/,
    ],
    ['no percentage', 100n, [percent('A', 'half'), rest('B')], /^0: Enter a percentage from 0 to 100/],
    [
      'more than everything',
      100n,
      [percent('A', '100.01'), rest('B')],
      /^0: Enter a percentage from 0 to 100/,
    ],
    ['less than nothing', 100n, [fixed('A', -1n), rest('B')], /^0: Enter an amount of zero or more/],
    [
      'percentages that do not make 100',
      100n,
      [percent('A', '50'), percent('B', '49.99')],
      /^null: The percentages do not add up to 100/,
    ],
    [
      'amounts that do not make the total',
      100n,
      [fixed('A', 50n), fixed('B', 51n)],
      /^null: The shares do not add up to 1\.00/,
    ],
    [
      'more than there is',
      100n,
      [fixed('A', 60n), percent('B', '50'), rest('C')],
      /^null: The shares total 1\.10, and there are only 1\.00/,
    ],
  ])('%s', (_, total, shares, problem) => expect(split(total, shares)).toMatch(problem))
})

it('for any shares, the parts add up to the total, and none is negative', () => {
  const share = fc.oneof(
    fc.record({ percent: fc.nat(10_000).map((n) => String(n / 100)) }),
    fc.record({ fixedMinor: fc.bigInt(0n, 10_000n) }),
    fc.constant({}),
  )
  let splits = 0
  fc.assert(
    fc.property(
      fc.bigInt(0n, 1_000_000n),
      fc.array(share, { minLength: 1, maxLength: 5 }),
      (total, given) => {
        const result = splitAmount(
          total,
          given.map((one, index) => ({ merchantId: `M${index}`, ...one })),
        )
        if (!result.ok) return
        splits += 1
        expect(result.amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(total)
        expect(result.amounts.every(({ amountMinor }) => amountMinor >= 0n)).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
  expect(splits).toBeGreaterThan(100)
})

test('shares without a merchant are not duplicates', () => {
  expect(split(100n, [percent('', '10'), rest('')])).toBe(
    '0: Enter the merchant ID. 1: Enter the merchant ID.',
  )
})

describe('amounts that follow a default split', () => {
  const split = [
    { merchantId: 'FEE', percent: '2.9' },
    { merchantId: 'CARD', fixedMinor: '30' },
    { merchantId: 'M-1' },
  ]
  const follows = (given: Record<string, number>, saleMinor = 10_000, by = split) =>
    followsSplit(
      prepareSplit('M-1', by),
      saleMinor,
      (merchantId) => given[merchantId] ?? 0,
      Object.values(given).reduce((sum, one) => sum + one, 0),
    )

  it('use a split that is prepared once; without one, all goes to the merchant', () => {
    expect(prepareSplit('M-1', split)).toStrictEqual({
      shares: [
        { merchantId: 'FEE', part: 0.029, fixed: null },
        { merchantId: 'CARD', part: null, fixed: 30 },
        { merchantId: 'M-1', part: null, fixed: null },
      ],
      exact: [
        { merchantId: 'FEE', percent: '2.9' },
        { merchantId: 'CARD', fixedMinor: 30n },
        { merchantId: 'M-1' },
      ],
    })
    expect(prepareSplit('M-1', [])).toStrictEqual({
      shares: [{ merchantId: 'M-1', part: null, fixed: null }],
      exact: [{ merchantId: 'M-1' }],
    })
  })

  it.each<[string, Record<string, number>, boolean]>([
    ['to the cent', { FEE: 290, CARD: 30, 'M-1': 9_680 }, true],
    ['a cent off, as a spreadsheet rounds', { FEE: 291, CARD: 30, 'M-1': 9_679 }, true],
    ['two cents off', { FEE: 292, CARD: 30, 'M-1': 9_678 }, false],
    ['without the fee', { 'M-1': 10_000 }, false],
    ['with less for the merchant', { FEE: 290, CARD: 30, 'M-1': 9_000 }, false],
    ['with a cent for another', { FEE: 290, CARD: 30, 'M-1': 9_680, OTHER: 1 }, true],
    ['with two cents for another', { FEE: 290, CARD: 30, 'M-1': 9_680, OTHER: 2 }, false],
  ])('%s', (_, given, is) => {
    expect(follows(given)).toBe(is)
  })

  it('always follow it if the sale is too small for its fees', () => {
    expect(follows({ 'M-1': 20 }, 20)).toBe(true)
    expect(expectedSplit(prepareSplit('M-1', split).exact, 20)).toBeNull()
    expect(expectedSplit(prepareSplit('M-1', split).exact, 10_000)).toEqual(
      new Map([
        ['FEE', 290],
        ['CARD', 30],
        ['M-1', 9_680],
      ]),
    )
  })

  it('go to the merchant alone if there is no split', () => {
    expect([follows({ 'M-1': 10_000 }, 10_000, []), follows({ FEE: 10_000 }, 10_000, [])]).toEqual([
      true,
      false,
    ])
  })
})
