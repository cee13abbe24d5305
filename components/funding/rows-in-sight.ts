import { type RefObject, useLayoutEffect, useState } from 'react'

/** Of every row, and of the head that lies over the first of them. */
export const ROW_PX = 32
/** Rows above and below those in sight, so that scrolling meets no gap. */
const SPARE = 8

type View = { top: number; height: number }
/** From the first row up to, and without, the last. */
type Rows = { from: number; to: number }

/** The rows that have to be in the page, of however many there are. `view`: in pixels, as the box is scrolled. */
export const rowsInSight = ({ top, height }: View): Rows => ({
  from: Math.max(0, Math.floor(top / ROW_PX) - SPARE),
  to: Math.ceil((top + height) / ROW_PX) + SPARE,
})

/** Where the box has to be scrolled to for a row to be in sight; where it is, if that is so already. */
export function topShowing(row: number, { top, height }: View): number {
  const above = row * ROW_PX
  const below = above + 2 * ROW_PX - height
  return above < top ? above : Math.max(top, below)
}

const viewOf = ({ scrollTop, clientHeight }: HTMLElement): View => ({ top: scrollTop, height: clientHeight })

/**
 * Which of `count` rows are in the page, in order. All are of one height, so that nothing is measured but the box.
 * `open`: a row that stays in the page, however far one scrolls away from it; -1 where there is none.
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
