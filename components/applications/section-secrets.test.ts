import { describe, expect, it } from 'vitest'
import type { Draft } from '@/lib/domain/application/sections'
import type { Sealed } from '@/lib/domain/values/sealed'
import { exampleAccount, exampleContact } from '@/lib/testing/example-draft'
import { couldBeShownOf, savableSection, settleSection, standInsToTake } from './section-secrets'

const sealed = (mask: string, findings: Sealed['findings'] = []): Sealed => ({ sealed: true, mask, findings })
const SSN = sealed('•••-••-6789')
const BIRTH = sealed('••••-••-••')

const typed: Draft['contacts'] = {
  items: [exampleContact('c-1'), exampleContact('c-2', { firstName: 'Ben' })],
  nobodyOwns25: false,
}
const shown: Draft['contacts'] = {
  ...typed,
  items: typed.items.map((item) => ({ ...item, ssn: SSN, dateOfBirth: BIRTH })),
}
const withSsn = (draft: Draft['contacts'], index: number, ssn: string | Sealed): Draft['contacts'] => ({
  ...draft,
  items: draft.items.map((item, at) => (at === index ? { ...item, ssn } : item)),
})

describe('what was sealed', () => {
  it('is replaced by its stand-in where it is unchanged since it was sent', () => {
    expect(settleSection('contacts', typed, typed, shown)).toEqual(shown)
  })

  it('stays as typed where it was changed since', () => {
    const now = withSsn(typed, 1, '512-45-0000')
    expect(settleSection('contacts', now, typed, shown)).toEqual(withSsn(shown, 1, '512-45-0000'))
  })

  it('is found by its item, also after another item was removed', () => {
    const now = { ...typed, items: typed.items.slice(1) }
    expect(settleSection('contacts', now, typed, shown).items).toEqual(shown.items.slice(1))
  })

  it('takes what the server newly found of a value that is stored as before', () => {
    const again = sealed('•••-••-6789', [
      { code: 'implausible', message: 'Check the digits.', severity: 'warning' },
    ])
    expect(settleSection('contacts', shown, shown, withSsn(shown, 0, again)).items[0]?.ssn).toEqual(again)
  })
})

describe('a save whose answer was lost', () => {
  it('is recognised by its values and masks, in whatever order its members come', () => {
    const reordered = {
      nobodyOwns25: false,
      items: shown.items.map((item) => Object.fromEntries(Object.entries(item).reverse()) as typeof item),
    }
    expect(couldBeShownOf('contacts', typed, reordered)).toBe(true)
  })

  it('is not taken for what somebody else saved', () => {
    const other = { ...shown, items: shown.items.map((item) => ({ ...item, city: 'Dayton' })) }
    expect(couldBeShownOf('contacts', typed, other)).toBe(false)
    expect(couldBeShownOf('contacts', typed, withSsn(shown, 0, sealed('•••-••-0000')))).toBe(false)
    expect(couldBeShownOf('contacts', typed, { ...shown, items: shown.items.slice(1) })).toBe(false)
  })
})

describe('a stored value that is being replaced', () => {
  const FIELD = 'contacts.items.0.ssn'

  it('is kept while its field has the focus, so that it can still be kept', () => {
    expect(savableSection('contacts', withSsn(shown, 0, ''), shown, FIELD, false)).toEqual(shown)
    expect(savableSection('contacts', withSsn(shown, 0, '5'), shown, FIELD, false)).toEqual(shown)
  })

  it('is replaced once its field is left', () => {
    const now = withSsn(shown, 0, '')
    expect(savableSection('contacts', now, shown, 'contacts.items.0.city', false)).toEqual(now)
  })

  it('is replaced by what was typed, and never by nothing, when the page is left in the middle', () => {
    const now = withSsn(shown, 0, '512')
    expect(savableSection('contacts', now, shown, FIELD, true)).toEqual(now)
    expect(savableSection('contacts', withSsn(shown, 0, ' '), shown, FIELD, true)).toEqual(shown)
  })

  it('a value that was never stored is saved while it is typed', () => {
    const blank = withSsn(typed, 0, '')
    const now = withSsn(typed, 0, '512')
    expect(savableSection('contacts', now, blank, FIELD, false)).toEqual(now)
  })
})

describe('stand-ins that a form takes after a save', () => {
  it('are those of fields without the focus', () => {
    const paths = standInsToTake('contacts', typed, typed, shown, 'contacts.items.0.ssn').map(
      ({ path }) => path,
    )
    expect(paths).toEqual([
      'contacts.items.0.dateOfBirth',
      'contacts.items.1.dateOfBirth',
      'contacts.items.1.ssn',
    ])
  })

  it('are none when nothing changes', () => {
    expect(standInsToTake('contacts', shown, shown, shown, null)).toEqual([])
  })

  const account = (changes: Parameters<typeof exampleAccount>[1]): Draft['accounts'] => ({
    items: [exampleAccount('a-1', changes)],
  })
  const take = (now: Draft['accounts'], focus: string | null = null) =>
    standInsToTake(
      'accounts',
      now,
      now,
      account({ accountNumber: sealed('••••6789'), accountNumberAgain: sealed('••••6789') }),
      focus,
    ).map(({ path }) => path)
  const BOTH = ['accounts.items.0.accountNumber', 'accounts.items.0.accountNumberAgain']

  it('of an account number wait for the second entry', () => {
    expect(take(account({ accountNumberAgain: '' }))).toEqual([])
  })

  it('of an account number wait while the two entries differ', () => {
    expect(take(account({ accountNumberAgain: '000123456780' }))).toEqual([])
  })

  it('of an account number wait while either entry has the focus', () => {
    expect(take(account({}), BOTH[0])).toEqual([])
    expect(take(account({}), BOTH[1])).toEqual([])
  })

  it('of an account number are taken when both entries agree', () => {
    expect(take(account({}))).toEqual(BOTH)
  })
})
