import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasCardNumber, truncateAccountNumbers, truncateCardNumbers } from './card-number'

describe('a full card number is cut to its last four digits', () => {
  test.each([
    ['4111111111111111', '************1111'],
    ['4111 1111 1111 1111', '************1111'],
    ['card 5500-0000-0000-0004, thanks', 'card ************0004, thanks'],
    ['340000000000009', '***********0009'],
    ['4222222222222', '*********2222'],
    ['2223000048400011', '************0011'],
    ['30569309025904', '**********5904'],
    ['6011111111111117', '************1117'],
    ['3530111333300000', '************0000'],
    ['6200000000000005', '************0005'],
    ['6759649826438453', '************8453'],
    ['6200 0000 0000 0000 125', '***************0125'],
    ['INV4111111111111111', 'INV************1111'],
    ['4111.1111.1111.1111', '************1111'],
    ['4111_1111_1111_1111', '************1111'],
    ['4111–1111–1111–1111', '************1111'],
    ['4111\u200b1111\u200b1111\u200b1111', '************1111'],
    ['2 4111111111111111 3', '2 ************1111 3'],
    ['paid 12.50 with 4111111111111111 12/28', 'paid 12.50 with ************1111 12/28'],
    ['4111111111111111 and 5500000000000004', '************1111 and ************0004'],
  ])('%s', (text, cut) => {
    expect(truncateCardNumbers(text)).toBe(cut)
    expect(hasCardNumber(text)).toBe(true)
  })

  test.each([
    [';4111111111111111=25121010000012345678?', ';************1111'],
    ['%B4111111111111111^DOE/JO^25121010000012345678?', '%B************1111'],
    ['4111111111111111D2512101', '************1111'],
  ])('and what a stripe says after it goes: %s', (text, cut) => {
    expect(truncateCardNumbers(text)).toBe(cut)
  })
})

test.each([
  ['a number that was cut', '************1111'],
  ['a wrong check digit', '4111111111111112'],
  ['a retrieval reference number', '765093716631'],
  ['one of 12 digits with a right check digit', '411111111117'],
  ['a transaction id', 'SBX-C-075581'],
  ['a transaction id of 16 digits that no network issues', '7992739871300008'],
  ['what follows a wrong check digit on a stripe', ';4111111111111112=25121010000012345678?'],
  ['what follows a number of no network on a stripe', ';7992739871300008=25121010000012345678?'],
  ['a phone number', '+1 (555) 123-4567'],
  ['a moment in milliseconds', '1790000000008'],
  ['a moment as digits', '20261120150405'],
  ['an amount', '12.50'],
  ['an IMEI', '352099001761481'],
  ['20 digits', '41111111111111111113'],
  ['a ZIP+4 and a house', '4111 Main, 90210-1234'],
])('%s stays: %s', (_what, text) => {
  expect(truncateCardNumbers(text)).toBe(text)
  expect(hasCardNumber(text)).toBe(false)
})

test('an account number with a right check digit is cut whatever network it may be of', () => {
  expect(truncateAccountNumbers('7992739871300008')).toBe('************0008')
  expect(truncateCardNumbers('7992739871300008')).toBe('7992739871300008')
})

test.each(['411111111117-2', '1439 3295 1221 8154 5236'])(
  'no account number is cut that has fewer or more digits than a card number: %s',
  (text) => expect(truncateAccountNumbers(text)).toBe(text),
)

test('what was cut needs nothing more', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '4111111111111111',
      '4111 1111 1111 1111',
      '5500-0000-0000-0004',
      '*',
      ' ',
      '-',
      '.',
      '=',
    ),
    fc.stringMatching(/^[0-9]{1,20}$/),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const cut = truncateCardNumbers(parts.join(''))
      expect(truncateCardNumbers(cut)).toBe(cut)
    }),
    { numRuns: 1_000 },
  )
})

test('a long text is read in time that grows with its length only', () => {
  for (const text of [
    '1 '.repeat(32_000),
    '*'.repeat(64_000),
    '1'.repeat(64_000),
    `1${' '.repeat(64_000)}`,
  ]) {
    expect(truncateCardNumbers(text)).toBe(text)
  }
})
