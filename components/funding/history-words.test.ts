import { describe, expect, test } from 'vitest'
import type { BatchHistoryEntry } from '@/lib/server/funding/views'
import { historyLines, judgedSince } from './history-words'

let lastId = 0
const nextId = () => {
  lastId += 1
  return lastId
}
const entry = (
  action: string,
  detail: Record<string, unknown>,
  by: string | null = 'Fiona',
): BatchHistoryEntry => ({
  id: nextId(),
  at: '2026-11-22T10:00:00.000Z',
  by,
  action,
  detail,
})
const saved = (detail: Record<string, unknown>, by = 'Fiona') => entry('funding-lines-changed', detail, by)
const amount = (row: number, fromMinor: string | null, toMinor: string | null, from = 'x', to = 'y') => ({
  row,
  field: 'amount',
  from: fromMinor ?? from,
  to: toMinor ?? to,
  fromMinor,
  toMinor,
})
const words = (...entries: BatchHistoryEntry[]) => historyLines(entries).map((line) => line.words)

test('approving a rest says how much of the batch it is', () =>
  expect(
    words(
      entry(
        'funding-rest-approved',
        { approvals: 1, needed: 2, transactions: 1, amountMinor: '7521' },
        'Ole',
      ),
    ),
  ).toEqual(['approved the rest again, $75.21 in 1 unsent transaction (1 of 2).']))

test('submitting transactions that are not in the log says who confirmed how many', () =>
  expect(words(entry('funding-batch-submitted', { unloggedConfirmed: 2 }))).toEqual([
    'submitted it for approval and confirmed 2 transactions that are not in the callback log.',
  ]))

test('so does submitting sales whose amount another sale has', () =>
  expect(words(entry('funding-batch-submitted', { otherSaleConfirmed: 1 }))).toEqual([
    'submitted it for approval and confirmed 1 transaction with the amount of another sale.',
  ]))

test('so does submitting sales of another merchant, and both', () =>
  expect(words(entry('funding-batch-submitted', { otherPayeeConfirmed: 1, unloggedConfirmed: 1 }))).toEqual([
    'submitted it for approval and confirmed 1 transaction of another merchant, who gets nothing, and 1 transaction that is not in the callback log.',
  ]))

test('closing and reopening failed transactions says how many', () =>
  expect(
    words(
      entry('funding-failures-reopened', { transactions: 3 }),
      entry('funding-failures-closed', { transactions: 1 }),
    ),
  ).toEqual(['reopened 3 failed transactions.', 'closed 1 failed transaction.']))

test('approvers who had not seen a warning are asked about the rest', () =>
  expect(words(entry('funding-rest-unseen', { warnings: 2 }, null))).toEqual([
    'asked approvers to look at the rest: 2 new warnings.',
  ]))

describe('edits of a draft', () => {
  test('name the row, the old value and the new one', () =>
    expect(words(saved({ cells: [amount(5, '23898', '2389800')] }))).toEqual([
      'edited 1 cell: row 5, $238.98 → $23,898.00.',
    ]))

  test('in a row are one line, each cell from its first value to its last, without those that end unchanged', () =>
    expect(
      words(
        // Latest first.
        saved({ cells: [amount(5, '300', '400'), amount(6, '2', '1')] }),
        saved({ cells: [amount(5, '100', '300'), amount(6, '1', '2')], added: 2 }),
        saved({ cells: [amount(5, '7', '100')] }, 'Felix'),
      ),
    ).toEqual(['edited 1 cell: row 5, $1.00 → $4.00, added 2 rows.', 'edited 1 cell: row 5, $0.07 → $1.00.']))

  test('name other fields, blank cells and text that is not an amount, up to three cells', () =>
    expect(
      words(
        saved({
          cells: [
            { row: 2, field: 'merchantId', from: '', to: 'M-1' },
            amount(3, null, '100', 'ten'),
            { row: 4, field: 'transactionId', from: 'A', to: 'B' },
            amount(5, '1', '2'),
            amount(6, '1', '2'),
          ],
          removed: 1,
        }),
      ),
    ).toEqual([
      'edited 5 cells: row 2, merchant ID blank → M-1; row 3, ten → $1.00; row 4, transaction ID A → B; and 2 more cells, removed 1 row.',
    ]))

  test('link to every cell if the words do not name all of them', () => {
    const many = Array.from({ length: 20 }, (_, at) => amount(at, '1', '2'))
    const lines = historyLines([
      saved({ cells: [amount(1, '1', '2')] }, 'Ada'),
      saved({ cells: many.slice(0, 4) }, 'Ben'),
      saved({ cells: [], added: 1 }, 'Cleo'),
      saved({ cells: many, changed: 500 }, 'Dan'),
      entry('funding-lines-added', { added: 2 }, 'Eve'),
      entry('funding-batch-created', { source: 'csv' }, 'Eve'),
    ])
    expect(lines.map(({ by, id, changed }) => [by, changed.includes(id)])).toEqual([
      ['Ada', false],
      ['Ben', true],
      ['Cleo', true],
      ['Dan', true],
      ['Eve', true],
      ['Eve', false],
    ])
    // More than the log lists, so the words do not claim that these were all.
    expect(lines[3]?.words).toMatch(/^edited cells in 500 rows: .*; and more\.$/)
  })

  test('without cells, and renaming, have a line, too', () => {
    expect(words(saved({ changed: 1 }))).toEqual(['changed it.'])
    expect(words(saved({ name: 'Tuesday', cells: [] }))).toEqual(['renamed it “Tuesday”.'])
  })
})

test.each([
  ['rules', 'Ada', 'changed the approval rules: it is approved (1 of 1).'],
  ['people', 'Ada', 'changed who may approve: it is approved (1 of 1).'],
  ['time', null, 'recounted the approvals: it is approved (1 of 1).'],
])('a batch that a change of %s approved says so', (cause, by, expected) =>
  expect(words(entry('funding-batch-judged', { cause, approvals: 1, needed: 1 }, by))).toEqual([expected]),
)

test('approvals that became enough name whose change did it, since the last submission', () => {
  const judged = entry('funding-batch-judged', { cause: 'rules', approvals: 1, needed: 1 }, 'Ada')
  const submitted = entry('funding-batch-submitted', {})
  const approved = entry('funding-batch-approved', { approvals: 1, needed: 2 })
  expect(judgedSince([judged, approved, submitted])).toMatchObject({
    words: 'Ada changed the approval rules: 1 approval is enough',
  })
  expect(judgedSince([approved, submitted])).toBeNull()
  // It was recalled since.
  expect(judgedSince([submitted, judged, approved, submitted])).toBeNull()
})
