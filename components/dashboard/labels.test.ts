import { expect, test } from 'vitest'
import { ageText, axisMoney, countText, dayText, hourText, momentDayText } from './labels'

const NOW = '2026-11-20T14:30:00.000Z'

test.each([
  ['2026-11-20T14:29:31.000Z', '0 min'],
  ['2026-11-20T13:31:00.000Z', '59 min'],
  ['2026-11-20T13:30:00.000Z', '1 h'],
  ['2026-11-18T14:31:00.000Z', '47 h'],
  ['2026-11-18T14:30:00.000Z', '2 days'],
  ['2026-10-11T15:30:00.000Z', '39 days'],
  ['2026-11-20T15:30:00.000Z', '0 min'],
])('what was at %s is %s old', (at, text) => {
  expect(ageText(at, NOW)).toBe(text)
})

test('a count that stopped early says so', () => {
  expect([0, 999, 1_000, 1_001].map(countText)).toEqual(['0', '999', '1,000', '1,000+'])
})

test('days and hours are in the given time zone', () => {
  expect(dayText('2026-11-05')).toBe('Nov 5')
  expect(momentDayText(NOW, 'UTC')).toBe('Nov 20')
  expect(momentDayText(NOW, 'Pacific/Chatham')).toBe('Nov 21')
  expect(hourText('2026-11-20T09:00:00.000Z', 'UTC')).toBe('09:00')
  expect(hourText('2026-11-20T09:00:00.000Z', 'Pacific/Chatham')).toBe('22:45')
})

test.each([
  [0, '$0'],
  [50_000, '$500'],
  [150_000, '$1.5K'],
  [2_500_000_000, '$25M'],
])('%s cents stand at an axis as %s', (amountMinor, text) => {
  expect(axisMoney(amountMinor)).toBe(text)
})
