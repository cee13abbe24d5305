import { describe, expect, it, test } from 'vitest'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import { blankAccount, blankContact } from './blank'
import { draftSectionSchema } from './draft-shape'
import { fieldLabel, fullFields } from './either-fields'
import { payfacFields } from './fields'
import { blankFullDraft } from './full-blank'
import { fullSectionSchemas, lineItemSchema, pricingSchema } from './full-sections'
import { FULL_SECTION_NAMES } from './section-names'

const MERCHANT_SECTIONS = ['merchant', 'options'] as const
const fields = MERCHANT_SECTIONS.flatMap((section) => fullFields.fieldsOf(section).map(({ meta }) => meta))

describe('the fields of the alias', () => {
  it('require what product.md needs before submission, and nothing else of the merchant', () => {
    const required = fields.filter((meta) => meta.required).map(({ partnerName }) => partnerName)
    expect(required.sort()).toEqual(
      [
        'Mer.Legal_Name__c',
        'Mer.Name',
        'Mer.Tax_ID__c',
        'Mer.Ownership',
        'Mer.BillingStreet',
        'Mer.BillingCity',
        'Mer.BillingStateCode',
        'Mer.BillingPostalCode',
        'Mer.BillingCountryCode',
        'Mer.Phone',
        'Mer.App_Email__c',
        'Opp.High_Monthly_Volume__c',
        'Opp.Visa_MC_Discover_Volume__c',
        'Opp.Avg_Ticket__c',
        'Opp.High_Ticket__c',
      ].sort(),
    )
  })

  it('each have a unique label in plain words', () => {
    const labels = fields.map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
    for (const label of labels) expect(label).not.toMatch(/__c|_/)
  })

  it('are at the same place in both kinds of application if both endpoints have them', () => {
    const placesOf = (
      sections: readonly ('merchant' | 'options')[],
      catalogue: typeof fullFields | typeof payfacFields,
    ) =>
      new Map(
        sections.flatMap((section) =>
          catalogue.fieldsOf(section).map(({ name, meta }) => [meta.partnerName, `${section}.${name}`]),
        ),
      )
    const full = placesOf(['merchant', 'options'], fullFields)
    const shared = [...placesOf(['merchant', 'options'], payfacFields)].filter(([name]) => full.has(name))
    expect(shared.length).toBeGreaterThan(25)
    for (const [name, place] of shared) expect([name, full.get(name)]).toEqual([name, place])
  })
})

describe('a full draft', () => {
  it('that is blank has exactly the sections’ fields and only the country filled in', () => {
    const blank = blankFullDraft()
    for (const section of MERCHANT_SECTIONS) {
      expect(Object.keys(blank[section])).toEqual(fullFields.fieldsOf(section).map(({ name }) => name))
    }
    const filled = MERCHANT_SECTIONS.flatMap((section) => Object.entries(blank[section])).filter(
      ([, value]) => value !== '',
    )
    expect(filled).toEqual([['billingCountry', 'US']])
  })

  it('that is complete is accepted, section by section', () => {
    const draft = exampleFullDraft()
    for (const section of FULL_SECTION_NAMES) {
      expect(fullSectionSchemas[section].safeParse(draft[section]).error?.issues ?? []).toEqual([])
    }
  })

  it('that is blank lacks exactly what is required', () => {
    const blank = blankFullDraft()
    const missing = MERCHANT_SECTIONS.flatMap((section) =>
      (fullSectionSchemas[section].safeParse(blank[section]).error?.issues ?? []).map(
        ({ path }) => `${section}.${path.join('.')}`,
      ),
    )
    const required = fields
      .filter((meta) => meta.required && meta.partnerName !== 'Mer.BillingCountryCode')
      .map(({ partnerName }) => partnerName)
    expect(missing.map((path) => fullFields.partnerNameOf(path)).sort()).toEqual(required.sort())
  })

  it('keeps contacts and accounts as the other kind does', () => {
    const { contacts, accounts } = exampleFullDraft()
    expect(draftSectionSchema('payfac', 'contacts').safeParse(contacts).success).toBe(true)
    expect(draftSectionSchema('payfac', 'accounts').safeParse(accounts).success).toBe(true)
    expect(Object.keys(blankContact('x'))).toEqual(Object.keys(contacts.items[0] ?? {}))
    expect(Object.keys(blankAccount('x'))).toEqual(Object.keys(accounts.items[0] ?? {}))
  })
})

describe('percentages', () => {
  test.each(['0', '100', '33.33%'])('may be %s', (typed) => {
    expect(fullSectionSchemas.options.shape.checkPercent.safeParse(typed).success).toBe(true)
  })
  test.each(['-0.01', '100.01', 'half'])('may not be %s', (typed) => {
    expect(fullSectionSchemas.options.shape.checkPercent.safeParse(typed).success).toBe(false)
  })
})

describe('a line item', () => {
  const item = (members: { name: string; value: string }[]) => ({
    id: 'line-1',
    kind: 'Fee',
    name: 'Monthly fee',
    members,
  })
  const problemsOf = (members: { name: string; value: string }[]) =>
    (lineItemSchema.safeParse(item(members)).error?.issues ?? []).map(({ path }) => path.join('.'))

  test.each(['Quantity', 'Product2Id', 'Monthly_Fee__c', 'constructor', 'x'.repeat(80)])(
    'may name a field %s',
    (name) => {
      expect(problemsOf([{ name, value: '1' }])).toEqual([])
    },
  )

  test.each([
    'attributes',
    'Attributes',
    'SourceId',
    'sourceid',
    'SOURCEID',
    'Id',
    'ID',
    '__proto__',
    '_x',
    '1st',
    'Monthly fee',
    'Product2.Name',
    'Gebühr',
    '',
    '  ',
    'x'.repeat(81),
  ])('may not name a field “%s”', (name) => {
    expect(problemsOf([{ name, value: '1' }])).toEqual(['members.0.name'])
  })

  it('has no field name twice, ignoring case', () => {
    expect(
      problemsOf([
        { name: 'Quantity', value: '1' },
        { name: ' quantity', value: '2' },
      ]),
    ).toEqual(['members.1.name'])
  })

  test.each([
    ['a kind', { kind: '' }, 'kind'],
    ['a kind that is listed', { kind: 'Discount' }, 'kind'],
    ['a name', { name: ' ' }, 'name'],
  ])('needs %s', (_what, change, path) => {
    const { error } = lineItemSchema.safeParse({ ...item([]), ...change })
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })

  it('is one of at most 50', () => {
    const items = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...item([]), id: `line-${index}` }))
    expect(pricingSchema.safeParse({ items: items(50) }).success).toBe(true)
    expect(pricingSchema.safeParse({ items: items(51) }).success).toBe(false)
  })
})

describe('paths of a full application', () => {
  test.each([
    ['merchant.billingState', 'Billing state', 'Mer.BillingStateCode'],
    ['merchant.betTableId', 'BET table ID', 'Opp.BET_Table_ID_API_Field__c'],
    ['options.previousProcessor', 'Previous processor', 'Mer.Name_of_Previous_Processor__c'],
    ['contacts.items.1.ssn', 'Contact 2 · Social Security number', 'lstBens[1].SSN__c'],
    ['contacts.items', 'Owners and contacts', 'lstBens'],
    ['accounts.items.0.bankName', 'Account 1 · Bank name', 'lstbussCheckAcc[0].Bank_Name__c'],
    ['pricing.items', 'Pricing and equipment', 'Lstqli'],
    ['pricing.items.2', 'Line item 3', 'Lstqli[2]'],
    ['pricing.items.0.kind', 'Line item 1 · Kind', null],
    ['pricing.items.0.members.1.value', 'Line item 1 · Fields', null],
  ])('%s is “%s”, for the partner %s', (path, label, partnerName) => {
    expect(fieldLabel(path)).toBe(label)
    expect(fullFields.partnerNameOf(path)).toBe(partnerName)
  })

  it('sort as a person fills the form', () => {
    const ordered = [
      'merchant.legalName',
      'merchant.physicalStreet',
      'contacts.items',
      'contacts.items.0.ssn',
      'accounts.items.0.bankName',
      'options.highTicket',
      'pricing.items.0.kind',
      'pricing.items.10.kind',
      'documents',
    ]
    expect([...ordered].reverse().sort(fullFields.compareFormOrder)).toEqual(ordered)
  })
})
