import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { diffSection } from '@/lib/domain/application/differences'
import { kindOf } from '@/lib/domain/application/draft'
import { catalogueOf } from '@/lib/domain/application/either-fields'
import type { Draft } from '@/lib/domain/application/sections'
import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import {
  areAccepted,
  askStates,
  countLeft,
  type Edit,
  handBack,
  labelOfPlace,
  nextItemState,
  pathOfPlace,
  placeOfPath,
  REQUEST_ITEM_STATES,
  type RequestItem,
  requestViolations,
  touchedItems,
  unjudgedItems,
  withoutAsked,
} from './request-items'

const draftWith = (...ids: string[]): Draft => ({
  ...exampleDraft(),
  contacts: { items: ids.map((id) => exampleContact(id)), nobodyOwns25: false },
})
const item = (place: string, changes: Partial<RequestItem> = {}): RequestItem => ({
  id: place,
  place,
  label: 'Label',
  note: 'Send a clear copy.',
  state: 'open',
  ...changes,
})

describe('a place', () => {
  const draft = draftWith('ana', 'ben')
  test.each([
    ['merchant.taxId', 'merchant.taxId'],
    ['options.highTicket', 'options.highTicket'],
    ['contacts.ben.ssn', 'contacts.items.1.ssn'],
    ['contacts.ben.roles', 'contacts.items.1.roles'],
    ['contacts.ana', 'contacts.items.0'],
    ['contacts.items', 'contacts.items'],
    ['contacts.nobodyOwns25', 'contacts.nobodyOwns25'],
    ['accounts.account-1.accountNumber', 'accounts.items.0.accountNumber'],
    ['documents.identity', 'documents.identity'],
  ])('%s is at %s, there and back', (place, path) => {
    expect(pathOfPlace(draft, place)).toBe(path)
    expect(placeOfPath(draft, path)).toBe(place)
  })

  it('is a slot of the document plan, labeled with its person’s name', () => {
    const place = 'documents.identity:contact-1'
    expect(pathOfPlace(exampleDraft(), place)).toBe(place)
    expect(placeOfPath(exampleDraft(), place)).toBe(place)
    expect(labelOfPlace(exampleDraft(), place)).toBe('Identity: Ana Ruiz')
  })

  it.each([
    'contacts.gone.ssn',
    'contacts.gone',
    'contacts.ana.id',
    'contacts.ana.nickname',
    'contacts.ana.ssn.more',
    'merchant.motto',
    'merchant.taxId.more',
    'merchant',
    'documents.selfie',
    'documents.identity:gone',
    'documents.bank-statement:1',
    'documents',
    'pricing.items',
    'options.swipedPercent',
    'secrets.taxId',
    '__proto__.taxId',
    '',
  ])('%s is nowhere in this draft', (place) => {
    expect(pathOfPlace(draft, place)).toBeNull()
  })

  it.each([
    'contacts.items.9.ssn',
    'contacts.items.0.nickname',
    'contacts.ana.ssn',
    'contacts.items.x',
    'merchant.motto',
    'merchant.items.0',
  ])('the path %s has no place', (path) => {
    expect(placeOfPath(draft, path)).toBeNull()
  })

  it('follows its item to any position', () => {
    expect(pathOfPlace(draftWith('ben', 'ana'), 'contacts.ben.ssn')).toBe('contacts.items.0.ssn')
  })

  it('can be in the pricing and channels of a full application', () => {
    const full = exampleFullDraft()
    expect(pathOfPlace(full, 'options.swipedPercent')).toBe('options.swipedPercent')
    expect(pathOfPlace(full, 'pricing.line-2.name')).toBe('pricing.items.1.name')
    expect(pathOfPlace(full, 'merchant.everCancelled')).toBeNull()
  })

  test.each([
    ['merchant.taxId', 'Federal tax ID'],
    ['contacts.ben.ssn', 'Ana Ruiz (contact 2) · Social Security number'],
    ['contacts.ben', 'Ana Ruiz (contact 2)'],
    ['accounts.account-1.accountNumber', 'Account 1 · Account number'],
    ['documents.identity', 'Identity'],
    ['contacts.items', 'Owners and contacts'],
    ['contacts.gone', null],
  ])('%s is called %s', (place, label) => {
    expect(labelOfPlace(draft, place)).toBe(label)
  })

  it('of every field converts to its path and back, for any items', () => {
    const id = fc
      .stringMatching(/^[A-Za-z0-9_-]{1,40}$/)
      .filter((text) => !['items', 'nobodyOwns25'].includes(text))
    const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(ids, ids, (people, accounts) => {
        const some = {
          ...draftWith(...people),
          accounts: { items: accounts.map((one) => exampleAccount(one)) },
        }
        const { fieldsOf } = catalogueOf(kindOf(some))
        const places = [
          ...fieldsOf('merchant').map(({ name }) => `merchant.${name}`),
          ...fieldsOf('options').map(({ name }) => `options.${name}`),
          ...people.flatMap((one) => [
            `contacts.${one}`,
            ...fieldsOf('contacts').map(({ name }) => `contacts.${one}.${name}`),
          ]),
          ...accounts.flatMap((one) => fieldsOf('accounts').map(({ name }) => `accounts.${one}.${name}`)),
          ...DOCUMENT_CATEGORIES.map(({ slug }) => `documents.${slug}`),
        ]
        for (const place of places) {
          const path = pathOfPlace(some, place)
          expect(path).not.toBeNull()
          expect(placeOfPath(some, path ?? '')).toBe(place)
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('the warnings that staff see', () => {
  const draft = draftWith('ana', 'ben')

  const NOTHING = { differences: [], documents: [] }
  const asked = (items: RequestItem[], edit: Edit = NOTHING) => askStates(draft, items, edit)

  it('are at each requested place, in the underwriter’s words', () => {
    const items = [
      item('contacts.ben.ssn'),
      item('merchant.website', { state: 'again', note: ' Still down. ' }),
    ]
    expect(requestViolations(asked(items))).toMatchObject([
      { path: 'contacts.items.1.ssn', severity: 'warning', message: 'Underwriting asks: Send a clear copy.' },
      { path: 'merchant.website', severity: 'warning', message: 'Underwriting asks: Still down.' },
    ])
  })

  it('name the category of a document', () => {
    expect(requestViolations(asked([item('documents.identity', { label: 'Identity' })]))).toMatchObject([
      { path: 'documents', message: 'Underwriting asks: Identity: Send a clear copy.' },
    ])
  })

  it.each(['answered', 'accepted'] as const)('are gone once an item is %s', (state) => {
    expect(requestViolations(asked([item('merchant.taxId', { state })]))).toEqual([])
  })

  it('are gone once the item is gone', () => {
    expect(requestViolations(asked([item('contacts.gone.ssn')]))).toEqual([])
  })

  it('are gone once the value changed, a document was added, or it was answered in words', () => {
    const items = [
      item('merchant.website'),
      item('merchant.taxId'),
      item('documents.identity:ana'),
      item('documents.voided-check'),
      item('merchant.phone', { answer: 'It is right: they have one line.' }),
      item('contacts.gone.ssn'),
    ]
    const edit = {
      differences: [{ path: 'merchant.website' }],
      documents: ['identity', 'identity:ana'],
    }
    const states = asked(items, edit).map(({ place, isDone }) => `${place} ${isDone}`)
    expect(states).toEqual([
      'merchant.website true',
      'merchant.taxId false',
      'documents.identity:ana true',
      'documents.voided-check false',
      'merchant.phone true',
      'contacts.gone.ssn false',
    ])
    expect(requestViolations(asked(items, edit)).map(({ path }) => path)).toEqual([
      'merchant.taxId',
      'documents',
    ])
  })
})

describe('what an edit touches', () => {
  const before = draftWith('ana', 'ben')
  const places = (after: Draft, ...asked: string[]) =>
    touchedItems(
      asked.map((place) => item(place)),
      {
        differences: [
          ...diffSection('merchant', before.merchant, after.merchant),
          ...diffSection('contacts', before.contacts, after.contacts),
        ],
        documents: [],
      },
    ).map(({ place }) => place)
  const people = (items: Draft['contacts']['items']): Draft => ({
    ...before,
    contacts: { ...before.contacts, items },
  })
  const [ana, ben] = [exampleContact('ana'), exampleContact('ben')]

  test.each<[rule: string, Draft, string[]]>([
    ['nothing', before, []],
    ['a field', { ...before, merchant: { ...before.merchant, website: '' } }, ['merchant.website']],
    [
      'a field of a person, the person and the list',
      people([ana, { ...ben, ssn: '513-22-3333' }]),
      ['contacts.items', 'contacts.ben', 'contacts.ben.ssn'],
    ],
    [
      'another field of that person',
      people([ana, { ...ben, title: 'CFO' }]),
      ['contacts.items', 'contacts.ben'],
    ],
    [
      'a person taken away, with every field, blank ones too',
      people([ana]),
      ['contacts.items', 'contacts.ben', 'contacts.ben.ssn', 'contacts.ben.percentageOwned'],
    ],
    ['a person added', people([ana, ben, exampleContact('new')]), ['contacts.items']],
    ['an order changed', people([ben, ana]), []],
    [
      'the attestation',
      { ...before, contacts: { ...before.contacts, nobodyOwns25: true } },
      ['contacts.nobodyOwns25'],
    ],
  ])('%s', (_rule, after, touched) => {
    expect(
      places(
        after,
        'merchant.website',
        'contacts.items',
        'contacts.ben',
        'contacts.ben.ssn',
        'contacts.ben.percentageOwned',
        'contacts.be',
        'contacts.nobodyOwns25',
      ),
    ).toEqual(touched)
  })

  it('a document of the category only', () => {
    const items = [item('documents.identity'), item('documents.bank-statement')]
    expect(touchedItems(items, { differences: [], documents: ['identity'] })).toEqual([items[0]])
  })
})

describe('the state of an item', () => {
  const EVENTS = ['answer', 'leave', 'accept', 'ask-again', 'withdraw'] as const
  const TABLE = {
    open: ['answered', 'unanswered', 'accepted', 'again', 'withdrawn'],
    answered: [null, null, 'accepted', 'again', null],
    unanswered: [null, null, 'accepted', 'again', null],
    accepted: [null, null, null, 'again', null],
    again: ['answered', 'unanswered', 'accepted', null, 'withdrawn'],
    withdrawn: [null, null, null, null, null],
  } as const
  it.each(REQUEST_ITEM_STATES)('after %s', (state) => {
    expect(EVENTS.map((event) => nextItemState(state, event))).toEqual(TABLE[state])
  })

  it('a returned item is answered by a change, a document or words, and otherwise unanswered', () => {
    const items = [
      item('merchant.website'),
      item('documents.identity', { state: 'again' }),
      item('merchant.phone', { answer: 'They have one line.' }),
      item('merchant.taxId'),
      item('documents.voided-check', { state: 'again' }),
      item('merchant.mcc', { state: 'accepted' }),
    ]
    const edit = { differences: [{ path: 'merchant.website' }], documents: ['identity'] }
    expect(handBack(exampleDraft(), items, edit).map(({ state }) => state)).toEqual([
      'answered',
      'answered',
      'answered',
      'unanswered',
      'unanswered',
      'accepted',
    ])
  })

  it('one of several documents requested together is no answer', () => {
    const items = [
      item('documents.bank-statement'),
      item('documents.bank-statement:1'),
      item('documents.identity'),
    ]
    const edit = {
      differences: [],
      documents: ['bank-statement', 'bank-statement:1'],
      sets: { 'bank-statement': { filled: 1, of: 3 } },
    }
    const states = (of: Edit) =>
      askStates(exampleDraft(), items, of).map(({ isDone, added }) => [isDone, added?.filled ?? null])
    expect(states(edit)).toEqual([
      [false, 1],
      [true, null],
      [false, null],
    ])
    expect(states({ ...edit, sets: { 'bank-statement': { filled: 3, of: 3 } } })[0]).toEqual([true, 3])
    // None were added since the request, which is about those that are there.
    expect(states({ ...edit, documents: [] })[0]).toEqual([false, null])
    expect(handBack(exampleDraft(), items, edit)[0]?.state).toBe('unanswered')
  })

  it('several documents of a category outside the plan are answered by as many as were requested', () => {
    const items = [item('documents.other', { label: 'Other', count: 3 })]
    const stateWith = (...documents: string[]) => {
      const [state] = askStates(exampleDraft(), items, { differences: [], documents })
      return { isDone: state?.isDone, added: state?.added }
    }
    expect(stateWith()).toEqual({ isDone: false, added: { filled: 0, of: 3 } })
    expect(stateWith('other', 'identity')).toEqual({ isDone: false, added: { filled: 1, of: 3 } })
    expect(stateWith('other', 'other', 'other', 'other')).toEqual({
      isDone: true,
      added: { filled: 3, of: 3 },
    })
    const asks = askStates(exampleDraft(), items, { differences: [], documents: [] })
    expect(requestViolations(asks)[0]?.message).toContain('Other (3): ')
  })

  it('requesting again asks for the missing documents, or for one if all were added', () => {
    const items = [item('documents.other', { count: 3 })]
    const leftAfter = (...documents: string[]) => {
      const [handed] = handBack(exampleDraft(), items, { differences: [], documents })
      return { state: handed?.state, filled: handed?.filled, left: handed && countLeft(handed) }
    }
    expect(leftAfter('other')).toEqual({ state: 'unanswered', filled: 1, left: 2 })
    expect(leftAfter('other', 'other')).toEqual({ state: 'unanswered', filled: 2, left: undefined })
    expect(leftAfter('other', 'other', 'other')).toEqual({ state: 'answered', filled: 3, left: undefined })
  })

  it('a request is settled when every item is accepted', () => {
    const accepted = item('merchant.taxId', { state: 'accepted' })
    expect(areAccepted([accepted])).toBe(true)
    const all = REQUEST_ITEM_STATES.map((state) => item('merchant.website', { state }))
    expect(unjudgedItems(all).map(({ state }) => state)).toEqual(
      REQUEST_ITEM_STATES.filter((state) => !['accepted', 'again', 'withdrawn'].includes(state)),
    )
    expect(areAccepted([accepted, item('merchant.website', { state: 'answered' })])).toBe(false)
    expect(areAccepted([accepted, item('merchant.website', { state: 'withdrawn' })])).toBe(true)
  })

  it('withdrawing one or all items affects only items that are currently requested', () => {
    const items = [
      item('merchant.website', { answer: 'They have none.' }),
      item('merchant.phone', { state: 'again' }),
      item('merchant.taxId', { state: 'accepted' }),
    ]
    const outcome = (itemId: string | null, of: readonly RequestItem[] = items) => {
      const { items: left, gone, isOver } = withoutAsked(of, itemId)
      return [left.map(({ state }) => state), gone.map(({ place }) => place), isOver]
    }
    const website = ['withdrawn', 'again', 'accepted']
    expect(outcome('merchant.website')).toEqual([website, ['merchant.website'], false])
    expect(withoutAsked(items, 'merchant.website').items[0]?.answer).toBe('They have none.')
    expect(outcome('merchant.taxId')).toEqual([['open', 'again', 'accepted'], [], false])
    const all = ['withdrawn', 'withdrawn', 'accepted']
    expect(outcome(null)).toEqual([all, ['merchant.website', 'merchant.phone'], true])
    expect(outcome('merchant.phone', withoutAsked(items, 'merchant.website').items)).toEqual([
      all,
      ['merchant.phone'],
      true,
    ])
  })
})
