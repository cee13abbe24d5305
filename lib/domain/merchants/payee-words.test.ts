import { expect, test } from 'vitest'
import { payeeWords } from './payee-words'

const merchant = (merchantId: string, name: string, ...payees: string[]) =>
  [merchantId, { merchantId, name, split: payees.map((payee) => ({ merchantId: payee })) }] as const
const DIRECTORY = new Map([
  merchant('B', 'Bluebird Books'),
  merchant('F', 'Platform Fee'),
  merchant('K', 'Kayaks', 'F', 'K'),
  merchant('S', 'Sold', 'B'),
  merchant('M', 'Many', 'B', 'F', 'K', 'X', 'M'),
  merchant('N', ''),
])

test.each([
  ['a merchant without a split gets it', 'B', 'to Bluebird Books'],
  ['whoever a split gives all of it', 'S', 'to Bluebird Books'],
  ['all of its payees', 'K', 'split between Platform Fee and Kayaks'],
  [
    'of many the first, and how many more',
    'M',
    'split between Bluebird Books, Platform Fee, Kayaks and 2 more',
  ],
  ['without a name by its ID', 'N', 'to N'],
  ['whom the directory does not know', 'Z', null],
])('%s', (_, merchantId, words) => {
  expect(payeeWords(merchantId, DIRECTORY)).toBe(words)
})
