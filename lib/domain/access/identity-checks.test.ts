import { describe, expect, test } from 'vitest'
import {
  CHECK_LIMITS,
  checkRoom,
  checksCountedSince,
  crossingToldSince,
  pausedUntil,
} from './identity-checks'

const now = new Date('2026-07-01T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const many = (count: number, minutes: number) => Array.from({ length: count }, () => ago(minutes))
const [{ most: hourly }, daily] = CHECK_LIMITS.identities

describe('what one person may have compared', () => {
  test('is all that is asked while there is room', () => {
    expect(checkRoom('identities', [], hourly, now)).toEqual({ allowed: hourly, until: null })
    expect(checkRoom('identities', many(hourly, 60), hourly, now)).toEqual({ allowed: hourly, until: null })
    expect(checkRoom('identities', many(hourly, 5), 0, now)).toEqual({ allowed: 0, until: null })
  })

  test('ends in the middle of a request that exceeds the limit, until an hour later', () => {
    expect(checkRoom('identities', [], hourly + 1, now)).toEqual({ allowed: hourly, until: ago(-60) })
  })

  test('counts for a day, and admins are told once per shortest period that a limit was reached', () => {
    expect(checksCountedSince(now)).toEqual(ago(24 * 60))
    expect(crossingToldSince('identities', now)).toEqual(ago(60))
    expect(crossingToldSince('tax-ids', now)).toEqual(ago(24 * 60))
  })

  test('ends at the limit of the hour, until the oldest that fills it is an hour old', () => {
    const checked = [...many(1, 40), ...many(hourly - 3, 10)]
    expect(checkRoom('identities', checked, 5, now)).toEqual({ allowed: 2, until: ago(40 - 60) })
    expect(checkRoom('identities', many(hourly, 59), 1, now)).toEqual({ allowed: 0, until: ago(-1) })
  })

  test('ends at the limit of the day as well, and waits for whichever opens last', () => {
    const checked = many(daily?.most ?? 0, 120)
    expect(checkRoom('identities', checked, 1, now)).toEqual({ allowed: 0, until: ago(120 - 24 * 60) })
    expect(checkRoom('identities', [...checked, ...many(hourly, 1)], 1, now)).toEqual({
      allowed: 0,
      until: ago(120 - 24 * 60),
    })
  })

  test('leaves room for a file of 1,000 rows, and two others, within a day', () => {
    expect(checkRoom('tax-ids', many(2_000, 5), 1_000, now)).toEqual({ allowed: 1_000, until: null })
    expect(checkRoom('tax-ids', many(3_000, 5), 1, now)).toMatchObject({ allowed: 0 })
  })
})

test('a pause is said to the minute that it is over, with the day where it is another one', () => {
  expect(pausedUntil(new Date('2026-07-01T15:40:01Z'), now)).toMatch(/^3:41\sPM UTC$/)
  expect(pausedUntil(new Date('2026-07-02T01:00:00Z'), now)).toMatch(/^Jul 2, 1:00\sAM UTC$/)
})
