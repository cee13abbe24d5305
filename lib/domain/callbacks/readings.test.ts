import { describe, expect, test } from 'vitest'
import {
  readAcctNumber,
  readCurrencyCode,
  readExpDate,
  readTranAmount,
  readTranDate,
  shortAccount,
} from './readings'

describe('an amount', () => {
  test.each([
    ['125.00', 12_500, 'strict'],
    ['0.05', 5, 'strict'],
    ['9999999999.99', 999_999_999_999, 'strict'],
    ['1,250.00', 125_000, 'lenient'],
    ['1,250,000.5', 125_000_050, 'lenient'],
    ['$125.00', 12_500, 'lenient'],
    ['US$ 125.00', 12_500, 'lenient'],
    ['125.00 USD', 12_500, 'lenient'],
    ['USD 125.00', 12_500, 'lenient'],
    [' usd $125.00', 12_500, 'lenient'],
    [' 125.00 ', 12_500, 'lenient'],
    ['125.5', 12_550, 'lenient'],
    ['.50', 50, 'lenient'],
    ['0125.00', 12_500, 'lenient'],
    ['0', 0, 'lenient'],
    ['00', 0, 'lenient'],
    ['12,345.5', 1_234_550, 'lenient'],
    ['125.0USD', 12_500, 'lenient'],
  ])('“%s” is %d cents, %s', (text, value, manner) => {
    expect(readTranAmount(text)).toEqual({ value, manner, isAmbiguous: false })
  })

  test.each([
    '125',
    '12500',
    '$125',
    '1,250',
    '1.250',
    '125,00',
    '1.250,00',
    '125.',
    '1 250',
    '125.005',
    '1'.repeat(15),
  ])('“%s” may be two things, and is not guessed', (text) => {
    expect(readTranAmount(text)).toEqual({ value: null, manner: 'unreadable', isAmbiguous: true })
  })

  test.each([
    '',
    '10000000000.00x',
    'x1,250.00',
    '1,250.00x',
    '-125.00',
    '(125.00)',
    'free',
    '1e5',
    '€125.00',
    '12.50x',
    '９.００',
    '1'.repeat(16),
  ])('“%s” is none', (text) => {
    expect(readTranAmount(text)).toEqual({ value: null, manner: 'unreadable', isAmbiguous: false })
  })
})

describe('a transaction date', () => {
  test.each([
    ['11/20/2026 03:04:05 PM', '2026-11-20 15:04:05', 'strict'],
    ['11/20/2026 12:00:00 AM', '2026-11-20 00:00:00', 'strict'],
    ['11/20/2026 12:00:00 PM', '2026-11-20 12:00:00', 'strict'],
    ['02/29/2028 01:00:00 AM', '2028-02-29 01:00:00', 'strict'],
    ['1/2/2026 3:04 pm', '2026-01-02 15:04:00', 'lenient'],
    ['11/20/2026 15:04:05', '2026-11-20 15:04:05', 'lenient'],
    ['2026-11-20T15:04:05.123', '2026-11-20 15:04:05', 'lenient'],
    ['2026-11-20 15:04', '2026-11-20 15:04:00', 'lenient'],
    [' 2026-11-20 15:04 ', '2026-11-20 15:04:00', 'lenient'],
    [' 11/20/2026 03:04:05 PM ', '2026-11-20 15:04:05', 'lenient'],
  ])('“%s” is %s, %s', (text, value, manner) => {
    expect(readTranDate(text)).toEqual({ value, manner })
  })

  test.each([
    '',
    '02/30/2026 01:00:00 AM',
    '20/11/2026 01:00:00 AM',
    '11/20/2026',
    '11/20/2026 13:00:00 PM',
    '11/20/2026 00:00:00 AM',
    '11/20/2026 24:00:00',
    '2026-11-20T15:04:05Z',
    '11/20/26 01:00:00 AM',
    'now',
  ])('“%s” is not a known format', (text) => {
    expect(readTranDate(text)).toEqual({ value: null, manner: 'unreadable' })
  })
})

describe('an expiry date', () => {
  test.each([
    ['1228', '12/2028', 'strict'],
    ['0130', '01/2030', 'strict'],
    ['12/28', '12/2028', 'lenient'],
    ['12-2028', '12/2028', 'lenient'],
    ['122028', '12/2028', 'lenient'],
    ['1/28', '01/2028', 'lenient'],
    [' 12/28 ', '12/2028', 'lenient'],
  ])('“%s” is %s, %s', (text, value, manner) => {
    expect(readExpDate(text)).toEqual({ value, manner })
  })

  test.each(['', '1328', '0028', '128', '2028-12', '12281', 'soon', 'x1228', '1/1/28'])(
    '“%s” is none',
    (text) => {
      expect(readExpDate(text)).toEqual({ value: null, manner: 'unreadable' })
    },
  )
})

describe('an account number', () => {
  test.each([
    ['************1111', '1111', 'strict'],
    ['1111', '1111', 'strict'],
    ['411111******1111', '1111', 'strict'],
    ['XXXX-1111', '1111', 'strict'],
    ['123456789012', '9012', 'lenient'],
  ])('“%s” ends in %s, %s', (text, value, manner) => {
    expect(readAcctNumber(text)).toEqual({ value, manner })
  })

  test.each(['', '12', 'none', '1111x'])('“%s” has no last four digits', (text) => {
    expect(readAcctNumber(text)).toEqual({ value: null, manner: 'unreadable' })
  })
})

describe('a currency', () => {
  test.each([
    ['840', '840', 'strict'],
    ['978', '978', 'strict'],
    ['USD', '840', 'lenient'],
    [' usd ', '840', 'lenient'],
    ['EUR', null, 'unreadable'],
    ['8400', null, 'unreadable'],
    ['', null, 'unreadable'],
  ])('“%s” is %s, %s', (text, value, manner) => {
    expect(readCurrencyCode(text)).toEqual({ value, manner })
  })
})

test.each([
  ['411111****1111', '411111****1111'],
  ['1234567890', '1234567890'],
  ['12345678901', '****8901'],
])('lists show of the account %s no more than %s', (text, shown) => {
  expect(shortAccount(text)).toBe(shown)
})
