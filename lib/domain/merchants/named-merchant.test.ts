import { expect, test } from 'vitest'
import { meantMerchant, merchantFinder, nearMerchants, soleMerchant } from './named-merchant'

const find = merchantFinder([
  { merchantId: 'BLUEBIRD-01', name: 'Bluebird Café' },
  { merchantId: 'KAYAKS-08', name: 'Kayaks & Co' },
  { merchantId: 'KAYAKS-09', name: 'kayaks  & co' },
  { merchantId: 'HARBOR', name: 'Harbor Lane' },
  { merchantId: 'LANE-02', name: 'harbor' },
])

test.each([
  ['a name in other capitals and blanks', ' bluebird  CAFÉ ', ['BLUEBIRD-01']],
  ['an id in other capitals', 'bluebird-01', ['BLUEBIRD-01']],
  ['a name that two have', 'Kayaks & Co', ['KAYAKS-08', 'KAYAKS-09']],
  ['an id that is the name of another one', 'Harbor', ['HARBOR', 'LANE-02']],
  ['a name that is only near', 'Bluebird Cafe', []],
  ['a part of a name', 'Bluebird', []],
  ['nothing', ' ', []],
])('%s', (_, text, ids) => expect(find(text)).toEqual(ids))

test('the merchant that is meant is the one that a file would name, and an exact ID wins over a name', () => {
  const shown = [
    { merchantId: 'BLUEBIRD-01', name: 'Bluebird' },
    { merchantId: 'HARBOR', name: 'Harbor Lane' },
    { merchantId: 'LANE-02', name: 'HARBOR' },
  ]
  const idOf = (text: string) => soleMerchant(text, shown)?.merchantId ?? null
  expect(['bluebird-01', 'Bluebird', 'HARBOR', 'harbor', 'blue'].map(idOf)).toEqual([
    'BLUEBIRD-01',
    'BLUEBIRD-01',
    'HARBOR',
    null,
    null,
  ])
})

test.each([
  ['the beginning of a name', 'bluebird', 'BIRD-10'],
  ['the beginning of a word of it', ' Kaya ', 'BIRD-10'],
  ['the beginning of an id', 'bird-1', 'BIRD-10'],
  ['of several none', 'bird', null],
  ['three letters are too few', 'blu', null],
  ['what is inside a word', 'ebird', null],
  ['a name with a letter left out', 'blubird', 'BIRD-10'],
  ['a name with a letter too many, exchanged, or swapped', 'bluuebird', 'BIRD-10'],
  ['an id with a slip', 'BRID-22', 'BIRD-22'],
])('a merchant is suggested by %s', (_, text, meant) => {
  const directory = [
    { merchantId: 'BIRD-10', name: 'Bluebird Kayaks' },
    { merchantId: 'BIRD-22', name: 'Blue Heron Bakery' },
  ]
  expect(meantMerchant(text, directory)).toBe(meant)
})

test.each([
  ['blubird', 'a letter is left out'],
  ['bluebbird', 'a letter is too many'],
  ['bluebirs', 'a letter is another'],
  ['bluebrid', 'two letters are swapped'],
  ['kayask', 'it is in the second word'],
  ['bird-0', 'it is in the id'],
])('%s asks about a merchant: %s', (text) => {
  const directory = [{ merchantId: 'BIRD-10', name: 'Bluebird Kayaks' }]
  expect(nearMerchants(text, directory)).toEqual(directory)
})

test.each(['blbird', 'gluebird', 'blub', 'heron', ''])('“%s” is near no merchant', (text) => {
  expect(nearMerchants(text, [{ merchantId: 'X-1', name: 'Bluebird Kayaks' }])).toEqual([])
})
