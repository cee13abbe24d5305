import { describe, expect, it } from 'vitest'
import { durationText, timeUsed, usedOfAllowed } from './time-words'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a duration is as exact as it matters', () => {
  it.each([
    [0, 'under a minute'],
    [MINUTE - 1, 'under a minute'],
    [35 * MINUTE, '35 min'],
    [3 * HOUR, '3 h'],
    [3 * HOUR + 20 * MINUTE, '3 h 20 min'],
    [24 * HOUR - MINUTE, '23 h 59 min'],
    [24 * HOUR + 20 * MINUTE, '24 h'],
    [48 * HOUR - 1, '47 h'],
    [48 * HOUR, '2 days'],
    [39 * 24 * HOUR + 23 * HOUR + 59 * MINUTE, '39 days'],
    [1_200 * 24 * HOUR, '1,200 days'],
    // A system clock that was set back.
    [-5, 'under a minute'],
  ])('%i ms: %s', (ms, words) => expect(durationText(ms)).toBe(words))
})

describe('the time of a case', () => {
  it.each([
    [12 * HOUR, 'progress', '12 h of 2 days'],
    [36 * HOUR, 'warn', '36 h of 2 days'],
    // Exactly the limit is still on time.
    [48 * HOUR, 'warn', '2 days of 2 days'],
    [49 * HOUR, 'bad', 'Overdue by 1 h'],
    [48 * HOUR + 1, 'bad', 'Overdue by under a minute'],
    [41 * 24 * HOUR + 23 * HOUR, 'bad', 'Overdue by 39 days'],
  ])('%i ms of 48 hours: %s, %s', (usedMs, tone, words) =>
    expect(timeUsed(usedMs, 48)).toMatchObject({ tone, words }),
  )

  it.each([
    [71 * HOUR, 60, '71 h of 60 h'],
    [3 * HOUR + 20 * MINUTE, 60, '3 h 20 min of 60 h'],
    [71 * HOUR, 72, '2 days of 3 days'],
    [HOUR, 24, '1 h of 24 h'],
  ])('%i ms of %i hours: %s', (usedMs, hoursAllowed, words) =>
    expect(usedOfAllowed(usedMs, hoursAllowed)).toBe(words),
  )

  it('is over with the decision: nothing is overdue any more', () =>
    expect(timeUsed(41 * 24 * HOUR, 48, true)).toMatchObject({
      tone: 'progress',
      words: 'Took 41 days of 2 days',
    }))

  it('fills the bar at most once, however overdue it is', () =>
    expect(timeUsed(480 * HOUR, 48).share).toBe(1))
})
