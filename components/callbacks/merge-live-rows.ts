import type { CallbackListItem } from '@/lib/server/callbacks/log/views'

type Rows = readonly CallbackListItem[]

/**
 * Puts the log's newest page into the rows that an open page shows. `added`: the numbers of the rows that the page did
 * not show before. `missed`: the whole newest page is new, so that rows between the two pages may be on neither.
 */
export function mergeLiveRows(
  rows: Rows,
  first: { items: Rows; more: boolean },
): { rows: CallbackListItem[]; added: number[]; missed: boolean } {
  const known = new Map(rows.map((row) => [row.n, row]))
  const added = first.items.flatMap(({ n }) => (known.has(n) ? [] : [n]))
  const missed = first.more && known.size > 0 && added.length === first.items.length
  for (const row of first.items) known.set(row.n, row)
  return { rows: [...known.values()].sort(newestFirst), added, missed }
}

/** Leaves out rows that the newest page would have if they still matched the filters. */
export function withoutGone(rows: Rows, first: { items: Rows; more: boolean }): CallbackListItem[] {
  const there = new Set(first.items.map(({ n }) => n))
  const last = first.items.at(-1)
  return rows.filter(
    (row) => there.has(row.n) || (first.more && last !== undefined && newestFirst(last, row) < 0),
  )
}

const newestFirst = (one: CallbackListItem, other: CallbackListItem): number =>
  Date.parse(other.receivedAt) - Date.parse(one.receivedAt) || other.n - one.n
