import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type BatchResult, type ResultKind, type ResultWas, resultOf } from '@/lib/domain/funding/result'
import BatchResultPanel from './batch-result'

const resultWith = (sums: Partial<Record<ResultKind, [transactions: number, amountMinor: bigint]>>) =>
  Object.fromEntries(
    Object.entries(resultOf([], false)).map(([kind, none]) => {
      const [transactions, amountMinor] = sums[kind as ResultKind] ?? [none.transactions, none.amountMinor]
      return [kind, { transactions, amountMinor }]
    }),
  ) as BatchResult

/** The figures as shown: `Funded $42.00 1 transaction`. */
function figuresOf(result: BatchResult, was: ResultWas | null = null): string[] {
  const html = renderToStaticMarkup(
    createElement(BatchResultPanel, {
      batchId: 'b',
      result,
      was,
      title: 'Stopped',
      tone: 'bad',
      actions: null,
    }),
  )
  return html
    .split('<div class="flex min-w-0 flex-col bg-surface px-4 py-3">')
    .slice(1)
    .map((figure) =>
      figure
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
}

test('unsent amounts are one figure and not also counted as not funded', () =>
  expect(figuresOf(resultWith({ 'not-sent': [2, 1_250n] }))).toEqual([
    'Funded $0.00 0 transactions',
    'Not sent $12.50 2 transactions',
  ]))

test('each amount is in one figure, and the figures add up to the batch', () =>
  expect(figuresOf(resultWith({ funded: [1, 4_200n], failed: [1, 1_000n], unknown: [3, 700n] }))).toEqual([
    'Funded $42.00 1 transaction',
    'Failed $10.00 1 transaction',
    'Outcome unknown $7.00 3 transactions',
    'Batch $59.00 5 transactions',
  ]))

test('for a batch that changes amounts, each figure shows the old amount, the new one and the difference', () => {
  const result = resultWith({ funded: [1, 9_500n], failed: [1, 100n] })
  const was = {
    funded: { amountMinor: 10_000n, isCertain: true },
    failed: { amountMinor: 50n, isCertain: false },
  }
  expect(figuresOf(result, was)).toEqual([
    'Funded 1 transaction Was $100.00 New $95.00 Difference −$5.00',
    // The partner holds what it held, whatever was requested.
    'Failed 1 transaction, $1.00 Was up to $0.50 New up to $0.50 Difference $0.00',
    'Batch 2 transactions Was up to $100.50 New $95.50 Difference at least −$5.00',
  ])
})
