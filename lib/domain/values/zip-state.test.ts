import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { stateCode } from './us-states'
import { statesOfZip } from './zip-state'

describe('the states of a ZIP code', () => {
  test.each([
    ['10001', ['NY']],
    ['90001-1234', ['CA']],
    ['06390', ['CT', 'NY']],
    ['00501', ['NY']],
    ['00000', []],
    ['1000', []],
    ['', []],
  ])('%s: %j', (zip, states) => {
    expect(statesOfZip(zip)).toEqual(states)
  })

  it('have its own among them, for every ZIP code that is known', () => {
    const data = readFileSync('node_modules/zipcodes/lib/codes.js', 'utf8')
    const wrong = [...data.matchAll(/"(\d{5})":\{[^{}]*?"state":"([A-Z]{2})"/g)].filter(
      ([, zip = '', state = '']) => stateCode(state) !== null && !statesOfZip(zip).includes(state),
    )
    expect(wrong).toEqual([])
  })
})
