import { expect, test } from 'vitest'
import { searchedAmount } from './searched-id'

test.each([
  ['12.50', 1_250],
  ['$1,234.50', 123_450],
  [' $ 12 ', 1_200],
  ['1,234,567.00', 123_456_700],
  ['1250', null],
  ['1,250', null],
  ['12.5', null],
  ['$12,34.00', null],
  ['$', null],
  ['T-12.50', null],
])('%s is searched as an amount of %s cents', (search, cents) => {
  expect(searchedAmount(search)).toBe(cents)
})
