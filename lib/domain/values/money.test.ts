import { expect, test } from 'vitest'
import { dollarWords, exactCents, groupedCents, moneyText, twoReadings } from './money'

test.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [123_450n, '1,234.50'],
  [-123_450n, '-1,234.50'],
  [100_000_000n, '1,000,000.00'],
  [99_999n, '999.99'],
])('%s cents are %s', (minor, text) => expect(groupedCents(minor)).toBe(text))

test.each([
  [0n, '$0.00'],
  [5n, '$0.05'],
  [40_400_451n, '$404,004.51'],
  [-1_250n, '−$12.50'],
])('%s cents are written %s', (cents, words) => expect(dollarWords(cents)).toBe(words))

test('whole cents as a number or as digits are written alike, and nothing else is', () => {
  expect([dollarWords(-1_250), dollarWords('-1250')]).toEqual(['−$12.50', '−$12.50'])
  expect(() => dollarWords(12.5)).toThrow()
  expect(() => dollarWords('12.50')).toThrow()
})

test('a number that is no amount is not written for the partner', () => {
  expect(exactCents(5)).toBe('0.05')
  expect(exactCents(0)).toBe('0.00')
  for (const amount of [-1, 0.5, Number.NaN, 2 ** 53])
    expect(() => exactCents(amount)).toThrow(new RangeError('An amount is a whole number of cents.'))
})

test.each([
  ['0', '$0.00'],
  ['1234.5', '$1,234.50'],
  ['999999999999999.99', '$999,999,999,999,999.99'],
  ['-12.05', '−$12.05'],
  ['1234.567', '$1,234.567'],
  ['by arrangement', 'by arrangement'],
  ['USD 12.5', 'USD 12.5'],
  ['12.5 USD', '12.5 USD'],
])('%s dollars are written %s, with every digit', (dollars, text) => {
  expect(moneyText(dollars)).toBe(text)
})

test.each([
  ['900.555', '$900,555.00 or $900.56'],
  ['1.234', '$1,234.00 or $1.23'],
  ['$ 1.000 ', '$1,000.00 or $1.00'],
  ['999.999', '$999,999.00 or $1,000.00'],
])('%j can be read as %s', (text, readings) => expect(twoReadings(text)).toBe(readings))

test.each(['900.55', '1,234', '0.555', '1234.567', '1.234.567', '-1.234', ''])(
  '%j can be read in one way at most',
  (text) => expect(twoReadings(text)).toBeNull(),
)
