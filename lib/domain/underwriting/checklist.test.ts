import { describe, expect, it, test } from 'vitest'
import { valueAt } from '@/lib/domain/application/place'
import { CONTROL_PRONG, type Draft, OWNERSHIPS, PRINCIPAL } from '@/lib/domain/application/sections'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import { CHECKLIST_GROUPS, checklistOf, hasReadProofs, proofsOf, provedByAccepting } from './checklist'

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

  it('one entry for a person with both roles, one for each other, none for who holds neither', () => {
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

  it('where no principal is named, that nobody owns a quarter is confirmed', () => {
    const draft = exampleDraft()
    const contacts = { items: [exampleContact('a', { roles: [CONTROL_PRONG] })], nobodyOwns25: true }
    const entry = checklistOf({ ...draft, contacts }).find(({ key }) => key === 'owners-complete')
    expect(entry?.text).toBe('No one owns 25% or more')
  })

  it('one entry for each account, masked', () => {
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

describe('keys', () => {
  it.each(OWNERSHIPS)('are each there once, and every entry says what and why: %s', (ownership) => {
    const entries = checklistOf(exampleDraft(ownership))
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
    for (const { text, why } of entries) expect(text && why).not.toBe('')
  })

  it('stay the same when the person, the account or the order is changed', () => {
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

describe('an identity is proved', () => {
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

  it('and what needs no document is', () => {
    const entry = checklistOf(exampleDraft()).find(({ key }) => key === 'sanctions')
    expect(entry && proofsOf(entry, exampleDraft(), [])).toBeNull()
    expect(hasReadProofs(null, () => false)).toBe(true)
  })
})

describe('what proves an entry', () => {
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
    // The one that a later one replaced is none any more.
    ['processing-history', ['newer', 'two']],
    ['tax-id', undefined],
  ])('%s', (key, ids) => {
    expect(proofs(key)).toEqual(ids)
  })

  it('is read when each of them was opened', () => {
    expect(hasReadProofs([{ id: 'newer' }, { id: 'two' }], (id) => id === 'two')).toBe(false)
    expect(hasReadProofs([{ id: 'two' }], (id) => id === 'two')).toBe(true)
    expect(hasReadProofs([], () => true)).toBe(false)
  })
})

describe('what belongs together', () => {
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

  it('what nothing else proves', () => {
    expect(proved('check', [check], ['check'])).toEqual(['account:account-1'])
    const identity = document('ana', 'identity', 'identity:contact-1')
    expect(proved('ana', [check, identity], ['ana'])).toEqual(['identity:contact-1'])
  })

  it('nothing that it is no proof of, and nothing before it is accepted', () => {
    expect(proved('check', [check], [])).toEqual([])
    expect(proved('other', [check, document('other', 'other')], ['other'])).toEqual([])
  })

  it('no account where one check stands for two', () => {
    const draft = exampleDraft('Limited Liability Company')
    const accounts = { items: [exampleAccount('one'), exampleAccount('two')] }
    expect(proved('check', [check], ['check'], { ...draft, accounts })).toEqual([])
  })

  it('the account that it names, of two', () => {
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
    // What stands in no slot of its own is of the first.
    expect(proved('check', [check], ['check'], two)).toEqual(['account:one'])
  })

  it('neither of two matters that the same statements prove', () => {
    const draft = withMerchant({ everAcceptedCards: 'yes', everCancelled: 'yes' })
    const statements = [1, 2, 3].map((n) =>
      document(`s${n}`, 'processing-statement', `processing-statement:${n}`),
    )
    expect(proved('s3', statements, ['s1', 's2', 's3'], draft)).toEqual([])
  })

  it('a matter of several documents with the last of them', () => {
    const draft = { ...withMerchant({ everAcceptedCards: 'yes', everCancelled: 'no' }) }
    const large = { ...draft, options: { ...draft.options, highMonthlyVolume: '150000' } }
    const statements = [1, 2, 3].map((n) =>
      document(`s${n}`, 'processing-statement', `processing-statement:${n}`),
    )
    expect(proved('s1', statements, ['s1', 's2'], large)).toEqual([])
    expect(proved('s1', statements, ['s1', 's2', 's3'], large)).toEqual(['processing-history'])
  })
})
