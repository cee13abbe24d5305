import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  type AmountStyle,
  type AmountUnit,
  likelyAmountStyle,
  moneyText,
  readAmount,
  toWireAmount,
} from './amount'

/** `125000` cents, or what it is instead. */
const read = (text: string, style: AmountStyle, unit: AmountUnit = 'minor') => {
  const amount = readAmount(text, style, unit)
  return amount.ok ? amount.minor : amount.code
}

describe('amounts as digits', () => {
  test.each<[text: string, unit: AmountUnit, result: bigint | string]>([
    ['1250', 'minor', 1250n],
    ['1250', 'major', 125_000n],
    ['0', 'minor', 0n],
    ['0001250', 'minor', 1250n],
    [`${'0'.repeat(50)}7`, 'minor', 7n],
    ['999999999999', 'minor', 999_999_999_999n],
    ['999999999999', 'major', 99_999_999_999_900n],
    ['1000000000000', 'minor', 'too-long'],
    ['1000000000000', 'major', 'too-long'],
    ['9'.repeat(10_000), 'minor', 'too-long'],
    ['12.50', 'minor', 'decimal-point'],
    ['12.5', 'minor', 'decimal-point'],
    ['.5', 'minor', 'decimal-point'],
    ['12.50', 'major', 'decimal-point'],
  ])('%s in a profile that counts %s units is %s', (text, unit, result) =>
    expect(read(text, 'digits', unit)).toBe(result),
  )
})

describe('amounts as dollars', () => {
  test.each<[text: string, unit: AmountUnit, result: bigint | string]>([
    ['12.50', 'minor', 1250n],
    ['12.5', 'minor', 1250n],
    ['12', 'minor', 1200n],
    ['.50', 'minor', 50n],
    ['0.01', 'minor', 1n],
    ['0.29', 'minor', 29n],
    ['9999999999.99', 'minor', 999_999_999_999n],
    ['10000000000.00', 'minor', 'too-long'],
    ['12.00', 'major', 1200n],
    ['12.50', 'major', 'not-whole'],
    ['999999999999', 'major', 99_999_999_999_900n],
    ['12.505', 'minor', 'too-fine'],
    ['1.000', 'minor', 'too-fine'],
    ['12.', 'minor', 'not-digits'],
    ['.', 'minor', 'not-digits'],
    ['1.2.3', 'minor', 'not-digits'],
  ])('%s in a profile that counts %s units is %s', (text, unit, result) =>
    expect(read(text, 'decimal', unit)).toBe(result),
  )
})

describe.each(['digits', 'decimal'] as const)('what is no amount is named, where amounts are %s', (style) => {
  test.each([
    ['', 'missing'],
    ['-5', 'negative'],
    ['−5', 'negative'],
    ['(12.50)', 'negative'],
    ['-$5', 'negative'],
    ['$-5.00', 'negative'],
    ['5-', 'negative'],
    ['$12.50', 'currency'],
    ['$ 1,250.00', 'currency'],
    ['12.50 €', 'currency'],
    ['USD 12.50', 'currency'],
    ['12 USD', 'currency'],
    ['US$12', 'currency'],
    ['1,250', 'thousands'],
    ['1,234,567.89', 'thousands'],
    ['1 250', 'thousands'],
    ['1’250.00', 'thousands'],
    ['1.250,00', 'thousands'],
    ['12,50', 'decimal-comma'],
    ['+5', 'not-digits'],
    ['1e5', 'not-digits'],
    ['twelve', 'not-digits'],
    ['１２', 'not-digits'],
    ['١٢', 'not-digits'],
    ['12a', 'not-digits'],
    ['USD', 'not-digits'],
    ['$', 'not-digits'],
    ['-', 'not-digits'],
    ['1'.repeat(1_000).concat('x'), 'not-digits'],
  ])('%s is %s', (text, code) => expect(read(text, style)).toBe(code))
})

describe('whatever the amount is', () => {
  const amounts = fc.bigInt(0n, 999_999_999_999n)

  it('what is read goes out as the same digits, without zeros before it', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom<AmountUnit>('minor', 'major'),
        fc.nat(5),
        (amount, unit, zeros) => {
          const minor = read('0'.repeat(zeros) + String(amount), 'digits', unit)
          expect(typeof minor === 'bigint' && toWireAmount(minor, unit)).toBe(String(amount))
        },
      ),
    )
  })

  it('money is written so that it is read again, but for the commas', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(read(moneyText(amount).replaceAll(',', ''), 'decimal')).toBe(amount)
      }),
    )
  })

  it('a text is an amount of at most 12 digits on the wire, or a problem; and never anything else', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[-$(]?[\d,. ]{0,20}\)?$/)),
        fc.constantFrom<AmountStyle>('digits', 'decimal'),
        fc.constantFrom<AmountUnit>('minor', 'major'),
        (text, style, unit) => {
          const amount = readAmount(text, style, unit)
          if (amount.ok) expect(toWireAmount(amount.minor, unit)).toMatch(/^\d{1,12}$/)
          else expect(amount.code).toMatch(/^[a-z-]+$/)
        },
      ),
    )
  })
})

test.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [123_450n, '1,234.50'],
  [-123_450n, '-1,234.50'],
  [100_000_000n, '1,000,000.00'],
  [99_999n, '999.99'],
])('%s cents are %s', (minor, text) => expect(moneyText(minor)).toBe(text))

test.each<[AmountStyle, string[]]>([
  ['digits', []],
  ['digits', ['1250', '', 'x']],
  ['decimal', ['1250', '12.50']],
  ['decimal', ['12.5']],
  ['decimal', ['$1,250.00']],
  ['digits', ['1.250']],
])('most likely %s: %j', (style, amounts) => expect(likelyAmountStyle(amounts)).toBe(style))
