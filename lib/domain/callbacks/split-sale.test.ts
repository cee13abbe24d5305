import { expect, test } from 'vitest'
import { type DirectoryMerchant, type SalesSplit, splitSale } from './split-sale'

const known = (merchantId: string, fields: Partial<DirectoryMerchant> = {}): [string, DirectoryMerchant] => [
  merchantId,
  { merchantId, name: merchantId, payable: 'yes', split: [], ...fields },
]
const directory = new Map([
  known('FEE'),
  known('ALL'),
  known('PERCENT', { split: [{ merchantId: 'FEE', percent: '2.9' }, { merchantId: 'PERCENT' }] }),
  known('FIXED', { split: [{ merchantId: 'FEE', fixedMinor: '30' }, { merchantId: 'FIXED' }] }),
  known('NEW', { payable: 'unconfirmed' }),
  known('PAUSED', { payable: 'paused' }),
  known('CLOSED', { payable: 'closed' }),
  known('PAYS-PAUSED', { split: [{ merchantId: 'PAUSED', percent: '1' }, { merchantId: 'PAYS-PAUSED' }] }),
  known('PAYS-NOBODY', { split: [{ merchantId: 'NOBODY', percent: '1' }, { merchantId: 'PAYS-NOBODY' }] }),
])
const OWN: SalesSplit = { by: 'merchant', forNoMerchant: null }
const GIVEN: SalesSplit = {
  by: 'merchant',
  forNoMerchant: [{ merchantId: 'FEE', percent: '10' }, { merchantId: 'ALL' }],
}
const ALIKE: SalesSplit = {
  by: 'shares',
  shares: [{ merchantId: 'FEE', fixedMinor: 50n }, { merchantId: 'ALL' }],
}

test.each<[string, string, number, SalesSplit, string]>([
  ['all of a sale goes to a merchant without a split', 'ALL', 1_000, OWN, 'ALL 1000'],
  [
    'a percentage is taken to the nearest cent, and the merchant takes the rest',
    'PERCENT',
    1_001,
    OWN,
    'FEE 29, PERCENT 972',
  ],
  ['a payee that would get nothing is left out', 'PERCENT', 9, OWN, 'PERCENT 9'],
  ['a fixed fee may take all of a sale', 'FIXED', 30, OWN, 'FEE 30'],
  ['a fixed fee cannot exceed the sale', 'FIXED', 29, OWN, 'sale-too-small'],
  ['a sale without a merchant has no split', '', 1_000, OWN, 'no-merchant'],
  ['it is split by the shares for such sales', '', 1_000, GIVEN, 'FEE 100, ALL 900'],
  ['a merchant’s sale does not use those shares', 'ALL', 1_000, GIVEN, 'ALL 1000'],
  ['the merchant is not in the directory', 'NOBODY', 1_000, GIVEN, 'merchant-unknown'],
  ['the merchant is not confirmed', 'NEW', 1_000, OWN, 'merchant-unconfirmed'],
  ['the merchant is paused', 'PAUSED', 1_000, OWN, 'merchant-paused'],
  ['the merchant is closed', 'CLOSED', 1_000, OWN, 'merchant-closed'],
  ['a payee is paused', 'PAYS-PAUSED', 1_000, OWN, 'payee-not-payable PAUSED'],
  ['a payee is not in the directory', 'PAYS-NOBODY', 1_000, OWN, 'payee-not-payable NOBODY'],
  ['common shares need no merchant', 'PERCENT', 1_000, ALIKE, 'FEE 50, ALL 950'],
  ['common shares need no directory', 'NOBODY', 1_000, ALIKE, 'FEE 50, ALL 950'],
  ['common shares leave out a sale that is too small', 'ALL', 49, ALIKE, 'sale-too-small'],
])('%s', (_rule, merchantId, amountMinor, split, expected) => {
  const result = splitSale({ merchantId, amountMinor }, split, directory)
  expect(
    result.ok
      ? result.amounts.map((part) => `${part.merchantId} ${part.amountMinor}`).join(', ')
      : [result.reason, result.payee].filter(Boolean).join(' '),
  ).toBe(expected)
})
