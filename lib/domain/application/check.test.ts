import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Sealed } from '@/lib/domain/values/sealed'
import type { Violation } from '@/lib/domain/values/violation'
import { exampleAccount, exampleContact, exampleDraft, exampleLists } from '@/lib/testing/example-draft'
import { blankContact, blankDraft } from './blank'
import {
  checkApplication,
  checkSection,
  checkSections,
  checkSoleOwner,
  findingsOf,
  findMismatch,
  findStoredMismatch,
} from './check'
import { AUTHORIZED_SIGNER, CONTROL_PRONG, PRINCIPAL } from './contact-roles'
import { payfacFields } from './fields'
import { SECTION_NAMES } from './section-names'
import { type Draft, OWNERSHIPS } from './sections'

const today = '2026-11-20'
const context = { lists: exampleLists, today }
const noLists = { roles: [], ddaTypes: [], locationTypes: [], industries: [], sponsorBanks: [] }

/** The example draft with these changes. */
function draftWith(changes: {
  merchant?: Partial<Draft['merchant']>
  options?: Partial<Draft['options']>
  contacts?: Draft['contacts']['items']
  accounts?: Draft['accounts']['items']
}): Draft {
  const draft = exampleDraft()
  return {
    merchant: { ...draft.merchant, ...changes.merchant },
    options: { ...draft.options, ...changes.options },
    contacts: { ...draft.contacts, items: changes.contacts ?? draft.contacts.items },
    accounts: { items: changes.accounts ?? draft.accounts.items },
  }
}

const short = ({ path, code, severity }: Violation) => `${severity} ${code} ${path}`
const found = (draft: Draft, lists = exampleLists) =>
  checkApplication(draft, { lists, today }).violations.map(short)

const sealed = (findings: Sealed['findings'] = []): Sealed => ({ sealed: true, mask: '••••6789', findings })
const owner = (changes = {}) =>
  exampleContact('contact-1', { roles: [PRINCIPAL, CONTROL_PRONG], percentageOwned: '100', ...changes })

describe('a complete application', () => {
  it.each([...OWNERSHIPS])('of a %s has no violations', (ownership) => {
    const { value, violations } = checkApplication(exampleDraft(ownership), context)
    expect(violations).toEqual([])
    expect(value?.merchant.ownership).toBe(ownership)
  })

  it('is cleaned: digits without punctuation, canonical amounts, null for blanks, booleans for answers', () => {
    const { value } = checkApplication(exampleDraft(), context)
    expect(value?.merchant).toMatchObject({
      taxId: '123456789',
      phone: '6145550123',
      everAcceptedCards: true,
      everCancelled: false,
      industryOther: null,
    })
    expect(value?.contacts.items[0]).toMatchObject({ ssn: '512456789', percentageOwned: '100' })
    expect(value?.options).toMatchObject({ highMonthlyVolume: '40000', averageTicket: '42.5' })
  })

  it('is valid in any order of its contacts', () => {
    const people = [
      owner({ percentageOwned: '40' }),
      exampleContact('contact-2', { roles: [PRINCIPAL], percentageOwned: '33.33' }),
      exampleContact('contact-3', { roles: [PRINCIPAL], percentageOwned: '26.67' }),
      exampleContact('contact-4', { roles: [AUTHORIZED_SIGNER] }),
      exampleContact('contact-5', { roles: ['Bookkeeper'] }),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(people, { minLength: people.length }), (contacts) => {
        expect(found(draftWith({ contacts }))).toEqual([])
      }),
    )
  })

  it('has a value unless it has an error; a warning does not matter', () => {
    const warned = checkApplication(draftWith({ options: { highTicket: '1' } }), context)
    expect(warned.violations.map(short)).toEqual(['warning implausible options.highTicket'])
    expect(warned.value).not.toBeNull()

    const wrong = checkApplication(draftWith({ merchant: { phone: '555' } }), context)
    expect(wrong.violations.map(short)).toEqual(['error format merchant.phone'])
    expect(wrong.value).toBeNull()

    const accounts = [exampleAccount('a', { accountNumberAgain: '000123456780' })]
    expect(checkApplication(draftWith({ accounts }), context).value).toBeNull()
  })

  it('lists violations in form order, whichever rule found them', () => {
    expect(found(draftWith({ merchant: { taxId: '000000000', phone: '555', industry: 'Alchemy' } }))).toEqual(
      [
        'warning implausible merchant.taxId',
        'error format merchant.phone',
        'error not-listed merchant.industry',
      ],
    )
  })
})

describe('an account number in two accounts', () => {
  const twoAccounts = (changes: Parameters<typeof exampleAccount>[1]) =>
    found(
      draftWith({
        accounts: [
          exampleAccount('a'),
          exampleAccount('b', { ddaType: 'Fees', accountNumber: '0001-2345-6789', ...changes }),
        ],
      }),
    ).filter((line) => line.includes('duplicate'))

  it('is a warning, because one account can have both uses', () => {
    expect(twoAccounts({})).toEqual(['warning duplicate accounts.items.1.accountNumber'])
  })

  it('at different banks is no violation', () => {
    expect(twoAccounts({ routingNumber: '500000005', routingNumberAgain: '500000005' })).toEqual([])
  })
})

describe('the merchant category code', () => {
  const ofMcc = (mcc: string) =>
    found(draftWith({ merchant: { mcc } })).filter((line) => line.includes('merchant.mcc'))

  it.each(['', '5812', '3501'])('%j is fine', (mcc) => {
    expect(ofMcc(mcc)).toEqual([])
  })

  it.each(['0000', '9999', '5810'])('%j is not on the list: only a warning, because lists age', (mcc) => {
    expect(ofMcc(mcc)).toEqual(['warning implausible merchant.mcc'])
  })

  it.each(['99', '5812 Furniture'])('%j is an error', (mcc) => {
    expect(ofMcc(mcc)).toContain('error format merchant.mcc')
  })
})

describe('required to submit', () => {
  it('a blank draft lacks exactly what the product and the interface require', () => {
    expect(found(blankDraft())).toEqual([
      'error required merchant.legalName',
      'error required merchant.dbaName',
      'error required merchant.taxId',
      'error required merchant.ownership',
      'error required merchant.billingStreet',
      'error required merchant.billingCity',
      'error required merchant.billingState',
      'error required merchant.billingPostalCode',
      'error required merchant.phone',
      'error required merchant.email',
      'error required contacts.items',
      'warning required accounts.items',
      'error required options.partnerUnderwrites',
      'error required options.highMonthlyVolume',
      'error required options.cardVolume',
      'error required options.averageTicket',
      'error required options.highTicket',
    ])
  })

  const neededOf = (roles: string[]) =>
    found(
      draftWith({ contacts: [owner({ percentageOwned: '75' }), { ...blankContact('b'), roles }] }),
    ).filter((line) => line.includes('contacts.items.1') && line.includes('required'))
  const names = ['error required contacts.items.1.firstName', 'error required contacts.items.1.lastName']
  const identity = ['dateOfBirth', 'ssn', 'street', 'city', 'state', 'postalCode'].map(
    (name) => `error required contacts.items.1.${name}`,
  )

  it('every contact needs a first and last name and a role', () => {
    expect(neededOf([])).toEqual([...names, 'error required contacts.items.1.roles'])
    expect(neededOf([' '])).toEqual([...names, 'error required contacts.items.1.roles'])
    expect(neededOf([AUTHORIZED_SIGNER])).toEqual(names)
  })

  it('the Control Prong also needs a date of birth, an SSN and an address', () => {
    expect(neededOf([CONTROL_PRONG])).toEqual([...names, ...identity])
  })

  it('a principal also needs a percentage owned', () => {
    expect(neededOf([PRINCIPAL])).toEqual([
      ...names,
      'error required contacts.items.1.percentageOwned',
      ...identity,
    ])
  })

  it('an account needs a bank name, a use, and both numbers twice', () => {
    const account = exampleAccount('a', {
      bankName: '',
      ddaType: '',
      routingNumber: '',
      routingNumberAgain: '',
      accountNumber: '',
      accountNumberAgain: ' ',
    })
    expect(found(draftWith({ accounts: [account] }))).toEqual(
      [
        'bankName',
        'ddaType',
        'routingNumber',
        'routingNumberAgain',
        'accountNumber',
        'accountNumberAgain',
      ].map((name) => `error required accounts.items.0.${name}`),
    )
  })

  it('a sealed value counts as given', () => {
    const contact = owner({ ssn: sealed(), dateOfBirth: sealed() })
    expect(found(draftWith({ contacts: [contact], merchant: { taxId: sealed() } }))).toEqual([])
  })
})

describe('lists that an admin keeps in Settings', () => {
  const off = draftWith({
    merchant: { industry: 'Alchemy', locationType: 'Moon', sponsorship: 'No one Bank' },
    contacts: [owner({ roles: [PRINCIPAL, CONTROL_PRONG, 'Jester'] })],
    accounts: [exampleAccount('a', { ddaType: 'Hoard' })],
  })

  it('a value that is not on its list is an error', () => {
    expect(found(off)).toEqual([
      'error not-listed merchant.industry',
      'error not-listed merchant.locationType',
      'error not-listed merchant.sponsorship',
      'error not-listed contacts.items.0.roles',
      'error not-listed accounts.items.0.ddaType',
    ])
  })

  it('an empty list allows any value', () => {
    expect(found(off, noLists)).toEqual([])
  })

  it('the three roles of the interface are allowed without being on the list', () => {
    const contacts = [owner({ roles: [PRINCIPAL, CONTROL_PRONG, AUTHORIZED_SIGNER, 'Bookkeeper'] })]
    expect(found(draftWith({ contacts }))).toEqual([])
  })

  it('a role with a semicolon is refused even if the list is empty: it would be sent as two', () => {
    const contacts = [owner({ roles: [PRINCIPAL, CONTROL_PRONG, 'Owner;Driver'] })]
    expect(found(draftWith({ contacts }), noLists)).toEqual(['error not-listed contacts.items.0.roles'])
  })

  it('the ownership must be one of the interface’s values in its exact spelling', () => {
    expect(found(draftWith({ merchant: { ownership: 'partnership' } }))).toContain(
      'error not-listed merchant.ownership',
    )
  })
})

describe('implausible values are warnings', () => {
  const ssn = (value: string) => findingsOf('contacts', 'ssn', value, today).map(({ code }) => code)

  test.each([
    ['area 000', '000-12-3456'],
    ['area 666', '666-12-3456'],
    ['area 900', '900-12-3456'],
    ['area 999', '999-12-3456'],
    ['group 00', '512-00-3456'],
    ['serial 0000', '512-12-0000'],
    ['printed in an advertisement', '078-05-1120'],
    ['printed in an advertisement', '219-09-9999'],
  ])('an SSN with %s (%s)', (_title, value) => {
    expect(ssn(value)).toEqual(['implausible'])
  })

  test.each(['001-01-0001', '665-12-3456', '667-12-3456', '899-99-9999', '512456789'])(
    'the SSN %s can exist',
    (value) => {
      expect(ssn(value)).toEqual([])
    },
  )

  const taxId = (value: string) => findingsOf('merchant', 'taxId', value, today)

  test.each('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))(
    'an EIN that starts with %s',
    (prefix) => {
      expect(taxId(`${prefix}-3456789`)).toHaveLength(1)
    },
  )

  test.each('01 06 10 16 20 27 30 48 50 68 71 77 80 88 90 95 98 99'.split(' '))(
    'an EIN that starts with %s can exist',
    (prefix) => {
      expect(taxId(`${prefix}-3456789`)).toEqual([])
    },
  )

  it('only a sole proprietor may use an SSN as tax ID, typed or sealed', () => {
    const typed = '078-45-6789'
    const stored = sealed(taxId(typed))
    for (const taxIdValue of [typed, stored]) {
      const sole = exampleDraft('Sole Proprietorship')
      const [owner] = sole.contacts.items
      const items = owner ? [{ ...owner, ssn: typed }] : []
      expect(
        found({
          ...sole,
          contacts: { ...sole.contacts, items },
          merchant: { ...sole.merchant, taxId: taxIdValue },
        }),
      ).toEqual([])
      expect(found(draftWith({ merchant: { taxId: taxIdValue } }))).toEqual([
        'warning implausible merchant.taxId',
      ])
    }
  })

  test.each<[string, string, string, RegExp | null]>([
    ['is the owner’s SSN', '513-22-1007', '513 22 1007', null],
    ['is another EIN', '12-3456789', '513-22-1007', null],
    ['has one other digit', '51-3221008', '513-22-1007', /is nearly this number/],
    ['has two neighbors swapped', '51-3221070', '513-22-1007', /is nearly this number/],
    ['has two other digits', '51-3221018', '513-22-1007', null],
    ['has two digits swapped that are no neighbors', '51-3227001', '513-22-1007', null],
    ['has two neighbors that are both others', '51-3221089', '513-22-1007', null],
    [
      'has the second of two neighbors at the first, and not the first at the second',
      '51-3221078',
      '513-22-1089',
      null,
    ],
    ['has two neighbors swapped and another digit', '15-3221008', '513-22-1007', null],
    [
      'has the first of two neighbors at the second, and not the second at the first',
      '51-3221089',
      '513-22-1078',
      null,
    ],
    ['has three other digits', '51-3221070', '513-22-2007', null],
    ['can be no EIN', '07-8456789', '513-22-1007', /is an SSN, but not this one/],
  ])('the tax id of a sole proprietor that %s, at the owner', (_, taxIdValue, ssn, words) => {
    const sole = exampleDraft('Sole Proprietorship')
    const [owner] = sole.contacts.items
    const draft = {
      ...sole,
      merchant: { ...sole.merchant, taxId: taxIdValue },
      contacts: { ...sole.contacts, items: owner ? [{ ...owner, ssn }] : [] },
    }
    const told = checkSections(draft, { lists: noLists, today })
    const expected = words && expect.stringMatching(words)
    expect(told.map(({ path, severity, message }) => `${severity} ${path} ${message}`)).toEqual(
      expected === null ? [] : [expect.stringMatching(/^warning contacts\.items\.0\.ssn /)],
    )
    if (expected !== null) expect(told[0]?.message).toEqual(expected)
    // Owners' numbers only matter for a sole proprietor.
    expect(checkSoleOwner({ ...draft, merchant: { ...draft.merchant, ownership: 'Partnership' } })).toEqual(
      [],
    )
  })

  test.each([
    ['N/A', 'N/A', 1],
    ['No', 'One', 1],
    ['nobody', '', 1],
    ['N/A', 'Ochre', 1],
    ['unknown', 'Ochre', 1],
    ['Noah', 'None', 0],
    ['No', 'Hyun', 0],
    ['X', 'Ochre', 0],
    ['Xavier', 'Ng', 0],
  ])('a person called %s %s', (firstName, lastName, count) => {
    const items = [exampleContact('c-1', { firstName, lastName })]
    expect(
      found(draftWith({ contacts: items })).filter(
        (one) => one === 'warning implausible contacts.items.0.firstName',
      ),
    ).toHaveLength(count)
  })

  test.each([
    ['legalName', 'N/A', 1],
    ['dbaName', ' n/a ', 1],
    ['dbaName', 'TBD', 1],
    ['dbaName', 'TBD Coffee', 0],
    ['legalName', 'None Such Records', 0],
  ])('a business whose %s is “%s”', (name, value, count) => {
    expect(
      found(draftWith({ merchant: { [name]: value } })).filter(
        (one) => one === `warning implausible merchant.${name}`,
      ),
    ).toHaveLength(count)
  })

  it('a tax ID that is neither EIN nor SSN is a warning for a sole proprietor too', () => {
    const sole = exampleDraft('Sole Proprietorship')
    expect(found({ ...sole, merchant: { ...sole.merchant, taxId: '000000000' } })).toEqual([
      'warning implausible merchant.taxId',
    ])
  })

  test.each([
    ['years at the location', { merchant: { yearsAtLocation: '-3' } }, 'merchant.yearsAtLocation'],
    [
      'years at the location, spelled',
      { merchant: { yearsAtLocation: '\u22123' } },
      'merchant.yearsAtLocation',
    ],
    ['days to ship', { options: { daysToShip: '-2 days' } }, 'options.daysToShip'],
    [
      'years of an account',
      { accounts: [exampleAccount('a', { yearsOpen: '-3' })] },
      'accounts.items.0.yearsOpen',
    ],
    ['card volume', { options: { cardVolume: '-1' } }, 'options.cardVolume'],
  ])('%s below zero: an error', (_title, changes, path) => {
    expect(found(draftWith(changes))).toEqual([`error range ${path}`])
  })

  test.each([
    ['two', ['error format merchant.yearsAtLocation']],
    ['10+', []],
  ])('%s years at the location', (yearsAtLocation, expected) => {
    expect(found(draftWith({ merchant: { yearsAtLocation } }))).toEqual(expected)
  })

  test.each([
    ['usa', []],
    ['Canada', []],
    ['1', ['error not-listed merchant.billingCountry']],
  ])('the country %s', (billingCountry, expected) => {
    expect(found(draftWith({ merchant: { billingCountry } }))).toEqual(expected)
  })

  test.each([
    ['above the highest month', '40000.01', ['warning implausible options.cardVolume']],
    ['all of the highest month', '40000', []],
  ])('card volume %s', (_title, cardVolume, expected) => {
    expect(found(draftWith({ options: { cardVolume } }))).toEqual(expected)
  })

  test.each([
    [
      'New York in California',
      { billingPostalCode: '10001', billingState: 'CA' },
      ['merchant.billingPostalCode'],
    ],
    [
      'the state in words',
      { billingPostalCode: '10001-1234', billingState: 'california' },
      ['merchant.billingPostalCode'],
    ],
    ['its own state', { billingPostalCode: '10001', billingState: 'NY' }, []],
    ['an island of New York in Connecticut’s center', { billingPostalCode: '06390', billingState: 'NY' }, []],
    ['a center that no state has', { billingPostalCode: '84812', billingState: 'CA' }, []],
  ])('a ZIP code of %s', (_title, merchant, names) => {
    expect(found(draftWith({ merchant }))).toEqual(names.map((name) => `warning implausible ${name}`))
  })

  test.each(['00000', '00499'])('no address has the ZIP code %s', (zip) => {
    const merchant = { billingPostalCode: zip, billingState: 'NY' }
    expect(found(draftWith({ merchant }))).toEqual(['error range merchant.billingPostalCode'])
  })

  test.each([
    ['(111) 111-1111', ['error range merchant.phone']],
    ['(011) 555-0123', ['error range merchant.phone']],
    ['(911) 555-0123', ['error range merchant.phone']],
    ['(614) 155-0123', ['error range merchant.phone']],
    ['+1 (614) 055-0123', ['error range merchant.phone']],
    ['(222) 222-2222', ['warning implausible merchant.phone']],
    ['(614) 911-0123', []],
    ['(555) 555-0123', []],
    ['(800) 555-0123', []],
  ])('a phone number of the North American plan: %s', (phone, expected) => {
    expect(found(draftWith({ merchant: { phone } }))).toEqual(expected)
  })

  test.each([
    [{ firstName: 'Hollis Family Trust', lastName: 'Trust' }, ['warning entity contacts.items.0.firstName']],
    [{ firstName: 'Ruiz Holdings', lastName: 'LLC' }, ['warning entity contacts.items.0.firstName']],
    [{ firstName: 'Olivia', lastName: 'Trusty' }, []],
    [{ ssn: '88-1234567' }, ['warning entity contacts.items.0.ssn']],
    [{ ssn: '881-23-4567' }, []],
    [{ ssn: '881234567' }, []],
  ])('a trust or a company where a person is asked for: %j', (changes, expected) => {
    const contacts = [owner({ percentageOwned: '100', ...changes })]
    expect(found(draftWith({ contacts }))).toEqual(expected)
  })

  test.each([
    [{ street: 'Bağdat Cad. No: 12', city: 'İstanbul' }, ['warning abroad contacts.items.0.street']],
    [{ city: 'İstanbul' }, ['warning abroad contacts.items.0.city']],
    [{ city: 'Łódź' }, ['warning abroad contacts.items.0.city']],
    [{ street: '12 Calle Peñón', city: 'Mayagüez' }, []],
    [{ street: '12 Ālewa Drive', city: 'Kāneʻohe' }, []],
  ])('a home abroad: %j', (changes, expected) => {
    expect(found(draftWith({ contacts: [owner(changes)] }))).toEqual(expected)
  })

  it('says what to do about an owner who lives in no state', () => {
    const draft = draftWith({ contacts: [owner({ state: 'Marmara' })] })
    expect(checkSections(draft, context).map(({ message }) => message)).toEqual([
      'Choose a US state or territory, such as OR for Oregon. The partner takes only US home addresses: if this person lives abroad, ask the partner before you submit.',
    ])
  })

  test.each([
    ['021000021', '021000021', ['warning mismatch accounts.items.0.accountNumber']],
    ['021000021', '0210-00021', ['warning mismatch accounts.items.0.accountNumber']],
    ['021000021', '021000022', []],
  ])('a routing number %s and an account number %s', (routing, number, expected) => {
    const accounts = [
      exampleAccount('a', {
        routingNumber: routing,
        routingNumberAgain: routing,
        accountNumber: number,
        accountNumberAgain: number,
      }),
    ]
    expect(found(draftWith({ accounts }))).toEqual(expected)
  })

  it('a ZIP code of another state is told at every address', () => {
    const contacts = [
      exampleContact('a', { roles: [PRINCIPAL, CONTROL_PRONG], percentageOwned: '100', state: 'CA' }),
    ]
    const accounts = [exampleAccount('a', { bankState: 'CA' })]
    expect(found(draftWith({ contacts, accounts }))).toEqual([
      'warning implausible contacts.items.0.postalCode',
      'warning implausible accounts.items.0.bankPostalCode',
    ])
  })

  it.each<[string, number]>([
    ['PO Box 12', 1],
    ['P.O. Box 12', 1],
    [' p o box 12', 1],
    ['Post Office Box 7', 1],
    ['12 Boxwood Lane', 0],
    ['12 Alder Way, PMB 7', 1],
    ['Pomona Box Road 3', 0],
    ['Poboxer Street 1', 0],
  ])(
    'a home and a business at “%s”: %i warning each; who is not identified may have one',
    (street, warnings) => {
      const contacts = [owner({ street }), exampleContact('c', { roles: ['Bookkeeper'], street })]
      expect(found(draftWith({ contacts, merchant: { billingStreet: street } }))).toEqual(
        ['merchant.billingStreet', 'contacts.items.0.street'].flatMap((path) =>
          Array(warnings).fill(`warning po-box ${path}`),
        ),
      )
    },
  )

  it('an SSN that two people share is a warning at both', () => {
    const owner = (id: string, ssn: string) =>
      exampleContact(id, {
        roles: id === 'a' ? [PRINCIPAL, CONTROL_PRONG] : [PRINCIPAL],
        percentageOwned: '50',
        ssn,
      })
    const of = (second: string) =>
      found(draftWith({ contacts: [owner('a', '513-22-3333'), owner('b', second)] }))
    expect(of('513 22 3333')).toEqual([
      'warning shared-ssn contacts.items.0.ssn',
      'warning shared-ssn contacts.items.1.ssn',
    ])
    expect(of('513-22-3334')).toEqual([])
  })

  it('a date of birth in the future is an error', () => {
    expect(findingsOf('contacts', 'dateOfBirth', '2026-11-21', today)).toMatchObject([
      { severity: 'error', code: 'range' },
    ])
  })

  const birth = (value: string) => findingsOf('contacts', 'dateOfBirth', value, today).length

  test.each([
    ['18 today', '2008-11-20', 0],
    ['18 tomorrow', '2008-11-21', 1],
    ['born tomorrow', '2026-11-21', 1],
    ['110 today', '1916-11-20', 0],
    ['over 110', '1916-11-19', 1],
  ])('a person who is %s', (_title, value, warnings) => {
    expect(birth(value)).toBe(warnings)
  })

  test.each([
    ['established today', { dateEstablished: today, yearsAtLocation: '' }, []],
    ['established tomorrow', { dateEstablished: '2026-11-21', yearsAtLocation: '' }, ['dateEstablished']],
    ['as long at the location as it exists', { dateEstablished: '2020-11-20', yearsAtLocation: '6' }, []],
    [
      'longer at the location than it exists',
      { dateEstablished: '2020-11-21', yearsAtLocation: '6' },
      ['yearsAtLocation'],
    ],
    ['300 years at the location', { dateEstablished: '', yearsAtLocation: '300' }, []],
    ['301 years at the location', { dateEstablished: '', yearsAtLocation: '301' }, ['yearsAtLocation']],
    ['years in words', { dateEstablished: '', yearsAtLocation: '5+' }, []],
  ])('a business that is %s', (_title, merchant, names) => {
    expect(found(draftWith({ merchant }))).toEqual(
      names.map((name) => `warning implausible merchant.${name}`),
    )
  })

  test.each([
    ['123456780', 0],
    ['123456789', 1],
    ['000000000', 1],
    // The weighted sum ends in 5.
    ['021000026', 1],
    ['021000021', 0],
  ])('the ABA checksum of %s: %i warnings', (routingNumber, warnings) => {
    const accounts = [exampleAccount('a', { routingNumber, routingNumberAgain: routingNumber })]
    expect(found(draftWith({ accounts }))).toEqual(
      Array<string>(warnings).fill('warning check-digit accounts.items.0.routingNumber'),
    )
  })

  it('warns of an account open for more than 300 years', () => {
    expect(found(draftWith({ accounts: [exampleAccount('a', { yearsOpen: '301' })] }))).toEqual([
      'warning implausible accounts.items.0.yearsOpen',
    ])
  })

  test.each([
    ['a highest ticket below the average', '100', '99.99', ['highTicket']],
    ['a highest ticket equal to the average', '100', '100.00', []],
    ['an average below zero', '-1', '5', ['averageTicket']],
  ])('%s', (_title, averageTicket, highTicket, names) => {
    expect(found(draftWith({ options: { averageTicket, highTicket } }))).toEqual(
      names.map((name) => `warning implausible options.${name}`),
    )
  })
})

describe('numbers that are typed twice', () => {
  const account = (changes: object) => found(draftWith({ accounts: [exampleAccount('a', changes)] }))

  it('a routing number that differs is an error at the second entry', () => {
    expect(account({ routingNumberAgain: '021000021' })).toEqual([
      'error mismatch accounts.items.0.routingNumberAgain',
    ])
  })

  it('an account number that differs is an error at the second entry', () => {
    expect(account({ accountNumberAgain: '000123456780' })).toEqual([
      'error mismatch accounts.items.0.accountNumberAgain',
    ])
  })

  it('leading zeros are part of an account number', () => {
    expect(findMismatch('000123456789', '123456789').map(({ code }) => code)).toEqual(['mismatch'])
  })

  it('spaces and hyphens between digits are ignored', () => {
    expect(account({ accountNumberAgain: '0001-2345 6789', routingNumberAgain: '1234 5678-0' })).toEqual([])
  })

  it('a sealed entry and a typed one are not compared', () => {
    expect(account({ accountNumber: sealed(), accountNumberAgain: '999999' })).toEqual([])
    expect(account({ accountNumberAgain: sealed() })).toEqual([])
  })

  it('reports the finding of a sealed second entry', () => {
    expect(
      account({ accountNumber: sealed(), accountNumberAgain: sealed(findMismatch('11112222', '11113333')) }),
    ).toEqual(['error mismatch accounts.items.0.accountNumberAgain'])
  })

  it('a blank or malformed entry gets that error and not a mismatch', () => {
    expect(findMismatch('11112222', '')).toEqual([])
    expect(account({ accountNumberAgain: '12x' })).toEqual([
      'error format accounts.items.0.accountNumberAgain',
    ])
  })
})

describe('several accounts', () => {
  const other = (nth: number) => ({ accountNumber: `00099900${nth}`, accountNumberAgain: `00099900${nth}` })

  it('must have different uses (DDA types)', () => {
    const accounts = [
      exampleAccount('a'),
      exampleAccount('b', other(1)),
      exampleAccount('c', { ddaType: 'Fees', ...other(2) }),
    ]
    expect(found(draftWith({ accounts }))).toEqual(['error duplicate accounts.items.1.ddaType'])
  })

  it('may have different uses; two blank uses are only missing', () => {
    expect(
      found(
        draftWith({ accounts: [exampleAccount('a'), exampleAccount('b', { ddaType: 'Fees', ...other(1) })] }),
      ),
    ).toEqual([])
    const blank = [exampleAccount('a', { ddaType: '' }), exampleAccount('b', { ddaType: '', ...other(1) })]
    expect(found(draftWith({ accounts: blank }))).toEqual([
      'error required accounts.items.0.ddaType',
      'error required accounts.items.1.ddaType',
    ])
  })
})

describe('lengths that the interface does not show', () => {
  it.each([
    ['contacts', 'firstName', 40],
    ['contacts', 'lastName', 80],
    ['contacts', 'title', 128],
    ['contacts', 'street', 255],
    ['contacts', 'city', 40],
    ['accounts', 'bankName', 255],
    ['accounts', 'bankStreet', 255],
    ['accounts', 'bankCity', 40],
  ] as const)('%s %s of more than %i characters is a warning, and is sent', (section, name, usual) => {
    const judge = (length: number) => {
      const item = { [name]: 'x'.repeat(length) }
      const { contacts, accounts } = exampleDraft()
      return checkApplication(
        draftWith(
          section === 'contacts'
            ? {
                contacts: contacts.items.map((contact, index) =>
                  index === 0 ? { ...contact, ...item } : contact,
                ),
              }
            : {
                accounts: accounts.items.map((account, index) =>
                  index === 0 ? { ...account, ...item } : account,
                ),
              },
        ),
        context,
      )
    }
    expect(judge(usual).violations).toEqual([])
    const { value, violations } = judge(usual + 1)
    expect(violations).toMatchObject([
      { path: `${section}.items.0.${name}`, code: 'too-long', severity: 'warning' },
    ])
    expect(JSON.stringify(value)).toContain('x'.repeat(usual + 1))
  })
})

describe('invisible characters in text', () => {
  const hidden = 'Clear the field and type it again instead of pasting.'
  const judged = (changes: Parameters<typeof draftWith>[0]) =>
    checkApplication(draftWith(changes), context).violations.map(
      ({ severity, path, message }) => `${severity} ${path}: ${message}`,
    )

  it.each<[string, Parameters<typeof draftWith>[0], string]>([
    [
      'a turn of direction in the legal name',
      { merchant: { legalName: 'Blue\u202eHeron' } },
      `warning merchant.legalName: Legal name has a character that reverses the text (U+202E) at position 5. ${hidden}`,
    ],
    [
      'a space of no width in the DBA name',
      { merchant: { dbaName: '  Blue\u200bHeron' } },
      `warning merchant.dbaName: DBA name has an invisible character (U+200B) at position 5. ${hidden}`,
    ],
    [
      'a soft hyphen in a street',
      { merchant: { billingStreet: '7 Lantern Street\u00ad' } },
      `warning merchant.billingStreet: Billing street has an invisible character (U+00AD) at position 17. ${hidden}`,
    ],
    [
      'a filler in a person’s name',
      { contacts: [owner({ firstName: '\u3164Ada' })] },
      `warning contacts.items.0.firstName: First name has an invisible character (U+3164) at position 1. ${hidden}`,
    ],
    [
      'a home city',
      { contacts: [owner({ city: 'Port\u2066land' })] },
      `warning contacts.items.0.city: Home city has a character that reverses the text (U+2066) at position 5. ${hidden}`,
    ],
    [
      'a name of nothing else, which is not filled in',
      { merchant: { legalName: ' \u200b\u200b ' } },
      'error merchant.legalName: Legal name looks empty, but contains invisible characters. Clear the field and type it again.',
    ],
  ])('%s is said with its place', (_what, changes, expected) => {
    expect(judged(changes)).toEqual([expected])
  })

  it('are not reported in other scripts, or where cleaning turns them into spaces', () => {
    const names = [
      'René Müller',
      'Ольга',
      '李小龍',
      'नीता',
      'Blue\u00a0Heron',
      'Blue\tHeron',
      '\ufeffBlue Heron',
    ]
    for (const legalName of names) expect(judged({ merchant: { legalName } })).toEqual([])
    expect(judged({ merchant: { description: 'Books\r\n\tMaps ❤️' } })).toEqual([])
  })
})

describe('findings of the server for a sealed value', () => {
  it.each([
    ['merchant', 'taxId', '12-345'],
    ['contacts', 'ssn', '1234567890'],
    ['contacts', 'dateOfBirth', '1984-02-30'],
    ['accounts', 'accountNumber', '12a'],
    ['accounts', 'accountNumberAgain', 'abc'],
  ] as const)('is what the form says of the typed one: %s %s', (section, field, plain) => {
    const typed = exampleDraft()
    const value = (secret: string | Sealed): Draft => ({
      ...typed,
      merchant: { ...typed.merchant, ...(section === 'merchant' && { [field]: secret }) },
      contacts: {
        ...typed.contacts,
        items: [owner(section === 'contacts' ? { [field]: secret } : {})],
      },
      accounts: { items: [exampleAccount('a', section === 'accounts' ? { [field]: secret } : {})] },
    })
    const findings = findingsOf(section, field, plain, today)
    expect(findings.map(({ severity }) => severity)).toEqual(['error'])
    const ofTyped = checkApplication(value(plain), context).violations
    expect(checkApplication(value(sealed(findings)), context).violations).toEqual(ofTyped)
    expect(ofTyped).toHaveLength(1)
  })

  it.each(['123', '123456789012345678'])(
    'an account number of other than 4 to 17 digits is a warning: %s',
    (plain) => {
      expect(findingsOf('accounts', 'accountNumber', plain, today)).toMatchObject([
        { code: 'implausible', severity: 'warning' },
      ])
      const account = exampleAccount('a', { accountNumber: plain, accountNumberAgain: plain })
      const { value, violations } = checkApplication(draftWith({ accounts: [account] }), context)
      expect(value?.accounts.items[0]?.accountNumber).toBe(plain)
      // Reported once although it is typed twice.
      expect(violations.map(({ severity }) => severity)).toEqual(['warning'])
      expect(findingsOf('accounts', 'accountNumberAgain', plain, today)).toEqual([])
    },
  )

  it('are empty for a blank value and for a field that is not sensitive', () => {
    expect(findingsOf('contacts', 'ssn', '  ', today)).toEqual([])
    expect(findingsOf('merchant', 'phone', 'abc', today)).toEqual([])
    expect(findingsOf('merchant', 'nonsense', 'abc', today)).toEqual([])
  })

  it('never quote the value', () => {
    const places = SECTION_NAMES.flatMap((section) =>
      payfacFields
        .fieldsOf(section)
        .filter(({ meta }) => meta.sensitive)
        .map(({ name }) => [section, name] as const),
    )
    expect(places).toHaveLength(5)
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.stringMatching(/^\d{5,20}$/), ([section, name], plain) => {
        for (const { message } of findingsOf(section, name, plain, today))
          expect(message).not.toContain(plain)
      }),
    )
  })
})

describe('every draft that can be typed', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^-?[\d.,$ %-]{0,24}$/),
    fc.constantFrom('9999-12-31', '-999999999999999', '1700-01-01', 'Principal'),
  )
  const anyOf = (record: object) =>
    fc.record(Object.fromEntries(Object.keys(record).map((name) => [name, typed])))

  it('is checked without an exception, and no message says undefined', () => {
    const draft = exampleDraft()
    fc.assert(
      fc.property(
        anyOf({ ...draft.merchant, everAcceptedCards: '', everCancelled: '' }),
        anyOf(blankContact('x')),
        anyOf(exampleAccount('x')),
        anyOf(draft.options),
        (merchant, contact, account, options) => {
          const { violations } = checkApplication(
            {
              merchant: { ...draft.merchant, ...merchant, everAcceptedCards: '', everCancelled: '' },
              contacts: {
                items: [{ ...blankContact('x'), ...contact, id: 'x', roles: [PRINCIPAL] }],
                nobodyOwns25: false,
              },
              accounts: { items: [{ ...exampleAccount('x'), ...account, id: 'x' }] },
              options: { ...draft.options, ...options, partnerUnderwrites: '' },
            },
            context,
          )
          for (const { message } of violations) expect(message).not.toMatch(/undefined|NaN/)
        },
      ),
    )
  })

  it('years far below zero cause no exception', () => {
    const merchant = { dateEstablished: '2020-11-20', yearsAtLocation: '-999999999999999' }
    expect(found(draftWith({ merchant }))).toEqual(['error range merchant.yearsAtLocation'])
  })

  it('a section is checked by the ownership that the caller passes', () => {
    const { contacts } = exampleDraft('Government')
    const check = (ownership: string) =>
      checkSection('contacts', contacts, { ...context, kind: 'payfac', ownership }).map(({ rule }) => rule)
    expect(check('Government')).toEqual([])
    expect(check(' Partnership ')).toEqual([8])
    expect(check('Sole Proprietorship')).toEqual([7])
  })

  it('an item ID that could not be sent as a source ID is refused', () => {
    const contacts = [owner({ id: 'no spaces' })]
    expect(found(draftWith({ contacts }))).toEqual(['error format contacts.items.0.id'])
  })
})

describe('messages that say what to do', () => {
  type Changes = Parameters<typeof draftWith>[0]
  const saidOf = (changes: Changes, place: string) =>
    checkApplication(draftWith(changes), context)
      .violations.filter(({ path }) => path === place)
      .map(({ message }) => message)
  const ofShare = (percentageOwned: string) =>
    saidOf({ contacts: [owner({ percentageOwned })] }, 'contacts.items.0.percentageOwned')

  it.each<[string, Changes, string]>([
    [
      'merchant.legalName',
      { merchant: { legalName: ' N/A ' } },
      'This is not a business’s name. Enter the legal name.',
    ],
    [
      'merchant.legalName',
      { merchant: { legalName: '\u200b' } },
      'Legal name looks empty, but contains invisible characters. Clear the field and type it again.',
    ],
    [
      'merchant.dbaName',
      { merchant: { dbaName: ' A  b\u200bc' } },
      'DBA name has an invisible character (U+200B) at position 4. Clear the field and type it again instead of pasting.',
    ],
    [
      'merchant.billingPostalCode',
      { merchant: { billingPostalCode: '20500', billingState: 'OH' } },
      '20500 is a ZIP code in District of Columbia or Maryland or Virginia, not in Ohio. Check the ZIP code and the state.',
    ],
    [
      'merchant.industry',
      { merchant: { industry: 'Alchemy' } },
      'Choose one of these for industry: Retail, Restaurant. Or ask an admin to add this one in Settings.',
    ],
    [
      'merchant.taxId',
      { merchant: { taxId: '10-0000000' } },
      'This isn’t a valid EIN or Social Security number. Check the digits.',
    ],
    [
      'merchant.dateEstablished',
      { merchant: { dateEstablished: '2027-01-01' } },
      'This date is in the future. Check the year.',
    ],
    [
      'merchant.yearsAtLocation',
      { merchant: { dateEstablished: '2020-01-01', yearsAtLocation: '20' } },
      'This is longer than the business has existed. Check it and the date established.',
    ],
    ['merchant.mcc', { merchant: { mcc: '5810' } }, '5810 is not a listed merchant category code. Check it.'],
    [
      'contacts.items.0.ssn',
      { contacts: [owner({ ssn: '000-12-3456' })] },
      'This isn’t a valid Social Security number. Check the digits.',
    ],
    [
      'contacts.items.0.dateOfBirth',
      { contacts: [owner({ dateOfBirth: today })] },
      'This person is under 18. Check the date of birth.',
    ],
    [
      'contacts.items.0.dateOfBirth',
      { contacts: [owner({ dateOfBirth: '1910-01-01' })] },
      'This person would be over 110 years old. Check the year.',
    ],
    [
      'contacts.items.0.firstName',
      { contacts: [owner({ firstName: ' none ' })] },
      'This is no person’s name. Enter the person, or remove the contact.',
    ],
    [
      'contacts.items.0.street',
      { contacts: [owner({ street: 'PO Box 12' })] },
      'A PO box is not a home address. Enter the street where this person lives.',
    ],
    [
      'contacts.items.0.street',
      { contacts: [owner({ roles: [PRINCIPAL], street: 'PO Box 12' })] },
      'A PO box is not a home address. Enter the street where this person lives.',
    ],
    [
      'contacts.items.0.roles',
      { contacts: [owner({ roles: [], percentageOwned: '' })] },
      'Choose at least one role.',
    ],
    [
      'contacts.items.0.ssn',
      { contacts: [owner({ roles: [PRINCIPAL], ssn: ' ' })] },
      'Enter the Social Security number: it is required for a principal.',
    ],
    [
      'contacts.items.0.ssn',
      { contacts: [owner({ roles: [CONTROL_PRONG], percentageOwned: '', ssn: '' })] },
      'Enter the Social Security number: it is required for the Control Prong.',
    ],
    [
      'accounts.items.0.routingNumber',
      { accounts: [exampleAccount('a', { routingNumber: '123456789', routingNumberAgain: '123456789' })] },
      'This isn’t a valid routing number: its digits fail the ABA check. Compare it with the check.',
    ],
    [
      'accounts.items.1.ddaType',
      { accounts: [exampleAccount('a'), exampleAccount('b')] },
      'Account 1 already has this use. Each account needs a different one.',
    ],
    ['accounts.items', { accounts: [] }, 'No bank account yet. Payouts need at least one.'],
    [
      'options.cardVolume',
      { options: { cardVolume: '50000', highMonthlyVolume: '40000' } },
      'The card volume is above the highest monthly volume. Check both amounts.',
    ],
    [
      'options.highTicket',
      { options: { averageTicket: '50', highTicket: '40' } },
      'The highest ticket is below the average ticket. Check both amounts.',
    ],
  ])('at %s of %j', (place, changes, message) => {
    expect(saidOf(changes, place)).toEqual([message])
  })

  it.each([
    ['0.5', '50% or 0.5%? It is read as 0.5%. If you mean 50%, enter 50.'],
    ['.333', '33.3% or 0.333%? It is read as 0.333%. If you mean 33.3%, enter 33.3.'],
    ['1', '100% or 1%? It is read as 1%. If you mean 100%, enter 100.'],
  ])('a share of %s may be a fraction', (share, words) => {
    expect(ofShare(share)).toContain(words)
  })

  it.each(['1.01', '0', '25', ''])('a share of %j is none', (share) => {
    expect(ofShare(share).filter((message) => message.includes('It is read as'))).toEqual([])
  })

  it('two stored entries that differ must both be typed again', () => {
    expect(findStoredMismatch('1234', '1234')).toEqual([])
    expect(findStoredMismatch('1234', '1235')).toEqual([
      {
        code: 'mismatch',
        severity: 'error',
        message: 'The two entries differ. Type the number again in both fields, from the check.',
      },
    ])
  })

  it('says nothing about two amounts, or two entries of a number, if one is missing', () => {
    for (const options of [
      { cardVolume: '50000', highMonthlyVolume: '', averageTicket: '', highTicket: '40' },
      { cardVolume: '', highMonthlyVolume: '40000', averageTicket: '50', highTicket: '' },
    ]) {
      const said = checkApplication(draftWith({ options }), context).violations
      expect(said.filter(({ code }) => code !== 'required')).toEqual([])
    }
    for (const account of [{ routingNumber: '' }, { routingNumberAgain: '' }])
      expect(
        found(draftWith({ accounts: [exampleAccount('a', account)] })).filter((one) =>
          one.includes('mismatch'),
        ),
      ).toEqual([])
  })

  it('accepts up to 300 years, and any years of a business without a founding date', () => {
    expect(found(draftWith({ accounts: [exampleAccount('a', { yearsOpen: '300' })] }))).toEqual([])
    expect(found(draftWith({ accounts: [exampleAccount('a', { yearsOpen: '301' })] }))).toEqual([
      'warning implausible accounts.items.0.yearsOpen',
    ])
    expect(found(draftWith({ merchant: { dateEstablished: '', yearsAtLocation: '20' } }))).toEqual([])
  })
})

it('a sole proprietor’s tax ID is compared with the SSN of the only principal, and with no other', () => {
  const sole = exampleDraft('Sole Proprietorship')
  const other = exampleContact('contact-0', {
    roles: ['Bookkeeper'],
    percentageOwned: '',
    ssn: '513-22-1009',
  })
  const principal = owner({ ssn: '513-22-1007' })
  const told = (items: Draft['contacts']['items']) =>
    checkSoleOwner({
      ...sole,
      merchant: { ...sole.merchant, taxId: '51-3221008' },
      contacts: { ...sole.contacts, items },
    }).map(({ path, code, severity }) => `${severity} ${code} ${path}`)
  expect(told([other, principal])).toEqual(['warning mismatch contacts.items.1.ssn'])
  expect(told([other])).toEqual([])
  expect(told([principal, { ...principal, id: 'contact-2' }])).toEqual([])
})
