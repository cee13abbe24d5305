import { expect, test } from 'vitest'
import { fundedWords } from './funded-words'

const held = (batchNumber: number, amountMinor: number, isCertain = true) => ({
  merchantId: `M-${batchNumber}`,
  amountMinor,
  isCertain,
  batchNumber,
  batchId: '',
  at: '',
})

test.each<[words: string | null, event: Parameters<typeof fundedWords>[0]]>([
  ['Funded $105.64 in B-1014', { funding: 'none', held: [held(1014, 10_564)] }],
  ['Funded $10.00 in B-1 and B-2', { funding: 'funded', held: [held(1, 600), held(2, 400)] }],
  ['Outcome unknown: funded with up to $6.00 in B-1', { funding: 'in-batch', held: [held(1, 600, false)] }],
  ['Funded externally', { funding: 'outside', held: [] }],
  ['Funded', { funding: 'funded', held: null }],
  [null, { funding: 'none', held: [held(1, 0)] }],
  [null, { funding: 'unfunded', held: [] }],
])('%s', (words, event) => expect(fundedWords(event)).toBe(words))
