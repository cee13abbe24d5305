import { describe, expect, it, test } from 'vitest'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { canBeEmptied, placeOfPath } from './emptied'
import type { Draft } from './sections'

const accepted = exampleDraft()
const withMerchant = (changes: Partial<Draft['merchant']>): Draft => ({
  ...accepted,
  merchant: { ...accepted.merchant, ...changes },
})

describe('what can be emptied at the partner', () => {
  it('a field that has a value there and is blank here', () => {
    expect(canBeEmptied(accepted, withMerchant({ website: '', mcc: '' }))).toEqual([
      'merchant.website',
      'merchant.mcc',
    ])
  })

  it('no field that was changed, or that the partner never had', () => {
    expect(canBeEmptied(accepted, withMerchant({ website: 'https://other.example' }))).toEqual([])
    expect(canBeEmptied(withMerchant({ website: '' }), withMerchant({ website: '' }))).toEqual([])
  })

  it('no required field', () => {
    expect(canBeEmptied(accepted, withMerchant({ legalName: '', taxId: '', billingCity: '' }))).toEqual([])
  })

  it('a field of a contact or account that both have, by the item’s ID', () => {
    const people = (...items: Draft['contacts']['items']): Draft => ({
      ...accepted,
      contacts: { items, nobodyOwns25: false },
    })
    const before = people(exampleContact('a'), exampleContact('b'))
    const now = people(
      exampleContact('b', { title: '', ssn: '', roles: [] }),
      exampleContact('c', { title: '' }),
    )
    expect(canBeEmptied(before, now)).toEqual(['contacts.items#b.title', 'contacts.items#b.ssn'])
    const accounts = (yearsOpen: string): Draft => ({
      ...accepted,
      accounts: { items: [exampleAccount('x', { yearsOpen })] },
    })
    expect(canBeEmptied(accounts('6'), accounts(''))).toEqual(['accounts.items#x.yearsOpen'])
  })
})

test.each([
  ['merchant.website', { section: 'merchant', itemId: null, name: 'website' }],
  ['contacts.items#c-1.title', { section: 'contacts', itemId: 'c-1', name: 'title' }],
  ['contacts.items#c-1', { section: '', itemId: null, name: '' }],
])('%s is a place', (path, place) => {
  expect(placeOfPath(path)).toEqual(place)
})
