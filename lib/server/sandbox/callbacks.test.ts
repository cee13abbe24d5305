import { expect, test } from 'vitest'
import { hideCardNumbers } from './callbacks'

test.each([
  ['4111111111111111', '••••1111'],
  ['4111 1111 1111 1111', '••••1111'],
  ['card 5500-0000-0000-0004, thanks', 'card ••••0004, thanks'],
  ['340000000000009', '••••0009'],
])('of the card number in “%s” the last four digits are shown', (text, shown) => {
  expect(hideCardNumbers(text)).toBe(shown)
})

test.each([
  '************1111',
  '4111111111111112',
  '765093716631',
  'HPP-11216392711',
  'SBX-C-075581',
  '12.50',
])('“%s” holds no card number, and stays', (text) => {
  expect(hideCardNumbers(text)).toBe(text)
})
