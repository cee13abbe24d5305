import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Sealed } from '@/lib/domain/values/sealed'
import type { Violation } from '@/lib/domain/values/violation'
import { fromWireFullOwnership, toWireFullApplication } from '@/lib/partner/mapping/full-application'
import { wireFullApplicationSchema } from '@/lib/partner/wire/full-application'
import { ownershipProblems } from '@/lib/sandbox/ownership-problems'
import { exampleAccount, exampleContact, exampleLists } from '@/lib/testing/example-draft'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import { type FullChanges, lineItem, plainFullDraft } from '@/lib/testing/full-drafts'
import { blankAccount, blankContact } from './blank'
import { checkFullApplication, checkSection, checkSections, checkSoleOwner, findingsOf } from './check'
import { AUTHORIZED_SIGNER, CONTROL_PRONG, PRINCIPAL } from './contact-roles'
import { conflictsOf, diffSection, mergeSection } from './differences'
import { draftSectionSchema } from './draft-shape'
import { blankFullDraft } from './full-blank'
import {
  ACCOUNT_TYPES,
  DELIVERY_TIMES,
  FULL_OWNERSHIPS,
  type FullDraft,
  INDUSTRIES,
  type LineItemDraft,
  LOCATION_TYPES,
  OUTLETS,
  REFUND_POLICIES,
} from './full-sections'
import { FULL_SECTION_NAMES } from './section-names'
import { mapSensitive } from './sensitive'

const today = '2026-11-20'
const context = { lists: exampleLists, today }
const noLists = { roles: [], ddaTypes: [], locationTypes: [], industries: [], sponsorBanks: [] }

const short = ({ path, code, severity }: Violation) => `${severity} ${code} ${path}`
const check = (changes: FullChanges, lists = exampleLists) =>
  checkFullApplication(plainFullDraft(changes), { lists, today })
const found = (changes: FullChanges, lists = exampleLists) => check(changes, lists).violations.map(short)
const saidAt = (path: string, changes: FullChanges) =>
  check(changes)
    .violations.filter((violation) => violation.path === path)
    .map(({ message }) => message)

describe('a complete full application', () => {
  it('with only the required values has no violations', () => {
    const { value, violations } = check({})
    expect(violations).toEqual([])
    expect(value?.merchant).toMatchObject({ taxId: '123456789', phone: '6145550123', fax: null })
    expect(value?.options).toMatchObject({
      highMonthlyVolume: '40000',
      averageTicket: '42.5',
      swipedPercent: null,
    })
  })

  it('with every field filled in can be sent; unlikely values are only warnings', () => {
    const { value, violations } = checkFullApplication(exampleFullDraft(), { lists: noLists, today })
    expect(violations.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(value?.pricing.items).toHaveLength(2)
  })

  it('has a value unless it has an error', () => {
    expect(check({ options: { highTicket: '1' } }).value).not.toBeNull()
    expect(check({ merchant: { fax: '555' } }).value).toBeNull()
    expect(check({ pricing: [lineItem('l', { name: '' })] }).value).toBeNull()
  })

  it('lists violations in form order, pricing last', () => {
    expect(
      found({
        pricing: [lineItem('l', { kind: '' })],
        options: { swipedPercent: '12', refundPolicy: 'None' },
        accounts: [],
        merchant: { shippingPostalCode: '1', fax: '2' },
      }),
    ).toEqual([
      'error format merchant.shippingPostalCode',
      'error format merchant.fax',
      'warning required accounts.items',
      'warning implausible options.swipedPercent',
      'error not-listed options.refundPolicy',
      'error required pricing.items.0.kind',
    ])
  })

  it('is checked by the alias’s rules, and one of the other kind by the other’s', () => {
    const { contacts } = plainFullDraft({
      contacts: [exampleContact('a', { roles: [PRINCIPAL, CONTROL_PRONG], percentageOwned: '10' })],
    })
    const ownership = 'Privately Held Corporation'
    const judged = (kind: 'payfac' | 'full') =>
      checkSection('contacts', contacts, { ...context, kind, ownership }).map(short)
    expect(judged('full')).toEqual(['warning ownership contacts.items.0.percentageOwned'])
    expect(judged('payfac')).toEqual(['error ownership contacts.items.0.percentageOwned'])
  })

  it('has pricing, which the other kind does not have', () => {
    const { pricing } = plainFullDraft()
    expect(() => checkSection('pricing', pricing, { ...context, kind: 'payfac', ownership: '' })).toThrow(
      /payfac/,
    )
    expect(draftSectionSchema('payfac', 'pricing').safeParse(pricing).success).toBe(false)
  })
})

describe('required to submit', () => {
  it('a blank draft lacks exactly what the product and the interface require', () => {
    expect(checkSections(blankFullDraft(), context).map(short)).toEqual([
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
      'error required options.highMonthlyVolume',
      'error required options.cardVolume',
      'error required options.averageTicket',
      'error required options.highTicket',
    ])
  })

  it('the billing country, if somebody cleared it', () => {
    expect(found({ merchant: { billingCountry: ' ' } })).toEqual(['error required merchant.billingCountry'])
  })

  it('a country whose two letters are not certain', () => {
    expect(found({ merchant: { billingCountry: 'United States', shippingCountry: 'U.S.A.' } })).toEqual([])
    expect(found({ merchant: { billingCountry: 'Canada' } })).toEqual([
      'error not-listed merchant.billingCountry',
    ])
  })

  const second = (roles: string[]) =>
    found({
      contacts: [
        exampleContact('a', { roles: [PRINCIPAL], percentageOwned: '75' }),
        { ...blankContact('b'), roles },
      ],
      merchant: { ownership: 'Privately Held Partnership' },
    }).filter((line) => line.includes(' required contacts.items.1.'))
  /** Rule 5, which names the other endpoint, asks for a percentage. */
  const at = (...names: string[]) =>
    names.map(
      (name) => `${name === 'percentageOwned' ? 'warning' : 'error'} required contacts.items.1.${name}`,
    )
  const identity = ['dateOfBirth', 'ssn', 'street', 'city', 'state', 'postalCode']

  test.each([
    ['no role', [], at('firstName', 'lastName', 'roles')],
    ['the Authorized Signer', [AUTHORIZED_SIGNER], at('firstName', 'lastName')],
    ['the Control Prong', [CONTROL_PRONG], at('firstName', 'lastName', ...identity)],
    ['a principal', [PRINCIPAL], at('firstName', 'lastName', 'percentageOwned', ...identity)],
    [
      'a principal, spelled with spaces',
      [` ${PRINCIPAL} `],
      at('firstName', 'lastName', 'percentageOwned', ...identity),
    ],
  ])('of an owner with %s', (_who, roles, expected) => {
    expect(second(roles)).toEqual(expected)
  })

  it('an account needs a bank name, a use, and both numbers twice', () => {
    expect(found({ accounts: [blankAccount('a')] })).toEqual(
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

  it('no line item, no channel, no cancellation and no second address', () => {
    const { merchant, options, pricing } = plainFullDraft()
    expect(pricing.items).toEqual([])
    expect(options.swipedPercent + options.cancelledProcessor + merchant.shippingStreet).toBe('')
    expect(found({})).toEqual([])
  })
})

describe('the volumes by channel', () => {
  type Channels = [swiped: string, keyed: string, mail: string, internet: string]
  const channels = ([swipedPercent, keyedPercent, mailOrPhonePercent, internetPercent]: Channels) => ({
    swipedPercent,
    keyedPercent,
    mailOrPhonePercent,
    internetPercent,
  })
  const SUM = 'warning implausible options.swipedPercent'

  test.each<[string, Channels, string[]]>([
    ['all blank: nothing is said', ['', ' ', '', ''], []],
    ['one of 100: the others count as nothing', ['', '', '', '100'], []],
    ['50, 6.67, 10 and 33.33', ['50', '6.67', '10', '33.33'], []],
    ['33.33 three times and 0.01', ['33.33', '33.33', '33.33', '0.01'], []],
    ['0.1, 0.2, 0.3 and 99.4, which floating point gets wrong', ['0.1', '0.2', '0.3', '99.4'], []],
    ['with signs and commas', ['50%', ' 50.0', '0', '0.000000'], []],
    ['99.99', ['99.99', '', '', ''], [SUM]],
    ['100.000001', ['50', '50', '0', '0.000001'], [SUM]],
    ['four times 100', ['100', '100', '100', '100'], [SUM]],
    ['zeros', ['0', '0', '0', '0'], [SUM]],
    ['a wrong number: it alone is told', ['50', 'half', '', ''], ['error format options.keyedPercent']],
    ['one above 100: it alone is told', ['', '', '101', ''], ['error range options.mailOrPhonePercent']],
  ])('that add up to %s', (_title, values, expected) => {
    expect(found({ options: channels(values) })).toEqual(expected)
  })

  it('the message shows the sum as people write it', () => {
    expect(saidAt('options.swipedPercent', { options: channels(['33.33', '33.33', '33.33', '']) })).toEqual([
      expect.stringContaining('99.99%'),
    ])
  })

  it('a wrong sum is only a warning', () => {
    expect(check({ options: { keyedPercent: '7' } }).value).not.toBeNull()
  })
})

describe('sales to businesses and to consumers', () => {
  const SUM = 'warning implausible options.businessSalesPercent'
  test.each<[string, string, string, string[]]>([
    ['both blank', '', '', []],
    ['12.5 and 87.5', '12.5%', '87.50', []],
    ['100 and nothing said of the other', '', '100', []],
    ['12.5 and 87.49', '12.5', '87.49', [SUM]],
    ['60 and 60', '60', '60', [SUM]],
    ['a wrong number', '60', 'many', ['error format options.consumerSalesPercent']],
  ])('%s', (_title, businessSalesPercent, consumerSalesPercent, expected) => {
    expect(found({ options: { businessSalesPercent, consumerSalesPercent } })).toEqual(expected)
  })

  it('are a sum of their own, separate from the channels', () => {
    expect(found({ options: { businessSalesPercent: '40', swipedPercent: '60' } })).toEqual([
      SUM,
      'warning implausible options.swipedPercent',
    ])
  })
})

describe('a canceled merchant account', () => {
  const whole = {
    cancelledProcessor: 'Second Example Processing',
    cancellationReason: 'Too little volume',
    cancellationDate: '02/29/2024',
  }
  const at = (...names: string[]) => names.map((name) => `warning implausible options.${name}`)

  test.each<[string, Partial<typeof whole>, string[]]>([
    ['told of whole', whole, []],
    ['not told of', { cancelledProcessor: '', cancellationReason: ' ', cancellationDate: '' }, []],
    ['without the processor', { ...whole, cancelledProcessor: '' }, at('cancelledProcessor')],
    ['without the reason', { ...whole, cancellationReason: '  ' }, at('cancellationReason')],
    ['without the date', { ...whole, cancellationDate: '' }, at('cancellationDate')],
    ['by its date alone', { cancellationDate: '2024-02-29' }, at('cancelledProcessor', 'cancellationReason')],
    ['today', { ...whole, cancellationDate: today }, []],
    ['tomorrow', { ...whole, cancellationDate: '2026-11-21' }, at('cancellationDate')],
    [
      'on a day that never was',
      { ...whole, cancellationDate: '2023-02-29' },
      ['error format options.cancellationDate'],
    ],
  ])('%s', (_title, options, expected) => {
    expect(found({ options })).toEqual(expected)
  })
})

describe('implausible values', () => {
  test.each<[string, FullChanges, string[]]>([
    ['an establishment today', { merchant: { dateEstablished: '11/20/2026' } }, []],
    [
      'an establishment in the future',
      { merchant: { dateEstablished: '2026-11-21' } },
      ['warning implausible merchant.dateEstablished'],
    ],
    [
      'a highest ticket below the average',
      { options: { highTicket: '42.49' } },
      ['warning implausible options.highTicket'],
    ],
    ['a highest ticket that is the average', { options: { highTicket: '42.5' } }, []],
    [
      'an average ticket below zero',
      { options: { averageTicket: '-1' } },
      ['warning implausible options.averageTicket'],
    ],
    [
      'an EIN that was never assigned',
      { merchant: { taxId: '07-1234567' } },
      ['warning implausible merchant.taxId'],
    ],
    [
      'the SSN of a sole proprietor as tax id',
      {
        merchant: { taxId: '078-12-3456', ownership: 'Sole Proprietorship' },
        contacts: [owner({ ssn: '078-12-3456' })],
      },
      [],
    ],
    [
      'an owner under 18',
      { contacts: [owner({ dateOfBirth: '2008-11-21' })] },
      ['warning implausible contacts.items.0.dateOfBirth'],
    ],
    ['an owner of 18 today', { contacts: [owner({ dateOfBirth: '2008-11-20' })] }, []],
    [
      'an SSN that was never issued',
      { contacts: [owner({ ssn: '900-12-3456' })] },
      ['warning implausible contacts.items.0.ssn'],
    ],
    [
      'a routing number with a wrong check digit',
      { accounts: [exampleAccount('a', { routingNumber: '123456789', routingNumberAgain: '123456789' })] },
      ['warning check-digit accounts.items.0.routingNumber'],
    ],
  ])('%s', (_title, changes, expected) => {
    expect(found(changes)).toEqual(expected)
  })

  it('numbers typed twice that differ are an error', () => {
    const accounts = [
      exampleAccount('a', { routingNumberAgain: '021000021', accountNumberAgain: '000123456780' }),
    ]
    expect(found({ accounts })).toEqual([
      'error mismatch accounts.items.0.routingNumberAgain',
      'error mismatch accounts.items.0.accountNumberAgain',
    ])
  })

  it('a price of zero is a warning at its value, and a blank one is not', () => {
    const priced = (value: string) =>
      lineItem('l', { members: [{ name: 'Unit_Price__c', value, type: 'text' as const }] })
    expect(found({ pricing: [priced('0.00')] })).toEqual([
      'warning implausible pricing.items.0.members.0.value',
    ])
    expect(found({ pricing: [priced('')] })).toEqual([])
    expect(found({ pricing: [priced('0.01')] })).toEqual([])
  })

  it('the alias sets no minimums: a negative amount can be sent', () => {
    expect(check({ options: { cardVolume: '-5', yearlyNetRevenue: '-1000' } }).value).not.toBeNull()
  })
})

const owner = (changes = {}) =>
  exampleContact('owner-1', { roles: [PRINCIPAL, CONTROL_PRONG], percentageOwned: '100', ...changes })

describe('the enumerations of the alias', () => {
  const enumerations = [
    ['merchant', 'industry', INDUSTRIES],
    ['merchant', 'locationType', LOCATION_TYPES],
    ['merchant', 'chainNonChain', OUTLETS],
    ['options', 'accountType', ACCOUNT_TYPES],
    ['options', 'refundPolicy', REFUND_POLICIES],
    ['options', 'daysToShip', DELIVERY_TIMES],
  ] as const

  test.each(enumerations)('%s.%s accepts only the listed values', (section, name, values) => {
    for (const value of values) expect([value, found({ [section]: { [name]: value } })]).toEqual([value, []])
    for (const wrong of [values[0].toLowerCase(), `${values[0]}.`, 'constructor', '0']) {
      expect([wrong, found({ [section]: { [name]: wrong } })]).toEqual([
        wrong,
        [`error not-listed ${section}.${name}`],
      ])
    }
  })

  it('are the interface’s, whatever Settings list for the other kind', () => {
    expect(exampleLists.industries).not.toContain('Lodging')
    expect(found({ merchant: { industry: 'Lodging', locationType: 'Bank' } })).toEqual([])
  })

  it('account uses and roles come from Settings', () => {
    expect(found({ accounts: [exampleAccount('a', { ddaType: 'Hoard' })] })).toEqual([
      'error not-listed accounts.items.0.ddaType',
    ])
    expect(found({ contacts: [owner({ roles: [PRINCIPAL, CONTROL_PRONG, 'Jester'] })] })).toEqual([
      'error not-listed contacts.items.0.roles',
    ])
  })

  test.each(['Limited Liability Company', 'Partnership'])(
    '%s, an ownership of the other endpoint, is none of this one',
    (ownership) => {
      expect(found({ merchant: { ownership } })).toEqual(['error not-listed merchant.ownership'])
    },
  )
})

describe('the ownership families of the alias', () => {
  const principal = (id: string, percentageOwned: string) =>
    exampleContact(id, { roles: [PRINCIPAL], percentageOwned })
  const prong = (id = 'prong') => exampleContact(id, { roles: [CONTROL_PRONG] })

  const SOLE = FULL_OWNERSHIPS.filter((name) => name === 'Sole Proprietorship')
  const PRIVATE = FULL_OWNERSHIPS.filter((name) => name.startsWith('Privately Held'))
  const PUBLIC = FULL_OWNERSHIPS.filter((name) => ![...SOLE, ...PRIVATE].includes(name))

  const families = (names: readonly string[], rows: [string, FullDraft['contacts']['items'], string[]][]) =>
    names.flatMap((name) => rows.map((row) => [name, ...row] as const))

  test.each([
    ...families(SOLE, [
      ['one principal of everything', [principal('a', '100')], []],
      [
        'a principal of 60 percent',
        [principal('a', '60')],
        ['warning ownership contacts.items.0.percentageOwned'],
      ],
      ['no one is the principal', [prong()], ['error required contacts.items']],
      [
        'two principals',
        [principal('a', '50'), principal('b', '50')],
        ['error ownership contacts.items.1.roles'],
      ],
    ]),
    ...families(PRIVATE, [
      ['an owner and a Control Prong', [principal('a', '60'), prong()], []],
      [
        'an owner of 20 percent: a warning here',
        [principal('a', '20'), prong()],
        ['warning ownership contacts.items.0.percentageOwned'],
      ],
      ['no Control Prong', [principal('a', '60')], ['error required contacts.items']],
      ['no principal, not attested', [prong()], ['error required contacts.nobodyOwns25']],
      [
        'five principals',
        [...['a', 'b', 'c', 'd', 'e'].map((id) => principal(id, '20')), prong()],
        [
          'error ownership contacts.items',
          ...[0, 1, 2, 3, 4].map((index) => `warning ownership contacts.items.${index}.percentageOwned`),
        ],
      ],
      [
        'more than everything',
        [principal('a', '60'), principal('b', '40.000001'), prong()],
        [
          'error ownership contacts.items.0.percentageOwned',
          'error ownership contacts.items.1.percentageOwned',
        ],
      ],
      [
        '33.33 three times',
        [principal('a', '33.33'), principal('b', '33.33'), principal('c', '33.33'), prong()],
        [],
      ],
      [
        'two Control Prongs',
        [principal('a', '60'), prong(), prong('other')],
        ['error ownership contacts.items.2.roles'],
      ],
    ]),
    ...families(PUBLIC, [
      ['a Control Prong', [prong()], []],
      [
        'no Control Prong',
        [exampleContact('a', { roles: [AUTHORIZED_SIGNER] })],
        ['error required contacts.items', 'warning ownership contacts.items.0.roles'],
      ],
      ['a principal', [prong(), principal('a', '60')], ['error ownership contacts.items.1.roles']],
      [
        'a separate Authorized Signer: a warning',
        [prong(), exampleContact('a', { roles: [AUTHORIZED_SIGNER] })],
        ['warning ownership contacts.items.1.roles'],
      ],
    ]),
  ])('%s: %s', (ownership, _title, contacts, expected) => {
    expect(found({ merchant: { ownership }, contacts }, noLists)).toEqual(expected)
  })
})

describe('a line item', () => {
  const withMembers = (members: LineItemDraft['members']) => found({ pricing: [lineItem('l', { members })] })
  const named = (...names: string[]) => withMembers(names.map((name) => ({ name, value: '1' })))
  const manyMembers = (count: number) =>
    withMembers(Array.from({ length: count }, (_, index) => ({ name: `Field_${index}`, value: '' })))

  test.each([
    ['no kind', { kind: '' }, ['error required pricing.items.0.kind']],
    ['a kind that is not listed', { kind: 'fee' }, ['error not-listed pricing.items.0.kind']],
    ['no name', { name: '  ' }, ['error required pricing.items.0.name']],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, ['error too-long pricing.items.0.name']],
    ['a name of 255', { name: 'x'.repeat(255) }, []],
    ['no fields', { members: [] }, []],
    [
      'a value of 256 characters',
      { members: [{ name: 'A', value: 'x'.repeat(256) }] },
      ['error too-long pricing.items.0.members.0.value'],
    ],
    ['a blank value', { members: [{ name: 'A', value: '' }] }, []],
    ['a number', { members: [{ name: 'A', value: '$1,249.50', type: 'number' as const }] }, []],
    ['an answer', { members: [{ name: 'A', value: 'false', type: 'boolean' as const }] }, []],
    [
      'no number where one is said to be',
      { members: [{ name: 'A', value: 'ten', type: 'number' as const }] },
      ['error format pricing.items.0.members.0.value'],
    ],
    [
      'no answer where one is said to be',
      { members: [{ name: 'A', value: 'yes', type: 'boolean' as const }] },
      ['error format pricing.items.0.members.0.value'],
    ],
    ['a record type of its own', { recordType: 'Fee__c' }, []],
    ['a record type that is no name', { recordType: 'Fee c' }, ['error format pricing.items.0.recordType']],
    [
      'a value without a name',
      { members: [{ name: '', value: '5' }] },
      ['error required pricing.items.0.members.0.name'],
    ],
  ])('with %s', (_title, changes, expected) => {
    expect(found({ pricing: [lineItem('l', changes)] })).toEqual(expected)
  })

  test.each(['A', 'a1', 'Product2Id', 'Fee__c', 'X_'])('may name a field %s', (name) => {
    expect(named(name)).toEqual([])
  })

  test.each(['1A', '_A', '__proto__', 'A-B', 'A.B', 'A B', 'Ä', 'Aé', '$A', 'A;'])(
    'may not name a field %s: a letter first, then letters, digits and underscores',
    (name) => {
      expect(named('Fine', name)).toEqual(['error format pricing.items.0.members.1.name'])
    },
  )

  test.each(['Id', 'id', 'ID', 'iD', 'attributes', 'ATTRIBUTES', 'SourceId', 'sourceID', ' Id '])(
    'may not name a field %s, which the desk fills in itself',
    (name) => {
      expect(named(name)).toEqual(['error format pricing.items.0.members.0.name'])
    },
  )

  it('has no field name twice, ignoring case and spaces: each repetition is an error', () => {
    expect(named('Quantity', 'Price', ' qUANTITY ', 'Price', 'QUANTITY')).toEqual([
      'error format pricing.items.0.members.2.name',
      'error format pricing.items.0.members.3.name',
      'error format pricing.items.0.members.4.name',
    ])
  })

  it('may have the same field names as another item', () => {
    expect(found({ pricing: [lineItem('a'), lineItem('b')] })).toEqual([])
  })

  it('has at most 50 fields', () => {
    expect(manyMembers(50)).toEqual([])
    expect(manyMembers(51)).toEqual(['error format pricing.items.0.members'])
  })

  it('is one of at most 50', () => {
    const items = (count: number) => Array.from({ length: count }, (_, index) => lineItem(`l-${index}`))
    expect(found({ pricing: items(50) })).toEqual([])
    expect(found({ pricing: items(51) })).toEqual(['error format pricing.items'])
  })

  it('is reported at its own place', () => {
    expect(
      found({ pricing: [lineItem('a'), lineItem('b', { kind: '' }), lineItem('c', { name: '' })] }),
    ).toEqual(['error required pricing.items.1.kind', 'error required pricing.items.2.name'])
  })
})

/** Values as people may leave them: valid, invalid, blank, and of any length. */
const text = fc.oneof(
  fc.constantFrom('', ' ', 'Ana', "O'Brien", 'İpek', '007', 'x'.repeat(41), 'x'.repeat(300)),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const figure = fc.oneof(
  fc.constantFrom('', '0', '-0', '-1', '100', '33.33', '1,234.50', '$5', '1e3', '999999999999999.99', 'NaN'),
  fc.integer({ min: -5, max: 120 }).map(String),
)
const nineDigits = fc.oneof(
  fc.constantFrom('', '12-3456789', '078051120', '12345678'),
  fc.stringMatching(/^\d{9}$/),
)
const day = fc.constantFrom('', '2012-03-01', '3/1/2012', '2026-11-21', '1700-01-01', '2023-02-29', 'soon')
const roleSet = fc.subarray([PRINCIPAL, CONTROL_PRONG, AUTHORIZED_SIGNER, ' Principal ', 'Bookkeeper', ''])

const anyContact = fc
  .record({
    roles: roleSet,
    percentageOwned: fc.oneof(figure, fc.constantFrom('25', '24.99', '50%', '')),
    firstName: text,
    lastName: text,
    ssn: nineDigits,
    dateOfBirth: day,
    email: fc.constantFrom('', 'a@b.example', 'nobody'),
    postalCode: fc.constantFrom('', '43215', ' 4 3 2 1 5', '432'),
  })
  .map((changes) => exampleContact('', changes))
const goodContact = fc
  .record({ roles: roleSet, percentageOwned: fc.constantFrom('', '25', '20', '33.33', '100') })
  .map((changes) => exampleContact('', changes))
const anyAccount = fc
  .record({
    ddaType: fc.constantFrom('Deposit', 'Fees', 'Chargebacks', ''),
    accountNumber: fc.constantFrom('000123456789', '1234', '123', '0001-2345'),
    yearsOpen: figure,
    bankName: text,
  })
  .map((changes) => exampleAccount('', { ...changes, accountNumberAgain: changes.accountNumber }))
const anyLineItem = fc
  .record({
    kind: fc.constantFrom('Fee', 'Solution', 'Equipment', 'Other', ''),
    name: text,
    members: fc.array(
      fc.record({
        name: fc.constantFrom('A', 'a', 'Id', 'Fee__c', '', '_x', 'constructor', 'toString'),
        value: text,
      }),
      { maxLength: 4 },
    ),
  })
  .map((changes) => lineItem('', changes))

const numbered = <T extends { id: string }>(items: T[]): T[] =>
  items.map((item, index) => ({ ...item, id: `item-${index}` }))
/** Mostly the plain draft's values, so that many are valid, with some changed at random. */
const merchantChanges = fc.record(
  {
    ownership: fc.constantFrom(...FULL_OWNERSHIPS, '', 'Partnership'),
    taxId: nineDigits,
    dbaName: text,
    website: fc.constantFrom(
      '',
      'shop.example',
      'https://shop.example/a b',
      'http://x.example?q=1',
      'mailto:a@b.example',
      'http://[::1]',
      'https://a..b',
      'HTTP://SHOP.EXAMPLE',
    ),
    phone: fc.constantFrom('614 555 0123', '+1 (614) 555-0123', '555', '16145550123'),
    email: fc.constantFrom('a@b.example', ' a@b.example ', 'a@b', 'x@y.example, z'),
    shippingState: text,
    industry: fc.constantFrom(...INDUSTRIES, '', 'Piracy'),
    dateEstablished: day,
    description: text,
    formationState: fc.constantFrom('', 'OH', 'Ohio', 'o'),
  },
  { requiredKeys: [] },
)
const optionChanges = fc.record(
  {
    highMonthlyVolume: figure,
    averageTicket: figure,
    swipedPercent: figure,
    internetPercent: figure,
    achDebitDailyCount: figure,
    refundPolicy: fc.constantFrom(...REFUND_POLICIES, '', 'None'),
    cancellationDate: day,
    notes: text,
  },
  { requiredKeys: [] },
)
const anyFullDraft = fc
  .record({
    merchant: merchantChanges,
    contacts: fc.array(fc.oneof(goodContact, anyContact), { maxLength: 5 }).map(numbered),
    accounts: fc.array(anyAccount, { maxLength: 3 }).map(numbered),
    options: optionChanges,
    pricing: fc.array(anyLineItem, { maxLength: 3 }).map(numbered),
    nobodyOwns25: fc.boolean(),
  })
  .map(({ nobodyOwns25, ...changes }): FullDraft => {
    const draft = plainFullDraft(changes)
    return { ...draft, contacts: { ...draft.contacts, nobodyOwns25 } }
  })

/** What people, spreadsheets and other systems put into fields. */
const odd = fc.oneof(
  text,
  figure,
  day,
  fc.constantFrom(
    ' OH ',
    'oh',
    '43215',
    '4 3 2-15',
    '614 555 0123',
    '+1 (614) 555-0123',
    '1-614-555-0123',
    'a@b.example',
    ' A.B+c@b.example ',
    'shop.example',
    'HTTP://SHOP.EXAMPLE',
    'https://shop.example/a b',
    'https://a..b/%',
    'mailto:a@b.example',
    '10',
    'Privately  Held  Corporation',
    'Other',
    'a\u0000b',
    '\ud800',
    'x'.repeat(100),
    'x'.repeat(255),
  ),
)
const oddlyChanged = <S extends 'merchant' | 'options'>(section: S) =>
  fc.dictionary(
    // An answer is yes, no or blank, and never other text.
    fc.constantFrom(
      ...Object.keys(blankFullDraft()[section]).filter((name) => name !== 'partnerUnderwrites'),
    ),
    odd,
    { maxKeys: 3 },
  )

const families = fc.constantFrom<[string, FullDraft['contacts']['items'], boolean]>(
  ['Sole Proprietorship', [exampleContact('a', { roles: [PRINCIPAL], percentageOwned: '100' })], false],
  ['Privately Held Corporation', [exampleContact('a', { roles: [CONTROL_PRONG] })], true],
  [
    'Privately Held Partnership',
    [
      exampleContact('a', { roles: [PRINCIPAL, ` ${CONTROL_PRONG} `, ''], percentageOwned: '33.33%' }),
      exampleContact('b', { roles: [PRINCIPAL], percentageOwned: '19.999999' }),
      exampleContact('c', { roles: ['Bookkeeper', AUTHORIZED_SIGNER] }),
    ],
    false,
  ],
  ['Government', [exampleContact('a', { roles: [CONTROL_PRONG, AUTHORIZED_SIGNER] })], false],
)

/** Valid except for a few values, so that many can still be sent. */
const almostGoodDraft = fc
  .record({
    family: families,
    base: fc.boolean(),
    merchant: oddlyChanged('merchant'),
    options: oddlyChanged('options'),
    owner: fc.dictionary(fc.constantFrom('title', 'email', 'city', 'percentageOwned', 'lastName'), odd, {
      maxKeys: 1,
    }),
    pricing: fc.array(anyLineItem, { maxLength: 2 }).map(numbered),
  })
  .map(
    ({
      family: [ownership, contacts, nobodyOwns25],
      base,
      merchant,
      options,
      owner: of,
      pricing,
    }): FullDraft => {
      const filled = exampleFullDraft()
      const draft = plainFullDraft({
        merchant: { ...(base && filled.merchant), ownership, ...merchant },
        contacts: contacts.map((contact, index) => (index === 0 ? { ...contact, ...of } : contact)),
        options: { ...(base && filled.options), ...options },
        pricing,
      })
      return { ...draft, contacts: { ...draft.contacts, nobodyOwns25 } }
    },
  )

/** As an autosave would store it. */
function stored(draft: FullDraft): FullDraft {
  const sections = FULL_SECTION_NAMES.map((section) => [
    section,
    draftSectionSchema('full', section).parse(draft[section]),
  ])
  return { ...draft, ...Object.fromEntries(sections) }
}

describe('any full draft', () => {
  it('the wire schema and the partner’s rules accept what the desk would send', () => {
    let sent = 0
    fc.assert(
      fc.property(fc.oneof(anyFullDraft, almostGoodDraft, almostGoodDraft), (draft) => {
        const { value, violations } = checkFullApplication(stored(draft), context)
        expect(value === null).toBe(violations.some(({ severity }) => severity === 'error'))
        if (!value) return
        sent += 1
        const body: unknown = JSON.parse(JSON.stringify(toWireFullApplication(value)))
        const { data, error } = wireFullApplicationSchema.safeParse(body)
        expect(error?.issues ?? []).toEqual([])
        if (!data) return
        expect(
          ownershipProblems(fromWireFullOwnership(data), {
            list: 'lstBens',
            sent: data.lstBens?.length ?? 0,
          }),
        ).toEqual([])
      }),
      { numRuns: 1_500 },
    )
    expect(sent, 'some drafts were good enough to be sent').toBeGreaterThan(10)
  })

  /** The order decides which of several is named, but not whether one is. */
  const told = (draft: FullDraft) =>
    checkFullApplication(draft, context)
      .violations.map(({ path, code, severity, message }) =>
        `${severity} ${code} ${path} ${message}`
          .replace(/items\.\d+/g, 'items.n')
          .replace(/(contact|account|line item) \d+/gi, '$1 n')
          .replace(/(?<=\broles Only one contact can be [\w ]+, and ).+?(?= is\.)/s, 'one')
          .replace(/(?<=\bssn ).+?(?= has the same Social)/s, 'one'),
      )
      .sort()

  it('the order of contacts and line items does not change the violations', () => {
    const shuffled = anyFullDraft.chain((draft) =>
      fc
        .tuple(
          fc.shuffledSubarray(draft.contacts.items, { minLength: draft.contacts.items.length }),
          fc.shuffledSubarray(draft.pricing.items, { minLength: draft.pricing.items.length }),
        )
        .map(([contacts, pricing]) => ({
          draft,
          other: { ...draft, contacts: { ...draft.contacts, items: contacts }, pricing: { items: pricing } },
        })),
    )
    fc.assert(
      fc.property(shuffled, ({ draft, other }) => {
        expect(told(other)).toEqual(told(draft))
      }),
      { numRuns: 500 },
    )
  })

  it('a problem of a line item moves with it', () => {
    fc.assert(
      fc.property(fc.array(anyLineItem, { minLength: 1, maxLength: 4 }).map(numbered), (items) => {
        const byItem = (list: LineItemDraft[]) =>
          check({ pricing: list })
            .violations.map(({ path, message }) => {
              const [, index = '', rest = ''] = /^pricing\.items\.(\d+)(.*)$/.exec(path) ?? []
              return `${list[Number(index)]?.id}${rest}: ${message}`
            })
            .sort()
        expect(byItem(items.toReversed())).toEqual(byItem(items))
      }),
    )
  })

  it('checking a section by itself gives the same violations as checking the whole', () => {
    fc.assert(
      fc.property(anyFullDraft, (draft) => {
        const { ownership } = draft.merchant
        const apart = FULL_SECTION_NAMES.flatMap((section) =>
          checkSection(section, draft[section], { ...context, kind: 'full', ownership }),
        )
        // Without violations between two sections.
        const ofBoth = new Set(checkSoleOwner(draft).map(({ path, message }) => `${path} ${message}`))
        const { violations } = checkFullApplication(draft, context)
        expect(violations.filter(({ path, message }) => !ofBoth.has(`${path} ${message}`))).toEqual(apart)
      }),
      { numRuns: 200 },
    )
  })
})

describe('identity values are never shown', () => {
  const secrets = fc.record({
    taxId: fc.oneof(fc.stringMatching(/^[1-9]\d{8}$/), fc.stringMatching(/^[1-9]\d{9,18}$/)),
    ssn: fc.oneof(fc.stringMatching(/^[1-9]\d{2}-\d{2}-\d{4}$/), fc.stringMatching(/^SSN [1-9]\d{6,8}$/)),
    account: fc.stringMatching(/^[1-9]\d{6,19}$/),
    dateOfBirth: fc.constantFrom('1973-11-29', '11/29/1973', '1973-11-29T00:00', '29.11.1973'),
  })
  const EXAMPLE_DATES = /05\/17\/1984/g
  /** More than the last four digits of a number, or a day, in any spelling. */
  const leaks = (shown: string, typed: string): boolean => {
    const digits = typed.replace(/\D/g, '')
    const shownDigits = shown.replace(EXAMPLE_DATES, '').replace(/(?<=\d)[-\s./](?=\d)/g, '')
    return (
      shown.includes(typed) ||
      shownDigits.includes(digits.slice(0, 6)) ||
      shownDigits.includes(digits.slice(-5))
    )
  }
  const draftOf = ({
    taxId,
    ssn,
    account,
    dateOfBirth,
  }: Record<'taxId' | 'ssn' | 'account' | 'dateOfBirth', string>) =>
    plainFullDraft({
      merchant: { taxId },
      contacts: [owner({ ssn, dateOfBirth })],
      accounts: [
        exampleAccount('a', { accountNumber: account, accountNumberAgain: `${account.slice(0, -1)}x` }),
      ],
    })

  it('in violations, differences or conflicts', () => {
    fc.assert(
      fc.property(secrets, secrets, (one, other) => {
        const [mine, theirs] = [draftOf(one), draftOf(other)]
        const texts = [
          ...checkFullApplication(mine, context).violations.map(({ message }) => message),
          ...(['merchant', 'contacts', 'accounts'] as const).flatMap((section) => [
            ...diffSection(section, mine[section], theirs[section]).flatMap(({ before, after }) => [
              before,
              after,
            ]),
            ...conflictsOf(section, plainFullDraft()[section], mine[section], theirs[section]).flatMap(
              (found) => [found.base, found.mine, found.theirs],
            ),
          ]),
        ]
        const typed = [...Object.values(one), ...Object.values(other)]
        for (const shown of texts) {
          expect([shown, typed.filter((value) => leaks(shown, value))]).toEqual([shown, []])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('in the server’s findings about a single value', () => {
    fc.assert(
      fc.property(secrets, (typed) => {
        const draft = draftOf(typed)
        for (const section of FULL_SECTION_NAMES) {
          mapSensitive(section, draft[section], ({ field }, value) => {
            if (typeof value === 'string') {
              const said = JSON.stringify(findingsOf(section, field, value, today))
              expect(leaks(said, value)).toBe(false)
            }
            return value
          })
        }
      }),
    )
  })

  it('a sealed value is accepted as it is, with the server’s findings', () => {
    const sealed = (findings: Sealed['findings'] = []): Sealed => ({
      sealed: true,
      mask: '••••6789',
      findings,
    })
    const finding = { code: 'implausible', message: 'Check the digits.', severity: 'warning' } as const
    expect(found({ merchant: { taxId: sealed() }, contacts: [owner({ ssn: sealed() })] })).toEqual([])
    expect(found({ merchant: { taxId: sealed([finding]) } })).toEqual(['warning implausible merchant.taxId'])
  })
})

describe('two editors of the line items', () => {
  const first = lineItem('a', { name: 'Terminal' })
  const second = lineItem('b', { name: 'Paper' })
  const pricing = (...items: LineItemDraft[]): FullDraft['pricing'] => ({ items })
  const members = (value: string) => ({ members: [{ name: 'Monthly_Fee__c', value }] })

  it('can edit one item each, and one field each of the same item', () => {
    const base = pricing(first, second)
    expect(
      mergeSection(
        'pricing',
        base,
        pricing({ ...first, kind: 'Solution' }, second),
        pricing(first, { ...second, ...members('5') }),
        {},
      ),
    ).toEqual(pricing({ ...first, kind: 'Solution' }, { ...second, ...members('5') }))
    expect(
      mergeSection(
        'pricing',
        base,
        pricing({ ...first, name: 'Reader' }, second),
        pricing({ ...first, ...members('5') }, second),
        {},
      ),
    ).toEqual(pricing({ ...first, name: 'Reader', ...members('5') }, second))
  })

  it('treat an item’s fields as one thing, with their values', () => {
    const path = 'pricing.items#a.members'
    const [base, mine, theirs] = [
      pricing(first),
      pricing({ ...first, ...members('5') }),
      pricing({ ...first, members: [...first.members, { name: 'Term__c', value: '12' }] }),
    ]
    expect(conflictsOf('pricing', base, mine, theirs)).toEqual([
      {
        path,
        label: 'Line item 1 · Fields',
        changedBy: 'both',
        base: 'Monthly_Fee__c = 19.95',
        mine: 'Monthly_Fee__c = 5',
        theirs: 'Monthly_Fee__c = 19.95; Term__c = 12',
      },
    ])
    expect(mergeSection('pricing', base, mine, theirs, {})).toEqual(mine)
    expect(mergeSection('pricing', base, mine, theirs, { [path]: 'theirs' })).toEqual(theirs)
  })

  it('must choose when one removed the item that the other edited', () => {
    const [base, edited, removed] = [
      pricing(first, second),
      pricing(first, { ...second, ...members('5') }),
      pricing(first),
    ]
    const path = 'pricing.items#b'
    expect(conflictsOf('pricing', base, edited, removed)).toMatchObject([
      { path, label: 'Line item 2', changedBy: 'both', mine: 'Paper', theirs: '' },
    ])
    expect(mergeSection('pricing', base, edited, removed, { [path]: 'mine' })).toEqual(edited)
    expect(mergeSection('pricing', base, edited, removed, { [path]: 'theirs' })).toEqual(removed)
  })

  it('an added item is named with its fields in the difference', () => {
    expect(diffSection('pricing', pricing(first), pricing(first, second))).toEqual([
      { path: 'pricing.items#b', label: 'Line item 2', before: '', after: 'Paper' },
      { path: 'pricing.items#b.kind', label: 'Line item 2 · Kind', before: '', after: 'Fee' },
      { path: 'pricing.items#b.name', label: 'Line item 2 · Name', before: '', after: 'Paper' },
      {
        path: 'pricing.items#b.members',
        label: 'Line item 2 · Fields',
        before: '',
        after: 'Monthly_Fee__c = 19.95',
      },
    ])
  })

  const item = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    kind: fc.constantFrom('', 'Fee', 'Equipment'),
    name: fc.constantFrom('', 'Terminal', 'Paper'),
    members: fc.array(fc.record({ name: fc.constantFrom('A', 'B'), value: fc.constantFrom('', '1', '2') }), {
      maxLength: 2,
    }),
  })
  const anyPricing = fc.uniqueArray(item, { selector: ({ id }) => id }).map((items) => pricing(...items))
  const FIELDS = ['kind', 'name', 'members'] as const
  const at = ({ items }: FullDraft['pricing'], id: string) => items.find((candidate) => candidate.id === id)
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const three = fc.tuple(anyPricing, anyPricing, anyPricing)

  it('equal sides merge without a conflict', () => {
    fc.assert(
      fc.property(anyPricing, anyPricing, (base, both) => {
        expect(mergeSection('pricing', base, both, structuredClone(both), {})).toEqual(both)
        expect(conflictsOf('pricing', base, both, structuredClone(both))).toEqual([])
      }),
    )
  })

  it('if one side changed nothing, the other wins entirely', () => {
    fc.assert(
      fc.property(anyPricing, anyPricing, (base, changed) => {
        expect(mergeSection('pricing', base, changed, base, {})).toEqual(changed)
        expect(mergeSection('pricing', base, base, changed, {})).toEqual(changed)
      }),
    )
  })

  it('changes of only one side are kept, field by field', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const merged = mergeSection('pricing', base, mine, theirs, {})
        for (const { id } of merged.items) {
          const [was, left, right, now] = [base, mine, theirs, merged].map((side) => at(side, id))
          if (!was || !left || !right || !now) continue
          for (const field of FIELDS) {
            if (same(was[field], left[field])) expect(now[field]).toEqual(right[field])
            else if (same(was[field], right[field])) expect(now[field]).toEqual(left[field])
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('items added by one side are there, and items that one removed and the other did not change are gone', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const merged = mergeSection('pricing', base, mine, theirs, {})
        for (const [side, other] of [
          [mine, theirs],
          [theirs, mine],
        ] as const) {
          for (const added of side.items) {
            if (!at(base, added.id) && !at(other, added.id)) expect(at(merged, added.id)).toEqual(added)
          }
          for (const was of base.items) {
            if (!at(side, was.id) && same(at(other, was.id), was)) expect(at(merged, was.id)).toBeUndefined()
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('choices are followed where both changed, and needed nowhere else', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        for (const { path, changedBy } of conflictsOf('pricing', base, mine, theirs)) {
          const [kept, taken] = (['mine', 'theirs'] as const).map((choice) =>
            mergeSection('pricing', base, mine, theirs, { [path]: choice }),
          )
          expect(same(kept, taken)).toBe(changedBy !== 'both')
        }
      }),
      { numRuns: 500 },
    )
  })

  it('the order is mine if I added, removed or moved items, else theirs; no item appears twice', () => {
    const order = ({ items }: FullDraft['pricing'], among: FullDraft['pricing']) =>
      items.map(({ id }) => id).filter((id) => at(among, id))
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const merged = mergeSection('pricing', base, mine, theirs, {})
        const touched = order(base, base).join() !== order(mine, mine).join()
        const leading = touched ? mine : theirs
        expect(order(merged, leading)).toEqual(order(leading, merged))
        expect(new Set(merged.items.map(({ id }) => id)).size).toBe(merged.items.length)
      }),
      { numRuns: 500 },
    )
  })
})

describe('messages for full applications only', () => {
  it.each<[string, FullChanges, string]>([
    [
      'options.businessSalesPercent',
      { options: { businessSalesPercent: '30', consumerSalesPercent: '30' } },
      'Sales to businesses and to consumers add up to 60%. They must add up to 100%.',
    ],
    [
      'options.cancellationReason',
      { options: { cancelledProcessor: 'Northern Cards' } },
      'Details of the canceled account are incomplete. Enter the reason for the cancellation.',
    ],
    [
      'options.cancellationDate',
      {
        options: {
          cancelledProcessor: 'Northern Cards',
          cancellationReason: 'Price',
          cancellationDate: '2027-01-01',
        },
      },
      'This date is in the future. Check the year.',
    ],
    [
      'options.averageTicket',
      { options: { averageTicket: '-5' } },
      'Average ticket is below zero, which is unusual. Check the amount.',
    ],
    [
      'pricing.items.0.members.0.value',
      { pricing: [lineItem('a', { members: [{ name: ' Fee ', value: '-1' }] })] },
      'Fee is below zero. Check the number.',
    ],
    [
      'pricing.items.0.members.0.value',
      { pricing: [lineItem('a', { members: [{ name: 'UnitPrice', value: '0' }] })] },
      'The price is zero. Enter it, or leave it blank.',
    ],
  ])('at %s of %j', (path, changes, message) => {
    expect(saidAt(path, changes)).toContain(message)
  })

  it('a zero or missing amount is not called below zero', () => {
    for (const averageTicket of ['0', ''])
      expect(saidAt('options.averageTicket', { options: { averageTicket } }).join()).not.toContain('below')
  })
})
