import { describe, expect, it } from 'vitest'
import { exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { lineItem, plainFullDraft } from '@/lib/testing/full-drafts'
import { pathOfDraftPlace, placeOfDraftPath, valueAt } from './place'

const example = exampleDraft()
const payfac = {
  ...example,
  contacts: { ...example.contacts, items: Array.from({ length: 11 }, (_, at) => exampleContact(`c-${at}`)) },
}
const full = plainFullDraft({ pricing: [lineItem('fee')] })

describe('a place in a draft', () => {
  it.each([
    ['contacts.c-0.ssn', 'contacts.items.0.ssn'],
    ['contacts.c-10.ssn', 'contacts.items.10.ssn'],
    ['contacts.c-1', 'contacts.items.1'],
    ['merchant.taxId', 'merchant.taxId'],
    ['contacts.items', 'contacts.items'],
    ['contacts.nobodyOwns25', 'contacts.nobodyOwns25'],
    ['accounts.items', 'accounts.items'],
  ])('%s is at the path %s, and the other way round', (place, path) => {
    expect(pathOfDraftPlace(payfac, place)).toBe(path)
    expect(placeOfDraftPath(payfac, path)).toBe(place)
  })

  it('for prices exists only in a full application', () => {
    for (const [place, path] of [
      ['pricing.items', 'pricing.items'],
      ['pricing.fee', 'pricing.items.0'],
      ['pricing.fee.name', 'pricing.items.0.name'],
    ] as const) {
      expect([pathOfDraftPlace(full, place), placeOfDraftPath(full, path)]).toEqual([path, place])
      expect([pathOfDraftPlace(payfac, place), placeOfDraftPath(payfac, path)]).toEqual([null, null])
    }
  })

  it.each([
    '',
    'merchant',
    'merchant.nothing',
    'merchant.taxId.more',
    'nothing.taxId',
    'contacts.nobody',
    'contacts.c-1.nothing',
    'contacts.c-1.ssn.more',
    'accounts.nothing.ssn',
  ])('%j is not a place', (place) => {
    expect(pathOfDraftPlace(payfac, place)).toBeNull()
  })

  it.each([
    '',
    'merchant',
    'merchant.nothing',
    'contacts.items.11.ssn',
    'contacts.items.1.nothing',
    'contacts.items.1.ssn.more',
    'x-contacts.items.1.ssn',
    'merchant.items.0.taxId',
    'contacts.ssn',
  ])('the path %j has no place', (path) => {
    expect(placeOfDraftPath(payfac, path)).toBeNull()
  })

  it('has the value that the draft has at its path, if any', () => {
    expect(valueAt(payfac, 'merchant.taxId')).toBe(payfac.merchant.taxId)
    expect(valueAt(payfac, 'contacts.items.10.id')).toBe('c-10')
    for (const path of ['merchant.nothing', 'contacts.items.11.id', 'merchant.taxId.length', 'nothing.more'])
      expect(valueAt(payfac, path), path).toBeUndefined()
    expect(valueAt({ ...payfac, merchant: null } as never, 'merchant.taxId')).toBeUndefined()
  })
})
