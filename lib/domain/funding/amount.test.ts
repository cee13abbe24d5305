import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { groupedCents } from '@/lib/domain/values/money'
import {
  type AmountUnit,
  batchAmountText,
  isThousands,
  readAmount,
  showsDollars,
  toWireAmount,
} from './amount'

/** `125000` cents, or the problem's code. */
const read = (text: string, unit: AmountUnit = 'minor') => {
  const amount = readAmount(text, unit)
  return amount.ok ? amount.minor : amount.code
}

describe('amounts are dollars', () => {
  test.each<[text: string, unit: AmountUnit, result: bigint | string]>([
    ['12.50', 'minor', 1250n],
    ['12.5', 'minor', 1250n],
    ['12', 'minor', 1200n],
    ['.50', 'minor', 50n],
    ['0', 'minor', 0n],
    ['0.01', 'minor', 1n],
    ['0.29', 'minor', 29n],
    ['0012.50', 'minor', 1250n],
    [`${'0'.repeat(50)}7`, 'minor', 700n],
    ['9999999999.99', 'minor', 999_999_999_999n],
    ['10000000000.00', 'minor', 'too-long'],
    ['9'.repeat(10_000), 'minor', 'too-long'],
    ['12.00', 'major', 1200n],
    ['12.50', 'major', 'not-whole'],
    ['999999999999', 'major', 99_999_999_999_900n],
    ['1000000000000', 'major', 'too-long'],
    ['12.505', 'minor', 'too-fine'],
    ['1.000', 'minor', 'too-fine'],
    ['12.', 'minor', 'not-digits'],
    ['.', 'minor', 'not-digits'],
    ['1.2.3', 'minor', 'not-digits'],
    ['1.234.567', 'minor', 'not-digits'],
  ])('%s in a profile that counts %s units is %s', (text, unit, result) =>
    expect(read(text, unit)).toBe(result),
  )
})

test.each<[text: string, cents: bigint]>([
  ['$12.50', 1250n],
  ['$ 1,000', 100_000n],
  [' $1,000.00 ', 100_000n],
  ['US$12', 1200n],
  ['US $12.5', 1250n],
  ['USD 12.50', 1250n],
  ['usd12.50', 1250n],
  ['12 USD', 1200n],
  ['$12.50 USD', 1250n],
  ['12.50$', 1250n],
  ['1,250', 125_000n],
  ['1,234,567.89', 123_456_789n],
  ['1 000.00', 100_000n],
  ['1\u00A0000.00', 100_000n],
  ['1\u202F000', 100_000n],
  ["1'000.00", 100_000n],
  ['1’250.00', 125_000n],
  ['12.50\u00A0', 1250n],
])('signs and separators around a number are accepted: %j', (text, cents) => expect(read(text)).toBe(cents))

test.each([
  ['', 'missing'],
  ['-5', 'negative'],
  ['−5', 'negative'],
  ['- 5.00', 'negative'],
  ['(12.50)', 'negative'],
  ['($1,250.00)', 'negative'],
  ['$(12.50)', 'negative'],
  ['-$5', 'negative'],
  ['$-5.00', 'negative'],
  ['5-', 'negative'],
  ['-94,87', 'negative'],
  ['(1.234,50)', 'negative'],
  ['12.50 €', 'currency'],
  ['€12.50', 'currency'],
  ['(£12.50)', 'currency'],
  ['GBP 12.50', 'currency'],
  ['12 CA$', 'currency'],
  ['12 EUR', 'currency'],
  ['CA$12', 'currency'],
  ['A$ 1,200.00', 'currency'],
  ['1.234,50', 'decimal-comma'],
  ['1 234,50', 'decimal-comma'],
  ['12,50', 'decimal-comma'],
  ['$12,5', 'decimal-comma'],
  ['1,00,0', 'thousands'],
  ['1,0000', 'thousands'],
  ['12,34,567.00', 'thousands'],
  ["1,000'000", 'thousands'],
  ['1234,567', 'thousands'],
  ['10 00', 'thousands'],
  ['+5', 'not-digits'],
  ['1e5', 'not-digits'],
  ['twelve', 'not-digits'],
  ['１２', 'not-digits'],
  ['١٢', 'not-digits'],
  ['12a', 'not-digits'],
  ['USD', 'not-digits'],
  ['USDX 5', 'not-digits'],
  ['$', 'not-digits'],
  ['-', 'not-digits'],
  ['$-', 'not-digits'],
  ['$$5', 'not-digits'],
  ['--5', 'not-digits'],
  ['-(5)', 'not-digits'],
  ['USD 5 USD', 'not-digits'],
  ['1'.repeat(1_000).concat('x'), 'not-digits'],
])('a text that is not an amount is refused: %s is %s', (text, code) => expect(read(text)).toBe(code))

describe('a source’s amounts are converted to dollars', () => {
  test.each([
    ['7521', '75.21'],
    ['5', '0.05'],
    ['0', '0.00'],
    ['0100', '1.00'],
    ['1,250', '12.50'],
    ['1 250', '12.50'],
    ['1250.0', '12.50'],
    ['999999999999999', '9999999999999.99'],
    ['1000000000000000', '1000000000000000'],
    ['-5', '-5'],
    ['12x', '12x'],
    ['€5', '€5'],
    ['', ''],
  ])('cents: %s is %s', (text, dollars) => expect(batchAmountText(text, 'cents')).toBe(dollars))

  test.each([
    ['$1,250.5', '1250.50'],
    ['100', '100.00'],
    ['75.21', '75.21'],
    ['.5', '0.50'],
    ['00012', '12.00'],
    ['999999999999', '999999999999.00'],
    ['1.234,50', '1.234,50'],
    ['(5)', '(5)'],
    ['', ''],
  ])('dollars: %s is %s', (text, dollars) => expect(batchAmountText(text, 'dollars')).toBe(dollars))

  it('the result never reads as cents again, and dollars stay unchanged', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 999_999_999_999n), (cents) => {
        const dollars = batchAmountText(String(cents), 'cents')
        expect(dollars).toMatch(/^\d+\.\d\d$/)
        expect(batchAmountText(dollars, 'dollars')).toBe(dollars)
        expect(batchAmountText(dollars, 'cents'), 'a contradiction is left as it is').toBe(
          showsDollars(dollars) ? dollars : 'never',
        )
        expect(read(dollars)).toBe(cents)
      }),
    )
  })
})

test.each<[says: boolean, text: string]>([
  [true, '12.50'],
  [true, '12.00'],
  [true, '.5'],
  [true, '12.5'],
  [true, '$12'],
  [true, '$ 1,250'],
  [true, '12 USD'],
  [true, '12 US$'],
  [false, '12 CA$'],
  [false, '$x'],
  [true, '(1,250.00)'],
  [true, '1 000.00'],
  [false, ''],
  [false, '1250'],
  [false, '1,250'],
  [false, '1250.0'],
  [false, '12.345'],
  [false, '1.234,50'],
  [false, 'D-12'],
  [false, 'No. 5.x'],
])('%s: %j can only be dollars', (says, text) => expect(showsDollars(text)).toBe(says))

describe('for any amount', () => {
  const amounts = fc.bigInt(0n, 999_999_999_999n)

  it('a plain number is sent as the same digits, without leading zeros', () => {
    fc.assert(
      fc.property(amounts, fc.nat(5), (amount, zeros) => {
        const minor = read('0'.repeat(zeros) + String(amount), 'major')
        expect(typeof minor === 'bigint' && toWireAmount(minor, 'major')).toBe(String(amount))
      }),
    )
  })

  it('an amount that the desk writes reads back as the same', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom('', '$', 'USD '), (amount, sign) => {
        expect(read(sign + groupedCents(amount))).toBe(amount)
      }),
    )
  })

  it('any text is either an amount of at most 12 digits or a problem', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[-$(]?[\d,. ']{0,20}\)?$/)),
        fc.constantFrom<AmountUnit>('minor', 'major'),
        (text, unit) => {
          const amount = readAmount(text, unit)
          if (amount.ok) expect(toWireAmount(amount.minor, unit)).toMatch(/^\d{1,12}$/)
          else expect(amount.code).toMatch(/^[a-z-]+$/)
        },
      ),
    )
  })
})

test.each([
  [true, '1,234'],
  [true, '1,234.50'],
  [true, '1 234 567'],
  [true, '$1,234'],
  [true, '$  1,234'],
  [true, '1.234,5'],
  [true, '12.345,50'],
  [true, '123.456,50'],
  [true, '1.234.567,50'],
  [false, '1.234'],
  [false, '1.23,50'],
  [false, '1234.567,50'],
  [false, '1.2345,50'],
  [false, '1.234,'],
  [false, '1.234,50 x'],
  [false, 'x 1.234,50'],
  [false, 'a.bcd,50'],
  [false, '1.234,ab'],
  [false, '1.abc,50'],
  [false, '12,34'],
  [false, '1,234$'],
  [false, ''],
])('%s: %j is one amount with thousands separators', (is, text) => expect(isThousands(text)).toBe(is))

test('the characters next to the digits in ASCII are not digits', () => {
  for (const text of ['1/2', '1:2', '/', ':']) expect(read(text)).toBe('not-digits')
})

test('a text of 100 characters is read, and a longer one is refused', () => {
  expect(read(`$${'0'.repeat(97)}12`)).toBe(1200n)
  expect(read(`$${'0'.repeat(98)}12`)).toBe('not-digits')
})

test.each([
  ['.125', 'too-fine'],
  ['$.125', 'too-fine'],
  ['12.345,5', 'decimal-comma'],
  ['123.456.789,50', 'decimal-comma'],
])('%s is %s', (text, code) => expect(read(text)).toBe(code))
