import { counted } from '@/lib/domain/values/counted'
import { listWords } from './approval'
import type { BatchMoney } from './batch-money'
import type { FundingLine } from './line'
import type { LineProblem } from './line-problem'

/**
 * A transaction whose ID is probably wrong, for one of three reasons: the log does not have it; the batch pays
 * nothing to the sale's merchant (`owner`); another sale has exactly this amount (`saleMinor`: what the named sale
 * has). `meant`: the logged sale that the ID resembles.
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
 * `count`: all transactions asked about; `otherPayee` and `otherSale`: how many belong to another merchant, or look
 * like another sale. `named` lists the first ones.
 */
export type ConfirmQuestion = {
  count: number
  otherPayee: number
  otherSale: number
  transactions: number
  named: RowToConfirm[]
}

/** A dialog with more rows is not read; the grid shows all of them. */
const NAMED = 100

type GivenLine = FundingLine & { transactionNo: number; amountMinor: bigint | null }

/**
 * The question a person must answer before submitting transactions whose IDs are probably wrong; null if there is
 * nothing to ask.
 * `other-payee` and `sale-meant` are always asked about. Transactions that are not in the log are asked about if the
 * log has at least half of the batch, or if one of them resembles a logged sale. If the log has none of the batch,
 * its sales do not come through the desk's receivers. The counts are those that approvers see, and shrink as later
 * callbacks arrive.
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
    // Those that resemble a logged sale come first.
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

/** `2 of 15 transactions are not in the callback log: row 3 (T-1) and row 9 (T-2).` One sentence for each reason. */
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

/** The confirmed counts by reason, for the batch's history. */
export const confirmedCounts = ({ count, otherPayee, otherSale }: ConfirmQuestion) => ({
  ...(otherPayee > 0 && { otherPayeeConfirmed: otherPayee }),
  ...(otherSale > 0 && { otherSaleConfirmed: otherSale }),
  ...(count > otherPayee + otherSale && { unloggedConfirmed: count - otherPayee - otherSale }),
})
