import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseDate, yearsBefore } from './calendar'
import { decimalFromNumber, decimalText, parseDecimal, parseDecimalCut, plainDecimal } from './decimal'

describe('decimals', () => {
  test.each([
    ['1,234.50', '1234.5'],
    ['$1,234.5', '1234.5'],
    ['33.33%', '33.33'],
    ['-0', '0'],
    ['5.', '5'],
    ['.000001', '0.000001'],
    ['-.5', '-0.5'],
    ['1 234 567.5', '1234567.5'],
    ['-$1,234', '-1234'],
  ])('%s is %s', (typed, canonical) => {
    expect(decimalText(parseDecimal(typed) ?? -1n)).toBe(canonical)
  })

  it.each([
    '',
    '.',
    '-',
    '$',
    '%',
    '2,9',
    '12,50',
    '9,99',
    '50000,00',
    '1,2345',
    '1,234 567',
    '12 50',
    '1.2.3',
    '5$',
    '1e3',
    '0x10',
    '1.0000001',
    '1234567890123456',
    'NaN',
    '١٢',
  ])('%j is none', (typed) => {
    expect(parseDecimal(typed)).toBeNull()
  })

  it('text and value belong together, there and back', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 21n) + 1n, 10n ** 21n - 1n), (units) => {
        expect(parseDecimal(decimalText(units))).toBe(units)
      }),
    )
  })

  it('what goes out as a JSON number comes back the same, for every amount a form accepts', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 13n), 10n ** 13n), (cents) => {
        const units = cents * 10_000n
        expect(decimalFromNumber(Number(plainDecimal(decimalText(units))))).toBe(units)
      }),
    )
  })

  test.each([
    ['33.3333333333', '33.3333333333', 33_333_333n],
    ['24.99999999', '24.99999999', 24_999_999n],
    ['1,234.50%', '1234.5', 1_234_500_000n],
    ['007.10', '7.1', 7_100_000n],
    ['.5', '0.5', 500_000n],
    ['-0.00', '0', 0n],
    ['5.', '5', 5_000_000n],
    ['', null, null],
    ['.', null, null],
    ['1e3', null, null],
  ])('%j, of any number of places', (typed, plain, units) => {
    expect([plainDecimal(typed), parseDecimalCut(typed)]).toEqual([plain, units])
  })

  test.each([
    [0.1 + 0.2, 300_000n],
    [1e-7, 0n],
    [-2.5e-6, -2n],
    [1e21, 10n ** 27n],
    [1.5e22, 15n * 10n ** 27n],
    [100 / 3, 33_333_333n],
    [24.99999999999, 24_999_999n],
    [33.33, 33_330_000n],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('the JSON number %s', (value, units) => {
    expect(decimalFromNumber(value)).toBe(units)
  })
})

describe('calendar days', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-1-5', '2026-01-05'],
    ['11/20/2026', '2026-11-20'],
    ['1-5-2026', '2026-01-05'],
    ['01052026', '2026-01-05'],
    ['2024-02-29', '2024-02-29'],
  ])('%s is %s', (typed, day) => {
    expect(parseDate(typed)).toBe(day)
  })

  it.each(['2023-02-29', '2026-13-01', '2026-00-10', '20/11/2026', '20261105', '11/20/26', '1699-12-31', ''])(
    '%j is none',
    (typed) => {
      expect(parseDate(typed)).toBeNull()
    },
  )

  it('29 February becomes 1 March in a year that has none', () => {
    expect(yearsBefore('2024-02-29', 18)).toBe('2006-03-01')
    expect(yearsBefore('2024-02-29', 4)).toBe('2020-02-29')
  })
})
