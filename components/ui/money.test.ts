import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Money, moneyText } from './money'

test.each([
  ['0', '$0.00'],
  ['1234.5', '$1,234.50'],
  ['999999999999999.99', '$999,999,999,999,999.99'],
  ['-12.05', '−$12.05'],
  ['by arrangement', 'by arrangement'],
])('%s dollars are written %s, with every digit', (dollars, text) => {
  expect(moneyText(dollars)).toBe(text)
})

test.each([
  [5n, '$0.05'],
  [-250n, '−$2.50'],
  [123_456_789_012_345_678n, '$1,234,567,890,123,456.78'],
])('%s cents are written %s', (amountMinor, text) => {
  expect(renderToStaticMarkup(createElement(Money, { amountMinor }))).toContain(text)
})
