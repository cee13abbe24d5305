import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wireApplicationSchema } from '../wire/application'
import { wireFullApplicationSchema } from '../wire/full-application'
import {
  knownMask,
  maskRequestText,
  maskTokenAnswer,
  maskWireApplication,
  maskWireText,
  messageMask,
  sensitiveValues,
  wireRows,
} from './mask'

const text = readFileSync(new URL('../wire/golden/create-sole-proprietorship.json', import.meta.url), 'utf8')
const wire = wireApplicationSchema.parse(JSON.parse(text))
const identityValues = ['900123456', '1984-02-29', '000123456789']

describe('masks', () => {
  it('a body shows no identity value, and everything else as it is sent', () => {
    const masked = JSON.stringify(maskWireApplication(wire))
    for (const value of identityValues) expect(masked).not.toContain(value)
    for (const shown of [
      '"Transit_Routing__c":"000000000"',
      '"High_Monthly_Volume__c":18000',
      '6145550123',
      'Ada',
    ])
      expect(masked).toContain(shown)
  })

  it('rows are the body’s values by path, in its order, masked', () => {
    const rows = wireRows(wire)
    expect(rows[0]).toEqual({ path: 'Opp.attributes.type', value: 'Opportunity' })
    expect(rows[1]).toEqual({ path: 'Opp.Is_SVC_Underwriting__c', value: true })
    expect(rows).toContainEqual({ path: 'lstContact[0].SSN__c', value: '•••-••-3456' })
    expect(rows).toContainEqual({ path: 'lstContact[0].Date_of_Birth__c', value: '••••-••-••' })
    expect(
      rows.map(({ path }) => path.split(/[.[]/)[0]).filter((part, i, all) => part !== all[i - 1]),
    ).toEqual(['Opp', 'Mer', 'lstContact', 'lstbussCheckAcc'])
  })

  it('a body of the alias shows no identity value either, of its owners or of the merchant', () => {
    const full = readFileSync(new URL('../wire/golden/full-complete.json', import.meta.url), 'utf8')
    const identities = ['900246810', '900555555', '900666666', '1979-03-05', '1981-11-30', '0098765432']
    for (const value of identities) expect(full).toContain(value)
    const body = wireFullApplicationSchema.parse(JSON.parse(full))
    const masked = [
      JSON.stringify(maskWireApplication(body)),
      JSON.stringify(wireRows(body)),
      maskRequestText(full),
    ]
    for (const text of masked) {
      for (const value of identities) expect(text).not.toContain(value)
      expect(text).toContain('Countertop terminal')
    }
    expect(wireRows(body)).toContainEqual({ path: 'lstBens[1].SSN__c', value: '•••-••-6666' })
    expect(sensitiveValues(full).sort()).toEqual([...identities].sort())
  })

  it.each([
    ['by name at any depth', '{"a":[{"b":{"ssn__C":"900123456"}}]}'],
    ['by name whatever the type', '{"SSN__c":900123456,"Tax_ID__c":["900123456"]}'],
    ['quoted in a message', '[{"message":"SSN 900-12-3456 is wrong"}]'],
    ['quoted as a number', '{"value":900123456}'],
    ['in broken JSON', '{"SSN__c":"900123456","Id":'],
    ['in a page', '<p>Tax id 900 12 3456</p>'],
    ['run into letters', 'ssn900123456x'],
    ['as a member’s name', '{"900123456":"bad"}'],
    ['in JSON inside JSON', '"{\\"SSN__c\\":\\"900123456\\"}"'],
  ])('an answer hides an identity value %s', (_where, answer) => {
    expect(maskWireText(answer)).not.toMatch(/900.?12.?3456/)
  })

  it.each([
    ['in broken JSON', '{"Checking_Account__c": "4321", "x'],
    ['in a message, when it was sent', '{"message":"Account 4321 is closed"}'],
    ['in text, when it was sent', 'Account 4321 is closed'],
  ])('an answer hides a short account number %s', (_where, answer) => {
    expect(maskWireText(answer, ['4321'])).not.toContain('4321')
  })

  it('an answer keeps record ids, codes and words', () => {
    const answer = readFileSync(new URL('../wire/golden/result-entries.json', import.meta.url), 'utf8')
    expect(JSON.parse(maskWireText(answer))).toEqual(JSON.parse(answer))
  })

  it('a token and a secret are hidden by name and by value', () => {
    const secret = 'p&ss w+rd%T0ken='
    const masked = maskWireText(`{"access_token":"abc!def","error_description":"bad password ${secret}."}`, [
      secret,
    ])
    expect(masked).not.toContain('abc!def')
    expect(masked).not.toContain('T0ken')
  })

  it('nesting without end does not exhaust the stack', () => {
    expect(maskWireText('['.repeat(200_000) + ']'.repeat(200_000))).toContain('••••')
  })

  it('no run of 8 digits or more that stands alone survives, in any text', () => {
    const json = fc.jsonValue({ maxDepth: 4 })
    const digits = fc.stringMatching(/^\d{8,17}$/)
    fc.assert(
      fc.property(json, digits, fc.boolean(), (value, number, inJson) => {
        const answer = inJson
          ? JSON.stringify({ value, nested: [{ text: `It was ${number}.` }] })
          : `It was ${number}. ${JSON.stringify(value)}`
        expect(maskWireText(answer)).not.toContain(`It was ${number}`)
      }),
    )
  })

  it('the values to hide are the identity values of the body', () => {
    expect(sensitiveValues(text).sort()).toEqual([...identityValues].sort())
  })

  it.each([
    'SSN123456789 is invalid',
    'SSN__c:123456789X',
    '123-45-6789',
    '123\u00a045\u00a06789',
    '12–3456789',
  ])('a known value is hidden also in “%s”', (message) => {
    for (const masked of [messageMask(['123456789'])(message), maskWireText(message, ['123456789'])]) {
      expect(masked.replace(/\D/g, '')).toBe('')
    }
  })
})

describe('the answer of a token service', () => {
  it.each<[string, string[], string]>([
    [
      '{"access_token":"00Dabc!xyz","token_type":"Bearer","instance_url":"https://x.example.com","ok":true,"none":null,"n":12,"status":400}',
      [],
      '{"access_token":"••••","token_type":"Bearer","instance_url":"https://x.example.com","ok":true,"none":null,"n":"••••","status":400}',
    ],
    [
      '{"error":"invalid_grant","error_description":"session AbCdEfGhIjKlMnOpQrStUvWx expired for secret1","list":[{"message":"hi","id":"zzz"}]}',
      ['secret1'],
      '{"error":"invalid_grant","error_description":"session •••• expired for ••••","list":[{"message":"hi","id":"••••"}]}',
    ],
    ['"abcdef"', [], '"••••"'],
    ['" abc "', [], '"••••"'],
    ['"two words"', [], '"two words"'],
    ['[1,"a b",true,null]', [], '[1,"a b",true,null]'],
    ['{"abcdefghijklmnopqrstuvwxyz":1}', [], '{"••••":"••••"}'],
    ['null', [], 'null'],
    ['12345678', [], '"••••"'],
    [
      '<html>token 00D5f000001abcDEF12 at https://login.example.com/</html>',
      [],
      '<html>token •••• at https://login.example.com/</html>',
    ],
  ])('%s shows only what is known to grant nothing', (answer, known, shown) => {
    expect(maskTokenAnswer(answer, known)).toBe(shown)
  })

  it('with deep nesting neither exhausts the stack nor shows its values', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"message":', '}'],
    ] as const) {
      const masked = maskTokenAnswer(`${open.repeat(100)}"seen below"${close.repeat(100)}`, [])
      expect(masked).toContain('••••')
      expect(masked).not.toContain('seen below')
    }
  })
})

it.each([
  ['{"name":"a","body":"aGVsbG8="}', '{"name":"a","body":"••••"}'],
  ['{"name":"a","body" : "aGVsbG8', '{"name":"a","body" : "••••"'],
  ['{"SSN__c":"123456789","x', '{"SSN__c":••••,"x'],
  ['<SSN__c>123456789</SSN__c>', '<SSN__c>••••</SSN__c>'],
])('of the request %s, whole or cut off, neither contents nor identities are kept', (request, kept) => {
  expect(maskRequestText(request)).toBe(kept)
})

it.each([
  ['a number of seven digits', '1234567', '1234567'],
  ['a number of eight digits', 'was 1234-5678', 'was ••••'],
  ['a number among letters', 'x12345678x', 'x••••x'],
])('of a text that is no JSON, %s', (_, text, kept) => {
  expect(maskWireText(text)).toBe(kept)
})

it.each([
  ['pin 1234 and 12345', ['1234'], 'pin •••• and 12345'],
  ['1-2-3-4 or a1234b', ['1234'], '•••• or a1234b'],
  ['a1234567b', ['1234567'], 'a1234567b'],
  ['a12345678b or 1234-5678', ['12345678'], 'a••••b or ••••'],
  ['1a2b3c, 1a2b3', ['1a2b3'], '••••c, ••••'],
  ['1234x, x1234', ['1234x', 'x1234'], '••••, ••••'],
  ['abc and abcd', ['abc', ''], 'abc and abcd'],
  ['abc and abcd', ['abcd'], 'abc and ••••'],
])('of “%s” the known %j is hidden', (text, known, kept) => {
  expect(knownMask(known)(text)).toBe(kept)
})

it('only text values of at least four characters are hidden elsewhere', () => {
  expect(sensitiveValues('{"SSN__c":"123","a":[{"ssn__C":"1234"}],"Tax_ID__c":{"ssn__c":"56789"}}')).toEqual([
    '1234',
    '56789',
  ])
})
