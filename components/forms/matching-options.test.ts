import { expect, it } from 'vitest'
import { US_STATES } from '@/lib/domain/values/us-states'
import { matchingOptions } from './matching-options'

const STATES = US_STATES.map(({ code, name }) => ({ value: code, label: name }))
const found = (typed: string) => matchingOptions(STATES, typed).map(({ value }) => value)

it.each([
  ['or', ['OR']],
  ['Oreg', ['OR']],
  ['mi', ['MI', 'FM', 'MN', 'MS', 'MO']],
  ['caro', ['NC', 'SC']],
  ['virgin', ['VA', 'VI', 'WV']],
  [' DC ', ['DC']],
  ['zz', []],
])('%j finds %j, the best first', (typed, codes) => {
  expect(found(typed).slice(0, 1)).toEqual(codes.slice(0, 1))
  expect(found(typed).sort()).toEqual([...codes].sort())
})

it('returns all options for a blank text, up to the limit', () => {
  expect(found('')).toHaveLength(50)
  expect(matchingOptions(STATES, '', 100)).toHaveLength(STATES.length)
})
