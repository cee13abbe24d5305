import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Money, wholeMoneyText } from './money'

test.each([
  [5n, '$0.05'],
  [-250n, '−$2.50'],
  [123_456_789_012_345_678n, '$1,234,567,890,123,456.78'],
])('%s cents are written %s', (amountMinor, text) => {
  expect(renderToStaticMarkup(createElement(Money, { amountMinor }))).toContain(text)
})

test.each([
  ['48000', '$48,000'],
  ['25,000', '$25,000'],
  ['$1,500,000.50', '$1,500,000.50'],
  ['-20', '−$20'],
  ['2,5', '2,5'],
  ['about $20', 'about $20'],
  ['', ''],
])('%s dollars as typed are shown %s', (typed, text) => {
  expect(wholeMoneyText(typed)).toBe(text)
})
