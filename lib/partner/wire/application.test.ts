import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { payfacFields } from '@/lib/domain/application/fields'
import { SECTION_NAMES } from '@/lib/domain/application/section-names'
import type { SectionName } from '@/lib/domain/application/sections'
import {
  wireAccountSchema,
  wireApplicationSchema,
  wireContactSchema,
  wireMerchantSchema,
  wireOptionsSchema,
} from './application'
import { wireIssues } from './problem'

const readGolden = (name: string) =>
  wireApplicationSchema.parse(
    JSON.parse(readFileSync(new URL(`./golden/${name}.json`, import.meta.url), 'utf8')),
  )
const create = readGolden('create-sole-proprietorship')
const update = readGolden('update')

const problemsOf = (body: unknown) => {
  const result = wireApplicationSchema.safeParse(body)
  return result.success ? [] : wireIssues(result.error)
}
const withMerchant = (members: object) => ({ ...create, Mer: { ...create.Mer, ...members } })
const withOptions = (members: object) => ({ ...create, Opp: { ...create.Opp, ...members } })
const withContact = (members: object) => ({
  ...create,
  lstContact: [create.lstContact[0], { ...create.lstContact[0], ...members }],
})
const withAccount = (members: object) => ({
  ...create,
  lstbussCheckAcc: [{ ...create.lstbussCheckAcc?.[0], ...members }],
})

describe('a create-or-update body', () => {
  it.each<[string, unknown, string, string]>([
    [
      'a tax id of 8 digits',
      withMerchant({ Tax_ID__c: '12345678' }),
      'Mer.Tax_ID__c',
      'FIELD_INTEGRITY_EXCEPTION',
    ],
    [
      'a tax id with a dash',
      withMerchant({ Tax_ID__c: '12-3456789' }),
      'Mer.Tax_ID__c',
      'FIELD_INTEGRITY_EXCEPTION',
    ],
    [
      'a tax id and a line end',
      withMerchant({ Tax_ID__c: '123456789\n' }),
      'Mer.Tax_ID__c',
      'FIELD_INTEGRITY_EXCEPTION',
    ],
    ['a tax id as a number', withMerchant({ Tax_ID__c: 123456789 }), 'Mer.Tax_ID__c', 'INVALID_TYPE'],
    ['null in place of text', withMerchant({ BillingCity: null }), 'Mer.BillingCity', 'INVALID_TYPE'],
    [
      'a ZIP code of nine digits',
      withMerchant({ BillingPostalCode: '43004-1234' }),
      'Mer.BillingPostalCode',
      'FIELD_INTEGRITY_EXCEPTION',
    ],
    [
      'a phone with dashes only',
      withMerchant({ Phone: '614-555-0123' }),
      'Mer.Phone',
      'FIELD_INTEGRITY_EXCEPTION',
    ],
    [
      'an email without @',
      withMerchant({ App_Email__c: 'ada.example' }),
      'Mer.App_Email__c',
      'INVALID_EMAIL_ADDRESS',
    ],
    [
      'a website that is no URI',
      withMerchant({ Website: 'bread.example' }),
      'Mer.Website',
      'FIELD_INTEGRITY_EXCEPTION',
    ],
    [
      'a day that does not exist',
      withMerchant({ Date_Established__c: '2019-02-30' }),
      'Mer.Date_Established__c',
      'FIELD_INTEGRITY_EXCEPTION',
    ],
    [
      'a legal name of 101 characters',
      withMerchant({ Legal_Name__c: 'x'.repeat(101) }),
      'Mer.Legal_Name__c',
      'STRING_TOO_LONG',
    ],
    ['an empty name', withMerchant({ Name: '' }), 'Mer.Name', 'REQUIRED_FIELD_MISSING'],
    [
      'a description of 32,001 characters',
      withMerchant({ Description: 'x'.repeat(32_001) }),
      'Mer.Description',
      'STRING_TOO_LONG',
    ],
    [
      "the alias's ownership",
      withMerchant({ Ownership: 'Privately Held Partnership' }),
      'Mer.Ownership',
      'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
    ],
    [
      'five characters of years',
      withMerchant({ Years_at_Location__c: 12345 }),
      'Mer.Years_at_Location__c',
      'FIELD_INTEGRITY_EXCEPTION',
    ],
    [
      'the wrong record type',
      withMerchant({ attributes: { type: 'Opportunity' } }),
      'Mer.attributes.type',
      'INVALID_TYPE',
    ],
    ['no record type', withMerchant({ attributes: undefined }), 'Mer.attributes', 'REQUIRED_FIELD_MISSING'],
    [
      'a volume below zero',
      withOptions({ High_Monthly_Volume__c: -0.01 }),
      'Opp.High_Monthly_Volume__c',
      'NUMBER_OUTSIDE_VALID_RANGE',
    ],
    ['an amount as text', withOptions({ High_Ticket__c: '450' }), 'Opp.High_Ticket__c', 'INVALID_TYPE'],
    [
      'a yes as text',
      withOptions({ Is_SVC_Underwriting__c: 'true' }),
      'Opp.Is_SVC_Underwriting__c',
      'INVALID_TYPE',
    ],
    [
      'an SSN of 8 digits',
      withContact({ SSN__c: '12345678' }),
      'lstContact[1].SSN__c',
      'FIELD_INTEGRITY_EXCEPTION',
    ],
    [
      'a contact record id of 14 characters',
      withContact({ Id: '00300000000001' }),
      'lstContact[1].Id',
      'MALFORMED_ID',
    ],
    [
      'a routing number of 10 digits',
      withAccount({ Transit_Routing__c: '0000000000' }),
      'lstbussCheckAcc[0].Transit_Routing__c',
      'FIELD_INTEGRITY_EXCEPTION',
    ],
    ['no contact', { ...create, lstContact: [] }, 'lstContact', 'REQUIRED_FIELD_MISSING'],
    ['no list of contacts', { ...create, lstContact: undefined }, 'lstContact', 'REQUIRED_FIELD_MISSING'],
    ['no Opp', { ...create, Opp: undefined }, 'Opp', 'REQUIRED_FIELD_MISSING'],
    [
      'a create without a legal name',
      withMerchant({ Legal_Name__c: undefined }),
      'Mer.Legal_Name__c',
      'REQUIRED_FIELD_MISSING',
    ],
    [
      'a create without ownership',
      withMerchant({ Ownership: undefined }),
      'Mer.Ownership',
      'REQUIRED_FIELD_MISSING',
    ],
    [
      'an update that names only the account',
      { ...update, Opp: { ...update.Opp, Id: undefined } },
      'Opp.Id',
      'REQUIRED_FIELD_MISSING',
    ],
    [
      'an update that names only the opportunity',
      { ...update, Mer: { ...update.Mer, Id: undefined } },
      'Mer.Id',
      'REQUIRED_FIELD_MISSING',
    ],
  ])('%s is refused by its path', (_what, body, field, errorCode) => {
    expect(problemsOf(body)).toEqual([{ message: expect.any(String), errorCode, fields: [field] }])
  })

  it.each<[string, unknown]>([
    ['a phone as (999) 999-9999', withMerchant({ Phone: '(614) 555-0123' })],
    ['years as a number', withMerchant({ Years_at_Location__c: 12.5 })],
    ['no checking accounts', { ...create, lstbussCheckAcc: undefined }],
    ['roles that the interface does not name', withContact({ Contact_Role__c: 'Guarantor;Anything' })],
    ['an average ticket below zero, for which no minimum is given', withOptions({ Avg_Ticket__c: -1 })],
    [
      'an update without what a create needs',
      { ...update, Mer: { ...update.Mer, Legal_Name__c: undefined, Name: undefined, Ownership: undefined } },
    ],
  ])('%s is taken', (_what, body) => {
    expect(problemsOf(body)).toEqual([])
  })

  it('all problems are told at once, also those across objects', () => {
    const body = withMerchant({ Tax_ID__c: '1', Name: undefined, Phone: 1 })
    expect(problemsOf(body).flatMap(({ fields }) => fields)).toEqual([
      'Mer.Tax_ID__c',
      'Mer.Phone',
      'Mer.Name',
    ])
  })

  it.each([null, [], 'text', 1])('a body that is no object (%j) is refused as a whole', (body) => {
    expect(problemsOf(body)).toEqual([expect.objectContaining({ errorCode: 'INVALID_TYPE', fields: [] })])
  })

  it('a refused value is never repeated', () => {
    expect(JSON.stringify(problemsOf(withContact({ SSN__c: '987654321X' })))).not.toContain('987654321')
  })

  it('unknown members are kept, and __proto__ changes nothing', () => {
    const body = JSON.parse(
      JSON.stringify(withMerchant({ Fax: '6145550199' })).replace('{', '{"__proto__":{"evil":1},'),
    )
    const taken = wireApplicationSchema.parse(body)
    expect(taken.Mer.Fax).toBe('6145550199')
    expect(Reflect.get(taken, 'evil')).toBeUndefined()
    expect(Reflect.get({}, 'evil')).toBeUndefined()
  })

  it('knows every field of the sections by its partner name, and its limit is the one there', () => {
    const shapes: Record<SectionName, Readonly<Record<string, unknown>>> = {
      merchant: wireMerchantSchema.shape,
      contacts: wireContactSchema.shape,
      accounts: wireAccountSchema.shape,
      options: wireOptionsSchema.shape,
    }
    const fields = SECTION_NAMES.flatMap((section) =>
      payfacFields.fieldsOf(section).map(({ meta }) => ({ section, meta })),
    )
    expect(fields.length).toBeGreaterThan(50)
    for (const { section, meta } of fields) {
      const name = meta.partnerName.split('.').at(-1) ?? ''
      expect(Object.keys(shapes[section]), meta.partnerName).toContain(name)
      const isLimitedText =
        meta.maxLength !== undefined && (meta.kind === 'text' || meta.kind === 'long-text')
      // Its length is shown for the alias only.
      const isShown = name !== 'State_of_Entity_Formation_Incorporation__c'
      if (section !== 'merchant' || !isLimitedText || !isShown) continue
      expect(problemsOf(withMerchant({ [name]: 'x'.repeat(meta.maxLength ?? 0) })), name).toEqual([])
      expect(problemsOf(withMerchant({ [name]: 'x'.repeat((meta.maxLength ?? 0) + 1) })), name).toHaveLength(
        1,
      )
    }
  })
})
