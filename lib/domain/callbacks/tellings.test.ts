import { expect, test } from 'vitest'
import { addTelling, isToldAlready, saleOfMerchant, type Told } from './tellings'

const told = (...tellings: [content: string, merchant: string][]): Told => {
  const all: Told = new Map()
  for (const [contentSha256, merchantId] of tellings) addTelling(all, { contentSha256, merchantId })
  return all
}

test.each<[string, [string, string][], string, [string, string], boolean]>([
  ['nothing was told', [], '', ['one', ''], false],
  ['the same by the same receiver', [['one', 'M-1']], 'M-1', ['one', 'M-1'], true],
  ['another content by the same receiver', [['one', 'M-1']], 'M-1', ['two', 'M-1'], false],
  ['the same for another merchant', [['one', 'M-1']], 'M-1', ['one', 'M-2'], false],
  ['the same by a receiver that names none', [['one', 'M-1']], 'M-1', ['one', ''], true],
  ['the same with the merchant that nobody named', [['one', '']], '', ['one', 'M-1'], true],
  ['the same for another than was named since', [['one', '']], 'M-1', ['one', 'M-2'], false],
  ['another content by a receiver that names none', [['one', 'M-1']], 'M-1', ['two', ''], false],
  [
    'what was told before a person chose another merchant',
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

test('a sale has the merchant that is named with the content that stands', () => {
  const stands = { contentSha256: 'one', merchantId: '' }
  expect(saleOfMerchant(stands, { contentSha256: 'one', merchantId: 'M-1' })).toBe('M-1')
  expect(saleOfMerchant(stands, { contentSha256: 'two', merchantId: 'M-1' })).toBe('')
  const known = { contentSha256: 'one', merchantId: 'M-1' }
  expect(saleOfMerchant(known, { contentSha256: 'one', merchantId: 'M-2' })).toBe('M-1')
  expect(saleOfMerchant(known, { contentSha256: 'one', merchantId: '' })).toBe('M-1')
})
