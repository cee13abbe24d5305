import { expect, test } from 'vitest'
import { addTelling, isToldAlready, saleOfMerchant, type Told } from './tellings'

const told = (...tellings: [content: string, merchant: string][]): Told => {
  const all: Told = new Map()
  for (const [contentSha256, merchantId] of tellings) addTelling(all, { contentSha256, merchantId })
  return all
}

test.each<[string, [string, string][], string, [string, string], boolean]>([
  ['no earlier delivery', [], '', ['one', ''], false],
  ['the same content at the same receiver', [['one', 'M-1']], 'M-1', ['one', 'M-1'], true],
  ['another content at the same receiver', [['one', 'M-1']], 'M-1', ['two', 'M-1'], false],
  ['the same content for another merchant', [['one', 'M-1']], 'M-1', ['one', 'M-2'], false],
  ['the same content at a receiver without a merchant', [['one', 'M-1']], 'M-1', ['one', ''], true],
  ['the same content with a merchant that was missing before', [['one', '']], '', ['one', 'M-1'], true],
  [
    'the same content for another merchant than the one added since',
    [['one', '']],
    'M-1',
    ['one', 'M-2'],
    false,
  ],
  ['another content at a receiver without a merchant', [['one', 'M-1']], 'M-1', ['two', ''], false],
  [
    'an earlier delivery from before a person chose another merchant',
    [
      ['one', ''],
      ['one', 'M-1'],
      ['one', 'M-2'],
    ],
    'M-2',
    ['one', 'M-1'],
    true,
  ],
])('%s', (_, before, saleOf, [contentSha256, merchantId], expected) => {
  expect(isToldAlready(told(...before), saleOf, { contentSha256, merchantId })).toBe(expected)
})

test('a sale gets its merchant from a delivery with the current content', () => {
  const stands = { contentSha256: 'one', merchantId: '' }
  expect(saleOfMerchant(stands, { contentSha256: 'one', merchantId: 'M-1' })).toBe('M-1')
  expect(saleOfMerchant(stands, { contentSha256: 'two', merchantId: 'M-1' })).toBe('')
  const known = { contentSha256: 'one', merchantId: 'M-1' }
  expect(saleOfMerchant(known, { contentSha256: 'one', merchantId: 'M-2' })).toBe('M-1')
  expect(saleOfMerchant(known, { contentSha256: 'one', merchantId: '' })).toBe('M-1')
})
