import { describe, expect, it, test } from 'vitest'
import type { Sealed } from '@/lib/domain/values/sealed'
import { exampleDraft } from '@/lib/testing/example-draft'
import { checkOwnership } from './ownership'
import { ownerCopyOf, soleOwnerOf } from './sole-owner'
import { isSoleProprietorship } from './tax-id'

const merchant = {
  ...exampleDraft('Sole Proprietorship').merchant,
  legalName: 'Ana Ruiz',
  taxId: '512-45-6789',
}

describe('the owner of a sole proprietorship', () => {
  it('has the name, e-mail and address of the business, and owns all of it', () => {
    expect(soleOwnerOf(merchant, 'c-1', false)).toMatchObject({
      id: 'c-1',
      firstName: 'Ana',
      lastName: 'Ruiz',
      title: 'Owner',
      roles: ['Principal'],
      percentageOwned: '100',
      email: merchant.email,
      ssn: '',
      street: merchant.billingStreet,
      city: merchant.billingCity,
      state: merchant.billingState,
      postalCode: merchant.billingPostalCode,
    })
  })

  it('has the tax ID as SSN only if somebody confirms that it is one, and it is well formed', () => {
    expect(soleOwnerOf(merchant, 'c-1', true).ssn).toBe('512-45-6789')
    expect(soleOwnerOf({ ...merchant, taxId: '512-45' }, 'c-1', true).ssn).toBe('')
    const sealed: Sealed = { sealed: true, mask: '*****6789', findings: [] }
    expect(soleOwnerOf({ ...merchant, taxId: sealed }, 'c-1', true).ssn).toBe('')
  })

  it('has no email if it is invalid', () => {
    expect(soleOwnerOf({ ...merchant, email: 'office' }, 'c-1', false).email).toBe('')
  })

  test.each([
    ['Sole Proprietorship', true],
    [' Sole Proprietorship ', true],
    ['Partnership', false],
    ['', false],
  ])('%j is one: %s', (ownership, expected) => {
    expect(isSoleProprietorship(ownership)).toBe(expected)
  })

  it('is described by what was copied, what was not, and why', () => {
    const copyOf = (from: typeof merchant, isSsn: boolean) =>
      ownerCopyOf(from, soleOwnerOf(from, 'c-1', isSsn), isSsn)
    const home = ['home street', 'home city', 'home state', 'home ZIP code']
    expect(copyOf(merchant, true)).toEqual({
      copied: ['name', 'email', 'Social Security number', ...home],
      left: ['date of birth (a business has none)'],
    })
    const trade = { ...merchant, legalName: 'Blue Heron Books LLC', email: 'office', billingPostalCode: ' ' }
    expect(copyOf(trade, false)).toEqual({
      copied: ['home street', 'home city', 'home state'],
      left: [
        'name (the legal name is not a person’s name)',
        'email (it is not valid)',
        'Social Security number (you did not say that the tax ID is one)',
        'home ZIP code (the business has none)',
        'date of birth (a business has none)',
      ],
    })
    expect(copyOf({ ...merchant, legalName: '', email: '', taxId: '512-45' }, true).left).toEqual([
      'name (the business has none)',
      'email (the business has none)',
      'Social Security number (the federal tax ID is missing or not valid)',
      'date of birth (a business has none)',
    ])
  })

  it('satisfies the rules of ownership', () => {
    const { roles } = soleOwnerOf(merchant, 'c-1', false)
    const facts = { kind: 'payfac', ownership: merchant.ownership, nobodyOwns25: false } as const
    expect(checkOwnership({ ...facts, contacts: [{ roles, percentageOwned: 100_000_000n }] })).toEqual([])
  })

  test.each([
    ['Ana Maria Ruiz', 'Ana Maria', 'Ruiz'],
    ['  Ana   Ruiz ', 'Ana', 'Ruiz'],
    ['John Smith, Jr.', 'John', 'Smith Jr.'],
    ["Siobhán O'Brien", 'Siobhán', "O'Brien"],
    ['Ana Maria Luz Ruiz', 'Ana Maria Luz', 'Ruiz'],
    ['Ana Maria Luz Sol Ruiz', '', ''],
    ['Ana Maria Luz Ruiz III', 'Ana Maria Luz', 'Ruiz III'],
    ['Ruiz MD', 'Ruiz', 'MD'],
    ['Ruiz,Ana Maria', 'Ruiz,Ana', 'Maria'],
    ['Cher', '', ''],
    ['Blue Heron Books LLC', '', ''],
    ['Ruiz & Daughters', '', ''],
    ['The Best Coffee In All Town', '', ''],
    ['', '', ''],
  ])('the legal name %j is the person %j %j', (legalName, firstName, lastName) => {
    expect(soleOwnerOf({ ...merchant, legalName }, 'c-1', false)).toMatchObject({ firstName, lastName })
  })
})
