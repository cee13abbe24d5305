import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type CaseClock, elapsedMs, handedOver, isOverdue, NEW_CLOCK, started, stopped } from './clock'

const at = (ms: number) => new Date(1_700_000_000_000 + ms)
const HOUR = 3_600_000

describe('the clock of a case', () => {
  it('counts only while it runs', () => {
    const first = stopped(started(NEW_CLOCK, at(0)), at(5))
    expect(first).toEqual({ spentMs: 5, runningSince: null })
    expect(elapsedMs(first, at(1_000))).toBe(5)
    expect(elapsedMs(started(first, at(1_000)), at(1_003))).toBe(8)
  })

  it('keeps its start when it is started twice', () => {
    expect(elapsedMs(started(started(NEW_CLOCK, at(0)), at(50)), at(60))).toBe(60)
  })

  it('continues when an undecided case comes back, without the time between', () => {
    const takenBack = stopped(handedOver(null, false, at(0)), at(30))
    const again = handedOver(takenBack, false, at(100))
    expect(again).toEqual({ spentMs: 30, runningSince: at(100) })
    expect(elapsedMs(again, at(105))).toBe(35)
  })

  it('starts again when a case comes back after a decision', () => {
    expect(handedOver({ spentMs: 30, runningSince: null }, true, at(100))).toEqual({
      spentMs: 0,
      runningSince: at(100),
    })
  })

  it('stays stopped when it is stopped twice', () => {
    const once = stopped(started(NEW_CLOCK, at(0)), at(5))
    expect(stopped(once, at(99))).toEqual(once)
  })

  it('loses nothing if the system clock is set back', () => {
    const clock = started({ spentMs: 7, runningSince: null }, at(100))
    expect(elapsedMs(clock, at(0))).toBe(7)
    expect(stopped(clock, at(0)).spentMs).toBe(7)
  })

  test.each([
    ['before the limit', 2 * HOUR - 1, false],
    ['at the limit', 2 * HOUR, false],
    ['after the limit', 2 * HOUR + 1, true],
  ])('%s', (_rule, ms, overdue) => {
    expect(isOverdue(started(NEW_CLOCK, at(0)), at(ms), 2)).toBe(overdue)
  })

  it('never goes back, in any order of events and times', () => {
    const event = fc.tuple(fc.constantFrom('start' as const, 'stop' as const), fc.integer())
    fc.assert(
      fc.property(fc.array(event), (events) => {
        let clock: CaseClock = NEW_CLOCK
        for (const [what, ms] of events) {
          const next = what === 'start' ? started(clock, at(ms)) : stopped(clock, at(ms))
          expect(next.spentMs).toBeGreaterThanOrEqual(clock.spentMs)
          expect(elapsedMs(next, at(ms))).toBe(elapsedMs(clock, at(ms)))
          clock = next
        }
      }),
    )
  })

  it('never goes back while time passes', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer(), fc.integer(), fc.nat(), (spentMs, since, ms, later) => {
        const clock = { spentMs, runningSince: at(since) }
        expect(elapsedMs(clock, at(ms + later))).toBeGreaterThanOrEqual(elapsedMs(clock, at(ms)))
        expect(elapsedMs(clock, at(ms))).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
