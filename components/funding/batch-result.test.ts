import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type BatchResult, type ResultChanges, type ResultKind, resultOf } from '@/lib/domain/funding/result'
import { BatchResultPanel } from './batch-result'

const resultWith = (sums: Partial<Record<ResultKind, [transactions: number, amountMinor: bigint]>>) =>
  Object.fromEntries(
    Object.entries(resultOf([], false)).map(([kind, none]) => {
      const [transactions, amountMinor] = sums[kind as ResultKind] ?? [none.transactions, none.amountMinor]
      return [kind, { transactions, amountMinor }]
    }),
  ) as BatchResult

/** The figures as they stand: `Funded $42.00 1 transaction`. */
function figuresOf(
  result: BatchResult,
  changes: ResultChanges | null = null,
  isCorrection = false,
): string[] {
  const html = renderToStaticMarkup(
    createElement(BatchResultPanel, {
      batchId: 'b',
      result,
      changes,
      isCorrection,
      title: 'Stopped',
      tone: 'bad',
      actions: null,
    }),
  )
  return [...html.matchAll(/<dt.*?<\/dd>/g)].map(([figure]) =>
    figure
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

test('what was not sent is one figure, and no second one of what was not funded', () =>
  expect(figuresOf(resultWith({ 'not-sent': [2, 1_250n] }))).toEqual([
    'Funded $0.00 0 transactions',
    'Not sent $12.50 2 transactions',
  ]))

test('each amount is in one figure, and the figures are the batch', () =>
  expect(figuresOf(resultWith({ funded: [1, 4_200n], failed: [1, 1_000n], unknown: [3, 700n] }))).toEqual([
    'Funded $42.00 1 transaction',
    'Failed $10.00 1 transaction',
    'Outcome unknown $7.00 3 transactions',
    'Batch $59.00 5 transactions',
  ]))

test('of a correction the difference is the figure, with what was and what is', () => {
  const result = resultWith({ funded: [1, 9_500n], failed: [1, 100n] })
  const changes = {
    funded: { wasMinor: 10_000n, isMinor: 9_500n, isCertain: true },
    failed: { wasMinor: 50n, isMinor: 100n, isCertain: false },
  }
  expect(figuresOf(result, changes, true)).toEqual([
    'Funded −$5.00 1 transaction $100.00 → $95.00',
    'Failed +$0.50 1 transaction up to $0.50 → $1.00',
  ])
  // Where it cannot be told, nobody takes the new amount for what was paid on top.
  expect(figuresOf(result, null, true)[0]).toBe('Funded, new amounts $95.00 1 transaction')
})

test('a batch that is more than a correction has its amounts, and what of them was changed', () =>
  expect(
    figuresOf(resultWith({ funded: [2, 12_000n] }), {
      funded: { wasMinor: 10_000n, isMinor: 9_500n, isCertain: true },
    }),
  ).toEqual(['Funded $120.00 2 transactions Of it changed: $100.00 → $95.00, −$5.00']))
