import { expect, test } from 'vitest'
import {
  isCorrectable,
  shownCorrection,
  withCorrection,
  withCorrections,
  withoutCorrection,
} from './corrections'
import { matchColumns } from './match-columns'
import { readSheet, type Sheet } from './sheet'

function sheetOf(text: string): Sheet {
  const reading = readSheet(text)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.sheet
}

const sheet = sheetOf('Legal name,City\nO’Brien Ltd,Springfeld\nIris Bakery,\nToo,many,cells\n')
const places = matchColumns('payfac', ['Legal name', 'Billing city'])

test('a value for one row replaces the file’s value there and changes no other row', () => {
  const corrected = withCorrections('payfac', sheet, places, [
    { row: 2, place: 'merchant.billingCity', text: 'Springfield' },
  ])
  expect(corrected.places).toEqual(['merchant.legalName', 'merchant.billingCity'])
  expect(corrected.sheet.rows.map(({ cells }) => cells[1])).toEqual(['Springfield', '', 'many'])
  expect(sheet.rows[0]?.cells[1]).toBe('Springfeld')
})

test('a value for every row fills only gaps, and a row’s own correction wins', () => {
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
    // Its values are in the wrong columns, so it stays unread.
    ['Too', 'many'],
  ])
})

test('a correction to day first swaps the file’s date without showing it; a month-first date stays', () => {
  const file = sheetOf('Legal name,Born\nOne,25/12/1980\nTwo,"=""25.12.1980"""\nThree,12/25/1980\n')
  const place = 'contacts.items.0.dateOfBirth'
  const corrections = [2, 3, 4].map((row) => ({ row, place, text: '', isDayFirst: true as const }))
  const corrected = withCorrections('payfac', file, ['merchant.legalName', place], corrections)
  expect(corrected.sheet.rows.map(({ cells }) => cells[1])).toEqual(Array(3).fill('12/25/1980'))
  expect(corrections.map((one) => shownCorrection('payfac', one))).toEqual(
    Array(3).fill('day and month swapped'),
  )
})

test('a date that reads either way is swapped if a person says so', () => {
  const file = sheetOf('Legal name,Born\nOne,05/06/1982\nTwo,1982-05-06\n')
  const place = 'contacts.items.0.dateOfBirth'
  const corrections = [2, 3].map((row) => ({ row, place, text: '', isDayFirst: true as const }))
  const corrected = withCorrections('payfac', file, ['merchant.legalName', place], corrections)
  expect(corrected.sheet.rows.map(({ cells }) => cells[1])).toEqual(['06/05/1982', '1982-05-06'])
})

test('a place of a row has one correction, which can be taken back', () => {
  const first = withCorrection([], { row: 2, place: 'merchant.billingCity', text: 'A' })
  const second = withCorrection(first, { row: 2, place: 'merchant.billingCity', text: 'B' })
  expect(second).toEqual([{ row: 2, place: 'merchant.billingCity', text: 'B' }])
  expect(withoutCorrection(second, { row: null, place: 'merchant.billingCity' })).toEqual(second)
  expect(withoutCorrection(second, { row: 2, place: 'merchant.billingCity' })).toEqual([])
})

test.each([
  ['merchant.billingCity', true, true],
  ['contacts.items.0.firstName', true, true],
  ['merchant.taxId', true, false],
  ['contacts.items.0.ssn', true, false],
  ['contacts.items.0.dateOfBirth', true, false],
  ['accounts.items.0.accountNumber', false, false],
  ['contacts.items.0.roles', true, true],
  ['contacts.nobodyOwns25', false, false],
  ['merchant.nothing', false, false],
  ['constructor', false, false],
])('%s can be given for one row: %s, for all rows: %s', (place, ofOne, ofAll) => {
  expect([isCorrectable('payfac', place, 2), isCorrectable('payfac', place, null)]).toEqual([ofOne, ofAll])
})

test.each([
  ['merchant.billingCity', 'Dayton', 'Dayton'],
  ['merchant.taxId', '12-3456789', '••-•••6789'],
  ['contacts.items.0.ssn', '12', '••••'],
])('what was given at %s is shown masked where the field is: %s → %s', (place, text, shown) => {
  expect(shownCorrection('payfac', { row: 2, place, text })).toBe(shown)
})
