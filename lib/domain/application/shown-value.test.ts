import { describe, expect, test } from 'vitest'
import { fullFields } from './either-fields'
import { fieldMetas } from './field'
import { cleanValue, payfacFields } from './fields'
import { shownValue } from './shown-value'

const shown = (section: string, name: string, typed: string) => {
  const meta = payfacFields.fieldOf(section, name)?.meta ?? fullFields.fieldOf(section, name)?.meta
  if (!meta) throw new Error(`${section}.${name} is no field.`)
  return shownValue(meta, typed)
}

describe('a field’s value after the focus leaves', () => {
  test.each([
    ['merchant', 'legalName', '  O’Hara   & Sons ', 'O’Hara & Sons'],
    ['merchant', 'taxId', '471834562', '47-1834562'],
    ['merchant', 'taxId', '513-62-8841', '513-62-8841'],
    ['merchant', 'dateEstablished', '3/4/1980', '03/04/1980'],
    ['merchant', 'dateEstablished', '1980-03-04', '03/04/1980'],
    ['merchant', 'phone', '+1 503 555 0142', '(503) 555-0142'],
    ['merchant', 'email', ' office@merchant.test ', 'office@merchant.test'],
    ['merchant', 'website', 'shop.example', 'https://shop.example'],
    ['merchant', 'billingPostalCode', '97205-1203', '97205'],
    ['merchant', 'billingState', 'oregon', 'OR'],
    ['merchant', 'billingCountry', 'usa', 'US'],
    ['merchant', 'billingCountry', 'Deutschland', 'Deutschland'],
    ['contacts', 'ssn', '512 47 6183', '512-47-6183'],
    ['contacts', 'dateOfBirth', '05171984', '05/17/1984'],
    ['contacts', 'percentageOwned', ' 50.0% ', '50'],
    ['accounts', 'routingNumber', '5000-0000-5', '500000005'],
    ['accounts', 'accountNumber', '0001 2345', '00012345'],
    ['accounts', 'yearsOpen', '2.50', '2.5'],
    ['options', 'averageTicket', '1,250', '1,250.00'],
    ['options', 'averageTicket', '$ -1250.5', '-1,250.50'],
    ['options', 'achDebitDailyCount', '1,200', '1200'],
  ])('%s.%s: %j is shown as %j', (section, name, typed, expected) => {
    expect(shown(section, name, typed)).toBe(expected)
  })

  test.each([
    ['merchant', 'taxId', '47-18'],
    ['merchant', 'dateEstablished', '13/40/1980'],
    ['merchant', 'dateEstablished', '3/4/80'],
    ['merchant', 'phone', '555-0142'],
    ['merchant', 'billingPostalCode', '9720'],
    ['merchant', 'billingState', 'ZZ'],
    ['merchant', 'website', 'not a web address'],
    ['accounts', 'accountNumber', '12a'],
    ['options', 'averageTicket', '12,50'],
    ['options', 'averageTicket', '1.005'],
  ])('%s.%s: %j cannot be sent, and stays as typed', (section, name, typed) => {
    expect(shown(section, name, typed)).toBe(typed)
  })

  /** A page of text, an apostrophe, letters whose length changes with their case, and right-to-left texts. */
  const NAUGHTY = [
    'x'.repeat(32_000),
    '9'.repeat(32_000),
    '1,'.repeat(16_000),
    "'; DROP",
    'İıŞ',
    '👩‍👩‍👧 café',
    'مرحبا ‮abc',
    '',
  ]
  const FIELDS = [payfacFields, fullFields].flatMap((kind) =>
    kind.sections.flatMap((section) => kind.fieldsOf(section).map((field) => ({ section, ...field }))),
  )
  test.each(FIELDS.filter(({ schema }) => schema.safeParse('').error?.issues[0]?.code !== 'invalid_type'))(
    '$section.$name means the same before and after, and nothing freezes it',
    ({ schema }) => {
      const meta = fieldMetas.get(schema) ?? {}
      for (const typed of [...NAUGHTY, '1234567890', '3/4/1980', '503-555-0142', '97205', '50%', '1,250.5']) {
        const after = shownValue(meta, typed)
        expect(cleanValue(schema, after)).toEqual(cleanValue(schema, typed))
        expect(shownValue(meta, after)).toBe(after)
      }
    },
  )
})
