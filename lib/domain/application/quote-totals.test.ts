import { expect, test } from 'vitest'
import { quoteTotals } from './quote-totals'

const item = (price: string, more: Record<string, string> = {}) => ({
  members: Object.entries({ Unit_Price__c: price, ...more }).map(([name, value]) => ({
    name,
    value,
    type: 'text' as const,
  })),
})
const MONTHLY = { Billing_Frequency__c: 'Monthly' }

test.each([
  ['price times quantity', [item('749.00', { Quantity__c: '2' })], [{ frequency: '', dollars: '1,498.00' }]],
  ['a price without a quantity once', [item('9.95', MONTHLY)], [{ frequency: 'Monthly', dollars: '9.95' }]],
  [
    'each frequency by itself',
    [item('9.95', MONTHLY), item('249', { Quantity__c: '1' }), item('0.05', MONTHLY)],
    [
      { frequency: 'Monthly', dollars: '10.00' },
      { frequency: '', dollars: '249.00' },
    ],
  ],
  ['parts of a cent', [item('0.0025', { Quantity__c: '3' })], [{ frequency: '', dollars: '0.0075' }]],
  ['ten cents as ten cents', [item('0.1')], [{ frequency: '', dollars: '0.10' }]],
  ['not what is no amount', [item('free'), item('1.00', { Quantity__c: 'some' })], null],
  ['nothing where there is nothing', [], null],
])('the totals of a quote: %s', (_, items, totals) => {
  expect(quoteTotals(items)?.totals ?? null).toEqual(totals)
})

test('items without a readable price are counted separately', () => {
  expect(quoteTotals([item('1.00'), item(''), item('free')])).toEqual({
    totals: [{ frequency: '', dollars: '1.00' }],
    unpriced: 2,
  })
})
