import { describe, expect, it } from 'vitest'
import { withCheckSuffix } from '@/lib/domain/values/record-id'
import { exampleDraft } from '@/lib/testing/example-draft'
import { checkAdoptedPlan, isSameRecord, readAdoptedId } from './adopted'
import { blankAccount, blankContact, blankDraft } from './blank'
import { checkApplication, checkSections } from './check'
import type { Draft } from './sections'

const context = {
  today: '2026-11-20',
  lists: { roles: [], ddaTypes: [], locationTypes: [], industries: [], sponsorBanks: [] },
} as const
const KNOWN = { contacts: ['c1'], accounts: ['a1'] }

const draft = (change: (draft: Draft) => void = () => {}): Draft => {
  const blank = blankDraft()
  blank.merchant.billingCountry = ''
  blank.contacts.items.push(blankContact('c1'))
  blank.accounts.items.push(blankAccount('a1'))
  change(blank)
  return blank
}
const blocking = (of: Draft) =>
  checkSections(of, { ...context, adopted: KNOWN })
    .filter(({ severity }) => severity === 'error')
    .map(({ path }) => path)

describe('an application that the partner had first', () => {
  it('is missing nothing while nothing is filled in', () => {
    expect(blocking(draft())).toEqual([])
  })

  it.each<[string, (draft: Draft) => void, string[]]>([
    ['no contact at all', (now) => now.contacts.items.pop(), ['contacts.items']],
    [
      'a new contact without a name and a role',
      (now) => now.contacts.items.push(blankContact('new')),
      ['contacts.items.1.firstName', 'contacts.items.1.lastName', 'contacts.items.1.roles'],
    ],
    ['an email of no form', (now) => Object.assign(now.merchant, { email: 'x' }), ['merchant.email']],
    [
      'an account number that is typed once',
      (now) => Object.assign(now.accounts.items[0] ?? {}, { accountNumber: '12345' }),
      ['accounts.items.0.accountNumberAgain'],
    ],
    [
      'the share of an owner whose roles are filled in without Principal',
      (now) => {
        Object.assign(now.merchant, { ownership: 'Limited Liability Company' })
        Object.assign(now.contacts.items[0] ?? {}, { roles: ['Control Prong'], percentageOwned: '40' })
      },
      ['contacts.items.0.roles'],
    ],
    [
      'a principal whose share is too small',
      (now) => Object.assign(now.contacts.items[0] ?? {}, { roles: ['Principal'], percentageOwned: '10' }),
      ['contacts.items.0.percentageOwned'],
    ],
  ])('%s stands against it', (_what, change, paths) => {
    expect(blocking(draft(change))).toEqual(paths)
  })

  it.each<[string, (draft: Draft) => void]>([
    ['a legal name alone', (now) => Object.assign(now.merchant, { legalName: 'Heron LLC' })],
    [
      'an ownership without its people',
      (now) => Object.assign(now.merchant, { ownership: 'Limited Liability Company' }),
    ],
    [
      'the share of an owner whose roles the partner has',
      (now) => {
        Object.assign(now.merchant, { ownership: 'Limited Liability Company' })
        Object.assign(now.contacts.items[0] ?? {}, { percentageOwned: '40' })
      },
    ],
    [
      'a principal of whom nothing else is filled in',
      (now) => Object.assign(now.contacts.items[0] ?? {}, { roles: ['Principal'] }),
    ],
  ])('%s does not', (_what, change) => {
    expect(blocking(draft(change))).toEqual([])
  })

  it('warns of no share whose holder’s roles only the partner knows', () => {
    const owner = draft((now) => {
      Object.assign(now.merchant, { ownership: 'Sole Proprietorship' })
      Object.assign(now.contacts.items[0] ?? {}, { percentageOwned: '100' })
    })
    const paths = checkSections(owner, { ...context, adopted: KNOWN }).map(({ path }) => path)
    expect(paths).not.toContain('contacts.items.0.percentageOwned')
  })

  it('sends its contacts with their IDs and leaves out an account with nothing filled in', () => {
    const { value } = checkApplication(
      draft((now) => Object.assign(now.merchant, { phone: '(555) 555-0123' })),
      { ...context, adopted: KNOWN },
    )
    expect(value?.merchant).toMatchObject({ phone: '5555550123', legalName: null, billingCountry: null })
    expect(value?.contacts.items.map(({ id }) => id)).toEqual(['c1'])
    expect(value?.accounts.items).toEqual([])
  })

  it('that is filled in completely is sent like any other', () => {
    const whole = exampleDraft()
    const adopted = { contacts: [], accounts: [] }
    expect(checkApplication(whole, { ...context, adopted })).toEqual(checkApplication(whole, context))
  })

  it('gets a warning for a record that its update would create', () => {
    const item = { section: 'contacts', itemId: 'c', name: 'Ana', recordId: null } as const
    expect(
      checkAdoptedPlan([
        { ...item, effect: 'left' },
        { ...item, effect: 'update' },
        { ...item, effect: 'create' },
      ]).map(({ path, severity }) => [path, severity]),
    ).toEqual([['contacts.items.1', 'warning']])
  })
})

describe('an ID that is typed', () => {
  const long = withCheckSuffix('006Ab0000000009')
  it.each<[string, string, string, number]>([
    ['15 characters, which get their suffix', '006Ab0000000009', long, 0],
    ['18 characters', ` ${long} `, long, 0],
    ['another prefix', '0Q0Ab0000000009', withCheckSuffix('0Q0Ab0000000009'), 1],
    ['that of an account', '001Ab0000000009', withCheckSuffix('001Ab0000000009'), 1],
    ['a suffix that does not fit', `${long.slice(0, 17)}9`, `${long.slice(0, 17)}9`, 1],
    ['16 characters', '006Ab00000000091', '006Ab00000000091', 1],
  ])('%s', (_what, typed, id, doubts) => {
    const reading = readAdoptedId('opportunity', typed)
    expect(reading).toMatchObject({ ok: true, id })
    expect(reading.ok && reading.doubts).toHaveLength(doubts)
  })

  it.each(['', '006', '006Ab00000000090000', '006Ab000000000-'])('“%s” is no ID', (typed) => {
    expect(readAdoptedId('opportunity', typed).ok).toBe(false)
  })

  it('names the same record with and without its suffix', () => {
    expect(isSameRecord('006Ab0000000009', long)).toBe(true)
    expect(isSameRecord('006AB0000000009', long)).toBe(false)
  })
})
