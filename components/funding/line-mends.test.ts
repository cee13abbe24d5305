import { expect, test } from 'vitest'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { LineProblem } from '@/lib/domain/funding/line-problem'
import { mendsOf } from './line-mends'

const line = (row: number, transactionId: string, merchantId: string): FundingLine => ({
  row,
  transactionId,
  retrievalReferenceNumber: '',
  merchantId,
  amount: '1.00',
})
const LINES = [line(2, '4479103', 'BLUEBRID'), line(3, '4479103', 'KAYAKS'), line(4, '51', 'BLUEBRID')]
const typo: LineProblem = {
  row: 2,
  field: 'transactionId',
  code: 'unlogged',
  severity: 'warning',
  suggestion: '4471903',
}
const merchant: LineProblem = {
  row: 4,
  field: 'merchantId',
  code: 'merchant-unknown',
  severity: 'error',
  suggestion: 'BLUEBIRD',
}

test.each<[string, number, LineProblem[], ReturnType<typeof mendsOf>]>([
  [
    'a transaction is mended in all of its lines',
    0,
    [typo],
    [{ field: 'transactionId', suggestion: '4471903', rows: [2, 3] }],
  ],
  [
    'also from one that the warning does not stand at',
    1,
    [typo],
    [{ field: 'transactionId', suggestion: '4471903', rows: [2, 3] }],
  ],
  [
    'one that is said of a merchant, whose sale another is',
    1,
    [{ ...typo, code: 'other-payee', field: 'merchantId' }],
    [{ field: 'transactionId', suggestion: '4471903', rows: [2, 3] }],
  ],
  [
    'one that is above its sale, where another sale is meant',
    0,
    [{ ...typo, code: 'over-sale', severity: 'error', field: 'amount' }],
    [{ field: 'transactionId', suggestion: '4471903', rows: [2, 3] }],
  ],
  [
    'one with the amount of another sale',
    0,
    [{ ...typo, code: 'sale-meant' }],
    [{ field: 'transactionId', suggestion: '4471903', rows: [2, 3] }],
  ],
  ['another transaction has no mend of it', 2, [typo], []],
  [
    'a merchant in every row that has it',
    2,
    [merchant],
    [{ field: 'merchantId', suggestion: 'BLUEBIRD', rows: [2, 4] }],
  ],
  ['another merchant of the same transaction is none of it', 1, [{ ...merchant, row: 2 }], []],
  ['several that could be meant are no mend', 0, [{ ...typo, code: 'sale-several', suggestion: '1, 2' }], []],
  ['nothing is known', 0, [{ ...typo, suggestion: undefined } as LineProblem], []],
])('%s', (_, at, problems, mends) => {
  expect(mendsOf(LINES[at] as FundingLine, LINES, problems)).toEqual(mends)
})
