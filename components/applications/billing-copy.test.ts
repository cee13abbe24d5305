import { expect, test } from 'vitest'
import { blankFullDraft } from '@/lib/domain/application/full-blank'
import { billingFor, compareWithBilling, type FullMerchantDraft } from './billing-copy'

const billing = {
  billingStreet: '1 Orchard  Street ',
  billingCity: 'Portland',
  billingState: 'OR',
  billingPostalCode: '97201',
  billingCountry: 'US',
}
const merchant = (values: Partial<FullMerchantDraft> = {}): FullMerchantDraft => ({
  ...blankFullDraft().merchant,
  ...billing,
  ...values,
})
const copied = (draft: FullMerchantDraft, address: 'physical' | 'shipping'): FullMerchantDraft => ({
  ...draft,
  ...Object.fromEntries(billingFor(draft, address).map(({ name, text }) => [name, text])),
})

test.each(['physical', 'shipping'] as const)(
  'a copied %s address is the same as the billing address',
  (address) => {
    expect(compareWithBilling(copied(merchant(), address), address).state).toBe('same')
  },
)

test('only the shipping address has a country', () => {
  expect(billingFor(merchant(), 'physical').map(({ name }) => name)).toEqual([
    'physicalStreet',
    'physicalCity',
    'physicalState',
    'physicalPostalCode',
  ])
  expect(billingFor(merchant(), 'shipping')).toContainEqual({ name: 'shippingCountry', text: 'US' })
})

test('spaces are ignored', () => {
  const draft = { ...copied(merchant(), 'physical'), physicalStreet: ' 1 Orchard Street' }
  expect(compareWithBilling(draft, 'physical').state).toBe('same')
})

test('the parts that differ are named', () => {
  const draft = { ...copied(merchant(), 'shipping'), shippingCity: 'Bath', shippingState: 'ME' }
  expect(compareWithBilling(draft, 'shipping')).toMatchObject({ state: 'differs', parts: 'city and state' })
  const moved = { ...draft, shippingCountry: '' }
  expect(compareWithBilling(moved, 'shipping').parts).toBe('city, state and country')
})

test('a later change of the billing address does not change the copy', () => {
  const before = copied(merchant(), 'physical')
  const after = { ...before, billingCity: 'Salem' }
  expect(compareWithBilling(after, 'physical')).toMatchObject({ state: 'differs', parts: 'city' })
  expect(compareWithBilling(after, 'physical').text).toBe(compareWithBilling(before, 'physical').text)
})

test('an address that was never filled is blank, and a country alone is not a billing address', () => {
  expect(compareWithBilling(merchant(), 'shipping')).toMatchObject({ state: 'blank', billingIsBlank: false })
  const blank = blankFullDraft().merchant
  expect(compareWithBilling(blank, 'shipping')).toMatchObject({ state: 'blank', billingIsBlank: true })
})
