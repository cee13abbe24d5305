import { describe, expect, it } from 'vitest'
import type { Draft } from '@/lib/domain/application/sections'
import type { Sealed } from '@/lib/domain/values/sealed'
import type { Violation } from '@/lib/domain/values/violation'
import { exampleAccount, exampleContact } from '@/lib/testing/example-draft'
import { lostOnLeaving } from './lost-on-leaving'
import {
  applySavedSection,
  couldBeShownOf,
  foundBySaving,
  leaveSection,
  savableSection,
  standInsForOld,
  standInsToTake,
  withFoundBySaving,
} from './section-secrets'

const sealed = (mask: string, findings: Sealed['findings'] = []): Sealed => ({ sealed: true, mask, findings })
const SSN = sealed('•••-••-6789')
const BIRTH = sealed('••••-••-••')

const typed: Draft['contacts'] = {
  items: [
    exampleContact('c-1', { ssn: '512-45-6789' }),
    exampleContact('c-2', { firstName: 'Ben', ssn: '512-45-6789' }),
  ],
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

describe('a secret that was sealed', () => {
  it('is replaced by the sealed value if it is unchanged since it was sent', () => {
    expect(applySavedSection('contacts', typed, typed, shown)).toEqual(shown)
  })

  it('stays as typed if it was changed since', () => {
    const now = withSsn(typed, 1, '512-45-0000')
    expect(applySavedSection('contacts', now, typed, shown)).toEqual(withSsn(shown, 1, '512-45-0000'))
  })

  it('is found by its item after another item was removed', () => {
    const now = { ...typed, items: typed.items.slice(1) }
    expect(applySavedSection('contacts', now, typed, shown).items).toEqual(shown.items.slice(1))
  })

  it('takes new findings of the server for a value that is stored as before', () => {
    const again = sealed('•••-••-6789', [
      { code: 'implausible', message: 'Check the digits.', severity: 'warning' },
    ])
    expect(applySavedSection('contacts', shown, shown, withSsn(shown, 0, again)).items[0]?.ssn).toEqual(again)
  })
})

describe('a save whose answer was lost', () => {
  it('is recognized by its values and masks, in any order of members', () => {
    const reordered = {
      nobodyOwns25: false,
      items: shown.items.map((item) => Object.fromEntries(Object.entries(item).reverse()) as typeof item),
    }
    expect(couldBeShownOf('contacts', typed, reordered)).toBe(true)
  })

  it('is not confused with another person’s save', () => {
    const other = { ...shown, items: shown.items.map((item) => ({ ...item, city: 'Dayton' })) }
    expect(couldBeShownOf('contacts', typed, other)).toBe(false)
    expect(couldBeShownOf('contacts', typed, withSsn(shown, 0, sealed('•••-••-0000')))).toBe(false)
    expect(couldBeShownOf('contacts', typed, { ...shown, items: shown.items.slice(1) })).toBe(false)
  })
})

describe('a stored value that is being replaced', () => {
  const FIELD = 'contacts.items.0.ssn'

  it('is kept while its field has the focus', () => {
    expect(savableSection('contacts', withSsn(shown, 0, ''), shown, FIELD, false)).toEqual(shown)
    expect(savableSection('contacts', withSsn(shown, 0, '5'), shown, FIELD, false)).toEqual(shown)
  })

  it('is replaced once its field is left', () => {
    const now = withSsn(shown, 0, '')
    expect(savableSection('contacts', now, shown, 'contacts.items.0.city', false)).toEqual(now)
  })

  it('is replaced by what was typed, but never by a blank, when the page is left in the middle', () => {
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

describe('a stored account number that is being replaced', () => {
  const OLD = sealed('••••6789')
  const stored: Draft['accounts'] = {
    items: [exampleAccount('a-1', { accountNumber: OLD, accountNumberAgain: OLD })],
  }
  const replacedBy = (accountNumber: string | Sealed, accountNumberAgain: string | Sealed) => ({
    items: [exampleAccount('a-1', { accountNumber, accountNumberAgain })],
  })
  const saved = (now: Draft['accounts'], leaving = false) =>
    savableSection('accounts', now, stored, null, leaving)

  it.each([
    ['nothing', '', ''],
    ['one entry', '000123', ''],
    ['the second entry alone', '', '000123'],
    ['two that differ', '000123', '000124'],
    ['two that are no numbers', '12x', '12x'],
    ['one entry beside the old one', '000123', OLD],
  ])('stays while it is replaced by %s, also for whoever leaves the page', (_what, one, again) => {
    expect(saved(replacedBy(one, again))).toEqual(stored)
    expect(saved(replacedBy(one, again), true)).toEqual(stored)
  })

  it('is replaced once both entries agree, in any spelling', () => {
    const now = replacedBy('000 123', '000-123')
    expect(saved(now)).toEqual(now)
  })

  it('if the stored entries differ, a replacement of either is saved only when the page is left', () => {
    const again = sealed('••••6798', [{ code: 'mismatch', message: 'They differ.', severity: 'error' }])
    const differing = replacedBy(OLD, again)
    const save = (now: Draft['accounts'], leaving: boolean) =>
      savableSection('accounts', now, differing, null, leaving)
    expect(save(replacedBy('', '000123'), false)).toEqual(differing)
    expect(save(replacedBy('', '000123'), true)).toEqual(replacedBy(OLD, '000123'))
    expect(save(replacedBy('', ''), true)).toEqual(differing)
  })

  it('is saved like other values if none was stored', () => {
    const now = replacedBy('000123', '')
    expect(savableSection('accounts', now, replacedBy('', ''), null, false)).toEqual(now)
  })
})

describe('a value that was typed in this visit', () => {
  it('stays readable after a save, for its author', () => {
    expect(standInsToTake('contacts', typed, typed, shown)).toEqual([])
  })

  it('is sealed when the form leaves the page', () => {
    expect(leaveSection('contacts', typed, typed, shown)).toEqual(shown)
  })

  it('stays to be corrected if it is invalid', () => {
    const wrong = sealed('••••', [{ code: 'format', message: 'Enter 9 digits.', severity: 'error' }])
    const now = withSsn(typed, 1, '12-34')
    const left = leaveSection('contacts', now, now, withSsn(shown, 1, wrong))
    expect(left).toEqual(withSsn(shown, 1, '12-34'))
  })
})

describe('sealed values that a form takes after a save', () => {
  const checked = sealed('•••-••-6789', [
    { code: 'implausible', message: 'Check the digits.', severity: 'warning' },
  ])

  it('are those with new findings of the server', () => {
    expect(standInsToTake('contacts', shown, shown, withSsn(shown, 1, checked))).toEqual([
      { path: 'contacts.items.1.ssn', value: checked },
    ])
  })

  it('are none if nothing changes', () => {
    expect(standInsToTake('contacts', shown, shown, shown)).toEqual([])
  })
})

describe('an account number typed over while the other entry is stored', () => {
  const MISMATCH = { code: 'mismatch', message: 'They differ.', severity: 'error' } as const
  const accounts = (
    accountNumber: string | Sealed,
    accountNumberAgain: string | Sealed,
  ): Draft['accounts'] => ({
    items: [exampleAccount('a-1', { accountNumber, accountNumberAgain })],
  })
  const first = sealed('••••6789')
  const now = accounts(first, '000123456780')
  const kept = accounts(first, sealed('••••6780', [MISMATCH]))

  it('is reported as different by the server’s finding', () => {
    expect(foundBySaving('accounts', now, now, kept)).toEqual([
      { ...MISMATCH, path: 'accounts.items.0.accountNumberAgain' },
    ])
  })

  it('is not reported once it was typed further, or if both entries are typed and the browser compares them', () => {
    expect(foundBySaving('accounts', accounts(first, '00012345678'), now, kept)).toEqual([])
    const both = accounts('000123456789', '000123456780')
    expect(foundBySaving('accounts', both, both, kept)).toEqual([])
  })
})

describe('stored entries that differ and are replaced', () => {
  const MISMATCH = { code: 'mismatch', message: 'They differ.', severity: 'error' } as const
  const accounts = (accountNumber: string | Sealed, accountNumberAgain: string | Sealed) => ({
    items: [exampleAccount('a-1', { accountNumber, accountNumberAgain })],
  })
  const stored = accounts(sealed('••••6789'), sealed('••••6780', [MISMATCH]))
  const found = (one: string, again: string) =>
    foundBySaving('accounts', accounts(one, again), stored, stored).map(({ path }) => path)

  it('are reported as different until the browser can compare the new ones', () => {
    expect(found('', '')).toEqual(['accounts.items.0.accountNumberAgain'])
    expect(found('', '000123456789')).toEqual(['accounts.items.0.accountNumberAgain'])
    expect(found('000123456789', '000123456789')).toEqual([])
    expect(found('000123456789', '000123456780')).toEqual([])
  })

  it('are not reported as missing as well', () => {
    const blank = (path: string): Violation => ({
      path: `accounts.items.0.${path}`,
      code: 'required',
      message: 'Enter it.',
      severity: 'error',
    })
    const bySaving = [{ ...MISMATCH, path: 'accounts.items.0.accountNumberAgain' }]
    const rules = [blank('accountNumber'), blank('accountNumberAgain'), blank('bankName')]
    expect(withFoundBySaving(rules, bySaving)).toEqual([
      blank('accountNumber'),
      blank('bankName'),
      ...bySaving,
    ])
  })
})

describe('a value that was typed a while ago', () => {
  const all = () => true
  const placesOf = (value: Draft['contacts'], isOld: (path: string) => boolean, of = shown) =>
    standInsForOld('contacts', value, typed, of, isOld).map(({ path }) => path)

  it('is hidden if it is stored and old', () => {
    expect(placesOf(typed, all)).toEqual([
      'contacts.items.0.dateOfBirth',
      'contacts.items.0.ssn',
      'contacts.items.1.dateOfBirth',
      'contacts.items.1.ssn',
    ])
    expect(placesOf(typed, (path) => path === 'contacts.items.1.ssn')).toEqual(['contacts.items.1.ssn'])
  })

  it('stays while it is not stored or invalid', () => {
    expect(placesOf(withSsn(typed, 0, '512-45-0000'), all)).not.toContain('contacts.items.0.ssn')
    const wrong = sealed('••••', [
      { code: 'format', message: 'Social Security number must have 9 digits.', severity: 'error' },
    ])
    expect(placesOf(typed, all, withSsn(shown, 0, wrong))).not.toContain('contacts.items.0.ssn')
  })
})

describe('a new account number that leaving would drop', () => {
  const OLD = sealed('••••4567')
  const MISMATCH = { code: 'mismatch', message: 'They differ.', severity: 'error' } as const
  const accounts = (one: string | Sealed, again: string | Sealed): Draft['accounts'] => ({
    items: [exampleAccount('a-1', { accountNumber: one, accountNumberAgain: again })],
  })
  const stored = accounts(OLD, OLD)

  it.each([
    ['in the first field only', '000123', '', 'accounts.items.0.accountNumber'],
    ['in the second field only', '', '000123', 'accounts.items.0.accountNumberAgain'],
    ['in two that differ', '000123', '000124', 'accounts.items.0.accountNumber'],
    ['in two that agree', '000123', '000123', null],
    ['in neither', '', ' ', null],
  ])('%s', (_what, one, again, expected) => {
    expect(lostOnLeaving('accounts', accounts(one, again), stored)).toBe(expected)
  })

  it('over entries that differ is saved and not lost', () => {
    const differing = accounts(OLD, sealed('••••4576', [MISMATCH]))
    expect(lostOnLeaving('accounts', accounts('', '000123'), differing)).toBeNull()
  })

  it('is none if nothing was stored', () => {
    expect(lostOnLeaving('accounts', accounts('000123', ''), accounts('', ''))).toBeNull()
  })
})
