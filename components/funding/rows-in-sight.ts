import { type RefObject, useLayoutEffect, useState } from 'react'

/** The height of every row and of the head that covers the first of them. */
export const ROW_PX = 32
/** Extra rows above and below those in sight, so that scrolling shows no gap. */
const SPARE = 8

type View = { top: number; height: number }
/** From the first row up to, but not including, the last. */
type Rows = { from: number; to: number }

/** The rows to render. `view`: the box's scroll position and height in pixels. */
export const rowsInSight = ({ top, height }: View): Rows => ({
  from: Math.max(0, Math.floor(top / ROW_PX) - SPARE),
  to: Math.ceil((top + height) / ROW_PX) + SPARE,
})

/** The scroll position at which a row is in sight; the current one if it already is. */
export function topShowing(row: number, { top, height }: View): number {
  const above = row * ROW_PX
  const below = above + 2 * ROW_PX - height
  return above < top ? above : Math.max(top, below)
}

const viewOf = ({ scrollTop, clientHeight }: HTMLElement): View => ({ top: scrollTop, height: clientHeight })

/**
 * Which of `count` rows to render, in order. All have the same height, so only the box is measured. `open`: a row
 * that stays rendered however far the box is scrolled; -1 for none.
 */
export function useRowsInSight(
  box: RefObject<HTMLElement | null>,
  count: number,
  open: number,
): { rows: number[]; scrollTo: (row: number) => void } {
  const [{ from, to }, setRows] = useState<Rows>({ from: 0, to: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () =>
      setRows((now) => {
        const next = rowsInSight(viewOf(element))
        return next.from === now.from && next.to === now.to ? now : next
      })
    look()
    const resized = new ResizeObserver(look)
    resized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  const last = Math.min(to, count)
  const rows = Array.from({ length: Math.max(0, last - from) }, (_, index) => from + index)
  if (open >= 0 && open < count) {
    if (open < from) rows.unshift(open)
    else if (open >= last) rows.push(open)
  }
  return {
    rows,
    scrollTo(row) {
      if (box.current) box.current.scrollTop = topShowing(row, viewOf(box.current))
    },
  }
}
