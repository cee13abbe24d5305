import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dayFirst, dayWords, momentWords, parseDate, utcDay, writtenDay, yearsBefore } from './calendar'
import { counted } from './counted'
import { countryCode } from './country'
import {
  decimalFromNumber,
  decimalText,
  dollars,
  parseDecimal,
  parseDecimalCut,
  percent,
  plainDecimal,
} from './decimal'
import { note, optionalNote } from './note'
import { pick } from './pick'
import { isSealed, sealedSchema } from './sealed'
import { isTimeZone } from './time-zone'
import { isUuid } from './uuid'
import { isBlocking, isHeldBack, isSlip, type Violation } from './violation'

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
    ['- $ 1,234 ', '-1234'],
    [' 12.5 % ', '12.5'],
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
    '5x$5',
    '5%%',
    '%5',
    '5%1',
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
    ['.0000009', '0.0000009', 0n],
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
    [2.5e-8, 0n],
    [-2.5e-6, -2n],
    [1e21, 10n ** 27n],
    [1.5e22, 15n * 10n ** 27n],
    [100 / 3, 33_333_333n],
    [24.99999999999, 24_999_999n],
    [33.33, 33_330_000n],
    [-0.5, -500_000n],
    [1.25e-5, 12n],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('the JSON number %s', (value, units) => {
    expect(decimalFromNumber(value)).toBe(units)
  })
})

test('whole dollars and percentages convert to millionths', () => {
  expect([dollars(25), percent(25), parseDecimal('25')]).toEqual([25_000_000n, 25_000_000n, 25_000_000n])
})

describe('calendar days', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-1-5', '2026-01-05'],
    ['11/20/2026', '2026-11-20'],
    ['1-5-2026', '2026-01-05'],
    ['01052026', '2026-01-05'],
    ['2024-02-29', '2024-02-29'],
    ['1700-01-01', '1700-01-01'],
    ['Mar 3, 2015', '2015-03-03'],
    ['March 3 2015', '2015-03-03'],
    ['3 March 2015', '2015-03-03'],
    ['mar. 3rd, 2015', '2015-03-03'],
    ['03-MAR-2015', '2015-03-03'],
    ['Sept 21, 2015', '2015-09-21'],
    ['1st June, 2015', '2015-06-01'],
    ['29feb2024', '2024-02-29'],
  ])('%s is %s', (typed, day) => {
    expect(parseDate(typed)).toBe(day)
  })

  it.each([
    '2023-02-29',
    '2026-13-01',
    '2026-00-10',
    '20/11/2026',
    '20261105',
    '11/20/26',
    '1699-12-31',
    '',
    '12026-11-20',
    '2026-11-200',
    '111/20/2026',
    '11/20/20260',
    'x01052026',
    '01052026x',
    'Mar 3, 15',
    'March 2015',
    'Ma 3, 2015',
    'Marchy 3, 2015',
    'Feb 30, 2015',
    'Mar 32015',
    'Mar 3 4, 2015',
    '3 March 2015 4',
  ])('%j is none', (typed) => {
    expect(parseDate(typed)).toBeNull()
    expect(dayFirst(typed === '20/11/2026' ? '20.11/2026' : typed)).toBeNull()
  })

  it.each([
    ['25/12/1980', '1980-12-25'],
    ['5.1.2026', '2026-01-05'],
    ['05-11-2026', '2026-11-05'],
    ['125/12/1980', null],
    ['25/12/19800', null],
    ['25/12-1980', null],
    ['12/25/1980', null],
    ['25 12 1980', null],
  ])('%s with the day first is %s', (typed, day) => {
    expect(dayFirst(typed)).toBe(day)
  })

  it('are written as people here write them, and shown in words', () => {
    expect(writtenDay('2026-11-20')).toBe('11/20/2026')
    expect(writtenDay('x2026-11-20')).toBe('x2026-11-20')
    expect(writtenDay('2026-11-20T')).toBe('2026-11-20T')
    expect(dayWords('2026-01-05')).toBe('Jan 5, 2026')
    expect(dayWords('2026-12-31')).toBe('Dec 31, 2026')
    expect(utcDay(new Date('2026-11-20T23:59:59.999Z'))).toBe('2026-11-20')
  })

  it.each([
    ['2026-11-22T00:43:07Z', {}, 'Nov 22, 2026, 12:43 AM', 'UTC'],
    ['2026-11-22T12:00:07Z', {}, 'Nov 22, 2026, 12:00 PM', 'UTC'],
    ['2026-11-22T23:05:07Z', { seconds: true }, 'Nov 22, 2026, 11:05:07 PM', 'UTC'],
    ['2026-11-22T00:43:07Z', { timeZone: 'America/New_York' }, 'Nov 21, 2026, 7:43 PM', 'EST'],
    ['2026-07-22T00:43:07Z', { timeZone: 'America/New_York' }, 'Jul 21, 2026, 8:43 PM', 'EDT'],
  ])('a moment on screen has its zone: %s, %j', (at, how, text, zone) => {
    expect(momentWords(new Date(at), how)).toEqual({ text, zone })
  })

  it('29 February becomes 1 March in a year that has none', () => {
    expect(yearsBefore('2024-02-29', 18)).toBe('2006-03-01')
    expect(yearsBefore('2024-02-29', 4)).toBe('2020-02-29')
  })
})

test.each([
  ['us', 'US'],
  ['USA', 'US'],
  [' U.S. ', 'US'],
  ['United  States', 'US'],
  ['united states of America', 'US'],
  ['ca', 'CA'],
  ['Canada', null],
  ['c', null],
  ['c1', null],
  ['', null],
])('the country %j is %j', (text, code) => {
  expect(countryCode(text)).toBe(code)
})

test.each([
  [1, 'sale', undefined, '1 sale'],
  [0, 'sale', undefined, '0 sales'],
  [10_000, 'sale', undefined, '10,000 sales'],
  [2, 'batch', 'batches', '2 batches'],
  [1, 'batch', 'batches', '1 batch'],
])('%i are counted in words', (count, one, many, words) => {
  expect(counted(count, one, many)).toBe(words)
})

test('only the form in which PostgreSQL writes an ID is valid', () => {
  const id = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'
  expect(isUuid(id)).toBe(true)
  for (const other of ['', `x${id}`, `${id}x`, id.toUpperCase(), id.slice(1), id.replaceAll('-', '')])
    expect(isUuid(other), other).toBe(false)
})

test('a time zone is valid if this machine knows it', () => {
  expect([isTimeZone('America/Chicago'), isTimeZone('America/Nowhere'), isTimeZone('')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a reason needs three characters, an optional note may be empty, and both are trimmed', () => {
  expect(note().parse(' yes ')).toBe('yes')
  expect(note().safeParse(' no ').error?.issues[0]?.message).toBe('Enter a reason.')
  expect(note('Say why.').safeParse('').error?.issues[0]?.message).toBe('Say why.')
  expect(optionalNote.parse('  ')).toBe('')
  for (const kind of [note(), optionalNote]) {
    expect(kind.safeParse('x'.repeat(2_000)).success).toBe(true)
    expect(kind.safeParse('x'.repeat(2_001)).error?.issues[0]?.message).toBe('Use at most 2,000 characters.')
  }
})

test('picks only the named members of an object', () => {
  expect(pick({ name: 'Ana', ssn: '987-65-4329', age: 40 }, ['name', 'age'])).toEqual({
    name: 'Ana',
    age: 40,
  })
})

test('a stand-in for a sealed value is recognized', () => {
  const sealed = { sealed: true, mask: '••-•••6789', findings: [] }
  expect(isSealed(sealed)).toBe(true)
  for (const other of ['sealed', null, undefined, {}, { sealed: false }, { sealed: 'true' }, []])
    expect(isSealed(other), JSON.stringify(other)).toBe(false)
  for (const code of ['format', 'range', 'mismatch', 'implausible', 'too-long'])
    for (const severity of ['error', 'warning'])
      expect(
        sealedSchema.safeParse({ ...sealed, findings: [{ code, message: 'x', severity }] }).success,
      ).toBe(true)
})

const violation = (code: Violation['code'], severity: Violation['severity']): Violation => ({
  path: 'taxId',
  message: '',
  code,
  severity,
})
test.each<[Violation['code'], Violation['severity'], { blocks: boolean; slips: boolean }]>([
  ['check-digit', 'warning', { blocks: false, slips: true }],
  ['shared-ssn', 'warning', { blocks: false, slips: true }],
  ['check-digit', 'error', { blocks: true, slips: false }],
  ['implausible', 'warning', { blocks: false, slips: false }],
  ['format', 'error', { blocks: true, slips: false }],
])('%s as %s: an error blocks, and two warnings are certainly mistakes', (code, severity, is) => {
  const one = violation(code, severity)
  expect({ blocks: isBlocking(one), slips: isSlip(one) }).toEqual(is)
})

test('an application with such a mistake is held back unless somebody chose it', () => {
  expect(isHeldBack(['slip'], false)).toBe(true)
  expect(isHeldBack(['slip'], true)).toBe(false)
  expect(isHeldBack([], false)).toBe(false)
})
