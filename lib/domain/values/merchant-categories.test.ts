import { expect, it } from 'vitest'
import { categoryCodeOf, isListedCategory } from './merchant-categories'
import { CATEGORY_NAMES, readCategory } from './merchant-category-names'

it.each(['5812', '0742', '7995', '3000', '3999'])('%s is listed', (code) => {
  expect(isListedCategory(code)).toBe(true)
})

it.each(['0000', '9999', '5810', '1234', '581', '58120'])('%s is not listed', (code) => {
  expect(isListedCategory(code)).toBe(false)
})

it('every listed code has a name, and every name is of a listed code', () => {
  const names = Object.entries(CATEGORY_NAMES)
  expect(names.length).toBeGreaterThan(280)
  for (const [code, name] of names) {
    expect(isListedCategory(code), code).toBe(true)
    expect(name).toMatch(/^[A-Z].{3,}/)
  }
})

it.each([
  ['5812', '5812'],
  [' 5967 Teleservices', '5967'],
  ['99', null],
  ['58120', null],
  ['', null],
])('%j has the code %s', (text, code) => {
  expect(categoryCodeOf(text)).toBe(code)
})

it.each([
  ['5812 restaurants', '5812'],
  ['5812 - Restaurant', '5812'],
  [' 1711: Plumbing & heating ', '1711'],
  ['9754 GAMBLING and racing', '9754'],
  ['9754 gamb. of horses', '9754'],
  ['9754 gambling, andirons', '9754 gambling, andirons'],
  // Words of the name beside others, only short words, or "and" alone.
  ['5812 restaurants, insurance', '5812 restaurants, insurance'],
  ['5812 an', '5812 an'],
  ['5812 and', '5812 and'],
  ['x5812 restaurants', 'x5812 restaurants'],
  // Of another code, of none, or nothing but digits.
  ['5812 bars', '5812 bars'],
  ['9999 restaurants', '9999 restaurants'],
  ['58120', '58120'],
  ['5812', '5812'],
])('%j is read as %j', (text, read) => {
  expect(readCategory(text)).toBe(read)
})
