import { expect, it } from 'vitest'
import { stateCode, stateName, US_STATES } from './us-states'

it.each([
  ['or', 'OR'],
  [' OR ', 'OR'],
  ['Oregon', 'OR'],
  ['Colorado', 'CO'],
  ['d.c.', 'DC'],
  ['Washington, D.C.', 'DC'],
  ['washington', 'WA'],
  ['puerto  rico', 'PR'],
  ['Guam', 'GU'],
  ['US Virgin Islands', 'VI'],
  ['Armed Forces Pacific', 'AP'],
])('%j is %s', (text, code) => {
  expect(stateCode(text)).toBe(code)
})

it.each(['', 'ZZ', 'O', 'Ohioo', 'Ontario', 'U'])('%j is no state', (text) => {
  expect(stateCode(text)).toBeNull()
})

it('lists 50 states, the district, 8 territories and associated states, and 3 of the armed forces', () => {
  expect(US_STATES).toHaveLength(62)
  for (const { code, name } of US_STATES) {
    expect(stateCode(code)).toBe(code)
    expect(stateCode(name)).toBe(code)
    expect(stateName(code)).toBe(name)
  }
  expect(stateName('ZZ')).toBe('ZZ')
})
