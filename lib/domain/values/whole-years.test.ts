import { expect, it } from 'vitest'
import { wholeYears } from './whole-years'

it.each([
  ['2019-11-25', '2026-11-25', 7],
  ['2019-11-26', '2026-11-25', 6],
  ['2026-01-01', '2026-11-25', 0],
  ['2026-11-25', '2026-11-25', 0],
  ['2024-02-29', '2025-02-28', 0],
  ['2024-02-29', '2025-03-01', 1],
  ['2026-11-26', '2026-11-25', null],
])('%s to %s: %s', (from, to, years) => expect(wholeYears(from, to)).toBe(years))
