import { describe, expect, it, test } from 'vitest'
import { CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/contact-roles'
import { valueAt } from '@/lib/domain/application/place'
import { type Draft, OWNERSHIPS } from '@/lib/domain/application/sections'
import type { Sealed } from '@/lib/domain/values/sealed'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import { askedWordsProblem, lacksReason, takesCount } from './asked-words'
import { factAt, placeLabel } from './case-values'
import {
  CHECKLIST_GROUPS,
  checklistOf,
  entriesAbout,
  hasReadProofs,
  proofsOf,
  provedByAccepting,
} from './checklist'

const keys = (draft: Parameters<typeof checklistOf>[0]) => checklistOf(draft).map(({ key }) => key)
const withMerchant = (changes: Partial<Draft['merchant']>): Draft => {
  const draft = exampleDraft()
  return { ...draft, merchant: { ...draft.merchant, ...changes } }
}

const COMMON = ['tax-id', 'business-model', 'website', 'volume', 'processing-history']
const LISTS = ['sanctions', 'terminated-merchants']

describe('the checklist by ownership', () => {
  test.each([
    ['Sole Proprietorship', ['trade-name']],
    ['Partnership', ['owners-complete', 'formation-papers']],
    ['Limited Liability Company', ['owners-complete', 'formation-papers']],
    ['Privately Held Corporation', ['owners-complete', 'formation-papers']],
    ['Tax Exempt', ['formation-papers']],
    ['Government', ['public-record']],
    ['Publicly Traded Corporation', ['public-record']],
    ['Financial Institution', ['public-record']],
  ] as const)('%s', (ownership, own) => {
    expect(keys(exampleDraft(ownership))).toEqual([
      'identity:contact-1',
      ...own,
      ...COMMON,
      'account:account-1',
      ...LISTS,
    ])
  })

  it('full application', () => {
    expect(keys(exampleFullDraft())).toEqual([
      'identity:owner-1',
      'identity:owner-2',
      'owners-complete',
      'formation-papers',
      ...COMMON,
      'cancelled-account',
      'account:account-1',
      ...LISTS,
    ])
  })
})

describe('the checklist by facts', () => {
  test.each<[rule: string, Partial<Draft['merchant']>, string, boolean]>([
    ['no website, nothing to review', { website: ' ' }, 'website', false],
    [
      'cards were never accepted: no history to read',
      { everAcceptedCards: 'no' },
      'processing-history',
      false,
    ],
    ['not said whether cards were accepted', { everAcceptedCards: '' }, 'processing-history', false],
    ['a canceled account is explained', { everCancelled: 'yes' }, 'cancelled-account', true],
    ['none was canceled', { everCancelled: 'no' }, 'cancelled-account', false],
  ])('%s', (_rule, changes, key, isThere) => {
    expect(keys(withMerchant(changes)).includes(key)).toBe(isThere)
  })

  it('has one entry per person, for one or both roles, and none for people without either', () => {
    const draft = exampleDraft()
    const items = [
      exampleContact('a', { roles: [PRINCIPAL, CONTROL_PRONG], percentageOwned: '60' }),
      exampleContact('b', { roles: [` ${PRINCIPAL}`], percentageOwned: '40' }),
      exampleContact('c', { roles: ['Authorized Signer'] }),
      exampleContact('d'),
    ]
    const people = checklistOf({ ...draft, contacts: { ...draft.contacts, items } }).filter(({ key }) =>
      key.startsWith('identity:'),
    )
    expect(people.map(({ key }) => key)).toEqual(['identity:a', 'identity:b'])
    expect(people[0]?.text).toContain('Ana Ruiz')
    expect(people[0]?.text).toContain('Principal, Control Prong')
  })

  it('asks to confirm that nobody owns a quarter if no principal is named', () => {
    const draft = exampleDraft()
    const contacts = { items: [exampleContact('a', { roles: [CONTROL_PRONG] })], nobodyOwns25: true }
    const entry = checklistOf({ ...draft, contacts }).find(({ key }) => key === 'owners-complete')
    expect(entry?.text).toBe('No one owns 25% or more')
  })

  it('has one entry per account, masked', () => {
    const accounts = {
      items: [exampleAccount('a'), exampleAccount('b', { accountNumber: '5530-0918-2746' })],
    }
    const entries = checklistOf({ ...exampleDraft(), accounts }).filter(({ key }) =>
      key.startsWith('account:'),
    )
    expect(entries.map(({ key }) => key)).toEqual(['account:a', 'account:b'])
    expect(entries[1]?.text).toContain('••••2746')
    expect(canariesIn(JSON.stringify(checklistOf(canaryDraft())))).toEqual([])
  })
})

describe('checklist keys', () => {
  it.each(OWNERSHIPS)('are unique, and every entry says what and why: %s', (ownership) => {
    const entries = checklistOf(exampleDraft(ownership))
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
    for (const { text, why } of entries) expect(text && why).not.toBe('')
  })

  it('stay the same when the person, the account or the order changes', () => {
    const draft = exampleDraft()
    const items = [
      exampleContact('a', { roles: [PRINCIPAL], percentageOwned: '50' }),
      exampleContact('b', { roles: [PRINCIPAL], percentageOwned: '50' }),
    ]
    const before = { ...draft, contacts: { ...draft.contacts, items } }
    const after = {
      ...before,
      merchant: { ...draft.merchant, legalName: 'Another name', taxId: '35-1112222' },
      contacts: {
        ...before.contacts,
        items: items.toReversed().map((person) => ({ ...person, lastName: 'Other', ssn: '513-00-1111' })),
      },
      accounts: { items: [exampleAccount('account-1', { accountNumber: '99887766', bankName: 'Other' })] },
    }
    expect(keys(after).toSorted()).toEqual(keys(before).toSorted())
  })
})

describe('the proof of an identity', () => {
  const file = (slot: string | null, category = 'identity') => ({ id: 'd-1', category, slot })
  test.each([
    ['by nothing', 'Limited Liability Company', [], false],
    ['by its own document', 'Limited Liability Company', [file('identity:contact-1')], true],
    ['by a document of the category that fills it', 'Limited Liability Company', [file(null)], true],
    ['not by that of another person', 'Limited Liability Company', [file('identity:other')], false],
    ['not by another document', 'Limited Liability Company', [file(null, 'voided-check')], false],
    ['by any ID where our policy asks for none', 'Government', [file('identity:other')], true],
    ['by nothing, where our policy asks for none', 'Government', [], false],
  ] as const)('%s', (_, ownership, documents, is) => {
    const draft = exampleDraft(ownership)
    const entry = checklistOf(draft).find(({ key }) => key === 'identity:contact-1')
    expect(entry && hasReadProofs(proofsOf(entry, draft, documents), () => true)).toBe(is)
  })

  it('is not needed for an entry without documents', () => {
    const entry = checklistOf(exampleDraft()).find(({ key }) => key === 'sanctions')
    expect(entry && proofsOf(entry, exampleDraft(), [])).toBeNull()
    expect(hasReadProofs(null, () => false)).toBe(true)
  })
})

describe('the documents that prove an entry', () => {
  const draft = exampleDraft('Limited Liability Company')
  const withHistory = {
    ...draft,
    merchant: { ...draft.merchant, everAcceptedCards: 'yes' as const },
    options: { ...draft.options, highMonthlyVolume: '250000' },
  }
  const file = (id: string, category: string, slot: string | null = null) => ({ id, category, slot })
  const files = [
    file('check', 'voided-check'),
    file('articles', 'formation-papers'),
    file('one', 'processing-statement', 'processing-statement:1'),
    file('two', 'processing-statement', 'processing-statement:2'),
    file('newer', 'processing-statement', 'processing-statement:1'),
    file('letter', 'other'),
  ]
  const proofs = (key: string) => {
    const entry = checklistOf(withHistory).find((one) => one.key === key)
    return entry && proofsOf(entry, withHistory, files)?.map(({ id }) => id)
  }

  it.each([
    ['formation-papers', ['articles']],
    ['account:account-1', ['check']],
    // A document that was replaced no longer counts.
    ['processing-history', ['newer', 'two']],
    ['tax-id', undefined],
  ])('%s', (key, ids) => {
    expect(proofs(key)).toEqual(ids)
  })

  it('have been read once each was opened', () => {
    expect(hasReadProofs([{ id: 'newer' }, { id: 'two' }], (id) => id === 'two')).toBe(false)
    expect(hasReadProofs([{ id: 'two' }], (id) => id === 'two')).toBe(true)
    expect(hasReadProofs([], () => true)).toBe(false)
  })
})

describe('entries that belong together', () => {
  it.each([
    ['PayFac', exampleDraft('Limited Liability Company')],
    ['full', exampleFullDraft()],
  ])('stands together, in the order of work: %s', (_, draft) => {
    const groups = checklistOf(draft).map(({ group }) => CHECKLIST_GROUPS.indexOf(group))
    expect(groups).toEqual(groups.toSorted((one, other) => one - other))
  })

  it.each([
    ['PayFac', exampleDraft('Limited Liability Company')],
    ['full', exampleFullDraft()],
  ])('names values that the application has: %s', (_, draft) => {
    for (const { key, about } of checklistOf(draft)) {
      expect(about, key).not.toEqual([])
      for (const path of about) expect(valueAt(draft, path), path).toBeDefined()
    }
  })
})

describe('accepting a document confirms', () => {
  const document = (id: string, category: string, slot: string | null = null, of: object = {}) => ({
    id,
    category,
    slot,
    ...of,
  })
  const proved = (
    id: string,
    documents: ReturnType<typeof document>[],
    accepted: readonly string[],
    draft: Parameters<typeof checklistOf>[0] = exampleDraft('Limited Liability Company'),
  ) => provedByAccepting(id, draft, documents, (one) => accepted.includes(one)).map(({ key }) => key)
  const check = document('check', 'voided-check')

  it('an entry that nothing else proves', () => {
    expect(proved('check', [check], ['check'])).toEqual(['account:account-1'])
    const identity = document('ana', 'identity', 'identity:contact-1')
    expect(proved('ana', [check, identity], ['ana'])).toEqual(['identity:contact-1'])
  })

  it('nothing that it does not prove, and nothing before it is accepted', () => {
    expect(proved('check', [check], [])).toEqual([])
    expect(proved('other', [check, document('other', 'other')], ['other'])).toEqual([])
  })

  it('no account if one check stands for two', () => {
    const draft = exampleDraft('Limited Liability Company')
    const accounts = { items: [exampleAccount('one'), exampleAccount('two')] }
    expect(proved('check', [check], ['check'], { ...draft, accounts })).toEqual([])
  })

  it('only the account of its own slot, if there are two', () => {
    const draft = exampleDraft('Limited Liability Company')
    const accounts = {
      items: [
        exampleAccount('one'),
        exampleAccount('two', { accountNumber: '990000001', accountNumberAgain: '990000001' }),
      ],
    }
    const two = { ...draft, accounts }
    const own = document('second', 'voided-check', 'voided-check:two')
    expect(proved('second', [check, own], ['second'], two)).toEqual(['account:two'])
    // A check without an account of its own counts for the first account.
    expect(proved('check', [check], ['check'], two)).toEqual(['account:one'])
  })

  it('neither of two matters that the same statements prove', () => {
    const draft = withMerchant({ everAcceptedCards: 'yes', everCancelled: 'yes' })
    const statements = [1, 2, 3].map((n) =>
      document(`s${n}`, 'processing-statement', `processing-statement:${n}`),
    )
    expect(proved('s3', statements, ['s1', 's2', 's3'], draft)).toEqual([])
  })

  it('an entry of several documents with the last of them', () => {
    const draft = { ...withMerchant({ everAcceptedCards: 'yes', everCancelled: 'no' }) }
    const large = { ...draft, options: { ...draft.options, highMonthlyVolume: '150000' } }
    const statements = [1, 2, 3].map((n) =>
      document(`s${n}`, 'processing-statement', `processing-statement:${n}`),
    )
    expect(proved('s1', statements, ['s1', 's2'], large)).toEqual([])
    expect(proved('s1', statements, ['s1', 's2', 's3'], large)).toEqual(['processing-history'])
  })
})

describe('the values beside an entry', () => {
  const homeOf = (index: number) =>
    ['dateOfBirth', 'ssn', 'street', 'city', 'state', 'postalCode'].map(
      (name) => `contacts.items.${index}.${name}`,
    )
  const LISTED = ['contacts.items.0', 'contacts.items.1']

  it('are all that the entry is about and this kind of application has', () => {
    const account = ['bankName', 'routingNumber', 'accountNumber', 'ddaType'].map(
      (name) => `accounts.items.0.${name}`,
    )
    expect(checklistOf(exampleFullDraft()).map(({ key, group, about }) => [key, group, about])).toEqual([
      ['identity:owner-1', 'people', homeOf(0)],
      ['identity:owner-2', 'people', homeOf(1)],
      ['owners-complete', 'people', LISTED.map((path) => `${path}.percentageOwned`)],
      [
        'formation-papers',
        'business',
        ['merchant.legalName', 'merchant.ownership', 'merchant.formationState', 'merchant.dateEstablished'],
      ],
      ['tax-id', 'business', ['merchant.legalName', 'merchant.taxId']],
      [
        'business-model',
        'business',
        ['merchant.mcc', 'merchant.industry', 'merchant.description', 'merchant.locationType'],
      ],
      ['website', 'business', ['merchant.website']],
      ['volume', 'business', ['options.highMonthlyVolume', 'options.averageTicket', 'options.highTicket']],
      ['processing-history', 'business', ['options.previousProcessor', 'options.cardVolume']],
      [
        'cancelled-account',
        'business',
        ['options.cancelledProcessor', 'options.cancellationReason', 'options.cancellationDate'],
      ],
      ['account:account-1', 'account', account],
      ['sanctions', 'screening', ['merchant.legalName', 'merchant.dbaName', ...LISTED]],
      ['terminated-merchants', 'screening', ['merchant.legalName', 'merchant.taxId', ...LISTED]],
    ])
    const aboutOf = (ownership: (typeof OWNERSHIPS)[number], wanted: string) =>
      checklistOf(exampleDraft(ownership)).find(({ key }) => key === wanted)
    expect(aboutOf('Government', 'public-record')).toMatchObject({
      group: 'business',
      about: ['merchant.legalName', 'merchant.ownership'],
    })
    expect(aboutOf('Sole Proprietorship', 'trade-name')).toMatchObject({
      group: 'business',
      about: ['merchant.legalName', 'merchant.dbaName'],
    })
    expect(aboutOf('Partnership', 'account:account-1')?.text).toBe(
      'Account 1 belongs to the business (Example Savings Bank, ••••6789)',
    )
  })

  it.each([
    [['merchant.taxId'], ['tax-id', 'terminated-merchants']],
    [['contacts.items.0'], ['identity:contact-1', 'owners-complete', 'sanctions', 'terminated-merchants']],
    [['contacts.items.0.roles'], ['sanctions', 'terminated-merchants']],
    [
      ['merchant.website', 'options.averageTicket'],
      ['website', 'volume'],
    ],
    [['nothing', 'merchant.tax'], []],
  ])('a change of %j concerns %j', (paths, entries) => {
    expect(entriesAbout(exampleDraft(), paths)).toEqual(entries)
  })

  const draft = exampleDraft()
  const nameless = {
    ...draft,
    contacts: {
      ...draft.contacts,
      items: [exampleContact('c-1', { firstName: '', lastName: '' }), exampleContact('c-2', { ssn: '' })],
    },
  }
  const ssnOf = (itemId: string, holder: string) => ({ section: 'contacts', itemId, field: 'ssn', holder })
  it.each([
    ['contacts.items.0', 'Contact 1', 'Contact 1', 'Ana Ruiz', null],
    ['contacts.items.7', 'Contact 8', 'Contact 8', 'Not given', null],
    [
      'contacts.items.0.ssn',
      'Social Security number',
      'Ana Ruiz · Social Security number',
      '•••-••-6789',
      ssnOf('contact-1', 'Ana Ruiz'),
    ],
    [
      'merchant.taxId',
      'Federal tax ID',
      'Federal tax ID',
      '••-•••6789',
      { section: 'merchant', itemId: '', field: 'taxId', holder: 'the business' },
    ],
    [
      'accounts.items.0.accountNumber',
      'Account number',
      'Account 1 · Account number',
      '••••6789',
      { section: 'accounts', itemId: 'account-1', field: 'accountNumber', holder: 'Account 1' },
    ],
    ['contacts.items.0.roles', 'Roles', 'Ana Ruiz · Roles', 'Principal; Control Prong', null],
    ['contacts.items.0.percentageOwned', 'Percentage owned', 'Ana Ruiz · Percentage owned', '100%', null],
    ['contacts.nobodyOwns25', 'No one owns 25% or more', 'No one owns 25% or more', 'No', null],
    ['contacts.items', 'Owners and contacts', 'Owners and contacts', '1', null],
    ['merchant.legalName', 'Legal name', 'Legal name', 'Blue Heron Books LLC', null],
    ['merchant.phone', 'Business phone', 'Business phone', '(614) 555-0123', null],
    ['merchant.dateEstablished', 'Date established', 'Date established', 'Mar 1, 2012', null],
    ['options.averageTicket', 'Average ticket', 'Average ticket', '$42.50', null],
    ['nothing.here', 'nothing.here', 'nothing.here', 'Not given', null],
  ])('%s is shown as a page may show it', (path, ofItem, ofAny, text, at) => {
    expect(factAt(draft, path, 'one-item')).toEqual({ path, label: ofItem, text, at })
    expect(factAt(draft, path, 'any')).toEqual({ path, label: ofAny, text, at })
  })

  it('a person without a name is labeled by position, and a missing value has nothing to reveal', () => {
    expect(factAt(nameless, 'contacts.items.0.ssn', 'any')).toMatchObject({
      label: 'Contact 1 · Social Security number',
      at: ssnOf('c-1', 'Contact 1'),
    })
    expect(factAt(nameless, 'contacts.items.1.ssn', 'any')).toMatchObject({ text: 'Not given', at: null })
  })

  it.each([
    ['yes', 'Yes'],
    ['no', 'No'],
    ['', 'Not given'],
  ] as const)('an answer %j is shown as %s', (everAcceptedCards, text) => {
    const path = 'merchant.everAcceptedCards'
    expect(factAt(withMerchant({ everAcceptedCards }), path, 'any').text).toBe(text)
  })

  it('shows invalid values as typed, sealed values masked, and missing roles as not given', () => {
    expect(factAt(withMerchant({ phone: ' 555 ' }), 'merchant.phone', 'any').text).toBe('555')
    const taxId: Sealed = { sealed: true, mask: '••-•••0001', findings: [] }
    expect(factAt(withMerchant({ taxId }), 'merchant.taxId', 'any').text).toBe('••-•••0001')
    const items = [exampleContact('c-1', { roles: [] })]
    expect(
      factAt({ ...draft, contacts: { ...draft.contacts, items } }, 'contacts.items.0.roles', 'any').text,
    ).toBe('Not given')
  })

  it.each([
    ['documents.voided-check', 'Voided check'],
    ['documents.identity:contact-1', 'Identity: Ana Ruiz'],
    ['documents.nothing', 'documents.nothing'],
    ['contacts.items.0.state', 'Ana Ruiz · Home state'],
  ])('%s is called “%s”', (path, label) => {
    expect(placeLabel(draft, path)).toBe(label)
  })
})

describe('what an underwriter asks for', () => {
  it.each([
    [' ab ', 'Enter what you need.'],
    ['abc', null],
    [` ${'x'.repeat(2_000)} `, null],
    ['x'.repeat(2_001), 'At most 2,000 characters are allowed; this has 2,001.'],
  ])('has words: %j', (words, problem) => {
    expect(askedWordsProblem(words)).toBe(problem)
    expect(lacksReason(words)).toBe(words.trim().length < 3)
  })
  it('may be several documents of a category, but one per slot', () => {
    expect(['documents.identity', 'documents.identity:c-1', 'merchant.taxId'].map(takesCount)).toEqual([
      true,
      false,
      false,
    ])
  })
})
