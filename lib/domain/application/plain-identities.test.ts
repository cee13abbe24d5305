import { describe, expect, it } from 'vitest'
import type { Sealed } from '@/lib/domain/values/sealed'
import { exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { allIdentities, identitiesOf, isMasked } from './identities'
import { plainIdentities } from './plain-identities'
import type { Draft } from './sections'

const merchant = (changes: Partial<Draft['merchant']>) =>
  plainIdentities('merchant', {
    ...exampleDraft().merchant,
    legalName: 'Blue Heron Books LLC',
    dbaName: '',
    billingStreet: '12 North Main Street, Suite 4',
    billingPostalCode: '43215',
    ...changes,
  })
const valueAt = (field: string, changes: Partial<Draft['merchant']> = {}) =>
  merchant(changes).find((one) => one.field === field)?.value

describe('two names at one address are the same', () => {
  const same = valueAt('legalName')
  it.each<[difference: string, Partial<Draft['merchant']>, field?: string]>([
    ['with its legal form spelled another way', { legalName: 'The Blue Heron Books, L.L.C.' }],
    ['with characters that nobody sees', { legalName: 'Blue\u2060 Her\u200bon Books LLC' }],
    ['without it', { legalName: 'blue heron BOOKS' }],
    ['as the DBA name', { legalName: 'Ruiz Holdings', dbaName: 'Blue Heron Books' }, 'dbaName'],
    [
      'with the street shortened, and a ZIP+4',
      { billingStreet: '12 N. Main St, Ste #4', billingPostalCode: '43215-1203' },
    ],
  ])('%s', (_, changes, field = 'legalName') => {
    expect(valueAt(field, changes)).toBe(same)
  })

  it.each<[difference: string, Partial<Draft['merchant']>]>([
    ['under another name', { legalName: 'Blue Heron Records LLC' }],
    ['at another door', { billingStreet: '12 North Main Street, Suite 5' }],
    ['at another ZIP code', { billingPostalCode: '43216' }],
  ])('but not %s', (_, changes) => {
    expect(valueAt('legalName', changes)).not.toBe(same)
  })

  it('a name without street or ZIP code is no identity, and two equal names count once', () => {
    expect(valueAt('legalName', { billingStreet: ' ' })).toBeUndefined()
    expect(valueAt('legalName', { billingPostalCode: '4321' })).toBeUndefined()
    expect(valueAt('dbaName', { dbaName: 'Blue Heron Books' })).toBeUndefined()
  })
})

it('emails and phone numbers are taken as they are cleaned, where they are well formed', () => {
  expect(
    merchant({ email: 'Ana@Heron.Example ', phone: '+1 (614) 555-0199', customerServicePhone: '555' }),
  ).toEqual(
    expect.arrayContaining([
      { itemId: '', field: 'email', identity: 'email', value: 'ana@heron.example' },
      { itemId: '', field: 'phone', identity: 'phone', value: '6145550199' },
    ]),
  )
  expect(valueAt('customerServicePhone', { customerServicePhone: '555' })).toBeUndefined()
  const items = [exampleContact('c-1', { email: 'ana@heron.example' })]
  expect(plainIdentities('contacts', { items, nobodyOwns25: false })).toEqual([
    { itemId: 'c-1', field: 'email', identity: 'email', value: 'ana@heron.example' },
  ])
})

it('a number that is masked on every page is an identity where it is well formed, and is not sealed', () => {
  const draft = exampleDraft()
  expect(allIdentities(draft).filter(isMasked)).toEqual([
    { section: 'merchant', itemId: '', field: 'taxId', identity: 'nine digits', value: '123456789' },
    { section: 'contacts', itemId: 'contact-1', field: 'ssn', identity: 'nine digits', value: '512456789' },
    {
      section: 'accounts',
      itemId: expect.any(String),
      field: 'accountNumber',
      identity: 'account number',
      value: '123456780 000123456789',
    },
  ])
  expect(allIdentities(draft).map(({ field }) => field)).toContain('email')
  const sealed: Sealed = { sealed: true, mask: '••-•••6789', findings: [] }
  for (const taxId of ['12-345678', '', sealed])
    expect(identitiesOf('merchant', { ...draft.merchant, taxId }).filter(isMasked)).toEqual([])
})
