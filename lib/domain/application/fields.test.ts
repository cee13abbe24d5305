import { describe, expect, it, test } from 'vitest'
import { exampleContact } from '@/lib/testing/example-draft'
import { blankAccount, blankContact, blankDraft, isBlankItem } from './blank'
import { fieldLabel, fullFields } from './either-fields'
import { labelIn, payfacFields } from './fields'
import { SECTION_NAMES } from './section-names'

describe('a path in words', () => {
  test.each([
    ['merchant.taxId', 'Federal tax ID'],
    ['contacts.items.1.ssn', 'Contact 2 · Social Security number'],
    ['accounts.items.0.accountNumber', 'Account 1 · Account number'],
    ['contacts.items.0', 'Contact 1'],
    ['contacts.items', 'Owners and contacts'],
    ['contacts.nobodyOwns25', 'No one owns 25% or more'],
    ['accounts.items', 'Bank accounts'],
    ['documents', 'Documents'],
    ['something.else', 'something.else'],
  ])('%s is “%s”', (path, label) => {
    expect(fieldLabel(path)).toBe(label)
  })
})

describe('the path of a person’s field, in words', () => {
  const named = (firstName: string, lastName: string) => ({ firstName, lastName })
  const people = [named('Ana', 'Oakes'), named('', ''), named(' Ben', ''), named('Ana', 'Oakes')]

  test.each([
    ['contacts.items.2.ssn', 'Ben · Social Security number'],
    ['contacts.items.2', 'Ben'],
    ['contacts.items.1.ssn', 'Contact 2 · Social Security number'],
    ['contacts.items.4.ssn', 'Contact 5 · Social Security number'],
    ['contacts.items.0.ssn', 'Ana Oakes (contact 1) · Social Security number'],
    ['contacts.items.3', 'Ana Oakes (contact 4)'],
    ['accounts.items.2.accountNumber', 'Account 3 · Account number'],
    ['contacts.items', 'Owners and contacts'],
  ])('%s is “%s”', (path, label) => {
    expect(fieldLabel(path, people)).toBe(label)
    expect(labelIn(fullFields, path, people)).toBe(label)
  })

  it('cuts a name that is longer than any', () => {
    const label = fieldLabel('contacts.items.0.ssn', [named('🦩'.repeat(16_000), '')])
    expect(label).toBe(`${'🦩'.repeat(120)}… · Social Security number`)
  })
})

describe('a path in the partner’s names', () => {
  test.each([
    ['merchant.taxId', 'Mer.Tax_ID__c'],
    ['options.highTicket', 'Opp.High_Ticket__c'],
    ['contacts.items.1.ssn', 'lstContact[1].SSN__c'],
    ['accounts.items.0.routingNumberAgain', 'lstbussCheckAcc[0].Transit_Routing__c'],
    ['contacts.items.3', 'lstContact[3]'],
    ['contacts.items', 'lstContact'],
    ['accounts.items', 'lstbussCheckAcc'],
    ['contacts.nobodyOwns25', null],
    ['contacts.items.0.nonsense', null],
    ['documents', null],
  ])('%s is %s', (path, name) => {
    expect(payfacFields.partnerNameOf(path)).toBe(name)
  })
})

describe('the metadata', () => {
  it('is there for every field of the forms', () => {
    const blank = blankDraft()
    const names = {
      merchant: Object.keys(blank.merchant),
      contacts: Object.keys(blankContact('x')).filter((name) => name !== 'id'),
      accounts: Object.keys(blankAccount('x')).filter((name) => name !== 'id'),
      options: Object.keys(blank.options),
    }
    for (const section of SECTION_NAMES)
      expect(payfacFields.fieldsOf(section).map(({ name }) => name)).toEqual(names[section])
  })

  it('names every field of the interface’s create-or-update endpoint once, except numbers typed twice', () => {
    const names = SECTION_NAMES.flatMap((section) =>
      payfacFields.fieldsOf(section).map(({ meta }) => meta.partnerName),
    )
    const twice = names.filter((name, index) => names.indexOf(name) !== index)
    expect(twice).toEqual(['Transit_Routing__c', 'Checking_Account__c'])
  })

  it('is null where there is no such field', () => {
    expect(payfacFields.fieldOf('merchant', 'legalName')?.meta.maxLength).toBe(100)
    expect(payfacFields.fieldOf('merchant', 'ssn')).toBeNull()
    expect(payfacFields.fieldOf('merchant', 'constructor')).toBeNull()
  })
})

describe('a place that both kinds of application have', () => {
  it('has one label in both, and is sensitive in both or in neither', () => {
    for (const section of SECTION_NAMES) {
      for (const { name, meta } of payfacFields.fieldsOf(section)) {
        const full = fullFields.fieldOf(section, name)?.meta
        if (full) expect([name, full.label, full.sensitive]).toEqual([name, meta.label, meta.sensitive])
      }
    }
  })
})

describe('a place that only the full application has', () => {
  it('is not sensitive', () => {
    const own = fullFields.sections.flatMap((section) =>
      fullFields.fieldsOf(section).filter(({ name }) => !payfacFields.fieldOf(section, name)),
    )
    expect(own.length).toBeGreaterThan(40)
    expect(own.filter(({ meta }) => meta.sensitive !== undefined)).toEqual([])
  })
})

describe('the order of the forms', () => {
  it('goes by section, then item, then field; a whole list before its items', () => {
    const ordered = [
      'merchant.legalName',
      'merchant.website',
      'contacts.nobodyOwns25',
      'contacts.items.0.firstName',
      'contacts.items.0.ssn',
      'contacts.items.2.firstName',
      'contacts.items.10.firstName',
      'accounts.items.0.bankName',
      'options.highTicket',
      'documents',
    ]
    expect([...ordered].reverse().sort(payfacFields.compareFormOrder)).toEqual(ordered)
    expect(['contacts.items.0.ssn', 'contacts.items'].sort(payfacFields.compareFormOrder)[0]).toBe(
      'contacts.items',
    )
  })
})

describe('blank forms', () => {
  it('start in the country we board in, and nowhere else', () => {
    const { merchant, options } = blankDraft()
    const filled = Object.entries({ ...merchant, ...options }).filter(([, value]) => value !== '')
    expect(filled).toEqual([['billingCountry', 'US']])
  })

  it('a new item is blank; one with any value, role or sealed secret is not', () => {
    expect(isBlankItem(blankContact('a'))).toBe(true)
    expect(isBlankItem({ ...blankAccount('a'), bankName: '  ' })).toBe(true)
    expect(isBlankItem(exampleContact('a'))).toBe(false)
    expect(isBlankItem({ ...blankContact('a'), roles: ['Principal'] })).toBe(false)
    expect(isBlankItem({ ...blankContact('a'), ssn: { sealed: true, mask: '', findings: [] } })).toBe(false)
  })
})
