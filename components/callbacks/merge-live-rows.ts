import type { CallbackListItem } from '@/lib/server/callbacks/log/views'

type Rows = readonly CallbackListItem[]

/**
 * The rows of a page that is open, with the first page of the log as it stands now. `missed`: so many came in that
 * some of them stand on neither. `added` had not been there.
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

/** The same without the rows that do not fit the filters any more: they would stand on the first page. */
export function withoutGone(rows: Rows, first: { items: Rows; more: boolean }): CallbackListItem[] {
  const there = new Set(first.items.map(({ n }) => n))
  const last = first.items.at(-1)
  return rows.filter(
    (row) => there.has(row.n) || (first.more && last !== undefined && newestFirst(last, row) < 0),
  )
}

const newestFirst = (one: CallbackListItem, other: CallbackListItem): number =>
  Date.parse(other.receivedAt) - Date.parse(one.receivedAt) || other.n - one.n
