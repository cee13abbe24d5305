'use client'

import { useState } from 'react'
import { type CallbackListQuery, writeCallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import type { CallbackListItem } from '@/lib/server/callbacks/views'

/** Something can be done with money that waits, and with no other. */
export const canChoose = ({ funding }: CallbackListItem): boolean => funding === 'unfunded'

/** Which sales of the page are chosen. */
export type SaleChoice = {
  chosen: ReadonlySet<number>
  /** Not only the chosen ones of this page: everything that the filters find. */
  isEvery: boolean
  /** Something was chosen once: what can be done with it is there from then on. */
  begun: boolean
  /** With `isRange`, also all between this one and the one that was pressed before it, as they stand in `rows`. */
  toggle: (n: number, rows: readonly CallbackListItem[], isRange: boolean) => void
  choose: (sales: readonly number[]) => void
  chooseEvery: (rows: readonly CallbackListItem[]) => void
}

const NOTHING: ReadonlySet<number> = new Set()

/** Another page, or other filters, is another choice: what is not seen is not chosen. */
export function useChoice(query: CallbackListQuery): SaleChoice {
  const address = writeCallbackListQuery(query)
  const [kept, setKept] = useState({ address, chosen: NOTHING, isEvery: false, begun: false, last: 0 })
  const now = kept.address === address ? kept : { ...kept, address, chosen: NOTHING, isEvery: false, last: 0 }
  const set = (chosen: ReadonlySet<number>, more: { isEvery?: boolean; last?: number } = {}) =>
    setKept({ ...now, chosen, isEvery: false, begun: true, ...more })

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
    chooseEvery: (rows) => set(new Set(rows.filter(canChoose).map(({ n }) => n)), { isEvery: true }),
  }
}

/** Both ends included; the second alone where the first is not there. */
function between(rows: readonly CallbackListItem[], from: number, to: number): number[] {
  const at = [from, to].map((n) => rows.findIndex((row) => row.n === n)).sort((a, b) => a - b)
  const [first = -1, last = -1] = at
  if (first < 0) return [to]
  return rows
    .slice(first, last + 1)
    .filter(canChoose)
    .map(({ n }) => n)
}
