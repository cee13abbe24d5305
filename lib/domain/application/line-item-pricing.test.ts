import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  frequencyWords,
  isZeroPrice,
  lineTotalMinor,
  NO_FREQUENCY,
  placesOf,
  roleOf,
  sumPricing,
} from './line-item-pricing'

const item = (values: Record<string, string>) => ({
  members: Object.entries(values).map(([name, value]) => ({ name, value })),
})

test.each([
  ['Unit_Price__c', 'price'],
  ['unitPrice', 'price'],
  [' Price__c ', 'price'],
  ['Fee__c', 'price'],
  ['Quantity__c', 'quantity'],
  ['Qty', 'quantity'],
  ['Billing_Frequency__c', 'frequency'],
  ['Product_Name__c', 'product'],
  ['Price_Book__c', null],
  ['Discount__c', null],
  ['Note__c', null],
  ['', null],
])('the field %j is the %s', (name, role) => {
  expect(roleOf(name)).toBe(role)
})

test('the first of two possible price fields counts', () => {
  expect(placesOf(item({ Note__c: '', Price__c: '1', Unit_Price__c: '2', Qty: '3' }).members)).toEqual({
    price: 1,
    quantity: 3,
  })
})

describe('the total of a line', () => {
  test.each([
    [{ Unit_Price__c: '9.95', Quantity__c: '3' }, 2_985n],
    [{ Unit_Price__c: '$1,249.00' }, 124_900n],
    [{ Unit_Price__c: '0.10', Quantity__c: '' }, 10n],
    // Half a cent is rounded away from zero; no floats are used.
    [{ Unit_Price__c: '0.005' }, 1n],
    [{ Unit_Price__c: '-0.005' }, -1n],
    [{ Unit_Price__c: '0.0049' }, 0n],
    [{ Unit_Price__c: '0.1', Quantity__c: '3' }, 30n],
    [{ Unit_Price__c: '33.33', Quantity__c: '1.5' }, 5_000n],
    [{ Unit_Price__c: '0.00' }, 0n],
    [{ Unit_Price__c: '' }, null],
    [{ Unit_Price__c: 'on request' }, null],
    [{ Unit_Price__c: '5', Quantity__c: 'two' }, null],
    [{ Quantity__c: '5' }, null],
    [{}, null],
  ])('%j is %s cents', (values: Record<string, string>, total) => {
    expect(lineTotalMinor(item(values))).toBe(total)
  })
})

test.each([
  ['Monthly', 'Monthly'],
  ['per month', 'Monthly'],
  ['ONE TIME', 'One-time'],
  ['one-time', 'One-time'],
  ['annual', 'Yearly'],
  ['Per transaction', 'Per transaction'],
  ['  every   fortnight ', 'every fortnight'],
  [' ', NO_FREQUENCY],
])('the frequency %j is %s', (typed, words) => {
  expect(frequencyWords(typed)).toBe(words)
})

test('totals are by frequency, in order, and items without a price are counted separately', () => {
  const line = (price: string, frequency: string, quantity = '1') =>
    item({ Unit_Price__c: price, Quantity__c: quantity, Billing_Frequency__c: frequency })
  expect(
    sumPricing([
      line('249.00', '', '2'),
      line('9.95', 'Monthly'),
      line('5', 'per month', '3'),
      line('0.10', 'Per transaction'),
      line('99', 'Every fortnight'),
      line('1', 'every  fortnight'),
      line('25', 'once'),
      line('', 'Monthly'),
    ]),
  ).toEqual({
    totals: [
      { frequency: 'One-time', items: 1, totalMinor: 2_500n },
      { frequency: 'Per transaction', items: 1, totalMinor: 10n },
      { frequency: 'Monthly', items: 2, totalMinor: 2_495n },
      { frequency: 'Every fortnight', items: 2, totalMinor: 10_000n },
      { frequency: NO_FREQUENCY, items: 1, totalMinor: 49_800n },
    ],
    unpriced: 1,
  })
})

test('totals include every priced line once, for any frequency and order', () => {
  const lines = fc.array(
    fc.record({
      cents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      frequency: fc.constantFrom('', 'Monthly', 'monthly', 'Yearly', 'Every fortnight', 'once'),
    }),
  )
  fc.assert(
    fc.property(lines, (some) => {
      const { totals, unpriced } = sumPricing(
        some.map(({ cents, frequency }) => {
          const digits = String(Math.abs(cents)).padStart(3, '0')
          const price = `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
          return item({ Unit_Price__c: price, Billing_Frequency__c: frequency })
        }),
      )
      expect(unpriced).toBe(0)
      expect(totals.reduce((sum, { items }) => sum + items, 0)).toBe(some.length)
      const all = totals.reduce((sum, { totalMinor }) => sum + totalMinor, 0n)
      expect(all).toBe(BigInt(some.reduce((sum, { cents }) => sum + cents, 0)))
    }),
  )
})

test.each([
  ['Unit_Price__c', '0.00', true],
  ['Unit_Price__c', '0', true],
  ['Unit_Price__c', '', false],
  ['Unit_Price__c', '0.01', false],
  ['Quantity__c', '0', false],
])('%s %j is a price of zero: %s', (name, value, isZero) => {
  expect(isZeroPrice({ name, value })).toBe(isZero)
})
