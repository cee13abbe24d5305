import { expect, test } from 'vitest'
import type { FundingLine } from '@/lib/domain/funding/line'
import { type LineProblem, problemText } from '@/lib/domain/funding/line-problem'
import { commonWarnings } from '@/lib/domain/funding/problem-rows'
import { kindCounts } from './issue-kinds'
import { markLines } from './line-marks'

const line: FundingLine = {
  row: 2,
  transactionId: 'T-1',
  retrievalReferenceNumber: '',
  merchantId: 'M-1',
  amount: '80.0',
}

test('errors of a row come first, and marks of each kind keep their order', () => {
  const problems: LineProblem[] = [
    { row: 2, field: 'amount', code: 'amount-one-decimal', severity: 'warning' },
    { row: 2, field: 'merchantId', code: 'merchant-first', severity: 'warning' },
    { row: 2, field: 'amount', code: 'over-sale', severity: 'error' },
  ]
  const failure = { transactionNo: 0, errorCode: '7', errorMessage: 'No such merchant' }
  const marks = markLines(
    [line],
    problems,
    {
      failures: [failure],
      failedBefore: [],
      unowned: [],
      corrected: [],
      transactionNos: new Map([[2, 0]]),
    },
    problemText,
  )
  expect(marks.get(2)?.map(({ tone, field }) => [tone, field])).toEqual([
    ['bad', 'amount'],
    ['bad', null],
    ['warn', 'amount'],
    ['warn', 'merchantId'],
  ])
})

test('a problem of several rows marks each of them', () => {
  const lines = [line, { ...line, row: 3, transactionId: 'T-2' }, { ...line, row: 4, transactionId: 'T-3' }]
  const problems: LineProblem[] = [
    {
      row: 2,
      alsoRows: [4],
      field: 'merchantId',
      code: 'split-not-applied',
      severity: 'warning',
      merchant: 'M-1',
      count: 2,
    },
  ]
  const marks = markLines(lines, problems, null, problemText)
  expect([...marks.keys()]).toEqual([2, 4])
  expect(marks.get(4)).toMatchObject([
    { field: 'merchantId', tone: 'warn', text: expect.stringMatching(/default split of M-1 is not applied/) },
  ])
})

test('a sale without a merchant in the log is noted after all problems of its row', () => {
  const marks = markLines(
    [line, { ...line, row: 3 }],
    [{ row: 2, field: 'amount', code: 'amount-one-decimal', severity: 'warning' }],
    { failures: [], failedBefore: [], corrected: [], unowned: [2, 3], transactionNos: new Map() },
    problemText,
  )
  expect(marks.get(2)?.map(({ tone }) => tone)).toEqual(['warn', 'neutral'])
  expect(marks.get(3)).toEqual([
    {
      field: 'merchantId',
      tone: 'neutral',
      text: 'The callback log has no merchant for this sale, so the merchant here is not compared with it.',
    },
  ])
})

test('each row that another batch corrects says so after its problems', () => {
  const lines = [line, { ...line, row: 3 }, { ...line, row: 4, transactionId: 'T-2' }]
  const marks = markLines(
    lines,
    [],
    {
      failures: [{ transactionNo: 0, errorCode: '7', errorMessage: '' }],
      failedBefore: [],
      unowned: [],
      corrected: [2, 3].map((row) => ({ row, words: 'Corrected by B-7' })),
      transactionNos: new Map([
        [2, 0],
        [3, 0],
        [4, 1],
      ]),
    },
    problemText,
  )
  expect(marks.get(2)?.map(({ text }) => text)).toEqual(['Not funded: code 7', 'Corrected by B-7'])
  expect(marks.get(3)?.at(-1)?.text).toBe('Corrected by B-7')
  expect(marks.get(4)).toBeUndefined()
})

test('a default split that almost no row applies is reported once and marks no row; other problems of a row come first', () => {
  const rows = [2, 3, 4, 5, 6, 7]
  const lines = rows.map((row) => ({ ...line, row, transactionId: `T-${row}` }))
  const split: LineProblem = {
    row: 2,
    alsoRows: [3, 4, 5, 6],
    field: 'merchantId',
    code: 'split-not-applied',
    severity: 'warning',
    merchant: 'M-1',
    count: 5,
  }
  const first: LineProblem = { row: 4, field: 'merchantId', code: 'merchant-first', severity: 'warning' }
  const problems = [split, first]
  expect(commonWarnings(lines.length, problems)).toEqual([split])
  const marks = markLines(lines, problems, null, problemText)
  expect(marks.get(2)?.map(({ tone }) => tone)).toEqual(['neutral'])
  expect(marks.get(4)?.map(({ tone, code }) => [tone, code])).toEqual([
    ['warn', 'merchant-first'],
    ['neutral', 'split-not-applied'],
  ])
  expect([...kindCounts(marks)]).toEqual([
    ['split-not-applied', 5],
    ['merchant-first', 1],
  ])
  // Four of six is not nearly all.
  expect(commonWarnings(lines.length, [{ ...split, alsoRows: [3, 4, 5] }])).toEqual([])
  expect(commonWarnings(4, [{ ...split, alsoRows: [3, 4, 5] }])).toEqual([])
})

test('why a line failed before is said in its mark, unless the warning of its transaction says so', () => {
  const lines = [line, { ...line, row: 3, merchantId: 'M-2' }, { ...line, row: 4, transactionId: 'T-2' }]
  const failed = { retrievalReferenceNumber: '', batch: 'B-7', errorCode: '902', errorMessage: 'Settled' }
  const refused: LineProblem = {
    row: 2,
    field: null,
    code: 'refused-before',
    severity: 'warning',
    batch: 'B-7',
    refusal: failed,
  }
  const marks = (isFinal: boolean, problems: LineProblem[]) => {
    const failedBefore = ['T-1', 'T-2'].map((transactionId) => ({ ...failed, transactionId, isFinal }))
    const stored = { failures: [], failedBefore, corrected: [], unowned: [], transactionNos: new Map() }
    const found = markLines(lines, problems, stored, problemText)
    return lines.map(({ row }) => found.get(row)?.map(({ code }) => code ?? 'mark') ?? [])
  }
  expect(marks(true, [refused])).toEqual([['refused-before'], [], ['mark']])
  // Another profile does not name the code, so its draft has no such warning.
  expect(marks(true, [])).toEqual([['mark'], ['mark'], ['mark']])
  expect(marks(false, [refused])).toEqual([['refused-before', 'mark'], ['mark'], ['mark']])
})
