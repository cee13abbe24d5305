import { counted } from '@/lib/domain/values/counted'
import { listWords } from './approval'
import type { BatchMoney } from './batch-money'
import type { FundingLine } from './line'
import type { LineProblem } from './line-problem'

/** A transaction that the callback log does not have. `meant`: the sale of the log that it looks like. */
export type Unlogged = { row: number; transaction: string; meant?: string }

/** `count`: of all of them; `named` has the first. */
export type UnloggedQuestion = { count: number; transactions: number; named: Unlogged[] }

/** More of them nobody reads in a dialog: the grid has all. */
const NAMED = 100

/**
 * Whether whoever submits is asked for a word about the transactions that the log does not have, and about which; null
 * where nothing is asked. Where the log has half of a batch or more, the others are most likely slips, as is one that
 * looks like a sale of the log. A log that has none of them is not where this desk's sales are. It counts what approvers
 * see, and with later callbacks ever fewer.
 */
export function unloggedQuestion(
  { inLog, notInLog }: Pick<BatchMoney, 'inLog' | 'notInLog'>,
  problems: readonly LineProblem[],
  lines: readonly FundingLine[],
): UnloggedQuestion | null {
  if (inLog === 0 || notInLog === 0) return null
  const found = problems.filter(({ code }) => code === 'unlogged')
  const isLike = ({ suggestion }: LineProblem) => suggestion !== undefined
  if (inLog < notInLog && !found.some(isLike)) return null
  const byRow = new Map(lines.map((line) => [line.row, line]))
  return {
    count: notInLog,
    transactions: inLog + notInLog,
    // What looks like a sale of the log is what to look at first.
    named: [...found.filter(isLike), ...found.filter((problem) => !isLike(problem))]
      .slice(0, NAMED)
      .flatMap(({ row, suggestion }) => {
        const line = row === null ? undefined : byRow.get(row)
        if (!line) return []
        const transaction = line.transactionId || line.retrievalReferenceNumber
        return [{ row: line.row, transaction, ...(suggestion !== undefined && { meant: suggestion }) }]
      }),
  }
}

const IN_WORDS = 3

/** `2 of 15 transactions are not in the callback log: row 3 (T-1) and row 9 (T-2).` */
export function unloggedWords({ count, transactions, named }: UnloggedQuestion): string {
  const rows = named.slice(0, IN_WORDS).map(({ row, transaction }) => `row ${row} (${transaction})`)
  const more = count - rows.length
  return `${count.toLocaleString('en-US')} of ${counted(transactions, 'transaction')} ${
    count === 1 ? 'is' : 'are'
  } not in the callback log: ${listWords([...rows, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])])}.`
}
