import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  businessDay,
  calendarDay,
  dayRuleWords,
  daysAfter,
  endOfBusinessDay,
  hourWords,
  lastBusinessDays,
  startOfBusinessDay,
} from './business-day'

const UTC = { timeZone: 'UTC', cutOffHour: 24 }
const rule = (timeZone: string, cutOffHour = 24) => ({ timeZone, cutOffHour })
const start = (day: string, of: ReturnType<typeof rule>) => startOfBusinessDay(day, of).toISOString()

test.each([
  ['2026-11-22T00:00:00Z', UTC, '2026-11-22'],
  ['2026-11-22T23:59:59.999Z', UTC, '2026-11-22'],
  ['2026-11-22T04:59:59Z', rule('America/New_York'), '2026-11-21'],
  ['2026-11-22T05:00:00Z', rule('America/New_York'), '2026-11-22'],
  // The next day begins exactly at the cut-off, not a millisecond earlier.
  ['2026-11-20T21:59:59.999Z', rule('America/New_York', 17), '2026-11-20'],
  ['2026-11-20T22:00:00.000Z', rule('America/New_York', 17), '2026-11-21'],
  ['2026-11-21T04:30:00Z', rule('America/New_York', 17), '2026-11-21'],
  // A new year, and a leap day.
  ['2026-12-31T23:00:00Z', rule('UTC', 22), '2027-01-01'],
  ['2028-02-28T22:00:00Z', rule('UTC', 22), '2028-02-29'],
  // The other side of the world: 12:45 h and 13:45 h ahead.
  ['2026-06-30T11:15:00Z', rule('Pacific/Chatham'), '2026-07-01'],
  ['2026-06-30T11:14:59Z', rule('Pacific/Chatham'), '2026-06-30'],
  ['2026-12-31T10:15:00Z', rule('Pacific/Chatham'), '2027-01-01'],
  ['2026-06-30T09:59:59Z', rule('Pacific/Kiritimati'), '2026-06-30'],
  ['2026-06-30T10:00:00Z', rule('Pacific/Kiritimati'), '2026-07-01'],
])('%s by %j is of %s', (at, of, day) => {
  expect(businessDay(new Date(at), of)).toBe(day)
})

test('a day ends where the next one starts, and the last one that an address can name has no end', () => {
  const of = rule('America/New_York', 17)
  expect(endOfBusinessDay('2026-12-31', of)?.toISOString()).toBe(start('2027-01-01', of))
  expect(endOfBusinessDay('9999-12-31', of)).toBeNull()
})

describe('when clocks change', () => {
  test('a day in March has 23 hours, and one in November 25', () => {
    const hours = (day: string) =>
      (Date.parse(start(daysAfter(day, 1), rule('America/New_York'))) -
        Date.parse(start(day, rule('America/New_York')))) /
      3_600_000
    expect([hours('2026-03-07'), hours('2026-03-08'), hours('2026-11-01')]).toEqual([24, 23, 25])
  })

  test('a cut-off that the clock jumps over is where it jumps', () => {
    // 2 AM does not exist in New York on March 8: it is 3 AM then.
    expect(start('2026-03-09', rule('America/New_York', 2))).toBe('2026-03-08T07:00:00.000Z')
    // 3 AM does not exist on Chatham on September 27: 2:45 is 3:45, at 14:00 UTC.
    expect(start('2026-09-28', rule('Pacific/Chatham', 3))).toBe('2026-09-26T14:00:00.000Z')
  })

  test('a cut-off that comes twice counts once', () => {
    // On Chatham it is 3:45 and then 2:45 again on April 5, at 14:00 UTC.
    const of = rule('Pacific/Chatham', 3)
    expect(start('2026-04-06', of)).toBe('2026-04-04T13:15:00.000Z')
    for (const at of ['13:15', '13:59', '14:00', '14:10', '14:15', '15:00'].map(
      (time) => `2026-04-04T${time}:00Z`,
    ))
      expect(businessDay(new Date(at), of)).toBe('2026-04-06')
  })

  test('a midnight that does not exist is an hour later', () => {
    expect(start('2026-03-08', rule('America/Havana'))).toBe('2026-03-08T05:00:00.000Z')
    expect(businessDay(new Date('2026-03-08T04:59:59Z'), rule('America/Havana'))).toBe('2026-03-07')
  })

  test('a day that was left out is empty', () => {
    const apia = rule('Pacific/Apia')
    expect(start('2011-12-30', apia)).toBe(start('2011-12-31', apia))
    expect(businessDay(new Date('2011-12-30T09:59:59Z'), apia)).toBe('2011-12-29')
    expect(businessDay(new Date('2011-12-30T10:00:00Z'), apia)).toBe('2011-12-31')
  })
})

test('every moment is of the one day that it lies in, in every zone with every cut-off', () => {
  const zones = fc.constantFrom(
    'UTC',
    'America/New_York',
    'America/Los_Angeles',
    'America/Havana',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Pacific/Apia',
    'Asia/Kathmandu',
    'Africa/Casablanca',
  )
  const moments = fc.date({
    min: new Date('2009-01-01T00:00:00Z'),
    max: new Date('2031-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(moments, zones, fc.integer({ min: 1, max: 24 }), (at, timeZone, cutOffHour) => {
      const of = { timeZone, cutOffHour }
      const day = businessDay(at, of)
      expect(startOfBusinessDay(day, of) <= at).toBe(true)
      expect(startOfBusinessDay(daysAfter(day, 1), of) > at).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('the last days end with today, which began at the cut-off', () => {
  expect(lastBusinessDays(new Date('2026-03-01T01:00:00Z'), 3, rule('America/New_York', 17))).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
})

test('a date that people write knows no cut-off', () => {
  expect(calendarDay(new Date('2026-11-20T23:00:00Z'), rule('America/New_York', 17))).toBe('2026-11-20')
  expect(calendarDay(new Date('2026-11-21T04:59:59Z'), rule('America/New_York', 17))).toBe('2026-11-20')
})

test('it is said in words', () => {
  expect([1, 11, 12, 13, 17, 24].map(hourWords)).toEqual([
    '1 AM',
    '11 AM',
    'Noon',
    '1 PM',
    '5 PM',
    'Midnight',
  ])
  expect(dayRuleWords(rule('America/Chicago', 17))).toBe('America/Chicago, with a 5 PM cut-off')
  expect(dayRuleWords(UTC)).toBe('UTC')
})
