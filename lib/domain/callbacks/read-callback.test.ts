import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { canonicalContent, contentDifferences, type FormFields } from './content'
import type { Anomaly, Redaction } from './event'
import { CALLBACK_FIELD_NAMES, explainField } from './fields'
import { identifierKey, parseFields, readCallback } from './read-callback'

const PROFILE = '941000000001'
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const golden = readFileSync(new URL('../../partner/wire/golden/callback.txt', import.meta.url)).subarray(0)
const sale: FormFields = parseFields(bytes(golden.toString('latin1').trim()))

/** The same sale with other texts. An empty text is sent as an empty field. */
const saleWith = (fields: Record<string, string>): FormFields => [
  ...sale.filter(([name]) => !(name in fields)),
  ...Object.entries(fields),
]
const read = (fields: FormFields, redactions: Redaction[] = []) => readCallback(fields, redactions, PROFILE)

describe('the fields of a body', () => {
  test.each<[string, string, FormFields]>([
    [
      'come in their order',
      'b=2&a=1',
      [
        ['b', '2'],
        ['a', '1'],
      ],
    ],
    [
      'may come twice',
      'a=1&a=2',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['are decoded', 'a+b=c%26d%3D', [['a b', 'c&d=']]],
    ['keep a further equals sign', 'a=b=c', [['a', 'b=c']]],
    [
      'may have no value',
      'a&b=',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    ['may have no name', '=1', [['', '1']]],
    ['are none of an empty body', '&&', []],
    ['may begin with a question mark', '?a=1', [['?a', '1']]],
    ['keep a broken escape as it is', 'a=%zz%4', [['a', '%zz%4']]],
    ['are UTF-8', 'a=caf%C3%A9', [['a', 'café']]],
    [
      'differ by bytes if they are not UTF-8',
      'a=%E9&b=\xe8',
      [
        ['a', 'é'],
        ['b', 'è'],
      ],
    ],
    ['may have any name', '__proto__=1', [['__proto__', '1']]],
  ])('%s', (_, body, fields) => {
    expect(parseFields(bytes(body))).toEqual(fields)
  })
})

describe('the reading of a callback', () => {
  it('of the interface’s example finds nothing odd', () => {
    expect(read(sale)).toMatchObject({
      anomalies: [],
      respCode: '000',
      amountMinor: 125_005,
      currencyCode: '840',
    })
    expect(read(sale).tranId).not.toBeNull()
  })

  test.each<[string, FormFields, Redaction[], Anomaly[]]>([
    ['a field that is always there and is missing', saleWith({ resp_text: '' }), [], ['field-missing']],
    ['a field that came twice', [...sale, ['auth_code', '9']], [], ['field-twice']],
    ['two amounts', [...sale, ['tran_amount', '9.00']], [], ['field-twice', 'amount-ambiguous']],
    ['one amount in two ways', [...sale, ['tran_amount', '$1,250.05']], [], ['field-twice']],
    ['the same value twice', [...sale, ...sale], [], []],
    ['an unknown field twice', [...sale, ['x', '1'], ['x', '2']], [], []],
    ['another response code', saleWith({ resp_code: '005' }), [], ['not-approved']],
    ['a void', saleWith({ tran_type: 'VOID' }), [], ['not-a-sale']],
    ['a refund in any capitals', saleWith({ tran_type: 'Credit card refund' }), [], ['not-a-sale']],
    ['a reversal', saleWith({ tran_type: 'AUTH_REVERSAL' }), [], ['not-a-sale']],
    ['a credit, which may be either', saleWith({ tran_type: 'CREDIT' }), [], ['not-a-sale']],
    ['a sale by credit card', saleWith({ tran_type: 'CREDIT CARD SALE' }), [], []],
    [
      'two types',
      [...saleWith({ tran_type: 'SALE' }), ['tran_type', 'VOID']],
      [],
      ['field-twice', 'not-a-sale'],
    ],
    ['no response code', saleWith({ resp_code: '' }), [], ['field-missing']],
    ['an amount of dollars or cents', saleWith({ tran_amount: '125' }), [], ['amount-ambiguous']],
    ['an amount that is none', saleWith({ tran_amount: '-1.00' }), [], ['amount-unreadable']],
    ['no amount', saleWith({ tran_amount: '' }), [], ['amount-missing']],
    ['an amount of nothing', saleWith({ tran_amount: '0.00' }), [], ['amount-zero']],
    ['another currency', saleWith({ currency_code: '978' }), [], ['currency-unknown']],
    ['no currency', saleWith({ currency_code: '' }), [], []],
    ['a date in another form', saleWith({ tran_date: 'yesterday' }), [], ['date-unreadable']],
    ['an expiry in another form', saleWith({ exp_date: '9999' }), [], ['expiry-unreadable']],
    ['a short reference', saleWith({ retrieval_ref_number: '123' }), [], ['reference-format']],
    ['a card number that was cut', sale, ['card-number'], ['card-number-truncated']],
    ['a profile key that was removed', sale, ['profile-key'], ['profile-key-removed']],
    ['another profile', saleWith({ profile_id: '941000000004' }), [], ['other-profile']],
    ['its own profile', saleWith({ profile_id: PROFILE }), [], []],
  ])('names %s', (_, fields, redactions, anomalies) => {
    expect(read(fields, redactions).anomalies).toEqual(anomalies)
  })

  test('takes neither of two amounts', () => {
    expect(read([...sale, ['tran_amount', '9.00']]).amountMinor).toBeNull()
    expect(read([...sale, ['tran_amount', '$1,250.05']]).amountMinor).toBe(125_005)
  })

  test.each([
    ['missing', ''],
    ['blank', '   '],
    ['longer than 255 characters', 'x'.repeat(256)],
    ['of control characters', 'A\u0000B'],
  ])('finds no transaction if its ID is %s', (_, tranId) => {
    expect(read(saleWith({ tran_id: tranId })).tranId).toBeNull()
  })

  it('trims a transaction ID and changes nothing else', () => {
    expect(read(saleWith({ tran_id: ' 00İ’1 ' })).tranId).toBe('00İ’1')
  })

  it('finds no transaction if there are two IDs, but both can be searched', () => {
    const { tranId, identifiers } = read([
      ['tran_id', ''],
      ['tran_id', 'A'],
      ['tran_id', 'B'],
    ])
    expect(tranId).toBeNull()
    expect(identifiers).toEqual(['a', 'b'])
    expect(read([...sale, ...sale]).tranId).toBe(read(sale).tranId)
  })

  it.each([
    ['000', '005'],
    ['005', '000'],
  ])('does not treat a sale reported as both %s and %s as approved', (one, other) => {
    const reading = read([...saleWith({ resp_code: one }), ['resp_code', other]])
    expect(reading.respCode).toBe('005')
    expect(reading.anomalies).toEqual(['field-twice', 'not-approved'])
  })

  it('can be found by each identifier in any case, and by the last four digits', () => {
    const { identifiers } = read(
      saleWith({ invoice_number: 'Inv-7 İ', auth_code: 'ABC', acct_number: 'xx1111' }),
    )
    for (const text of ['INV-7 İ', ' inv-7 İ', 'abc', '1111'])
      expect(identifiers).toContain(identifierKey(text))
  })

  it('shows no more than the last four digits of a whole account number', () => {
    expect(read(saleWith({ acct_number: '12345678901' })).account).toBe('****8901')
    expect(read(saleWith({ acct_number: '************1111' })).account).toBe('************1111')
  })

  it('returns storable texts for any fields', () => {
    const names = fc.constantFrom(...CALLBACK_FIELD_NAMES, '__proto__', 'profile_id')
    const texts = fc.string({ unit: 'binary', maxLength: 400 })
    fc.assert(
      fc.property(fc.array(fc.tuple(names, texts), { maxLength: 20 }), (fields) => {
        const { anomalies: _, amountMinor, tranId, identifiers, ...columns } = read(fields)
        for (const text of [...Object.values(columns), ...identifiers, tranId ?? '']) {
          expect(text.length).toBeLessThanOrEqual(MOST_LETTERS)
          expect(text).not.toContain('\u0000')
          expect(text.isWellFormed()).toBe(true)
        }
        expect(amountMinor === null || Number.isSafeInteger(amountMinor)).toBe(true)
      }),
    )
  })
})

/** Converting to lower case can turn one letter into three. */
const MOST_LETTERS = 255 * 3

describe('contents', () => {
  test.each([
    ['another order of fields', 'a=1&b=2', 'b=2&a=1', true],
    ['another encoding', 'a=%20x', 'a=+x', true],
    ['a field of the interface that is given empty', 'a=1', 'a=1&invoice_number=', true],
    ['another value', 'a=1', 'a=2', false],
    ['one field more', 'a=1', 'a=1&b=2', false],
    ['another order of two values', 'a=1&a=2', 'a=2&a=1', false],
    ['another name without a value', '{"a":1}', '{"a":2}', false],
  ])('with %s', (_, one, two, same) => {
    expect(canonicalContent(parseFields(bytes(one))) === canonicalContent(parseFields(bytes(two)))).toBe(same)
  })

  it('differ exactly if one of their fields does', () => {
    const fields = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'tran_id', 'exp_date'), fc.constantFrom('', '1', '2', '1\n2')),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(fields, fields, (one, two) => {
        const same = canonicalContent(one) === canonicalContent(two)
        expect(contentDifferences([one, two]).length === 0).toBe(same)
      }),
    )
  })

  it('are compared field by field', () => {
    const bodies = ['a=1&b=2&c=3', 'a=1&b=3&c=3', 'a=1&b=2&b=4'].map((body) => parseFields(bytes(body)))
    expect(contentDifferences(bodies)).toEqual([
      { name: 'b', texts: ['2', '3', '2\n4'] },
      { name: 'c', texts: ['3', '3', null] },
    ])
  })
})

describe('a field is explained', () => {
  it('for each of the interface, with a label and what it means', () => {
    expect(CALLBACK_FIELD_NAMES).toHaveLength(17)
    for (const name of CALLBACK_FIELD_NAMES) {
      const { label, explanation } = explainField(name, 'x')
      expect(label).toBeTruthy()
      expect(explanation).toMatch(/\.$/)
    }
  })

  test.each([
    ['resp_code', '000', 'Approved', 'strict'],
    ['resp_code', '005', 'Not approved', 'unreadable'],
    ['tran_amount', '1250.00', '$1,250.00', 'strict'],
    ['tran_amount', '$12.5', '$12.50', 'lenient'],
    ['tran_amount', '125', 'Dollars or cents not given', 'unreadable'],
    ['tran_amount', 'free', null, 'unreadable'],
    ['tran_date', '11/20/2026 03:04:05 PM', '2026-11-20 15:04:05, time zone not given', 'strict'],
    ['exp_date', '1228', '12/2028', 'strict'],
    ['acct_number', '************1111', 'Ends in 1111', 'strict'],
    ['currency_code', '840', 'US dollars', 'strict'],
    ['currency_code', '978', null, 'strict'],
    ['retrieval_ref_number', '700000000042', null, 'strict'],
    ['retrieval_ref_number', '7', null, 'unreadable'],
    ['invoice_number', 'INV-1', null, 'strict'],
    ['exp_date', '', null, 'strict'],
  ])('%s “%s” as %s, %s', (name, text, reading, manner) => {
    expect(explainField(name, text)).toMatchObject({ reading, manner })
  })

  test.each(['avs_result', '__proto__', 'constructor', ''])('“%s” as unknown', (name) => {
    expect(explainField(name, 'x')).toEqual({
      label: null,
      explanation: null,
      reading: null,
      manner: 'strict',
    })
  })
})

describe('what the log keeps of a callback', () => {
  const texts = {
    tran_amount: '1,250.05',
    tran_date: '11/20/2026 03:04:05 PM',
    tran_type: 'SALE',
    invoice_number: 'I-1',
    client_ref_number: 'C-1',
    retrieval_ref_number: '123456789012',
    hpp_tran_id: 'H-1',
    currency_code: 'EUR',
  }

  it('is the text of each field as received', () => {
    expect(read(saleWith(texts))).toMatchObject({
      amountText: texts.tran_amount,
      tranDate: texts.tran_date,
      tranType: texts.tran_type,
      invoiceNumber: texts.invoice_number,
      clientRefNumber: texts.client_ref_number,
      retrievalRefNumber: texts.retrieval_ref_number,
      hppTranId: texts.hpp_tran_id,
      currencyCode: texts.currency_code,
    })
  })

  it('is cut at 255 characters, and has no character that cannot be stored', () => {
    expect(read(saleWith({ invoice_number: ` a\u0000b${'x'.repeat(300)}` })).invoiceNumber).toBe(
      `ab${'x'.repeat(253)}`,
    )
  })

  it('has a transaction ID of up to 255 characters, and no longer one', () => {
    expect(read(saleWith({ tran_id: 'x'.repeat(255) })).tranId).toBe('x'.repeat(255))
    expect(read(saleWith({ tran_id: 'x'.repeat(256) })).tranId).toBeNull()
  })

  it('flags a transaction ID that is a masked card number', () => {
    const masked = `CARD-1111-${'a'.repeat(20)}`
    expect(read(saleWith({ tran_id: masked }), ['security-code']).anomalies).toEqual([
      'security-code-removed',
      'tran-id-masked',
    ])
    expect(read(saleWith({ tran_id: masked })).identifiers).toEqual(
      expect.arrayContaining([masked.toLowerCase(), '1111']),
    )
  })

  it.each([
    ['************1234', true],
    ['x************1234', true],
    ['CARD-1234-abc', true],
    ['*1234', false],
    ['************12345', false],
    ['x-CARD-1234', false],
  ])('finds %s by its last four digits: %s', (invoice_number, isFound) => {
    expect(read(saleWith({ invoice_number })).identifiers.includes('1234')).toBe(isFound)
  })

  it('has at most 100 searchable texts per event', () => {
    const many = Array.from({ length: 150 }, (_, at): [string, string] => ['auth_code', `a${at}`])
    expect(read([...sale, ...many]).identifiers).toHaveLength(100)
  })
})

describe('the content of a callback', () => {
  it('is the same for any order of the fields', () => {
    const fields: FormFields = [
      ['b', '1'],
      ['a', '2'],
      ['c', '3'],
    ]
    expect(canonicalContent(fields.toReversed())).toBe(canonicalContent(fields))
    expect(canonicalContent(fields.toSorted())).toBe(canonicalContent(fields))
  })

  it('lists differences that decide about money first, then the others by name', () => {
    const names = ['zeta', 'currency_code', 'tran_amount', 'alpha', 'resp_code', 'tran_type']
    const [one, other] = ['1', '2'].map((value) => names.map((name): [string, string] => [name, value]))
    expect(contentDifferences([one ?? [], other ?? []]).map(({ name }) => name)).toEqual([
      'tran_type',
      'resp_code',
      'tran_amount',
      'currency_code',
      'alpha',
      'zeta',
    ])
  })
})
