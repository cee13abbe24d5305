import type { FundingLine } from '@/lib/domain/funding/line'
import {
  type AnswerMatch,
  type Culprit,
  type FundingFailure,
  findingText,
  matchAnswer,
  type SentTransaction,
} from '@/lib/domain/funding/match-answer'
import type { FundingAnswer } from '@/lib/partner/funding-client'
import type { RequestEnd } from './attempt'
import type { RequestRow, StoredLine } from './data'

/** What a readable answer means for its request. All of its figures are compared with ours. */
export function judgeAnswer(
  request: RequestRow,
  answer: FundingAnswer,
  lines: readonly StoredLine[],
): RequestEnd {
  const transactions = sentTransactions(lines)
  const ours = {
    transactions: transactions.length,
    amounts: request.amounts,
    amountsSum: request.amountsSum,
  }
  const match = matchAnswer(ours, answer, transactions)
  const told = {
    message: messageOf(answer, match, transactions.length),
    httpStatus: answer.httpStatus,
    answer: answer.rawText,
    figures: figuresOf(answer),
    errorCode: answer.errorCode,
    errorMessage: answer.errorMessage,
    unmatched: match.unmatchedErrors,
    waits: false,
  }
  if (match.findings.includes('successes-despite-refusal')) {
    return {
      ...told,
      state: 'unknown',
      goesOn: false,
      failures: [],
      succeeded: 0,
      failed: 0,
    }
  }
  if (answer.errorCode !== null) {
    return {
      ...told,
      state: 'refused',
      // A fault in this request's content does not affect the next one.
      goesOn: true,
      failures: culpritFailures(match.culprits, lines),
      succeeded: 0,
      failed: transactions.length,
    }
  }
  const { failures } = match
  return {
    ...told,
    state: 'accepted',
    // The partner may have accepted something other than what was sent, so a person decides about the next request.
    goesOn: !match.findings.includes('figures-differ'),
    failures,
    succeeded: Math.min(answer.successfulTransactionCount, transactions.length - failures.length),
    failed: failures.length,
  }
}

/** The transactions of the lines: a transaction's lines are adjacent and share its identifiers. */
function sentTransactions(lines: readonly StoredLine[]): SentTransaction[] {
  const transactions: SentTransaction[] = []
  let last = -1
  for (const { transactionNo, transactionId, retrievalReferenceNumber } of lines) {
    if (transactionNo === last) continue
    last = transactionNo
    transactions.push({
      transactionNo,
      id: transactionId || undefined,
      retrievalReferenceNumber: retrievalReferenceNumber || undefined,
    })
  }
  return transactions
}

const figuresOf = ({
  transactionCount,
  successfulTransactionCount,
  merchantFundingAmountCount,
  amountsSum,
}: FundingAnswer): RequestEnd['figures'] => ({
  transactionCount,
  successfulTransactionCount,
  merchantFundingAmountCount,
  amountsSum,
})

/**
 * The answer gives no rows for codes 1, 2 and 3 (interface, "Errors"), so the rows that we found are stored as
 * failures.
 */
function culpritFailures(culprits: readonly Culprit[], lines: readonly StoredLine[]): FundingFailure[] {
  const rowOf = firstRows(lines)
  return culprits.map((culprit) => ({
    transactionNo: culprit.transactionNo,
    errorCode: String(culprit.code),
    errorMessage:
      culprit.code === 3
        ? `The same transaction as in row ${rowOf.get(culprit.firstNo)}.`
        : culprit.code === 1
          ? 'Named by both transaction ID and retrieval reference number.'
          : 'Named by neither transaction ID nor retrieval reference number.',
  }))
}

function firstRows(lines: readonly (Pick<StoredLine, 'transactionNo'> & FundingLine)[]): Map<number, number> {
  const rows = new Map<number, number>()
  for (const { transactionNo, row } of lines) if (!rows.has(transactionNo)) rows.set(transactionNo, row)
  return rows
}

/** The most that fit into a sentence; the full list is stored and shown separately. */
const NAMED = 5

function messageOf(
  { errorCode, successfulTransactionCount }: FundingAnswer,
  { findings, unmatchedErrors }: AnswerMatch,
  transactions: number,
): string {
  const count = (n: number) => n.toLocaleString('en-US')
  const names = unmatchedErrors
    .slice(0, NAMED)
    .map((error) => error.transactionId ?? error.retrievalReferenceNumber ?? 'without a name')
  return [
    errorCode === null
      ? `The partner funded ${count(successfulTransactionCount)} of ${count(transactions)} transactions.`
      : `The partner refused the request as a whole, with code ${errorCode}.`,
    ...findings.map(findingText),
    ...(names.length > 0
      ? [
          `Errors of transactions that this request does not have: ${names.join(', ')}${unmatchedErrors.length > NAMED ? ` and ${count(unmatchedErrors.length - NAMED)} more` : ''}.`,
        ]
      : []),
  ].join(' ')
}
