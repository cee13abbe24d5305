import { describe, expect, it } from 'vitest'
import { durationText, timeUsed } from './time-words'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a duration is said in its two largest units', () => {
  it.each([
    [0, 'under a minute'],
    [MINUTE - 1, 'under a minute'],
    [35 * MINUTE, '35 min'],
    [3 * HOUR, '3 h'],
    [3 * HOUR + 20 * MINUTE, '3 h 20 min'],
    [24 * HOUR, '1 d'],
    [52 * HOUR + 59 * MINUTE, '2 d 4 h'],
    // A machine's clock that was set back.
    [-5, 'under a minute'],
  ])('%i ms: %s', (ms, words) => expect(durationText(ms)).toBe(words))
})

describe('the time of a case', () => {
  it.each([
    [12 * HOUR, 'progress', '12 h of 2 d'],
    [36 * HOUR, 'warn', '1 d 12 h of 2 d'],
    // The limit itself is still in time.
    [48 * HOUR, 'warn', '2 d of 2 d'],
    [49 * HOUR, 'bad', 'Overdue by 1 h'],
    [48 * HOUR + 1, 'bad', 'Overdue by under a minute'],
  ])('%i ms of 48 hours: %s, %s', (usedMs, tone, words) =>
    expect(timeUsed(usedMs, 48)).toMatchObject({ tone, words }),
  )

  it('fills the bar once, however long it is overdue', () => expect(timeUsed(480 * HOUR, 48).share).toBe(1))
})
