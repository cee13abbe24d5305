import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CheckedBatch } from './batch-messages'
import { BatchProblems } from './batch-problems'

/** The text for a batch of three transactions, none of which is in the log. */
function textOf(
  totals: { errors: number; warnings: number },
  counts: CheckedBatch['counts'] = [],
  shown: Pick<CheckedBatch, 'problems' | 'heldAsIs'> = { problems: [], heldAsIs: 0 },
): string {
  const checked = {
    ...shown,
    counts,
    totals: { lines: 3, transactions: 3, amountMinor: 300n, ...totals },
    warnedRows: totals.warnings,
    amountStyle: 'dollars',
    missing: [],
    money: 'checked',
    unlogged: 3,
  } as unknown as CheckedBatch
  const props = { checked, checking: false, onDownload: () => {} }
  return renderToStaticMarkup(createElement(BatchProblems, props)).replace(/<[^>]+>/g, ' ')
}

const TOLD = '3 transactions are not in the callback log'

test('says that the log knows none of the batch, with or without other issues', () => {
  expect(textOf({ errors: 0, warnings: 0 })).toContain(`No issues found, but ${TOLD}`)
  expect(textOf({ errors: 0, warnings: 1 })).toContain(TOLD)
  // Each row already says so.
  const counts = [{ code: 'unlogged', severity: 'warning', count: 3 }] as const
  expect(textOf({ errors: 0, warnings: 3 }, counts)).not.toContain(TOLD)
})

test('transactions that stay as funded are one issue, after those that change', () => {
  const problem = {
    row: 7,
    field: null,
    code: 'already-funded',
    severity: 'warning',
    batch: 'B-1042',
    amounts: { heldMinor: 7_438, afterMinor: 4_738 },
  } as const
  const shown = { problems: [{ problem, line: null, isAdded: false }], heldAsIs: 23 }
  const text = textOf({ errors: 0, warnings: 24 }, [], shown)
  expect(text).toMatch(
    /24 rows with warnings.*holds \$74\.38 .*\$47\.38\..*23 transactions stay as the partner holds them\./s,
  )
  expect(text).not.toContain('are shown')
  expect(textOf({ errors: 0, warnings: 25 }, [], shown)).toContain('The first 1 are shown')
  expect(textOf({ errors: 0, warnings: 3 })).not.toContain('stay as')
})
