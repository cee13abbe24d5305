import { describe, expect, test } from 'vitest'
import { searchWords } from './search-words'

describe('the words that an application is found by', () => {
  test.each([
    ["O'Brien & İpek, LLC", 'obrien ipek llc'],
    ['Café Zoë', 'cafe zoe'],
    ['  A-1042  ', 'a 1042'],
    ['東京商店', '東京商店'],
    ['…', ''],
    ['Blue\u200bHeron \u202eBo\u00adoks\u3164', 'blueheron books'],
    ['Blue\r\nHeron\tBooks', 'blue heron books'],
  ])('%s → %s', (text, words) => {
    expect(searchWords(text)).toBe(words)
  })

  test('have a maximum length', () => {
    expect(searchWords('x'.repeat(100_000))).toHaveLength(2_000)
  })
})
