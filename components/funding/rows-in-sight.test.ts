import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROW_PX, rowsInSight, topShowing } from './rows-in-sight'

const view = fc.record({
  top: fc.integer({ min: 0, max: 32_000_000 }),
  height: fc.integer({ min: 3 * ROW_PX, max: 640 }),
})
/** Whether all of a row is within the box, below the head. */
const isInSight = (row: number, { top, height }: { top: number; height: number }) =>
  row * ROW_PX >= top && (row + 1) * ROW_PX <= top + height - ROW_PX

describe('rows in sight', () => {
  test('renders what is visible and little more', () => {
    fc.assert(
      fc.property(view, (at) => {
        const { from, to } = rowsInSight(at)
        expect(from * ROW_PX).toBeLessThanOrEqual(at.top)
        expect(to * ROW_PX).toBeGreaterThanOrEqual(at.top + at.height)
        expect(to - from).toBeLessThanOrEqual(at.height / ROW_PX + 18)
      }),
    )
  })

  test('scrolls to a row that is out of sight, and not to one that is in sight', () => {
    fc.assert(
      fc.property(view, fc.integer({ min: 0, max: 1_000_000 }), (at, row) => {
        const top = topShowing(row, at)
        expect(isInSight(row, { ...at, top })).toBe(true)
        if (isInSight(row, at)) expect(top).toBe(at.top)
      }),
    )
  })
})
