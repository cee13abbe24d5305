import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALLBACK_FIELD_NAMES } from './fields'
import { isMaskedTranId, redactBody } from './redact'
import { isSecretName } from './secret-name'

const redact = (text: string) => {
  const { body, redactions } = redactBody(Buffer.from(text, 'latin1'))
  return [Buffer.from(body).toString('latin1'), redactions]
}

describe('redacting a body', () => {
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
    ['invoice_number=4111111111111111', 'invoice_number=************1111'],
    ['client_ref_number=4000+0566-5566+5556', 'client_ref_number=************5556'],
    ['card_number=5555%2D5555%2D5555%2D4444', 'card_number=************4444'],
    ['pan=378282246310005', 'pan=***********0005'],
    ['invoice_number=4222222222222', 'invoice_number=*********2222'],
    ['4111111111111111=', '************1111='],
    ['4111111111111111', '************1111'],
    ['x=a%3Db%26pan%3D4111111111111111', 'x=a%3Db%26pan%3D************1111'],
    ['x=4111111111111111+%2535500000000000004', 'x=************1111+************0004'],
    ['{"card":4111111111111111}', '%7B%22card%22%3A************1111%7D'],
    [
      '{"card":"\\u0034111111111111111","q":"="}',
      '%7B%22card%22%3A%22************1111%22%2C%22q%22%3A%22%3D%22%7D',
    ],
    ['tran_id=4111111111111111', 'tran_id=************1111'],
    ['billing_address=4111+1111+1111+1111', 'billing_address=************1111'],
  ])('in whichever field it stands: %s', (given, kept) => {
    expect(redact(given)).toEqual([kept, ['card-number']])
  })

  test.each([
    ['cvv=123&a=1', 'cvv=&a=1'],
    ['CVV2=1234', 'CVV2='],
    ['card%5Bcvc%5D=123', 'card%5Bcvc%5D='],
    ['cardCvv=123', 'cardCvv='],
    ['%63%76%76=123', '%63%76%76='],
    ['%2563vv=123', '%2563vv='],
    ['cid=1234', 'cid='],
    ['PINBlock=04128D', 'PINBlock='],
    ['card_security_code=999', 'card_security_code='],
    ['track1=%25B41%5EX', 'track1='],
    ['track2Data=41', 'track2Data='],
    ['x=cvv%3D123%26b%3D1', 'x=cvv%3D%26b%3D1'],
    ['x=%7B%22cvv%22%3A%22123%22%2C%22b%22%3A1%7D', 'x=%7B%22cvv%22%3A%22%22%2C%22b%22%3A1%7D'],
    ['{"cvv":123,"b":1}', '%7B%22cvv%22%3A%2C%22b%22%3A1%7D'],
    ['{"a":{"cvc" : "12=3"}}', '%7B%22a%22%3A%7B%22cvc%22+%3A+%22%22%7D%7D'],
    ['<card><cvv>123</cvv></card>', '%3Ccard%3E%3Ccvv%3E%3C%2Fcvv%3E%3C%2Fcard%3E'],
  ])('a security code, a PIN and stripe data keep only their names: %s', (given, kept) => {
    expect(redact(given)).toEqual([kept, ['security-code']])
  })

  test('only four digits of stripe data remain', () => {
    expect(redact('4111111111111111=25121010000012345678')).toEqual([
      '************1111=',
      ['card-number', 'security-code'],
    ])
    expect(redact('x=;4111111111111111=25121010000012345678?')[0]).toBe('x=%3B************1111')
  })

  test('transaction IDs that look like card numbers stay distinct, and equal ones stay equal', () => {
    const fingerprint = (tranId: string) => `${'k'.repeat(19)}${tranId.startsWith('4') ? 'A' : 'b'}9_-z`
    const kept = (text: string) => Buffer.from(redactBody(Buffer.from(text), { fingerprint }).body).toString()
    expect(kept('tran_id=4111111111111111&a=1')).toBe('tran_id=CARD-1111-kkkkkkkkkkkkkkkkkkka&a=1')
    expect(kept('Tran%5FID=%34111111111111111')).toBe('Tran%5FID=CARD-1111-kkkkkkkkkkkkkkkkkkka')
    expect(kept('tran_id=5105105105105100')).toBe('tran_id=CARD-5100-kkkkkkkkkkkkkkkkkkkb')
    expect(isMaskedTranId('CARD-1111-kkkkkkkkkkkkkkkkkkka')).toBe(true)
    expect(kept(kept('tran_id=4111111111111111'))).toBe(kept('tran_id=4111111111111111'))
    expect(redactBody(Buffer.from('tran_id=4111111111111111'), { keepsTranId: true }).redactions).toEqual([])
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
    [
      'a reference number, a code and a phone',
      'retrieval_ref_number=765093716631&auth_code=012345&phone=%2B15551234567',
    ],
    ['a transaction id of digits', 'tran_id=7992739871300008'],
    ['a number that no network issues, in another field', 'invoice_number=7992739871300008'],
    [
      'names that only begin like secrets',
      'tracking_number=12345678&shipping=1&pinned=2&track_id=3&recid=4&card_id=tok-1',
    ],
    ['secrets without a value', 'cvv=&pin'],
    ['a name without a value', 'profile_key&acct_number&profile_key=&acct_number='],
    ['bytes that are no text', 'a=\xff\x00%zz%&&==&\x80'],
    ['nothing', ''],
  ])('everything else stays byte for byte: %s', (_what, text) => {
    expect(redact(text)).toEqual([text, []])
  })
})

test('no field of the interface is a secret, so that plain values take the fast path', () => {
  expect(CALLBACK_FIELD_NAMES.filter(isSecretName)).toEqual([])
})

const ALPHABET = [...'0123456789']
/** Luhn, as in textbooks: independent of the code under test. */
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

/** Each character either unchanged or percent-encoded. */
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
/** Names without c, v or p, so that none can be the name of a security code. */
const otherPair = fc
  .tuple(fc.stringMatching(/^[d-o]{1,8}$/), fc.stringMatching(/^[^&]{0,30}$/))
  .map(([name, value]) => Buffer.from(`${name}=${value}`).toString('latin1'))

/** The digits that a reader of the stored body could find. */
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

test('redacting twice changes nothing more', () => {
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

test('a body without such a field is returned as the same object', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      fc.pre(!/[aA%cCpPtTsS]|\d{4}/.test(Buffer.from(bytes).toString('latin1')))
      expect(redactBody(bytes)).toEqual({ body: bytes, redactions: [] })
      expect(redactBody(bytes).body).toBe(bytes)
    }),
  )
})

test('a body of the maximum size is redacted in linear time', () => {
  for (const value of [
    '1+'.repeat(32_000),
    '%25'.repeat(21_000),
    '1'.repeat(64_000),
    `1${' '.repeat(64_000)}`,
    'cvv'.repeat(21_000),
    'cvv:"\\'.repeat(10_000),
    '<cvv '.repeat(12_000),
    `a${' '.repeat(30_000)}:cvv`,
    '*'.repeat(64_000),
  ]) {
    expect(redactBody(Buffer.from(`acct_number=${value}`)).body.length).toBeGreaterThan(0)
    expect(redactBody(Buffer.from(value)).body.length).toBeGreaterThan(0)
  }
  const many = Buffer.from('acct_number=4111111111111111&'.repeat(2_000))
  expect(redactBody(many).redactions).toEqual(['card-number'])
})
