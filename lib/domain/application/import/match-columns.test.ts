import { describe, expect, it, test } from 'vitest'
import { catalogueOf } from '../either-fields'
import type { ApplicationKind } from '../kind'
import { askedPlaces, matchColumns } from './match-columns'
import { offeredPlaces, placeLabel, readPlace } from './places'

const KINDS = ['payfac', 'full'] as const
const placeOf = (column: string, kind: ApplicationKind = 'payfac') => matchColumns(kind, [column])[0]

describe('a column is matched', () => {
  test.each([
    ['by our label', 'Legal name', 'merchant.legalName'],
    ['by our label, however it is written', 'LEGAL_NAME ', 'merchant.legalName'],
    ['a word for the legal name', 'Registered as', 'merchant.legalName'],
    ['a word for the DBA name', 'Shop', 'merchant.dbaName'],
    ['by our path', 'merchant.legalName', 'merchant.legalName'],
    ['by the name in our path', 'dbaName', 'merchant.dbaName'],
    ['by the partner’s name', 'Mer.Legal_Name__c', 'merchant.legalName'],
    ['by the partner’s name alone', 'Tax_ID__c', 'merchant.taxId'],
    ['without the platform’s ending', 'Tax_ID', 'merchant.taxId'],
    ['by the other kind’s partner name', 'BillingStateCode', 'merchant.billingState'],
    ['without what stands in brackets', 'Merchant category code', 'merchant.mcc'],
    ['a question by its words', 'Does the partner underwrite this merchant', 'options.partnerUnderwrites'],
    ['the attestation', 'No one owns 25% or more', 'contacts.nobodyOwns25'],
    ['a person by number, from one', 'contact 1 first name', 'contacts.items.0.firstName'],
    ['a person by number in our path', 'contacts.1.firstName', 'contacts.items.0.firstName'],
    ['a person in the form’s own path, from zero', 'contacts.items.1.ssn', 'contacts.items.1.ssn'],
    ['a person in the partner’s body, from zero', 'lstContact[1].SSN__c', 'contacts.items.1.ssn'],
    ['an owner of the alias', 'lstBens[0].FirstName', 'contacts.items.0.firstName'],
    ['an owner by number', 'Owner 3 – Last name', 'contacts.items.2.lastName'],
    ['a number at the end', 'SSN (2)', 'contacts.items.1.ssn'],
    ['the first person without a number', 'Owner first name', 'contacts.items.0.firstName'],
    ['what is said of persons only', 'First name', 'contacts.items.0.firstName'],
    ['an account by number', 'Bank account 2: Account number', 'accounts.items.1.accountNumber'],
    [
      'an account in the partner’s body',
      'lstbussCheckAcc[0].Transit_Routing__c',
      'accounts.items.0.routingNumber',
    ],
    [
      'the second entry of a number',
      'Account 1 account number, again',
      'accounts.items.0.accountNumberAgain',
    ],
    ['our JSON', 'contacts.items[0].roles', 'contacts.items.0.roles'],
    ['a role in the singular', 'Owner 1 Role', 'contacts.items.0.roles'],
    ['a percentage cut short', 'Owner 2 Pct', 'contacts.items.1.percentageOwned'],
    ['the volume by the initials of the networks', 'V/MC/D Volume', 'options.cardVolume'],
    ['a category by its older name', 'SIC', 'merchant.mcc'],
  ])('%s', (_, column, place) => {
    expect(placeOf(column)).toBe(place)
  })

  test.each([
    ['Line item 1 kind', 'pricing.items.0.kind'],
    ['Line item 2: Monthly_Fee__c', 'pricing.items.1.members.Monthly_Fee__c'],
    ['Lstqli[0].Price__c', 'pricing.items.0.members.Price__c'],
    ['Lstqli[1].Name', 'pricing.items.1.members.Name'],
    ['pricing.items[0].name', 'pricing.items.0.name'],
    ['Opp.Name', 'options.applicationName'],
    ['Mer.Name', 'merchant.dbaName'],
  ])('of a full application, %s', (column, place) => {
    expect(placeOf(column, 'full')).toBe(place)
  })
})

describe('a synonym is recognized', () => {
  test.each([
    ['DBA', 'merchant.dbaName'],
    ['D/B/A', 'merchant.dbaName'],
    ['EIN', 'merchant.taxId'],
    ['Tax ID', 'merchant.taxId'],
    ['Legal Business Name', 'merchant.legalName'],
    ['Entity type', 'merchant.ownership'],
    ['State of incorporation', 'merchant.formationState'],
    ['Street', 'merchant.billingStreet'],
    ['Address', 'merchant.billingStreet'],
    ['Zip', 'merchant.billingPostalCode'],
    ['ZIP Code', 'merchant.billingPostalCode'],
    ['City', 'merchant.billingCity'],
    ['Phone', 'merchant.phone'],
    ['URL', 'merchant.website'],
    ['DOB', 'contacts.items.0.dateOfBirth'],
    ['Owner 2 DOB', 'contacts.items.1.dateOfBirth'],
    ['Owner 2 Zip', 'contacts.items.1.postalCode'],
    ['Owner 1%  owned', 'contacts.items.0.percentageOwned'],
    ['Ownership %', 'contacts.items.0.percentageOwned'],
    ['Routing number', 'accounts.items.0.routingNumber'],
  ])('%s', (column, place) => {
    expect(placeOf(column)).toBe(place)
    expect(placeOf(column, 'full')).toBe(place)
  })

  test.each<[string, string[], (string | null)[]]>([
    [
      'a whole address without a word of whose it is',
      ['DBA', 'Street', 'City', 'State', 'Zip'],
      [
        'merchant.dbaName',
        'merchant.billingStreet',
        'merchant.billingCity',
        'merchant.billingState',
        'merchant.billingPostalCode',
      ],
    ],
    [
      'not an address that follows a person',
      ['DBA', 'First name', 'Street', 'Zip'],
      ['merchant.dbaName', 'contacts.items.0.firstName', null, null],
    ],
    [
      'not before a column that is called as the form has it',
      ['Zip', 'Billing ZIP code'],
      [null, 'merchant.billingPostalCode'],
    ],
  ])('%s', (_, columns, places) => {
    expect(matchColumns('payfac', columns)).toEqual(places)
  })
})

test.each([
  ['Date Formed', 'merchant.dateEstablished'],
  ['Business EIN', 'merchant.taxId'],
  ['Telephone Number', 'merchant.phone'],
  ['Owner %', 'contacts.items.0.percentageOwned'],
  ['Owner 2%', 'contacts.items.1.percentageOwned'],
  ['Acct No.', 'accounts.items.0.accountNumber'],
  ['Bank Account Number', 'accounts.items.0.accountNumber'],
  ['Owner First', 'contacts.items.0.firstName'],
  ['Owner 2 Last', 'contacts.items.1.lastName'],
  ['Avg Tkt', 'options.averageTicket'],
  ['Average Ticket Amount', 'options.averageTicket'],
  ['Peak monthly volume', 'options.highMonthlyVolume'],
])('what a form of another house calls %s is understood', (column, place) => {
  expect(placeOf(column)).toBe(place)
  expect(placeOf(column, 'full')).toBe(place)
})

describe('a column with several meanings is asked about', () => {
  const asked = (columns: string[], kind: ApplicationKind = 'payfac') => askedPlaces(kind, columns)

  test.each<[string, ApplicationKind, string[]]>([
    ['Email', 'payfac', ['merchant.email', 'contacts.items.0.email']],
    ['Email address', 'full', ['merchant.email', 'contacts.items.0.email']],
    ['Monthly Volume', 'payfac', ['options.highMonthlyVolume', 'options.cardVolume']],
    ['Monthly Vol', 'payfac', ['options.highMonthlyVolume', 'options.cardVolume']],
    ['Account #', 'payfac', ['accounts.items.0.accountNumber']],
    ['Annual volume', 'full', ['options.yearlyCardVolume', 'options.yearlyNetRevenue']],
    ['Company Name', 'payfac', ['merchant.legalName', 'merchant.dbaName']],
    ['Business type', 'payfac', ['merchant.ownership', 'merchant.industry', 'merchant.description']],
    ['State', 'payfac', ['merchant.billingState', 'merchant.formationState']],
  ])('%s (%s)', (column, kind, places) => {
    expect(placeOf(column, kind)).toBeNull()
    expect(asked([column], kind)).toEqual([places])
  })

  it('an address after a person or bank may be theirs or the business’s', () => {
    expect(asked(['DBA', 'Owner 2 last name', 'Street', 'ABA', 'Zip'])).toEqual([
      [],
      [],
      ['contacts.items.1.street', 'merchant.billingStreet'],
      [],
      ['accounts.items.0.bankPostalCode', 'merchant.billingPostalCode'],
    ])
  })

  it('not for a place that another column has', () => {
    expect(asked(['Business email', 'Email'])).toEqual([[], ['contacts.items.0.email']])
  })

  it('nor for an unknown column', () => {
    expect(asked(['Customer no.', 'Annual volume', ''])).toEqual([[], [], []])
  })
})

describe('a column is not guessed', () => {
  test.each<[string, string, ApplicationKind]>([
    ['of two things that one name means', 'Name', 'full'],
    ['of an email that may be the merchant’s or a person’s', 'Email', 'payfac'],
    ['of a state that may be anybody’s', 'State', 'payfac'],
    ['with no such field', 'Favourite colour', 'payfac'],
    ['of the 51st person', 'contact 51 first name', 'payfac'],
    ['of person nought', 'contact 0 first name', 'payfac'],
    ['without a name', '', 'payfac'],
    ['of record ids, which new drafts do not have', 'Opp.Id', 'payfac'],
    ['of the other kind only', 'Fax', 'payfac'],
    ['of pricing in an application without', 'Line item 1 kind', 'payfac'],
    ['of a field inside of a member', 'toString', 'payfac'],
    ['called as something that every object has', 'merchant.constructor', 'payfac'],
  ])('%s', (_, column, kind) => {
    expect(placeOf(column, kind)).toBeNull()
  })

  it('twice', () => {
    expect(matchColumns('payfac', ['Legal name', 'Mer.Legal_Name__c'])).toEqual(['merchant.legalName', null])
  })
})

describe('every field', () => {
  const all = (kind: ApplicationKind) => offeredPlaces(kind, () => 2)

  it.each(KINDS)('of a %s application can be chosen by hand, and is matched by its own label', (kind) => {
    const places = all(kind).map(({ place }) => place)
    const columns = places.map((place) => placeLabel(kind, place))
    expect(new Set(columns).size).toBe(columns.length)
    expect(matchColumns(kind, columns)).toEqual(places)
    expect(places.filter((place) => readPlace(kind, place) === null)).toEqual([])
  })

  it.each(KINDS)('of a %s application is matched by the partner’s name', (kind) => {
    const { partnerNameOf } = catalogueOf(kind)
    const sent = all(kind).filter(({ place }) => partnerNameOf(place) !== null && !place.endsWith('Again'))
    expect(
      matchColumns(
        kind,
        sent.map(({ place }) => partnerNameOf(place) ?? ''),
      ),
    ).toEqual(sent.map(({ place }) => place))
  })

  it.each(KINDS)('of a %s application is matched by its path', (kind) => {
    const places = all(kind).map(({ place }) => place)
    expect(matchColumns(kind, places)).toEqual(places)
  })
})
