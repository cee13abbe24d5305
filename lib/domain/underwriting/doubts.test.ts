import { describe, expect, test } from 'vitest'
import { exampleDraft } from '@/lib/testing/example-draft'
import { doubtOf } from './doubts'
import type { Signal } from './signal'

const draft = exampleDraft()
const empty = { ...draft, merchant: { ...draft.merchant, taxId: ' ', website: '' } }
const entry = (...about: string[]) => ({ about, group: 'business' as const })
type Entry = Parameters<typeof doubtOf>[0]
const signal = (changes: Partial<Signal> = {}): Signal => ({
  code: 'young-business',
  weight: 'concern',
  title: 'Young business',
  why: 'It is three months old',
  values: [{ path: 'merchant.taxId', label: 'Federal tax ID', text: '*****6789' }],
  ...changes,
})

describe('an entry is confirmed by itself', () => {
  test.each<[what: string, given: [Entry, typeof draft, Signal[]], doubt: string | null]>([
    ['never, where nothing speaks against it', [entry('merchant.taxId'), draft, []], null],
    ['never, where it is about nothing', [entry(), empty, [signal()]], null],
    [
      'where nothing that it is about is given',
      [entry('merchant.taxId', 'merchant.website'), empty, []],
      'Not given: Federal tax ID, Website. Confirm this item alone.',
    ],
    [
      'not where some of it is given: one blank value is the item’s own matter',
      [entry('merchant.taxId', 'merchant.legalName'), empty, []],
      null,
    ],
    [
      'where the list that it is about is empty',
      [entry('contacts.items'), { ...draft, contacts: { ...draft.contacts, items: [] } }, []],
      'Not given: Owners and contacts. Confirm this item alone.',
    ],
    ['not where the list has somebody', [entry('contacts.items'), draft, []], null],
    [
      'not for what is looked up elsewhere, given or not',
      [{ about: ['merchant.taxId'], group: 'screening' }, empty, []],
      null,
    ],
    [
      'where a signal questions one of its values',
      [entry('merchant.legalName', 'merchant.taxId'), draft, [signal()]],
      'Young business. Confirm this item alone.',
    ],
    [
      'where a signal questions one of its values and others',
      [
        entry('merchant.taxId'),
        draft,
        [signal({ values: [...signal().values, { path: 'merchant.phone', label: 'Phone', text: '' }] })],
      ],
      'Young business. Confirm this item alone.',
    ],
    ['not where it questions others', [entry('merchant.legalName'), draft, [signal()]], null],
    [
      'where several do, each of which is told',
      [entry('merchant.taxId'), draft, [signal(), signal({ title: 'Formed elsewhere' })]],
      'Young business. Formed elsewhere. Confirm this item alone.',
    ],
    ['not for a note', [entry('merchant.taxId'), draft, [signal({ weight: 'note' })]], null],
    [
      'for a warning that was left standing, whatever it weighs, with what it says',
      [entry('merchant.taxId'), draft, [signal({ code: 'warning', weight: 'note', why: 'Too short.' })]],
      'Young business: Too short. Confirm this item alone.',
    ],
    [
      'not for what another application shares',
      [entry('merchant.taxId'), draft, [signal({ code: 'same-identity', weight: 'serious' })]],
      null,
    ],
    [
      'nor for what one shares that was declined',
      [entry('merchant.taxId'), draft, [signal({ code: 'declined-identity', weight: 'serious' })]],
      null,
    ],
  ])('%s', (_what, given, doubt) => {
    expect(doubtOf(...given, [])).toBe(doubt)
  })
})

describe('an entry is confirmed by itself because of its document', () => {
  const [ana] = draft.contacts.items
  const identity = `identity:${ana?.id}`
  const file = (
    id: string,
    slot: string,
    changes: Partial<{ name: string; calledAs: string; sha256: string }> = {},
  ) => ({
    id,
    name: `${id}.pdf`,
    category: slot.split(':')[0] ?? '',
    slot,
    sha256: id,
    calledAs: null,
    ...changes,
  })
  const proved = (proof: string) => ({ about: [], group: 'account' as const, proof })

  test.each([
    ['not where it is what it is called', 'voided-check', [file('check', 'voided-check')], null],
    [
      'where its content is not what its name says',
      'voided-check',
      [file('check', 'voided-check', { name: 'check.pdf.txt', calledAs: 'check.pdf' })],
      'check.pdf.txt: Called PDF, but its content is TXT. Confirm this item alone.',
    ],
    [
      'not where that is another’s',
      identity,
      [file('check', 'voided-check', { name: 'check.pdf.txt', calledAs: 'check.pdf' }), file('id', identity)],
      null,
    ],
    [
      'where the same file fills another slot, at the one',
      'voided-check',
      [file('check', 'voided-check', { sha256: 'same' }), file('id', identity, { sha256: 'same' })],
      `check.pdf: Same file as Identity: ${ana?.firstName} ${ana?.lastName}. Confirm this item alone.`,
    ],
    [
      'and at the other',
      identity,
      [file('check', 'voided-check', { sha256: 'same' }), file('id', identity, { sha256: 'same' })],
      'id.pdf: Same file as Voided check. Confirm this item alone.',
    ],
    [
      'not where the same file was added and fills nothing',
      'voided-check',
      [file('check', 'voided-check', { sha256: 'same' }), file('more', 'other', { sha256: 'same' })],
      null,
    ],
  ])('%s', (_what, proof, documents, doubt) => {
    expect(doubtOf(proved(proof), draft, [], documents)).toBe(doubt)
  })
})
