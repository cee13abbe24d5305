import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { BatchMoney } from '@/lib/domain/funding/batch-money'
import { differenceWords } from '@/lib/domain/funding/change'
import { BatchMoneySummary } from './batch-money'

const merchant = (n: number, isFirst = false) => ({
  merchantId: `M-${n}`,
  name: n === 1 ? 'Bluebird Bakery' : '',
  amountMinor: '2020022',
  lines: 3,
  isFirst,
  wasMinor: n === 1 ? '23898' : '0',
})
/** A correction whose effect used to be hidden from approvers: one amount a hundred times as large. */
const money: BatchMoney = {
  totalMinor: '40400451',
  merchants: [merchant(1, true), merchant(2), merchant(3)],
  merchantCount: 20,
  firstPayments: 1,
  largest: [{ transaction: 'T-1', merchantId: 'M-1', amountMinor: '2389800' }],
  changes: [
    {
      transaction: 'T-1',
      merchantId: 'M-1',
      wasMinor: '23898',
      isMinor: '2389800',
      batch: 1013,
      isCertain: true,
    },
    {
      transaction: 'T-2',
      merchantId: 'M-2',
      wasMinor: null,
      isMinor: '500',
      batch: null,
      isCertain: false,
    },
  ],
  changeCount: 7,
  changedWasMinor: '23898',
  changedIsMinor: '2390300',
  changesSum: { wasMinor: '23898', isMinor: '2390300' },
  overrides: [
    { transaction: 'T-3', saleMinor: '7521', allowedMinor: '9000', by: 'Felix Penny', reason: 'Tips.' },
  ],
  inLog: 18,
  notInLog: 2,
  belowSale: 0,
  belowSaleMinor: '0',
  warnings: 4,
  warnedRows: 3,
  warningGroups: [
    { code: 'other-payee', title: 'Paid to another merchant', count: 1, texts: [] },
    { code: 'merchant-first', title: 'First payment', count: 3, amountMinor: '123456', texts: [] },
  ],
}

/** The words in order, with a space for each tag. */
const textOf = (given: BatchMoney, shown = 2) =>
  renderToStaticMarkup(createElement(BatchMoneySummary, { money: given, shown }))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('the money of a batch', () => {
  test('shows the total, what is unusual, who gets what, and how many entries are not listed', () => {
    const text = textOf(money)
    for (const words of [
      'Was up to $238.98 New $404,004.51 Difference at least +$403,765.53',
      'Merchants 20, 1 first payment',
      '18 transactions, 2 not in the log',
      '3 rows with warnings, 2 kinds Paid to another merchant: 1 First payment: 3, $1,234.56',
      'Bluebird Bakery M-1 First payment 3 $238.98 $20,200.22 +$19,961.24',
      'M-2 3 up to $0.00 $20,200.22 at least +$20,200.22',
      'and 18 more merchants',
      'T-1 M-1 $23,898.00',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('M-3')
  })

  test('shows what the partner holds and will hold, amounts above their sale, and why', () => {
    const text = textOf(money)
    for (const words of [
      'T-1 set by B-1013 M-1 $238.98 $23,898.00 +$23,659.02',
      'T-2 Outcome unknown M-2 up to $0.00 $5.00 at least +$5.00',
      'All changed amounts up to $238.98 $23,903.00 at least +$23,664.02',
      'All other amounts $0.00 $380,101.51 +$380,101.51',
      'Batch up to $238.98 $404,004.51 at least +$403,765.53',
      'and 5 more changes',
      'T-3 $75.21 $90.00 Felix Penny : Tips.',
    ])
      expect(text).toContain(words)
  })

  test('totals changes separately from what the partner keeps', () => {
    const one = {
      transaction: 'T-1',
      merchantId: 'M-1',
      wasMinor: '7438',
      isMinor: '4738',
      batch: 1013,
      isCertain: true,
    }
    const corrected: BatchMoney = {
      ...money,
      totalMinor: '150144',
      changes: [one],
      changeCount: 1,
      changedWasMinor: '152844',
      changedIsMinor: '150144',
      changesSum: { wasMinor: '7438', isMinor: '4738' },
    }
    const sums = [
      'All changed amounts $74.38 $47.38 −$27.00',
      'All other amounts $1,454.06 $1,454.06 $0.00',
      'Batch $1,528.44 $1,501.44 −$27.00',
    ].join(' ')
    expect(textOf(corrected)).toContain(sums)
    // Older frozen batches have no stored total; it is computed from the list if the list is complete.
    const { changesSum: _, ...before } = corrected
    expect(textOf(before)).toContain(sums)
    const text = textOf({ ...before, changeCount: 2 })
    expect(text).toContain('Batch $1,528.44 $1,501.44 −$27.00')
    expect(text).not.toContain('All changed amounts')
    const all = textOf({ ...corrected, totalMinor: '4738', changedWasMinor: '7438', changedIsMinor: '4738' })
    expect(all).toContain('All changed amounts $74.38 $47.38 −$27.00')
    expect(all).not.toContain('All other amounts')
  })

  test('shows sales without a merchant in the log, and splits that are not the default', () => {
    const text = textOf({
      ...money,
      withoutMerchantCount: 500,
      withoutMerchant: [{ merchantId: 'M-1', name: 'Bluebird', sales: 96, amountMinor: '960659' }],
      otherSplitCount: 1,
      otherSplits: [
        {
          transaction: 'T-4',
          merchantId: 'M-2',
          shares: [{ merchantId: 'FEE', isMinor: 200, defaultMinor: 290 }],
        },
      ],
    })
    for (const words of [
      '96 sales without a merchant in the log go to Bluebird : $9,606.59',
      'and 499 more merchants',
      'T-4 default split of M-2 FEE $2.90 $2.00',
    ])
      expect(text).toContain(words)
  })

  test('shows who loses what another gets, even if the totals are equal', () => {
    const text = textOf({
      ...money,
      changedWasMinor: '100',
      changedIsMinor: '100',
      payeeChanges: [
        {
          transaction: 'T-1',
          was: [{ merchantId: 'M-1', amountMinor: 100 }],
          is: [{ merchantId: 'M-2', amountMinor: 100 }],
        },
      ],
      payeeChangeCount: 1,
    })
    expect(text).toContain('Merchant changes: was M-1 $1.00, is M-2 $1.00')
  })

  test('leaves out empty parts', () => {
    const text = textOf({
      ...money,
      changes: [],
      changeCount: 0,
      overrides: [],
      belowSale: 0,
      belowSaleMinor: '0',
      warnings: 0,
      notInLog: 0,
      firstPayments: 0,
    })
    for (const words of ['Difference', 'Above the sale', 'warnings', 'not in the log', 'first payment'])
      expect(text).not.toContain(words)
  })
})

test.each([
  [100n, true, 350n, '+$2.50'],
  [350n, true, 100n, '−$2.50'],
  [5n, true, 5n, '$0.00'],
  [5n, false, 5n, 'at least $0.00'],
])('from %s cents (certain: %s) to %s is %s', (amountMinor, isCertain, newMinor, words) =>
  expect(differenceWords({ amountMinor, isCertain }, newMinor)).toBe(words),
)
