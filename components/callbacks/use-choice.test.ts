import { expect, test } from 'vitest'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'
import { leftOutOfAll, picksOf, type SaleChoice } from './use-choice'

const NONE_CHOSEN: SaleChoice = {
  chosen: new Set(),
  isEvery: false,
  started: false,
  toggle: () => {},
  choose: () => {},
  chooseEvery: () => {},
}

const row = (n: number, more: Partial<CallbackListItem>) =>
  ({
    n,
    tranId: `T-${n}`,
    tranType: 'CREDIT SALE',
    state: 'approved',
    anomalies: [],
    ...more,
  }) as CallbackListItem

const sale = row(1, { funding: 'unfunded' })
const refund = row(2, { funding: 'none', state: 'anomaly', anomalies: ['not-a-sale'], tranType: 'REFUND' })
const auth = row(3, { funding: 'none', state: 'anomaly', anomalies: ['not-a-sale'], tranType: 'AUTH' })
const declined = row(4, { funding: 'none', state: 'anomaly', anomalies: ['not-approved'] })

test.each<[string, CallbackListItem[], string]>([
  ['all taken', [sale], ''],
  [
    'by what their rows say',
    [sale, refund, auth, declined, row(5, { funding: 'funded' })],
    '4 callbacks on this page are left out: 2 Not a sale, 1 Not approved, 1 Funded.',
  ],
  // Without unfunded sales, the checkbox selects what can be counted as a sale.
  ['no unfunded sale', [auth, refund], '1 callback on this page is left out: 1 Not a sale.'],
])('what selecting all leaves out is said: %s', (_, rows, words) =>
  expect(leftOutOfAll(rows, picksOf(NONE_CHOSEN, rows))).toBe(words),
)
