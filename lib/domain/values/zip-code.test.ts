import { expect, it } from 'vitest'
import { readZip } from './zip-code'

it.each([
  ['97205', '97205', null],
  [' 97205 ', '97205', null],
  ['97205-1203', '97205', '1203'],
  ['97205 1203', '97205', '1203'],
  ['972051203', '97205', '1203'],
  ['97205\u20131203', '97205', '1203'],
])('%j is ZIP code %s', (text, zip, plusFour) => {
  expect(readZip(text)).toEqual({ zip, plusFour })
})

it.each(['', '9720', '972051', '97205-12', 'OR 97205', '97205-12034'])('%j is no ZIP code', (text) => {
  expect(readZip(text)).toBeNull()
})
