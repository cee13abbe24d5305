import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactBody } from './redact'

const redact = (text: string) => {
  const { body, redactions } = redactBody(Buffer.from(text, 'latin1'))
  return [Buffer.from(body).toString('latin1'), redactions]
}

describe('what may be kept of a body', () => {
  test.each([
    ['acct_number=4111111111111111', 'acct_number=************1111'],
    ['acct_number=4111+1111+1111+1111', 'acct_number=************1111'],
    ['acct_number=4111%201111%201111%201111', 'acct_number=************1111'],
    ['acct_number=5500-0000-0000-0004', 'acct_number=************0004'],
    ['acct_number=5500%E2%80%930000%E2%80%930000%E2%80%930004', 'acct_number=************0004'],
    ['ACCT_Number=340000000000009', 'ACCT_Number=***********0009'],
    ['%61cct%5Fnumber=%34111111111111111', '%61cct%5Fnumber=************1111'],
    ['acct_number=%2534111111111111111', 'acct_number=************1111'],
    ['+acct_number+=4111111111111111', '+acct_number+=************1111'],
    ['acct_number=4111111111111111+12/27', 'acct_number=************1111+12%2F27'],
    ['acct_number=card%3A+4111111111111111%21', 'acct_number=card%3A+************1111!'],
    [
      'a=1&acct_number=4111111111111111&acct_number=5500000000000004&z=2',
      'a=1&acct_number=************1111&acct_number=************0004&z=2',
    ],
    ['a%3D1%26acct_number%3D4111111111111111', 'a%3D1%26acct_number%3D************1111'],
    ['a%253D1%2526acct%255Fnumber%253D4111111111111111', 'a%253D1%2526acct%255Fnumber%253D************1111'],
    [
      '{"k":"a=","acct_number":"4111111111111111"}',
      '%7B%22k%22%3A%22a%3D%22%2C%22acct_number%22%3A%22************1111%22%7D',
    ],
    ['acct_number=\xff4111111111111111', 'acct_number=%C3%BF************1111'],
  ])('a full card number is cut to its last four digits: %s', (given, kept) => {
    expect(redact(given)).toEqual([kept, ['card-number']])
  })

  test.each([
    ['profile_key=key-active-1', 'profile_key='],
    ['a=1&Profile%5FKey=s%26cret&b=2', 'a=1&Profile%5FKey=&b=2'],
    ['profile_key=one&profile_key=two=three', 'profile_key=&profile_key='],
  ])('a profile key keeps its name only: %s', (given, kept) => {
    expect(redact(given)).toEqual([kept, ['profile-key']])
  })

  test.each([
    ['a truncated number', 'acct_number=************1111'],
    ['a number with a wrong check digit', 'acct_number=4111111111111112'],
    ['twelve digits', 'acct_number=411111111111'],
    ['twenty digits', 'acct_number=41111111111111111113'],
    ['a card number in a field of another name', 'invoice_number=4111111111111111'],
    ['a name without a value', 'profile_key&acct_number&profile_key=&acct_number='],
    ['bytes that are no text', 'a=\xff\x00%zz%&&==&\x80'],
    ['nothing', ''],
  ])('all else stays byte for byte: %s', (_what, text) => {
    expect(redact(text)).toEqual([text, []])
  })
})

const ALPHABET = [...'0123456789']
/** Luhn, as textbooks have it. */
const hasCheckDigit = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const weighed = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (weighed > 9 ? weighed - 9 : weighed)
  }, 0) %
    10 ===
  0
const withCheckDigit = (start: string): string =>
  ALPHABET.map((digit) => start + digit).find(hasCheckDigit) ?? ''
const cardNumber = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 12, maxLength: 18 })
  .map((digits) => withCheckDigit(digits.join('')))

/** Each character as it is, or as the percent sign and its code. */
const encodedSomehow = (text: string, gaps: readonly string[]) =>
  fc
    .array(fc.tuple(fc.boolean(), fc.boolean(), fc.constantFrom(...gaps)), {
      minLength: text.length,
      maxLength: text.length,
    })
    .map((choices) =>
      [...text]
        .map((character, index) => {
          const [encodes, upper, gap] = choices[index] ?? []
          const hex = character.charCodeAt(0).toString(16)
          const cased = upper ? character.toUpperCase() : character
          return (encodes ? `%${upper ? hex.toUpperCase() : hex}` : cased) + gap
        })
        .join(''),
    )

const GAPS = ['', '', '', '+', '%20', '-', '%2d', '%e2%80%93', ' ', '%C2%A0', '%0d%0a']
const accountPair = cardNumber.chain((card) =>
  fc.record({
    card: fc.constant(card),
    name: encodedSomehow('acct_number', ['']),
    value: encodedSomehow(card, GAPS),
  }),
)
const otherPair = fc
  .tuple(fc.stringMatching(/^[b-o]{1,8}$/), fc.stringMatching(/^[^&]{0,30}$/))
  .map(([name, value]) => Buffer.from(`${name}=${value}`).toString('latin1'))

/** What anybody who reads the kept body can find in it. */
const digitsIn = (pair: string) =>
  new URLSearchParams(pair)
    .values()
    .toArray()
    .map((value) => value.replace(/\D/g, ''))
    .join('')

test('no card number of acct_number is left, however it is written, and no other field changes', () => {
  fc.assert(
    fc.property(
      fc.array(accountPair, { minLength: 1, maxLength: 3 }),
      fc.array(otherPair),
      (found, others) => {
        const text = [...others, ...found.map(({ name, value }) => `${name}=${value}`)].join('&')
        const [kept, redactions] = redact(text)
        const pairs = String(kept).split('&')
        expect(redactions).toEqual(['card-number'])
        expect(pairs.slice(0, others.length)).toEqual(others)
        for (const [index, { card }] of found.entries()) {
          expect(digitsIn(pairs[others.length + index] ?? '')).toBe(card.slice(-4))
        }
      },
    ),
  )
})

test('no value of profile_key is left', () => {
  fc.assert(
    fc.property(encodedSomehow('profile_key', ['']), fc.stringMatching(/^[^&]+$/), (name, value) => {
      expect(redact(`a=1&${name}=${Buffer.from(value).toString('latin1')}&b=2`)).toEqual([
        `a=1&${name}=&b=2`,
        ['profile-key'],
      ])
    }),
  )
})

test('what was redacted needs nothing more', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          accountPair.map(({ name, value }) => `${name}=${value}`),
          otherPair,
        ),
      ),
      (pairs) => {
        const [kept] = redact(pairs.join('&'))
        expect(redact(String(kept))).toEqual([kept, []])
      },
    ),
  )
})

test('any bytes that name neither field stay as they are, the same object', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      fc.pre(!/[aA%]/.test(Buffer.from(bytes).toString('latin1')))
      expect(redactBody(bytes)).toEqual({ body: bytes, redactions: [] })
      expect(redactBody(bytes).body).toBe(bytes)
    }),
  )
})

test('a body at the cap is read in time that grows with its length only', () => {
  for (const value of [
    '1+'.repeat(32_000),
    '%25'.repeat(21_000),
    '1'.repeat(64_000),
    `1${' '.repeat(64_000)}`,
  ]) {
    expect(redactBody(Buffer.from(`acct_number=${value}`)).body.length).toBeGreaterThan(0)
  }
  const many = Buffer.from('acct_number=4111111111111111&'.repeat(2_000))
  expect(redactBody(many).redactions).toEqual(['card-number'])
})
