import type { ReactNode } from 'react'
import { counted } from '@/lib/domain/values/counted'
import { FirstOrAll } from './first-or-all'

/** Up to this many are shown at once: a button would save little room. */
export const FEW = 12

/**
 * The beginning of a list, and a button that shows the rest. `count`: the full number if the list itself is cut.
 * `few`: how many are shown without a button. `opens`: false if the page shows the others elsewhere.
 */
export function FirstOf<Row>({
  rows,
  count,
  shown,
  few,
  noun,
  opens = true,
  children,
}: {
  rows: readonly Row[]
  count: number
  shown: number
  few: number
  noun: string
  opens?: boolean
  children: (rows: readonly Row[]) => ReactNode
}) {
  const list = (part: readonly Row[]) => (
    <>
      {children(part)}
      {count > part.length && (
        <p className="px-4 py-2 text-sm text-muted">and {counted(count - part.length, `more ${noun}`)}</p>
      )}
    </>
  )
  const first = opens && rows.length <= few ? rows : rows.slice(0, shown)
  if (!opens || first.length === rows.length) return list(first)
  return (
    <FirstOrAll
      first={children(first)}
      all={list(rows)}
      open={
        count > rows.length
          ? `Show the first ${rows.length.toLocaleString('en-US')} of ${counted(count, noun)}`
          : `Show all ${counted(count, noun)}`
      }
    />
  )
}
