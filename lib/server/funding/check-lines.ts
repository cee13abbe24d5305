import type { DbOrTx } from '@/lib/db/client'
import { readAmount } from '@/lib/domain/funding/amount'
import { type BatchMoney, summarizeMoney } from '@/lib/domain/funding/batch-money'
import {
  type BatchCheck,
  type BatchTerms,
  checkBatch,
  transactionsOf,
} from '@/lib/domain/funding/check-batch'
import { checkMoney, indexMoney, type MoneyIndex, withTakenOut } from '@/lib/domain/funding/check-money'
import type { FrozenLine, FundingLine } from '@/lib/domain/funding/line'
import { DeskError } from '@/lib/errors'
import type { BatchRow, StoredLine } from './data'
import { loadMoneyKnowledge, type Subject } from './money-knowledge'

export type CheckedLines = { lines: StoredLine[] } & Pick<BatchCheck, 'problems' | 'totals' | 'transactions'>

/** The most cents that a column of the database holds: 92 quadrillion dollars. */
const MOST_CENTS = 2n ** 63n - 1n

export type JudgedLines = CheckedLines & { index: MoneyIndex }

/**
 * The lines as the batch is to have them, with all that the desk knows against them: what the partner holds for a
 * merchant that they leave out is taken out by a line of its own. To act on it, ask under `lockStandings`. Throws
 * `invalid`.
 */
export async function judgeLines(
  db: DbOrTx,
  subject: Subject,
  lines: readonly FundingLine[],
  terms: BatchTerms,
): Promise<JudgedLines> {
  const index = indexMoney(await loadMoneyKnowledge(db, subject, lines))
  const whole = withTakenOut(lines, transactionsOf(lines), index)
  return { ...checkLines(whole, terms, index), index }
}

/** The same of lines as they are: what is left out is an error, and nothing is added. */
export async function reviewLines(
  db: DbOrTx,
  subject: Subject,
  lines: readonly FundingLine[],
  terms: BatchTerms,
): Promise<JudgedLines> {
  const index = indexMoney(await loadMoneyKnowledge(db, subject, lines))
  return { ...checkLines(lines, terms, index), index }
}

export const subjectOf = ({
  id,
  profileId,
  parentId,
}: Pick<BatchRow, 'id' | 'profileId' | 'parentId'>): Subject => ({
  profileId,
  batchId: id,
  parentId,
})

/**
 * The server's own check and totals of a batch's lines, by the functions that the browser has used; without `index`
 * by their form alone. Throws `invalid`.
 */
export function checkLines(
  lines: readonly FundingLine[],
  terms: BatchTerms,
  index?: MoneyIndex,
): CheckedLines {
  const { transactions, problems, totals } = checkBatch(lines, terms, index?.findTransactionId)
  if (totals.amountMinor > MOST_CENTS) throw new DeskError('invalid', TOO_MUCH)
  const stored: StoredLine[] = []
  for (const [transactionNo, { first, last }] of transactions.entries()) {
    for (let index = first; index <= last; index += 1) {
      const line = lines[index]
      if (!line) continue
      const amount = readAmount(line.amount, terms.amountStyle, terms.amountUnit)
      stored.push({ ...line, transactionNo, amountMinor: amount.ok ? amount.minor : null })
    }
  }
  if (!index) return { lines: stored, transactions, problems, totals }
  const money = checkMoney(stored, transactions, storedCents(stored), index)
  const errors = money.filter(({ severity }) => severity === 'error').length
  return {
    lines: stored,
    transactions,
    problems: [...problems, ...money],
    totals: {
      ...totals,
      errors: totals.errors + errors,
      warnings: totals.warnings + money.length - errors,
    },
  }
}

/** What approvers are shown of lines without an error. */
export const moneyOf = ({ lines, transactions, totals, index }: JudgedLines): BatchMoney =>
  summarizeMoney(lines, transactions, storedCents(lines), index, totals.warnings)

const storedCents =
  (stored: readonly StoredLine[]) =>
  (_: FundingLine, at: number): number | null => {
    const minor = stored[at]?.amountMinor ?? null
    return minor === null ? null : Number(minor)
  }

const TOO_MUCH =
  'These amounts add up to more than the desk can count. Check how they are written and what the profile counts in; or make several batches.'

/** Lines without an error, as requests are made of them. */
export const frozenLines = (lines: readonly StoredLine[]): FrozenLine[] =>
  lines.map((line) => {
    const { transactionNo, transactionId, retrievalReferenceNumber, merchantId, amountMinor } = line
    if (amountMinor === null) throw new Error(`Row ${line.row} of a frozen batch has no amount.`)
    return { transactionNo, transactionId, retrievalReferenceNumber, merchantId, amountMinor }
  })
