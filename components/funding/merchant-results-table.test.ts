import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { resultOf } from '@/lib/domain/funding/result'
import MerchantResultsTable from './merchant-results-table'

test('for a correction that the partner rejected, it holds what it held, and the amounts are called failed', () => {
  const was = { amountMinor: 1_000n, isCertain: true }
  const failed = { rows: 1, amountMinor: 3_949n, was }
  const result = { ...resultOf([], false), failed: { transactions: 1, amountMinor: 3_949n } }
  const merchant = { merchantId: 'KAYAKS-08', name: 'Kayaks', rows: 1, amountMinor: 3_949n, by: { failed } }
  const html = renderToStaticMarkup(
    createElement(MerchantResultsTable, {
      batchId: 'b',
      merchants: { shown: [merchant], count: 1, toSend: 0 },
      result,
      was: { failed: was },
      isChange: true,
    }),
  )
  const text = html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  expect(text).toContain('Outcome Rows Amount Was New Difference')
  expect(text).toContain('Failed 1 $39.49 $10.00 $10.00 $0.00')
  expect(text).not.toContain('+$')
})
