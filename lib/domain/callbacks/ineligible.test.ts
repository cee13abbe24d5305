import { expect, test } from 'vitest'
import { type FundableSale, ineligibleReason, isFundable } from './ineligible'
import { openMinor } from './open-amount'

const sale = (fields: Partial<FundableSale> = {}): FundableSale => ({
  state: 'approved',
  funding: 'unfunded',
  amountMinor: 1_250,
  currencyCode: '840',
  anomalies: [],
  ...fields,
})

test.each<[string, Partial<FundableSale>, ReturnType<typeof ineligibleReason>]>([
  ['an approved sale that is not funded goes into a batch', {}, null],
  ['so does one with an anomaly, as long as its amount is known', { state: 'anomaly' }, null],
  ['a conflict waits until someone resolves it', { state: 'conflict' }, 'conflict'],
  ['an amount that may be dollars or cents waits', { amountMinor: null }, 'amount-unknown'],
  ['an amount of 0.00 leaves nothing to fund', { amountMinor: 0 }, 'amount-unknown'],
  ['another currency is not treated as dollars', { currencyCode: '978' }, 'other-currency'],
  [
    'a sale with another amount than its payment link waits until a person closes it',
    { state: 'anomaly', anomalies: ['link-amount-differs'] },
    'link-amount',
  ],
  ['once closed, it goes into a batch', { state: 'closed', anomalies: ['link-amount-differs'] }, null],
  ['closing does not set an amount', { state: 'closed', amountMinor: null }, 'amount-unknown'],
  ['closing does not make an event a sale', { state: 'closed', funding: 'none' }, 'no-sale'],
  ['what is in a draft is not taken again', { funding: 'in-draft' }, 'in-draft'],
  ['what is in a batch is not taken again', { funding: 'in-batch' }, 'in-batch'],
  ['what is funded is not funded twice', { funding: 'funded' }, 'funded'],
  ['neither is what was funded externally', { funding: 'outside' }, 'outside'],
  ['an event that was not approved is not a sale', { funding: 'none', state: 'anomaly' }, 'no-sale'],
  [
    'the funding status takes precedence over the content',
    { funding: 'funded', state: 'conflict' },
    'funded',
  ],
])('%s', (_rule, fields, reason) => {
  expect(ineligibleReason(sale(fields))).toBe(reason)
})

test.each([
  ['unfunded', '840', 500, null, 500],
  ['in-draft', '840', 500, null, 500],
  ['unfunded', '978', 500, null, null],
  ['unfunded', '840', null, null, null],
  ['funded', '840', 500, 20, 20],
  ['in-batch', '840', 500, null, null],
] as const)('what is open of a %s sale in %s', (funding, currencyCode, amountMinor, leftMinor, open) => {
  expect(openMinor({ funding, currencyCode, amountMinor, leftMinor })).toBe(open)
})

test('a sale without an obstacle can be funded', () => {
  expect([isFundable(sale()), isFundable(sale({ amountMinor: null }))]).toEqual([true, false])
})
