import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AmountManner, amountMeanings, MOST_CENTS, whyImplausible } from './amount-readings'
import { readTranAmount } from './readings'

describe('the possible readings of an amount', () => {
  test.each<[string, [cents: number, manner: AmountManner][]]>([
    [
      '125',
      [
        [12_500, 'dollars'],
        [125, 'cents'],
      ],
    ],
    [
      '$125',
      [
        [12_500, 'dollars'],
        [125, 'cents'],
      ],
    ],
    [
      '125.',
      [
        [12_500, 'dollars'],
        [125, 'cents'],
      ],
    ],
    [
      '1,250',
      [
        [125_000, 'dollars'],
        [1_250, 'cents'],
      ],
    ],
    [
      '1 250',
      [
        [125_000, 'dollars'],
        [1_250, 'cents'],
      ],
    ],
    [
      '1.250',
      [
        [125_000, 'dollars'],
        [1_250, 'cents'],
        [125, 'three-decimals'],
      ],
    ],
    [
      '125.005',
      [
        [12_500_500, 'dollars'],
        [125_005, 'cents'],
      ],
    ],
    [
      '1,234,567',
      [
        [123_456_700, 'dollars'],
        [1_234_567, 'cents'],
      ],
    ],
    ['125,00', [[12_500, 'decimal-comma']]],
    ['125,5', [[12_550, 'decimal-comma']]],
    ['1.250,00', [[125_000, 'decimal-comma']]],
    ['1 250,00', [[125_000, 'decimal-comma']]],
    ['1 250.00', [[125_000, 'came']]],
    ['125.00', [[12_500, 'came']]],
    // With so many digits, only cents give an amount that the desk accepts.
    ['99999999999', [[99_999_999_999, 'cents']]],
    ['9999999999.99', [[999_999_999_999, 'came']]],
    [' USD 125.00 usd ', [[12_500, 'came']]],
    // One dollar and a quarter, or a thousand: 125 has two ways to the same amount.
    [
      '12.340',
      [
        [1_234_000, 'dollars'],
        [12_340, 'cents'],
        [1_234, 'three-decimals'],
      ],
    ],
    [
      '100.000',
      [
        [10_000_000, 'dollars'],
        [100_000, 'cents'],
        [10_000, 'three-decimals'],
      ],
    ],
    [
      '1.000.250',
      [
        [100_025_000, 'dollars'],
        [1_000_250, 'cents'],
      ],
    ],
    [
      '1.250.000',
      [
        [125_000_000, 'dollars'],
        [1_250_000, 'cents'],
      ],
    ],
    ['125 US 00', []],
    ['1'.repeat(15), []],
    ['', []],
    ['0', []],
    ['0.00', []],
    ['1,2.50', []],
    ['1.2.3', []],
    ['1,250.005', []],
    ['12,34,567', []],
    ['abc', []],
    ['-5', []],
    ['(125.00)', []],
    ['1'.repeat(16), []],
  ])('“%s”', (text, meanings) => {
    expect(amountMeanings(text)).toEqual(meanings.map(([cents, manner]) => ({ cents, manner })))
  })

  test('include the log’s unambiguous reading, without duplicates or amounts out of range', () => {
    const texts = fc.stringMatching(/^[$ ]?[\d.,\s]{0,14}$/)
    fc.assert(
      fc.property(texts, (text) => {
        const cents = amountMeanings(text).map((meaning) => meaning.cents)
        expect(new Set(cents).size).toBe(cents.length)
        for (const one of cents) {
          expect(Number.isSafeInteger(one)).toBe(true)
          expect(one > 0 && one <= MOST_CENTS).toBe(true)
        }
        const { value } = readTranAmount(text)
        if (value !== null && value > 0) expect(cents).toEqual([value])
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('an amount that a person sets', () => {
  test.each<[string[], number]>([
    [['125'], 12_500],
    [['125'], 125],
    [['1.250'], 125],
    [['', '125'], 125],
    [['125', '9.00'], 900],
    [['free'], 5],
    [['', ' '], 5],
    [[], 5],
  ])('of %j is %i cents, which needs no second look', (texts, cents) => {
    expect(whyImplausible(texts, cents)).toBeNull()
  })

  test.each<[string[], number, string]>([
    [
      [' 125 ', ''],
      900,
      'The callback says “125”, which reads as $125.00 or $1.25. $9.00 is not among them.',
    ],
    [
      ['125', '125.00'],
      900,
      'The callback says “125” and “125.00”, which reads as $125.00 or $1.25. $9.00 is not among them.',
    ],
  ])('of %j is not %i cents', (texts, cents, why) => {
    expect(whyImplausible(texts, cents)).toBe(why)
  })
})
