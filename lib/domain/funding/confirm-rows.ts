import { counted } from '@/lib/domain/values/counted'
import { listWords } from './approval'
import type { BatchMoney } from './batch-money'
import type { FundingLine } from './line'
import type { LineProblem } from './line-problem'

/**
 * A transaction whose ID is most likely a slip. `owner`: whose sale the log has it as, where the batch pays that merchant
 * nothing; `saleMinor`: what the log has it with, where another sale has exactly the amount; without either the log does
 * not have it. `meant`: the sale of the log that it looks like.
 */
export type RowToConfirm = {
  row: number
  transaction: string
  amountMinor: string
  owner?: string
  saleMinor?: string
  meant?: string
}

/**
 * `count`: of all of them; `otherPayee`: of those that are another merchant's sale; `otherSale`: of those for whose amount
 * another sale is the right one. `named` has the first.
 */
export type ConfirmQuestion = {
  count: number
  otherPayee: number
  otherSale: number
  transactions: number
  named: RowToConfirm[]
}

/** More of them nobody reads in a dialog: the grid has all. */
const NAMED = 100

type GivenLine = FundingLine & { transactionNo: number; amountMinor: bigint | null }

/**
 * Whether whoever submits is asked for a word about transactions whose ID is most likely a slip, and about which; null
 * where nothing is asked. A sale of somebody who is paid nothing of it is asked about always, and one that looks like the
 * sale of exactly this amount. One that the log does not have is where the log has half of a batch or more, or where one of them looks like a sale of the log; a log that has
 * none of them is not where this desk's sales are. It counts what approvers see, and with later callbacks ever fewer.
 */
export function confirmQuestion(
  { inLog, notInLog }: Pick<BatchMoney, 'inLog' | 'notInLog'>,
  problems: readonly LineProblem[],
  lines: readonly GivenLine[],
): ConfirmQuestion | null {
  const isLike = ({ suggestion }: LineProblem) => suggestion !== undefined
  const otherPayee = problems.filter(({ code }) => code === 'other-payee')
  const unlogged = problems.filter(({ code }) => code === 'unlogged')
  const isAsked = inLog > 0 && notInLog > 0 && (inLog >= notInLog || unlogged.some(isLike))
  const otherSale = problems.filter(({ code }) => code === 'sale-meant')
  const found = [...otherPayee, ...otherSale, ...(isAsked ? unlogged : [])]
  const count = otherPayee.length + otherSale.length + (isAsked ? notInLog : 0)
  if (count === 0) return null
  const byRow = new Map(lines.map((line) => [line.row, line]))
  const amounts = new Map<number, bigint>()
  for (const { transactionNo, amountMinor } of lines)
    amounts.set(transactionNo, (amounts.get(transactionNo) ?? 0n) + (amountMinor ?? 0n))
  return {
    count,
    otherPayee: otherPayee.length,
    otherSale: otherSale.length,
    transactions: inLog + notInLog,
    // What looks like a sale of the log is what to look at first.
    named: [...found.filter(isLike), ...found.filter((problem) => !isLike(problem))]
      .slice(0, NAMED)
      .flatMap(({ row, code, merchant, amounts: sums, suggestion }) => {
        const line = row === null ? undefined : byRow.get(row)
        if (!line) return []
        return [
          {
            row: line.row,
            transaction: line.transactionId || line.retrievalReferenceNumber,
            amountMinor: String(amounts.get(line.transactionNo) ?? 0n),
            ...(code === 'other-payee' && { owner: merchant ?? '' }),
            ...(code === 'sale-meant' && { saleMinor: String(sums?.saleMinor ?? 0) }),
            ...(suggestion !== undefined && { meant: suggestion }),
          },
        ]
      }),
  }
}

const IN_WORDS = 3

/** `2 of 15 transactions are not in the callback log: row 3 (T-1) and row 9 (T-2).` And the same of another merchant's. */
export function confirmWords({ count, otherPayee, otherSale, transactions, named }: ConfirmQuestion): string {
  const sentence = (size: number, what: string, rows: readonly string[]): string => {
    if (size === 0) return ''
    const first = rows.slice(0, IN_WORDS)
    const more = size - first.length
    return `${size.toLocaleString('en-US')} of ${counted(transactions, 'transaction')} ${what}: ${listWords([...first, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])])}.`
  }
  const unlogged = count - otherPayee - otherSale
  return [
    sentence(
      otherPayee,
      `${otherPayee === 1 ? 'is a sale' : 'are sales'} of another merchant, who gets nothing`,
      named.flatMap(({ row, transaction, owner }) =>
        owner === undefined ? [] : [`row ${row} (${transaction}, of ${owner})`],
      ),
    ),
    sentence(
      otherSale,
      `${otherSale === 1 ? 'has' : 'have'} an amount that another sale has exactly`,
      named.flatMap(({ row, transaction, saleMinor, meant }) =>
        saleMinor === undefined ? [] : [`row ${row} (${transaction}; ${meant} has it)`],
      ),
    ),
    sentence(
      unlogged,
      `${unlogged === 1 ? 'is' : 'are'} not in the callback log`,
      named.flatMap(({ row, transaction, owner, saleMinor }) =>
        owner === undefined && saleMinor === undefined ? [`row ${row} (${transaction})`] : [],
      ),
    ),
  ]
    .filter(Boolean)
    .join(' ')
}

/** What the history of a batch keeps of an answer: how many of each kind were meant. */
export const confirmedCounts = ({ count, otherPayee, otherSale }: ConfirmQuestion) => ({
  ...(otherPayee > 0 && { otherPayeeConfirmed: otherPayee }),
  ...(otherSale > 0 && { otherSaleConfirmed: otherSale }),
  ...(count > otherPayee + otherSale && { unloggedConfirmed: count - otherPayee - otherSale }),
})
