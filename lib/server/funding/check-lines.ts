import { readAmount } from '@/lib/domain/funding/amount'
import { type BatchCheck, type BatchTerms, checkBatch } from '@/lib/domain/funding/check-batch'
import type { FrozenLine, FundingLine } from '@/lib/domain/funding/line'
import type { FindTransactionId } from '@/lib/domain/funding/request-rules'
import { DeskError } from '@/lib/errors'
import type { StoredLine } from './data'

export type CheckedLines = { lines: StoredLine[] } & Pick<BatchCheck, 'problems' | 'totals'>

/** The most cents that a column of the database holds: 92 quadrillion dollars. */
const MOST_CENTS = 2n ** 63n - 1n

/**
 * The server's own check and totals of a batch's lines, by the functions that the browser has used. It also knows
 * what the callback log does (`findLoggedNames`). Throws `invalid`.
 */
export function checkLines(
  lines: readonly FundingLine[],
  terms: BatchTerms,
  findTransactionId?: FindTransactionId,
): CheckedLines {
  const { transactions, problems, totals } = checkBatch(lines, terms, findTransactionId)
  if (totals.amountMinor > MOST_CENTS) throw new DeskError('invalid', TOO_MUCH)
  const stored: StoredLine[] = []
  for (const [transactionNo, { first, last }] of transactions.entries()) {
    for (let index = first; index <= last; index += 1) {
      const line = lines[index]
      if (!line) continue
      const amount = readAmount(line.amount, terms.amountUnit)
      stored.push({ ...line, transactionNo, amountMinor: amount.ok ? amount.minor : null })
    }
  }
  return { lines: stored, problems, totals }
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
