import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AGES, ageStarts, daysOfAge } from './ageing'

const TODAY = '2026-03-10'

/** As the database finds it. */
const ageOf = (received: string): number =>
  AGES.length - 1 - ageStarts(TODAY).filter((start) => received >= start).length

test.each([
  ['2026-03-10', 'Today'],
  ['2026-03-11', 'Today'],
  ['2026-03-09', '1–2 days'],
  ['2026-03-08', '1–2 days'],
  ['2026-03-07', '3–6 days'],
  ['2026-03-04', '3–6 days'],
  ['2026-03-03', '7–13 days'],
  ['2026-02-25', '7–13 days'],
  ['2026-02-24', '14 days and more'],
  ['2020-01-01', '14 days and more'],
])('a sale received on %s has the age “%s” on March 10', (received, label) => {
  expect(AGES[ageOf(received)]?.label).toBe(label)
})

test('each day belongs to exactly one age', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1, max: 400 }), (days) => {
      const received = new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10)
      const found = AGES.flatMap((age, index) => {
        const { from, to } = daysOfAge(age, TODAY)
        return (from === null || received >= from) && (to === null || received <= to) ? [index] : []
      })
      expect(found).toEqual([ageOf(received)])
    }),
  )
})
