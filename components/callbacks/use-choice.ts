'use client'

import { useState } from 'react'
import type { RowPicks } from '@/components/lists/row-picks'
import { type CallbackListQuery, callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { ANOMALY_LABELS, FUNDING_LABELS, STATE_LABELS } from '@/lib/domain/callbacks/event-labels'
import { whyNoSale } from '@/lib/domain/callbacks/event-state'
import { counted } from '@/lib/domain/values/counted'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'

/** Unfunded sales can be selected, and events that can be counted as sales although their type does not say so. */
const canChoose = (row: CallbackListItem): boolean => isUnfunded(row) || canCountAsSale(row)

export const isUnfunded = ({ funding }: CallbackListItem): boolean => funding === 'unfunded'

export const canCountAsSale = (row: CallbackListItem): boolean =>
  whyNoSale({ ...row, isCounted: false }) === null

/** Which sales are selected. */
export type SaleChoice = {
  chosen: ReadonlySet<number>
  /** True if everything that matches the filters is selected, not only rows of this page. */
  isEvery: boolean
  /** True from the first selection on: the selection tools stay loaded. */
  started: boolean
  /** With `isRange`, also selects every row of `rows` between this one and the one clicked before it. */
  toggle: (n: number, rows: readonly CallbackListItem[], isRange: boolean) => void
  choose: (sales: readonly number[]) => void
  chooseEvery: (rows: readonly CallbackListItem[]) => void
}

/**
 * The selection in the shape that the list takes. "Select all" takes one kind: unfunded sales if there are any, or else
 * events that can be counted as sales.
 */
export const picksOf = (
  choice: SaleChoice,
  rows: readonly CallbackListItem[],
): RowPicks<CallbackListItem> => ({
  isOn: (row) => canChoose(row) && (choice.isEvery || choice.chosen.has(row.n)),
  labelOf: (row) => (canChoose(row) ? `Select ${row.tranId ?? `callback ${row.n}`}` : null),
  toggle: ({ n }, isRange) => choice.toggle(n, rows, isRange),
  choose: (chosen) => choice.choose(chosen.map(({ n }) => n)),
  all:
    rows.some(isUnfunded) || !rows.some(canCountAsSale)
      ? { label: 'Select all unfunded on this page', words: 'All unfunded on this page', takes: isUnfunded }
      : {
          label: 'Select all on this page that are not sales by type',
          words: 'All that are not sales by type',
        },
})

/** `3 callbacks on this page are left out: 2 Not a sale, 1 Funded.`; '' if "select all" takes every row. */
export function leftOutOfAll(
  rows: readonly CallbackListItem[],
  { labelOf, all }: RowPicks<CallbackListItem>,
) {
  const out = rows.filter((row) => labelOf(row) === null || all.takes?.(row) === false)
  if (out.length === 0) return ''
  const kinds = [...Map.groupBy(out, ineligibleReason)].map(([why, { length }]) => `${length} ${why}`)
  return `${counted(out.length, 'callback')} on this page ${out.length === 1 ? 'is' : 'are'} left out: ${kinds.join(', ')}.`
}

/** The reason in the words that the row shows. */
function ineligibleReason({ funding, anomalies, state }: CallbackListItem): string {
  const anomaly = anomalies.find((each) => each === 'not-a-sale' || each === 'not-approved')
  if (funding !== 'none') return FUNDING_LABELS[funding].label
  if (anomaly) return ANOMALY_LABELS[anomaly].label
  return state === 'unreadable' ? STATE_LABELS.unreadable.label : FUNDING_LABELS.none.label
}

const NOTHING: ReadonlySet<number> = new Set()

/** The selection is cleared when the page or the filters change: nothing out of sight stays selected. */
export function useChoice(query: CallbackListQuery): SaleChoice {
  const address = callbackList.write(query)
  const [kept, setKept] = useState({ address, chosen: NOTHING, isEvery: false, started: false, last: 0 })
  const now = kept.address === address ? kept : { ...kept, address, chosen: NOTHING, isEvery: false, last: 0 }
  const set = (chosen: ReadonlySet<number>, more: { isEvery?: boolean; last?: number } = {}) =>
    setKept({ ...now, chosen, isEvery: false, started: true, ...more })

  return {
    ...now,
    toggle(n, rows, isRange) {
      const chosen = new Set(now.chosen)
      const isOn = !chosen.has(n)
      for (const one of isRange ? between(rows, now.last, n) : [n]) {
        if (isOn) chosen.add(one)
        else chosen.delete(one)
      }
      set(chosen, { last: n })
    },
    choose: (sales) => set(new Set(sales)),
    chooseEvery: (rows) => set(new Set(rows.filter(isUnfunded).map(({ n }) => n)), { isEvery: true }),
  }
}

/** Includes both ends; only the second if the first is not on the page. */
function between(rows: readonly CallbackListItem[], from: number, to: number): number[] {
  const at = [from, to].map((n) => rows.findIndex((row) => row.n === n)).sort((a, b) => a - b)
  const [first = -1, last = -1] = at
  if (first < 0) return [to]
  return rows
    .slice(first, last + 1)
    .filter(canChoose)
    .map(({ n }) => n)
}
