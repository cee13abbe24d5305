import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CallbackEventView } from '@/lib/server/callbacks/log/views'
import { fundedWords, unpaidWords } from './funded-words'
import { HeldList } from './held-list'

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

const NONE_OF_IT = 'M-1, whose sale it is, got none of it.'

test.each<[what: string, words: string | null, event: Parameters<typeof unpaidWords>[0]]>([
  ['paid wholly to another', NONE_OF_IT, { merchantId: 'M-1', held: [held(2, 600), held(3, 400)] }],
  ['taken back from its own', NONE_OF_IT, { merchantId: 'M-1', held: [held(1, 0), held(2, 600)] }],
  ['shared with another', null, { merchantId: 'M-1', held: [held(1, 1), held(2, 600)] }],
  ['perhaps paid to its own', null, { merchantId: 'M-1', held: [held(1, 1, false), held(2, 600)] }],
  ['of no merchant in the log', null, { merchantId: '', held: [held(2, 600)] }],
  ['paid to nobody', null, { merchantId: 'M-1', held: [held(2, 0)] }],
  ['seen by someone who sees no money', null, { merchantId: 'M-1', held: null }],
])('a sale %s: %s', (_, words, event) => expect(unpaidWords(event)).toBe(words))

test.each(['M-1', 'M-2'])(
  'where the funding of a sale of %s is shown, it says so only if it got nothing',
  (merchantId) => {
    const event = {
      merchantId,
      held: [{ ...held(2, 600), at: '2026-11-22T00:43:00.000Z' }],
      amountMinor: 600,
      currencyCode: '840',
      batches: [],
      leftMinor: null,
    } as unknown as CallbackEventView
    const html = renderToStaticMarkup(createElement(HeldList, { event, mayOpenBatches: false }))
    expect(html.includes(NONE_OF_IT)).toBe(merchantId === 'M-1')
  },
)
