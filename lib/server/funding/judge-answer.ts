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

/** What an answer that can be read means for its request: every figure of it is held against ours. */
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
      // What is wrong with the content of this one says nothing of the next.
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
    // What the partner took may be something else than what was sent: the next one waits for a person.
    goesOn: !match.findings.includes('figures-differ'),
    failures,
    succeeded: Math.min(answer.successfulTransactionCount, transactions.length - failures.length),
    failed: failures.length,
  }
}

/** The lines of one transaction stand one after the other, and name it alike. */
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

/** Codes 1, 2 and 3 come without a row (interface, "Errors"): what we found ourselves is kept beside the rows. */
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
          : 'Named by neither transaction id nor retrieval reference number.',
  }))
}

function firstRows(lines: readonly (Pick<StoredLine, 'transactionNo'> & FundingLine)[]): Map<number, number> {
  const rows = new Map<number, number>()
  for (const { transactionNo, row } of lines) if (!rows.has(transactionNo)) rows.set(transactionNo, row)
  return rows
}

/** More than people read in a sentence; all of them are kept and listed beside it. */
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
