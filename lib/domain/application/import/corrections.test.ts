import { expect, test } from 'vitest'
import { isCorrectable, withCorrection, withCorrections, withoutCorrection } from './corrections'
import { matchColumns } from './match-columns'
import { readSheet, type Sheet } from './sheet'

function sheetOf(text: string): Sheet {
  const reading = readSheet(text)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.sheet
}

const sheet = sheetOf('Legal name,City\nO’Brien Ltd,Springfeld\nIris Bakery,\nToo,many,cells\n')
const places = matchColumns('payfac', ['Legal name', 'Billing city'])

test('a value for one row replaces what the file has there, and nothing in the other rows', () => {
  const corrected = withCorrections('payfac', sheet, places, [
    { row: 2, place: 'merchant.billingCity', text: 'Springfield' },
  ])
  expect(corrected.places).toEqual(['merchant.legalName', 'merchant.billingCity'])
  expect(corrected.sheet.rows.map(({ cells }) => cells[1])).toEqual(['Springfield', '', 'many'])
  expect(sheet.rows[0]?.cells[1]).toBe('Springfeld')
})

test('a value for every row stands only where the file has none, and a row’s own goes before it', () => {
  const corrected = withCorrections('payfac', sheet, places, [
    { row: 3, place: 'merchant.ownership', text: 'Partnership' },
    { row: null, place: 'merchant.billingCity', text: 'Columbus' },
    { row: null, place: 'merchant.ownership', text: 'Limited Liability Company' },
  ])
  expect(corrected.places.at(-1)).toBe('merchant.ownership')
  expect(corrected.sheet.columns).toHaveLength(3)
  expect(corrected.sheet.rows.map(({ cells }) => cells)).toEqual([
    ['O’Brien Ltd', 'Springfeld', 'Limited Liability Company'],
    ['Iris Bakery', 'Columbus', 'Partnership'],
    // Its values are in the wrong columns: it stays unread.
    ['Too', 'many'],
  ])
})

test('there is one word for a place of a row, and it can be taken back', () => {
  const first = withCorrection([], { row: 2, place: 'merchant.billingCity', text: 'A' })
  const second = withCorrection(first, { row: 2, place: 'merchant.billingCity', text: 'B' })
  expect(second).toEqual([{ row: 2, place: 'merchant.billingCity', text: 'B' }])
  expect(withoutCorrection(second, { row: null, place: 'merchant.billingCity' })).toEqual(second)
  expect(withoutCorrection(second, { row: 2, place: 'merchant.billingCity' })).toEqual([])
})

test.each([
  ['merchant.billingCity', true],
  ['contacts.items.0.firstName', true],
  ['merchant.taxId', false],
  ['contacts.items.0.ssn', false],
  ['accounts.items.0.accountNumber', false],
  ['contacts.items.0.roles', false],
  ['contacts.nobodyOwns25', false],
  ['merchant.nothing', false],
  ['constructor', false],
])('what is masked or no single text is corrected in the draft alone: %s', (place, is) => {
  expect(isCorrectable('payfac', place)).toBe(is)
})
