import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AmountManner, amountMeanings, MOST_CENTS } from './amount-readings'
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
