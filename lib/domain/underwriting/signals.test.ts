import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { checkSections } from '@/lib/domain/application/check'
import { PRINCIPAL } from '@/lib/domain/application/contact-roles'
import type { AnyDraft } from '@/lib/domain/application/draft'
import type { FullDraft } from '@/lib/domain/application/full-sections'
import { checkSameIdentities, type SameIdentity } from '@/lib/domain/application/same-identity'
import { type ContactDraft, type Draft, OWNERSHIPS } from '@/lib/domain/application/sections'
import { DOCUMENT_CATEGORIES, type DocumentCategory } from '@/lib/domain/documents/document-kinds'
import type { FiledDocument } from '@/lib/domain/documents/document-plan'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { exampleAccount, exampleContact, exampleDraft, exampleLists } from '@/lib/testing/example-draft'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import { acceptedCardsBefore, everCancelled, planFactsOf } from './case-values'
import { longestDays } from './delivery-signals'
import { changesSinceHandled } from './mode-signals'
import { countSignals, type ModeChange, SIGNAL_WEIGHTS, type Signal } from './signal'
import { riskSignals } from './signals'

const today = '2026-11-20'
const ALL = DOCUMENT_CATEGORIES.map(({ slug }) => slug)

type Given = {
  documents?: readonly DocumentCategory[]
  same?: readonly SameIdentity[]
  modeChanges?: readonly ModeChange[]
}

/** As many of each as any plan asks for. */
const filed = (categories: readonly DocumentCategory[]): FiledDocument[] =>
  categories.flatMap((category) => Array.from({ length: 9 }, () => ({ category, slot: null })))

/** Checks that every signal has a title and says why it matters in sentences. */
const signalsOf = (
  draft: AnyDraft,
  { documents = ALL, same = [], modeChanges = [] }: Given = {},
): Signal[] => {
  const signals = riskSignals({
    draft,
    violations: [
      ...checkSections(draft, { lists: exampleLists, today }),
      ...checkSameIdentities(draft, same),
    ],
    today,
    documents: filed(documents),
    modeChanges,
  })
  for (const { title, why } of signals) {
    expect(title).toMatch(/^[A-Z\d].{7}/)
    expect(why).toMatch(/^[“A-Z\d].{15}.*[.?]$/s)
  }
  return signals
}

/** `concern high-ticket-times-average: options.averageTicket options.highTicket`. */
const short = ({ weight, code, values }: Signal) =>
  `${weight} ${code}: ${values.map(({ path }) => path).join(' ')}`
const found = (draft: AnyDraft, given?: Given): string[] => signalsOf(draft, given).map(short)

type Changes<D extends AnyDraft> = {
  merchant?: Partial<D['merchant']>
  options?: Partial<D['options']>
  contacts?: Partial<D['contacts']>
  accounts?: D['accounts']['items']
}
const payfac = ({ merchant, options, contacts, accounts }: Changes<Draft>, base = exampleDraft()): Draft => ({
  merchant: { ...base.merchant, ...merchant },
  options: { ...base.options, ...options },
  contacts: { ...base.contacts, ...contacts },
  accounts: { items: accounts ?? base.accounts.items },
})

/** A full application without signals. */
const soundFull = (): FullDraft => {
  const draft = exampleFullDraft()
  const [owner] = draft.contacts.items
  return {
    ...draft,
    merchant: {
      ...draft.merchant,
      taxId: '12-3456789',
      physicalStreet: draft.merchant.billingStreet,
      industry: 'Retail',
    },
    contacts: {
      ...draft.contacts,
      items: owner ? [{ ...owner, ssn: '512-45-6789', percentageOwned: '100' }] : [],
    },
    accounts: {
      items: draft.accounts.items.map((account) => ({
        ...account,
        ddaType: 'Deposit',
        routingNumber: '123456780',
        routingNumberAgain: '123456780',
      })),
    },
    options: {
      ...draft.options,
      highTicket: '900',
      cancelledProcessor: '',
      cancellationReason: '',
      cancellationDate: '',
    },
  }
}
const full = (
  { merchant, options, contacts, accounts }: Changes<FullDraft>,
  base = soundFull(),
): FullDraft => ({
  merchant: { ...base.merchant, ...merchant },
  options: { ...base.options, ...options },
  contacts: { ...base.contacts, ...contacts },
  accounts: { items: accounts ?? base.accounts.items },
  pricing: base.pricing,
})

const owner = (id: string, changes: Partial<ContactDraft> = {}) =>
  exampleContact(id, { roles: [PRINCIPAL], percentageOwned: '50', ...changes })

describe('a change of who underwrites', () => {
  const at = (day: string) => new Date(`${day}T10:00:00Z`)
  const told: ModeChange[] = [
    { by: 'Ana', at: at('2026-11-01'), from: '', to: 'Yes' },
    { by: 'Ana', at: at('2026-11-02'), from: 'Yes', to: 'No' },
    { by: 'Bo', at: at('2026-11-04'), from: 'No', to: '' },
    { by: 'Bo', at: at('2026-11-05'), from: '', to: 'Yes' },
  ]

  it.each([
    [['2026-11-03'], 2],
    [['2026-11-06', '2026-11-02'], 3],
    // A first answer is no change, even if a related application was handed over before.
    [['2026-10-01'], 3],
    [['2026-11-06'], 0],
    [[], 0],
  ])('counts since the first hand-over, of %j: %i', (days, count) =>
    expect(
      changesSinceHandled(
        told,
        days.map((day) => ({ since: at(day) })),
      ),
    ).toHaveLength(count),
  )

  it('names who, when, from what and to what', () => {
    expect(found(exampleDraft(), { modeChanges: [] })).toEqual([])
    const [signal] = signalsOf(exampleDraft(), { modeChanges: told.slice(2) })
    expect(signal).toMatchObject({
      code: 'mode-changed',
      why: expect.stringContaining(
        'Bo changed it from “No” to no answer on Nov 4, 2026, 10:00 AM UTC. Bo changed it from no answer to “Yes”',
      ),
      values: [{ path: 'options.partnerUnderwrites', text: 'Yes' }],
    })
  })
})

describe('a sound application', () => {
  it.each(OWNERSHIPS)('has no signals: %s', (ownership) => {
    expect(found(exampleDraft(ownership))).toEqual([])
  })
  it('has no signals: full application', () => {
    expect(found(soundFull())).toEqual([])
  })
})

const VOLUME = 'options.highMonthlyVolume'

describe('volume and ticket', () => {
  test.each<[rule: string, Partial<Draft['options']>, string[]]>([
    [
      'more than 20,000 sales a month are implausible',
      { highMonthlyVolume: '200,001', averageTicket: '10', highTicket: '200' },
      [`concern transaction-count: ${VOLUME} options.averageTicket`],
    ],
    ['20,000 of them are not', { highMonthlyVolume: '200,000', averageTicket: '10', highTicket: '200' }, []],
    [
      'many sales of a small volume are not',
      { highMonthlyVolume: '9,999.99', averageTicket: '.01', highTicket: '.2', cardVolume: '9' },
      [],
    ],
    ['an average of nothing has no multiple', { averageTicket: '0', highTicket: '600' }, []],
    ['no average has no multiple', { averageTicket: '', highTicket: '600' }, []],
    ['no highest ticket is no multiple', { averageTicket: '30', highTicket: '' }, []],
    [
      'many sales of 10,000 dollars are implausible',
      { highMonthlyVolume: '10,000', averageTicket: '.01', highTicket: '.2', cardVolume: '9' },
      [`concern transaction-count: ${VOLUME} options.averageTicket`],
    ],
    ['an average that is the month', { averageTicket: '40,000', highTicket: '40,000' }, []],
    ['the highest ticket may be 20 times the average', { averageTicket: '30', highTicket: '600' }, []],
    [
      'a cent more than 20 times is many times the average',
      { averageTicket: '30', highTicket: '600.01' },
      ['concern high-ticket-times-average: options.averageTicket options.highTicket'],
    ],
    [
      'a highest ticket above the month',
      { highTicket: '40,000.01', averageTicket: '5000' },
      [`serious high-ticket-above-volume: ${VOLUME} options.highTicket`],
    ],
    ['a highest ticket that is the month', { highTicket: '40,000', averageTicket: '5000' }, []],
    [
      'an average above the month, said instead of the highest ticket',
      { averageTicket: '50,000', highTicket: '60,000' },
      [`serious average-above-volume: ${VOLUME} options.averageTicket`],
    ],
    [
      'card volume above the highest month',
      { cardVolume: '40,000.01' },
      [`concern volumes-disagree: ${VOLUME} options.cardVolume`],
    ],
  ])('%s', (_rule, options, expected) => {
    expect(found(payfac({ options }))).toEqual(expected)
  })

  test.each<[rule: string, Partial<FullDraft['options']>, string[]]>([
    [
      'a month above the year',
      { yearlyCardVolume: '119,999' },
      [`concern volumes-disagree: options.yearlyCardVolume ${VOLUME}`],
    ],
    [
      'cards above the revenue of the year',
      { yearlyNetRevenue: '900,000' },
      ['concern volumes-disagree: options.yearlyNetRevenue options.yearlyCardVolume'],
    ],
  ])('full application: %s', (_rule, options, expected) => {
    expect(found(full({ options }))).toEqual(expected)
  })

  it('says in dollars by how much cards exceed the revenue', () => {
    expect(signalsOf(full({ options: { yearlyNetRevenue: '900,000' } }))[0]?.title).toContain('$60,000.50')
  })

  it.each(['', 'much', '-5'])('concludes nothing from the volume %j', (highMonthlyVolume) => {
    const codes = signalsOf(payfac({ options: { highMonthlyVolume } })).map(({ code }) => code)
    expect(codes).toEqual([])
  })
})

const mix = (swiped: string, keyed: string, mail: string, internet: string) => ({
  swipedPercent: swiped,
  keyedPercent: keyed,
  mailOrPhonePercent: mail,
  internetPercent: internet,
})

describe('channels and delivery', () => {
  test.each<[rule: string, Partial<FullDraft['options']>, string[]]>([
    [
      'half of the volume without the card',
      mix('50', '0', '20', '30'),
      ['concern card-not-present: options.mailOrPhonePercent options.internetPercent'],
    ],
    ['just less than half', mix('50.01', '0', '20', '29.99'), []],
    ['a fifth keyed', mix('60', '20', '10', '10'), ['concern keyed-cards: options.keyedPercent']],
    ['less than a fifth keyed', mix('60.01', '19.99', '10', '10'), []],
    [
      'channels that do not make 100',
      mix('50', '0', '10', '10'),
      ['note channel-mix: options.swipedPercent'],
    ],
    [
      'a quarter paid in advance',
      { advancePaymentsPercent: '25' },
      ['concern paid-in-advance: options.advancePaymentsPercent'],
    ],
    ['less than a quarter paid in advance', { advancePaymentsPercent: '24.99' }, []],
    ['delivery over 30 days', { daysToShip: 'Over 30' }, ['concern late-delivery: options.daysToShip']],
    ['delivery within 30 days', { daysToShip: '15 to 30' }, []],
    ['no refunds', { refundPolicy: 'No Refunds or Exchanges' }, ['note no-refunds: options.refundPolicy']],
    ['exchanges only', { refundPolicy: 'Exchanges Only' }, ['note no-refunds: options.refundPolicy']],
  ])('%s', (_rule, options, expected) => {
    expect(found(full({ options }))).toEqual(expected)
  })

  test.each([
    ['', null],
    ['Immediate', null],
    ['1 to 7', 7],
    ['15 to 30', 30],
    ['30 days', 30],
    ['Over 30', 31],
    ['30+', 31],
    ['more than 30 days', 31],
    ['4 weeks', 28],
    ['6 weeks', 42],
    ['1-2 months', 60],
  ])('%j, in the words of staff, is at most %s days', (text, days) => {
    expect(longestDays(text)).toBe(days)
  })

  it.each(['No refund', 'All sales final', 'Deposits are non-refundable'])(
    '“%s” means no refunds',
    (refundPolicy) => {
      expect(found(payfac({ options: { refundPolicy } }))).toEqual(['note no-refunds: options.refundPolicy'])
    },
  )
})

describe('history of the business', () => {
  test.each<[rule: string, Changes<Draft>, string[]]>([
    [
      'a canceled account',
      { merchant: { everCancelled: 'yes' } },
      ['serious cancelled-account: merchant.everCancelled'],
    ],
    [
      'never took cards, and $50,000 a month',
      { merchant: { everAcceptedCards: 'no' }, options: { highMonthlyVolume: '50000' } },
      [`concern new-to-cards: merchant.everAcceptedCards ${VOLUME}`],
    ],
    [
      'never took cards, and less',
      { merchant: { everAcceptedCards: 'no' }, options: { highMonthlyVolume: '49,999.99' } },
      [],
    ],
    [
      'not said whether it took cards',
      { merchant: { everAcceptedCards: '' }, options: { highMonthlyVolume: '50000' } },
      [],
    ],
    [
      'age not known',
      { merchant: { dateEstablished: '', yearsAtLocation: '' } },
      ['concern young-business: merchant.dateEstablished'],
    ],
    [
      'under one year',
      { merchant: { dateEstablished: '2025-11-21', yearsAtLocation: '0' } },
      ['concern young-business: merchant.dateEstablished'],
    ],
    [
      'one year today',
      { merchant: { dateEstablished: '11/20/2025', yearsAtLocation: '0' } },
      ['note young-business: merchant.dateEstablished'],
    ],
    ['two years today', { merchant: { dateEstablished: '2024-11-20', yearsAtLocation: '0' } }, []],
    [
      'established in the future has a warning, once',
      { merchant: { dateEstablished: '2026-11-21', yearsAtLocation: '' } },
      ['note warning: merchant.dateEstablished'],
    ],
    ['a category of serious risk', { merchant: { mcc: '7995' } }, ['serious risky-category: merchant.mcc']],
    [
      'a category with its name',
      { merchant: { mcc: ' 5967 Teleservices' } },
      ['serious risky-category: merchant.mcc'],
    ],
    ['a category of some risk', { merchant: { mcc: '4722' } }, ['concern risky-category: merchant.mcc']],
    ['a longer number is no category', { merchant: { mcc: '79951' } }, []],
  ])('%s', (_rule, changes, expected) => {
    expect(found(payfac(changes))).toEqual(expected)
  })

  test.each<[rule: string, Partial<FullDraft['options']>, string[]]>([
    [
      'any detail of a cancellation tells of a canceled account',
      {
        cancelledProcessor: 'Second Processing',
        cancellationReason: 'Volume',
        cancellationDate: '2024-02-29',
      },
      [
        'serious cancelled-account: options.cancelledProcessor options.cancellationReason options.cancellationDate',
      ],
    ],
    [
      'a new merchant without a previous processor is new to cards',
      { accountType: 'New Merchant', previousProcessor: '' },
      [`concern new-to-cards: options.accountType ${VOLUME} options.previousProcessor`],
    ],
    ['a new merchant with a previous processor is not', { accountType: 'New Merchant' }, []],
    ['a conversion is not', { previousProcessor: '' }, []],
    ['an account type that is not said says nothing', { previousProcessor: '', accountType: '' }, []],
  ])('full application: %s', (_rule, options, expected) => {
    expect(found(full({ options }))).toEqual(expected)
  })
})

describe('owners', () => {
  test.each<[rule: string, string[], string[]]>([
    ['own all', ['60', '40'], []],
    ['three thirds in whole percent are all', ['33', '33', '33'], []],
    [
      'own less than all',
      ['50', '25'],
      ['note owners-not-whole: contacts.items.0.percentageOwned contacts.items.1.percentageOwned'],
    ],
    ['own half', ['50'], ['note owners-not-whole: contacts.items.0.percentageOwned']],
    ['own less than half', ['49.99'], ['concern owners-not-whole: contacts.items.0.percentageOwned']],
  ])('%s', (_rule, shares, expected) => {
    const items = shares.map((percentageOwned, i) =>
      owner(`c-${i}`, { percentageOwned, roles: i === 0 ? [PRINCIPAL, 'Control Prong'] : [PRINCIPAL] }),
    )
    expect(found(payfac({ contacts: { items } }))).toEqual(expected)
  })

  it('reports that nobody owns a quarter', () => {
    const contacts = { items: [exampleContact('c-1', { roles: ['Control Prong'] })], nobodyOwns25: true }
    expect(found(payfac({ contacts }))).toEqual(['concern no-owner-named: contacts.nobodyOwns25'])
  })

  it('an owner who is not a principal is named with the percentage', () => {
    const items = [
      owner('c-1', { percentageOwned: '60', roles: [PRINCIPAL] }),
      owner('c-2', { firstName: 'Ben', lastName: 'Ito', percentageOwned: '30', roles: ['Control Prong'] }),
    ]
    const signals = signalsOf(payfac({ contacts: { items } }))
    expect(signals.map(({ weight, code, title }) => [weight, code, title])).toEqual([
      ['concern', 'owner-no-principal', 'Ben Ito owns 30% and is not a principal'],
      ['note', 'owners-not-whole', 'The principals own 60% together'],
    ])
  })

  it('a public organization names no owners', () => {
    expect(found(exampleDraft('Government'))).toEqual([])
  })

  test.each<[rule: string, Partial<ContactDraft>, string[]]>([
    ['under 18', { dateOfBirth: '2010-01-01' }, ['serious owner-age: contacts.items.0.dateOfBirth']],
    ['over 110', { dateOfBirth: '1900-01-01' }, ['serious owner-age: contacts.items.0.dateOfBirth']],
    ['a number never issued', { ssn: '900-55-5555' }, ['concern impossible-identity: contacts.items.0.ssn']],
    [
      'a sole proprietor with half of it',
      { percentageOwned: '50' },
      ['note warning: contacts.items.0.percentageOwned'],
    ],
    [
      'a proprietor of another state',
      { state: 'Texas', postalCode: '78701' },
      ['concern proprietor-elsewhere: merchant.billingState contacts.items.0.state'],
    ],
    ['the same state in other words', { state: 'ohio' }, []],
    ['a state that is none', { state: 'Ontario' }, []],
    [
      'a trust',
      { firstName: 'Hollis Family', lastName: 'Trust' },
      ['concern entity-as-owner: contacts.items.0.firstName'],
    ],
    ['an EIN for an SSN', { ssn: '88-1234567' }, ['concern entity-as-owner: contacts.items.0.ssn']],
    ['a home in Istanbul', { city: 'İstanbul' }, ['concern owner-abroad: contacts.items.0.city']],
    ['a post office box for a home', { street: 'P.O. Box 12' }, ['concern po-box: contacts.items.0.street']],
  ])('sole proprietor: %s', (_rule, changes, expected) => {
    const items = [owner('c-1', { percentageOwned: '100', ...changes })]
    expect(found(payfac({ contacts: { items } }, exampleDraft('Sole Proprietorship')))).toEqual(expected)
  })
})

describe('addresses, bank and website', () => {
  test.each<[rule: string, Changes<Draft>, string[]]>([
    [
      'another country',
      { merchant: { billingCountry: 'Canada' } },
      ['serious foreign-address: merchant.billingCountry'],
    ],
    ['the United States in other words', { merchant: { billingCountry: 'United States of America' } }, []],
    ['U.S.A.', { merchant: { billingCountry: 'U.S.A.' } }, []],
    [
      'formed in another state',
      { merchant: { formationState: 'DE' } },
      ['note formed-elsewhere: merchant.formationState merchant.billingState'],
    ],
    ['formed in a state that is not said', { merchant: { formationState: '' } }, []],
    [
      'a box for a billing street',
      { merchant: { billingStreet: 'PO Box 77' } },
      ['concern po-box: merchant.billingStreet'],
    ],
    [
      'a private mailbox',
      { merchant: { billingStreet: '1 Main St, PMB 77' } },
      ['concern po-box: merchant.billingStreet'],
    ],
    ['a street that begins like a box', { merchant: { billingStreet: '5 Pobox Lane' } }, []],
    [
      'a routing number for an account number',
      { accounts: [exampleAccount('a-1', { accountNumber: exampleAccount('a-1').routingNumber })] },
      ['concern account-number: accounts.items.0.accountNumber'],
    ],
    [
      'a bank of another state',
      { accounts: [exampleAccount('a-1', { bankState: 'New York', bankPostalCode: '10001' })] },
      ['note bank-elsewhere: merchant.billingState accounts.items.0.bankName accounts.items.0.bankState'],
    ],
    [
      'a ZIP code of another state',
      { merchant: { billingPostalCode: '10001' } },
      ['concern zip-elsewhere: merchant.billingPostalCode'],
    ],
    [
      'a wrong check digit',
      { accounts: [exampleAccount('a-1', { routingNumber: '123456789', routingNumberAgain: '123456789' })] },
      ['concern routing-number: accounts.items.0.routingNumber'],
    ],
    ['no account, as the check says', { accounts: [] }, ['note warning: accounts.items']],
    [
      'a name that is not as it looks',
      { merchant: { legalName: 'Blue Heron\u200b Books LLC' } },
      ['note warning: merchant.legalName'],
    ],
    [
      'e-commerce without a website',
      { merchant: { industry: 'E-commerce', website: '' } },
      ['concern website-missing: merchant.website merchant.industry merchant.locationType'],
    ],
    ['a shop without a website', { merchant: { website: '' } }, []],
    [
      'a website of another domain',
      { merchant: { website: 'https://heron.example' } },
      ['note email-domain: merchant.email merchant.website'],
    ],
    ['the same domain, by www', { merchant: { website: 'www.blue-heron.example' } }, []],
    ['a shop within the domain', { merchant: { website: 'https://shop.blue-heron.example/books' } }, []],
    ['mail within the domain', { merchant: { email: 'a@mail.blue-heron.example' } }, []],
    [
      'a domain that only ends alike',
      { merchant: { website: 'https://not-blue-heron.example' } },
      ['note email-domain: merchant.email merchant.website'],
    ],
    ['a website that is none', { merchant: { website: 'none' } }, []],
  ])('%s', (_rule, changes, expected) => {
    const draft = payfac(changes)
    const lists = { ...exampleLists, industries: [...exampleLists.industries, 'E-commerce'] }
    const violations = checkSections(draft, { lists, today })
    expect(
      riskSignals({ draft, violations, today, documents: filed(ALL), modeChanges: [] }).map(short),
    ).toEqual(expected)
  })

  it('calls a free email address beside a website that', () => {
    const [signal] = signalsOf(payfac({ merchant: { email: 'blueheron@GMAIL.com' } }))
    expect(signal).toMatchObject({ code: 'email-domain', title: expect.stringContaining('free') })
  })

  test.each<[rule: string, Changes<FullDraft>, string[]]>([
    [
      'equipment shipped abroad',
      { merchant: { shippingCountry: 'MX' } },
      ['concern foreign-address: merchant.shippingCountry'],
    ],
    [
      'no physical address',
      { merchant: { physicalStreet: '' } },
      ['concern physical-address-missing: merchant.physicalStreet'],
    ],
    [
      'another physical address',
      { merchant: { physicalStreet: '8 Wharf Road' } },
      ['note physical-address-differs: merchant.billingStreet merchant.physicalStreet'],
    ],
    ['the same one in other letters', { merchant: { physicalStreet: '7 LANTERN  STREET.' } }, []],
    [
      'a physical address in another state',
      { merchant: { physicalStreet: '8 Elm', physicalState: 'NH', physicalPostalCode: '03031' } },
      [
        'concern physical-address-differs: merchant.billingStreet merchant.billingState merchant.physicalStreet merchant.physicalState',
      ],
    ],
    [
      'internet sales without a website',
      { merchant: { website: '' } },
      [
        'concern website-missing: merchant.website merchant.industry merchant.locationType options.internetPercent',
      ],
    ],
    [
      'no internet sales, and no website',
      { merchant: { website: '' }, options: mix('90', '0', '10', '0') },
      [],
    ],
  ])('full application: %s', (_rule, changes, expected) => {
    expect(found(full(changes))).toEqual(expected)
  })
})

describe('documents and duplicates', () => {
  it('names each missing document of the plan, with what it would show', () => {
    const [signal] = signalsOf(exampleDraft(), { documents: ['voided-check'] })
    expect(signal).toMatchObject({
      code: 'document-missing',
      weight: 'concern',
      title: '2 required documents are missing',
      values: [
        { path: 'documents.identity:contact-1', label: 'Identity: Ana Ruiz' },
        { path: 'documents.formation-papers', label: 'Formation documents' },
      ],
    })
  })

  it('the check of one account does not count for another', () => {
    const accounts = [
      exampleAccount('one'),
      exampleAccount('two', {
        ddaType: 'Fees',
        bankName: 'Heron Bank',
        accountNumber: '990004321',
        accountNumberAgain: '990004321',
      }),
    ]
    const draft = payfac({ accounts })
    const missing = riskSignals({
      ...{ draft, violations: [], today, modeChanges: [] },
      documents: [
        { category: 'voided-check', slot: null },
        ...filed(ALL.filter((category) => category !== 'voided-check')),
      ],
    }).filter(({ code }) => code === 'document-missing')
    expect(missing.map(({ values }) => values.map(({ label }) => label))).toEqual([
      ['Voided check: Heron Bank ••••4321'],
    ])
  })

  it.each([
    ['000987654321', '000987654321', 1],
    ['1234567', '7654367', 2],
    ['12345', '54321', 2],
    // Saying that two hidden numbers are the same would tell what a stored one is.
    ['1234567', '1234567', 2],
  ])('the accounts %s and %s of one bank need checks: %i', (one, two, count) => {
    const accounts = [one, two].map((accountNumber, index) =>
      exampleAccount(String(index), { accountNumber, accountNumberAgain: accountNumber }),
    )
    expect(planFactsOf(payfac({ accounts })).accounts).toHaveLength(count)
  })

  it('an identity of another application is named with it, and masked', () => {
    const other = { applicationId: 'x', number: 12, name: 'Heron Annex' }
    const same = [{ section: 'merchant', itemId: '', field: 'taxId', other } satisfies SameIdentity]
    expect(signalsOf(exampleDraft(), { same })).toMatchObject([
      {
        code: 'same-identity',
        weight: 'concern',
        title: 'Another application has the same federal tax ID',
        why: expect.stringContaining('A-12 (Heron Annex)'),
        values: [{ path: 'merchant.taxId', label: 'Federal tax ID', text: '••-•••6789' }],
      },
    ])
  })

  it.each([
    ['merchant', '', 'taxId', 'ssn', 'Another application has this tax ID as a person’s SSN'],
    ['contacts', 'contact-1', 'ssn', 'taxId', 'Another application has this SSN as its federal tax ID'],
  ] as const)('a number of %s that is of another kind in the other is told as what it is there', (...row) => {
    const [section, itemId, field, as, title] = row
    const other = { applicationId: 'x', number: 12, name: 'Heron Annex', as }
    expect(signalsOf(exampleDraft(), { same: [{ section, itemId, field, other }] })).toContainEqual(
      expect.objectContaining({ code: 'same-identity', title }),
    )
  })

  it('an owner or bank account of a declined application is serious, even if other applications have it, too', () => {
    const declined = { applicationId: 'd', number: 7, name: 'Gull Shop', declined: true } as const
    const other = { applicationId: 'x', number: 12, name: 'Heron Annex' }
    const place = { section: 'accounts', itemId: 'account-1', field: 'accountNumber' } as const
    const draft = payfac({ accounts: [exampleAccount('account-1')] })
    expect(
      signalsOf(draft, {
        same: [
          { ...place, other },
          { ...place, other: declined },
        ],
      }),
    ).toMatchObject([
      {
        code: 'declined-identity',
        weight: 'serious',
        title: 'A declined application has the same account number',
        why: expect.stringContaining('is in A-7 (Gull Shop), which our underwriters declined.'),
        values: [{ path: 'accounts.items.0.accountNumber' }],
      },
    ])
  })

  it('the same warning about several people is one signal that names them all', () => {
    const items = [
      owner('c-1', { roles: [PRINCIPAL, 'Control Prong'], dateOfBirth: '2010-01-01' }),
      owner('c-2', { firstName: 'Ben', dateOfBirth: '2011-01-01' }),
    ]
    const signals = signalsOf(payfac({ contacts: { items } }))
    expect(signals.map(({ values }) => values.map(({ label }) => label))).toEqual([
      ['Ana Ruiz · Date of birth', 'Ben Ruiz · Date of birth'],
    ])
  })

  it('an error is no signal: it must be corrected before a decision', () => {
    expect(found(payfac({ merchant: { legalName: '' } }))).toEqual([])
  })
})

describe('the list of signals', () => {
  it('shows values as pages do: money, percent, yes and no, dates, and missing values', () => {
    const texts = (draft: AnyDraft) =>
      signalsOf(draft).flatMap(({ values }) => values.map(({ text }) => text))
    expect(texts(payfac({ options: { averageTicket: '29.5' } }))).toEqual(['$29.50', '$600.00'])
    expect(texts(full({ options: mix('70', '20', '10', '') }))).toEqual(['20%'])
    expect(texts(payfac({ merchant: { everCancelled: 'yes' } }))).toEqual(['Yes'])
    expect(texts(payfac({ merchant: { dateEstablished: '11/20/2025', yearsAtLocation: '' } }))).toEqual([
      'Nov 20, 2025',
    ])
    expect(texts(payfac({ merchant: { dateEstablished: '', yearsAtLocation: '' } }))).toEqual(['Not given'])
  })

  it('is sorted by weight, then in form order', () => {
    const signals = found(
      payfac({
        merchant: { mcc: '7995', formationState: 'DE', billingStreet: 'PO Box 1' },
        options: { highTicket: '50,000', averageTicket: '100' },
      }),
      { documents: [] },
    )
    expect(signals.map((line) => line.split(':')[0])).toEqual([
      'serious risky-category',
      'serious high-ticket-above-volume',
      'concern po-box',
      'concern high-ticket-times-average',
      'concern document-missing',
      'note formed-elsewhere',
    ])
  })

  const nineDigits = fc.stringMatching(/^\d{9}$/)
  const birth = fc
    .date({ min: new Date('1880-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))

  it('never contains an SSN, a tax ID, an account number or a date of birth', () => {
    const arbitrary = fc.record({
      taxId: nineDigits,
      ssn: nineDigits,
      accountNumber: fc.stringMatching(/^\d{8,17}$/),
      dateOfBirth: birth,
    })
    fc.assert(
      fc.property(arbitrary, ({ taxId, ssn, accountNumber, dateOfBirth }) => {
        const draft = payfac({
          merchant: { taxId },
          contacts: { items: [owner('c-1', { ssn, dateOfBirth })] },
          accounts: [
            exampleAccount('a-1', { accountNumber, accountNumberAgain: accountNumber, bankState: 'NY' }),
          ],
        })
        const other = { applicationId: 'x', number: 7, name: 'Other' }
        const same: SameIdentity[] = [
          { section: 'merchant', itemId: '', field: 'taxId', other },
          { section: 'contacts', itemId: 'c-1', field: 'ssn', other },
          { section: 'accounts', itemId: 'a-1', field: 'accountNumber', other },
        ]
        const text = JSON.stringify(signalsOf(draft, { same, documents: [] }))
        for (const secret of [taxId, ssn, accountNumber, dateOfBirth]) expect(text).not.toContain(secret)
      }),
    )
    expect(canariesIn(JSON.stringify(signalsOf(canaryDraft(), { documents: [] })))).toEqual([])
  })

  it('does not depend on the order of the contacts, except for the order of the values', () => {
    const person = fc.record({
      roles: fc.subarray([PRINCIPAL, 'Control Prong', 'Authorized Signer']),
      percentageOwned: fc.constantFrom('', '10', '25', '30', '100'),
      state: fc.constantFrom('', 'OH', 'Texas'),
      street: fc.constantFrom('', 'PO Box 3', '1 Elm'),
      dateOfBirth: fc.constantFrom('1980-01-01', '2015-01-01', '1901-01-01'),
      ssn: fc.constantFrom('512-45-6789', '900-11-2222'),
    })
    const arbitrary = fc
      .array(person, { maxLength: 5 })
      .map((people) =>
        people.map((data, i) => exampleContact(`c-${i}`, { firstName: `Person ${i}`, ...data })),
      )
      .chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })))
    const said = (draft: Draft) =>
      signalsOf(draft)
        .map(({ values, ...signal }) =>
          JSON.stringify({
            ...signal,
            values: values
              .map((value) => ({ ...value, path: byId(draft, value.path) }))
              .sort((a, b) => a.path.localeCompare(b.path)),
          }),
        )
        .sort()
    fc.assert(
      fc.property(arbitrary, fc.constantFrom(...OWNERSHIPS), ([items, shuffled], ownership) => {
        const base = exampleDraft(ownership)
        expect(said(payfac({ contacts: { items: shuffled } }, base))).toEqual(
          said(payfac({ contacts: { items } }, base)),
        )
      }),
    )
  })

  it('is sorted by weight; each signal has texts and values, and each value has a place', () => {
    const arbitrary = fc.record({
      highMonthlyVolume: fc.constantFrom('', '0', '100', '60,000', '9,000,000'),
      averageTicket: fc.constantFrom('', '0', '5', '700'),
      highTicket: fc.constantFrom('', '0', '50', '90,000'),
      daysToShip: fc.constantFrom('', 'Over 30'),
      refundPolicy: fc.constantFrom('', 'No refunds'),
    })
    fc.assert(
      fc.property(arbitrary, fc.subarray(ALL), (options, documents) => {
        const signals = signalsOf(payfac({ options }), { documents })
        const ranks = signals.map(({ weight }) => SIGNAL_WEIGHTS.indexOf(weight))
        expect(ranks).toEqual(ranks.toSorted())
        for (const { title, why, values } of signals) {
          expect(title).not.toBe('')
          expect(why).toMatch(/\.$/)
          expect(values.length).toBeGreaterThan(0)
          for (const { label, text } of values) expect(label && text).not.toBe('')
        }
      }),
    )
  })
})

const byId = (draft: Draft, path: string): string =>
  path.replace(
    /^contacts\.items\.(\d+)/,
    (_all, index) => `contacts#${draft.contacts.items[Number(index)]?.id}`,
  )

describe('the texts of signals that have several', () => {
  const titleOf = (draft: AnyDraft, code: string, given?: Given) =>
    signalsOf(draft, given).find((signal) => signal.code === code)?.title

  it.each([
    ['', 'The age of the business is unknown'],
    ['2026-02-01', 'The business is less than one year old'],
    ['2025-02-01', 'The business is less than two years old'],
    ['2024-11-20', undefined],
    ['2026-12-01', undefined],
  ])('of a business established on %j', (dateEstablished, title) => {
    expect(titleOf(payfac({ merchant: { dateEstablished } }), 'young-business')).toBe(title)
  })

  it('for one missing document or several', () => {
    const signalOf = (documents: DocumentCategory[]) =>
      signalsOf(exampleDraft(), { documents }).find(({ title }) => title.includes('required document'))
    const without = (...gone: DocumentCategory[]) => ALL.filter((slug) => !gone.includes(slug))
    expect(signalOf(without('formation-papers'))).toMatchObject({
      title: '1 required document is missing',
      why: 'The claim is unverified. Request the document, or explain in the decision why it is not needed.',
    })
    expect(signalOf(without('formation-papers', 'identity'))).toMatchObject({
      title: '2 required documents are missing',
      why: 'The claims are unverified. Request the documents, or explain in the decision why they are not needed.',
    })
  })
})

test('signals are counted by weight', () => {
  const weights = ['note', 'serious', 'note', 'concern', 'note', 'concern'] as const
  expect(countSignals(weights.map((weight) => ({ weight })))).toEqual({ serious: 1, concern: 2, note: 3 })
})

describe('a number that is entered twice', () => {
  const signalOf = (draft: AnyDraft, code: string) =>
    signalsOf(draft)
      .filter((signal) => signal.code === code)
      .map(({ weight, title, why }) => ({ weight, title, why }))
  const [ana] = exampleDraft().contacts.items
  const twins = ana
    ? [ana, { ...ana, id: 'contact-2', firstName: 'Ben', roles: ['Bookkeeper'], percentageOwned: '' }]
    : []

  it('for two people is one serious signal', () => {
    expect(signalOf(payfac({ contacts: { items: twins } }), 'same-within')).toEqual([
      {
        weight: 'serious',
        title: 'The same Social Security number is entered twice',
        why: 'One of these people has another number, is invented or is entered twice.',
      },
    ])
  })

  it('for two bank accounts is a note', () => {
    const accounts = [exampleAccount('a'), exampleAccount('b', { ddaType: 'Billing' })]
    expect(signalOf(payfac({ accounts }), 'same-within')).toMatchObject([
      { weight: 'note', title: 'The same account number is entered twice' },
    ])
  })

  it('is not signaled for two accounts with different numbers', () => {
    const accounts = [
      exampleAccount('a'),
      exampleAccount('b', { accountNumber: '000987654321', accountNumberAgain: '000987654321' }),
    ]
    expect(signalOf(full({ accounts }), 'same-within')).toEqual([])
  })

  it('an impossible routing number or ZIP code says what follows from it', () => {
    const accounts = [exampleAccount('a', { routingNumber: '123456789', routingNumberAgain: '123456789' })]
    expect(signalOf(payfac({ accounts }), 'routing-number')).toEqual([
      {
        weight: 'concern',
        title: 'The routing number cannot be right',
        why: 'This isn’t a valid routing number: its digits fail the ABA check. Compare it with the check. No bank uses it, so nothing can be paid out.',
      },
    ])
    expect(signalOf(payfac({ merchant: { billingState: 'OR' } }), 'zip-elsewhere')).toMatchObject([
      {
        weight: 'concern',
        why: expect.stringMatching(/^43215 is a ZIP code in Ohio.* No such address exists\.$/),
      },
    ])
  })

  it('an unknown percentage may be the rest', () => {
    const owners = (percentageOwned: string) =>
      ana
        ? [
            { ...ana, percentageOwned: '30' },
            { ...ana, id: 'contact-2', ssn: '512-45-6780', roles: [PRINCIPAL], percentageOwned },
          ]
        : []
    expect(signalOf(payfac({ contacts: { items: owners('30') } }), 'owners-not-whole')).toHaveLength(1)
    expect(signalOf(payfac({ contacts: { items: owners('') } }), 'owners-not-whole')).toEqual([])
  })
})

describe('what a case reads from the draft', () => {
  it.each([
    [{ previousProcessor: 'Northern Cards', accountType: 'New Merchant' }, true],
    [{ previousProcessor: ' ', accountType: 'New Merchant' }, false],
    [{ previousProcessor: '', accountType: 'Conversion Merchant' }, true],
    [{ previousProcessor: '', accountType: 'Renewal Merchant' }, true],
    [{ previousProcessor: '', accountType: '' }, null],
  ] as const)('a full application with %j accepted cards before: %s', (options, before) => {
    expect(acceptedCardsBefore(full({ options }))).toBe(before)
  })

  it.each([
    [{}, false],
    [{ cancelledProcessor: 'Northern Cards' }, true],
    [{ cancellationReason: 'Price' }, true],
    [{ cancellationDate: '2026-01-01' }, true],
    [{ cancelledProcessor: ' ' }, false],
  ])('and one with %j was canceled: %s', (options, was) => {
    const none = { cancelledProcessor: '', cancellationReason: '', cancellationDate: '' }
    expect(everCancelled(full({ options: { ...none, ...options } }))).toBe(was)
  })

  it('principals and the Control Prong must provide documents', () => {
    const roles = [[PRINCIPAL], ['Control Prong'], ['Bookkeeper'], [PRINCIPAL, 'Control Prong']]
    const items = roles.map((own, at) => exampleContact(`c-${at}`, { roles: own }))
    expect(
      planFactsOf(payfac({ contacts: { items } })).people.map(
        ({ id, isControlProng }) => `${id} ${isControlProng}`,
      ),
    ).toEqual(['c-0 false', 'c-1 true', 'c-3 true'])
  })
})
