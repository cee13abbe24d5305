import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseDate, yearsBefore } from './calendar'
import { decimalFromNumber, decimalNumber, decimalText, parseDecimal } from './decimal'

describe('decimals', () => {
  test.each([
    ['1,234.50', '1234.5'],
    ['$1,234.5', '1234.5'],
    ['33.33 %', '33.33'],
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
        expect(decimalFromNumber(decimalNumber(units))).toBe(units)
      }),
    )
  })

  test.each([
    [0.1 + 0.2, null],
    [1e-7, null],
    [1e21, null],
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
    ['2024-02-29', '2024-02-29'],
  ])('%s is %s', (typed, day) => {
    expect(parseDate(typed)).toBe(day)
  })

  it.each(['2023-02-29', '2026-13-01', '2026-00-10', '20/11/2026', '11/20/26', '1699-12-31', ''])(
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
