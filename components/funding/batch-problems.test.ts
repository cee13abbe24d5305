import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CheckedBatch } from './batch-messages'
import { BatchProblems } from './batch-problems'

/** What is said of a batch of three transactions of which the log has none. */
function textOf(totals: { errors: number; warnings: number }, counts: CheckedBatch['counts'] = []): string {
  const checked = {
    problems: [],
    counts,
    totals: { lines: 3, transactions: 3, amountMinor: 300n, ...totals },
    amountStyle: 'dollars',
    missing: [],
    money: 'checked',
    unlogged: 3,
  } as unknown as CheckedBatch
  const props = { checked, checking: false, onDownload: () => {} }
  return renderToStaticMarkup(createElement(BatchProblems, props)).replace(/<[^>]+>/g, ' ')
}

const TOLD = '3 transactions are not in the callback log'

test('a batch that the log knows nothing of is said to be so, with issues of another kind and without', () => {
  expect(textOf({ errors: 0, warnings: 0 })).toContain(`No issues found, but ${TOLD}`)
  expect(textOf({ errors: 0, warnings: 1 })).toContain(TOLD)
  // Said row by row already.
  const counts = [{ code: 'unlogged', severity: 'warning', count: 3 }] as const
  expect(textOf({ errors: 0, warnings: 3 }, counts)).not.toContain(TOLD)
})
