import { describe, expect, test } from 'vitest'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'
import { mergeLiveRows, withoutGone } from './merge-live-rows'

const row = (n: number, second = n, more: Partial<CallbackListItem> = {}): CallbackListItem => ({
  n,
  receivedAt: new Date(Date.UTC(2026, 10, 20, 14, 0, second)).toISOString(),
  profileId: '941000000001',
  merchantId: '',
  label: 'Demonstration',
  tranId: `T-${n}`,
  state: 'approved',
  anomalies: [],
  deliveries: 1,
  respCode: '000',
  amountText: '1.00',
  amountMinor: 100,
  currencyCode: '840',
  account: '',
  invoiceNumber: '',
  clientRefNumber: '',
  funding: 'unfunded',
  leftMinor: null,
  payees: null,
  batch: null,
  linkN: null,
  linkAmountMinor: null,
  tranType: '',
  version: 0,
  ...more,
})
const numbers = (rows: readonly CallbackListItem[]) => rows.map(({ n }) => n)

const merge = (rows: CallbackListItem[], items: CallbackListItem[], more = false) =>
  mergeLiveRows(rows, { items, more })

describe('a callback that arrives', () => {
  test('is added at the top, newest first, and marked as new', () => {
    const merged = merge([row(2), row(1)], [row(4), row(3), row(2)])
    expect(numbers(merged.rows)).toEqual([4, 3, 2, 1])
    expect(merged.added).toEqual([4, 3])
  })

  test('late is placed by its time of arrival', () => {
    expect(numbers(merge([row(5), row(3)], [row(5), row(4), row(3)]).rows)).toEqual([5, 4, 3])
  })

  test('at the same moment as another is placed by the order of storing', () => {
    expect(numbers(merge([row(1, 7)], [row(2, 7), row(1, 7)]).rows)).toEqual([2, 1])
  })

  test('for an existing row changes it and is not new', () => {
    const merged = merge([row(2), row(1)], [row(2, 2, { deliveries: 3, state: 'conflict' })])
    expect(merged.added).toEqual([])
    expect(merged.rows[0]).toMatchObject({ n: 2, deliveries: 3, state: 'conflict' })
    expect(merged.rows).toHaveLength(2)
  })

  test('may have been missed only if a whole page is new and more follow', () => {
    expect(merge([row(1)], [row(9), row(8)], true).missed).toBe(true)
    expect(merge([row(1)], [row(9), row(1)], true).missed).toBe(false)
    expect(merge([row(1)], [row(9), row(8)], false).missed).toBe(false)
    expect(merge([], [row(9), row(8)], true).missed).toBe(false)
  })
})

describe('a row that no longer matches the filters', () => {
  const rows = [row(4), row(3), row(2), row(1)]

  test('is removed if it would be on the first page', () => {
    expect(numbers(withoutGone(rows, { items: [row(4), row(2)], more: true }))).toEqual([4, 2, 1])
    expect(numbers(withoutGone(rows, { items: [row(4), row(2)], more: false }))).toEqual([4, 2])
    expect(withoutGone(rows, { items: [], more: false })).toEqual([])
  })
})
