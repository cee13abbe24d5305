import type { FundingFigures } from './figures'
import { checkRequest, type FindTransactionId, type TransactionIdentifiers } from './request-rules'
import type { RequestFigures } from './requests'

/** A partner answer as the client reads it. */
export type AnsweredRequest = FundingFigures & {
  errorCode: string | null
  transactionErrors: readonly AnsweredError[]
}
export type AnsweredError = {
  transactionId: string | null
  retrievalReferenceNumber: string | null
  errorCode: string | null
  errorMessage: string | null
}

/** A sent transaction with the identifier that was sent. */
export type SentTransaction = TransactionIdentifiers & { transactionNo: number }

/** Codes and messages that the answer lacks are empty. */
export type FundingFailure = { transactionNo: number; errorCode: string; errorMessage: string }

/** A figure of the answer beside ours, as digits. `theirs` and `matches` are null if the partner sent none. */
export type ComparedFigure = { ours: string; theirs: string | null; matches: boolean | null }

/** A transaction that made the partner refuse the whole request; `firstNo` is the one that it repeats. */
export type Culprit =
  | { code: 1 | 2; transactionNo: number }
  | { code: 3; transactionNo: number; firstNo: number }

/** What a person should know about an answer beyond its figures. */
export type AnswerFinding =
  | 'refused-whole'
  | 'culprit-not-found'
  | 'unknown-request-code'
  | 'successes-despite-refusal'
  | 'figures-differ'
  | 'errors-do-not-add-up'
  | 'errors-without-transaction'
  | 'wrong-identifiers'

export type AnswerMatch = {
  failures: FundingFailure[]
  figures: Record<keyof FundingFigures, ComparedFigure>
  /** Errors that name no transaction of the request, as received. */
  unmatchedErrors: AnsweredError[]
  findings: AnswerFinding[]
  culprits: Culprit[]
}

/**
 * Compares an answer with what was sent. Identifiers and codes decide, never messages (interface, "Funding
 * response"). A request that was refused as a whole has no failures, because nothing of it was applied. Linear in
 * transactions and errors.
 */
export function matchAnswer(
  ours: RequestFigures,
  answer: AnsweredRequest,
  transactions: readonly SentTransaction[],
  findTransactionId: FindTransactionId = () => null,
): AnswerMatch {
  const { failures, unmatchedErrors } = matchErrors(answer.transactionErrors, transactions)
  const figures = compareFigures(ours, answer, failures.length)
  const culprits = culpritsOf(answer.errorCode, transactions, findTransactionId)
  return {
    failures,
    figures,
    unmatchedErrors,
    findings: FINDINGS.filter((finding) =>
      IS_FOUND[finding]({ answer, figures, failures, unmatchedErrors, culprits }),
    ),
    culprits,
  }
}

/** If a transaction has several errors, the first counts. */
function matchErrors(
  errors: readonly AnsweredError[],
  transactions: readonly SentTransaction[],
): Pick<AnswerMatch, 'failures' | 'unmatchedErrors'> {
  const failures: FundingFailure[] = []
  const unmatchedErrors: AnsweredError[] = []
  if (errors.length === 0) return { failures, unmatchedErrors }
  const numberOf = numbersByName(transactions)
  const told = new Set<number>()
  for (const error of errors) {
    const transactionNo = numberOf(error)
    if (transactionNo === undefined) unmatchedErrors.push(error)
    else if (!told.has(transactionNo)) {
      told.add(transactionNo)
      const { errorCode, errorMessage } = error
      failures.push({ transactionNo, errorCode: errorCode ?? '', errorMessage: errorMessage ?? '' })
    }
  }
  return { failures, unmatchedErrors }
}

/** An answer may name a transaction by the identifier that was sent, or by both. */
function numbersByName(
  transactions: readonly SentTransaction[],
): (error: AnsweredError) => number | undefined {
  const byId = new Map<string, number>()
  const byReference = new Map<string, number>()
  for (const { id, retrievalReferenceNumber, transactionNo } of transactions) {
    if (id) byId.set(id, transactionNo)
    else if (retrievalReferenceNumber) byReference.set(retrievalReferenceNumber, transactionNo)
  }
  return ({ transactionId, retrievalReferenceNumber }) =>
    (transactionId === null ? undefined : byId.get(transactionId)) ??
    (retrievalReferenceNumber === null ? undefined : byReference.get(retrievalReferenceNumber))
}

/** If the whole request was refused, no success is expected. */
export function compareFigures(
  ours: RequestFigures,
  answer: AnsweredRequest,
  failures: number,
): AnswerMatch['figures'] {
  const succeeded = answer.errorCode === null ? ours.transactions - failures : 0
  return {
    transactionCount: compared(String(ours.transactions), answer.transactionCount),
    successfulTransactionCount: compared(String(succeeded), answer.successfulTransactionCount),
    merchantFundingAmountCount: compared(String(ours.amounts), answer.merchantFundingAmountCount),
    amountsSum: compared(ours.amountsSum, answer.amountsSum),
  }
}

/** Compared as numbers, because a sum may have leading zeros. */
function compared(ours: string, answered: number | string | null): ComparedFigure {
  if (answered === null) return { ours, theirs: null, matches: null }
  const theirs = String(answered)
  return { ours, theirs, matches: BigInt(theirs) === BigInt(ours) }
}

/**
 * The transactions that explain the answer's error code; the answer itself names none (interface, "request-level
 * error codes").
 */
function culpritsOf(
  errorCode: string | null,
  transactions: readonly SentTransaction[],
  findTransactionId: FindTransactionId,
): Culprit[] {
  if (errorCode === null || !REQUEST_CODES.includes(Number(errorCode))) return []
  const numberOf = (index: number): number => transactions[index]?.transactionNo ?? index
  return checkRequest(transactions, findTransactionId)
    .filter(({ code }) => code === Number(errorCode))
    .map((problem) =>
      problem.code === 3
        ? { code: 3, transactionNo: numberOf(problem.index), firstNo: numberOf(problem.firstIndex) }
        : { code: problem.code, transactionNo: numberOf(problem.index) },
    )
}

/** Interface, "Funding endpoint: request-level error codes". */
const REQUEST_CODES: readonly number[] = [1, 2, 3]

/** Interface, "Funding endpoint: transaction-level errors": the transaction id is unknown. */
const UNKNOWN_ID = '100'

type Facts = Omit<AnswerMatch, 'findings'> & { answer: AnsweredRequest }

const IS_FOUND: Readonly<Record<AnswerFinding, (facts: Facts) => boolean>> = {
  'refused-whole': ({ answer }) => answer.errorCode !== null,
  'culprit-not-found': ({ answer, culprits }) =>
    answer.errorCode !== null && REQUEST_CODES.includes(Number(answer.errorCode)) && culprits.length === 0,
  'unknown-request-code': ({ answer }) =>
    answer.errorCode !== null && !REQUEST_CODES.includes(Number(answer.errorCode)),
  'successes-despite-refusal': ({ answer }) =>
    answer.errorCode !== null && answer.successfulTransactionCount > 0,
  'figures-differ': ({ figures: { transactionCount, merchantFundingAmountCount, amountsSum } }) =>
    [transactionCount, merchantFundingAmountCount, amountsSum].some(({ matches }) => matches === false),
  'errors-do-not-add-up': ({ answer, failures, unmatchedErrors }) =>
    answer.errorCode === null &&
    answer.transactionCount - answer.successfulTransactionCount !== failures.length + unmatchedErrors.length,
  'errors-without-transaction': ({ unmatchedErrors }) => unmatchedErrors.length > 0,
  'wrong-identifiers': ({ answer, failures }) =>
    failures.filter(({ errorCode }) => errorCode === UNKNOWN_ID).length * 2 > answer.transactionCount,
}

/** In the order of display. */
const FINDINGS: readonly AnswerFinding[] = [
  'refused-whole',
  'culprit-not-found',
  'unknown-request-code',
  'successes-despite-refusal',
  'figures-differ',
  'errors-do-not-add-up',
  'errors-without-transaction',
  'wrong-identifiers',
]

/** What a finding means and what to do. */
export const findingText = (finding: AnswerFinding): string => FINDING_TEXTS[finding]

const FINDING_TEXTS: Readonly<Record<AnswerFinding, string>> = {
  'refused-whole':
    'The partner rejected the whole request: none of its transactions was funded. Fix what it names in a new batch of these lines.',
  'culprit-not-found':
    'The partner’s code says what is wrong, but none of the lines shows it. For code 3 the likeliest cause is one transaction under both its names: by its id in one line, by its reference number in another.',
  'unknown-request-code': 'This code is undocumented. Ask partner support what it means.',
  'successes-despite-refusal':
    'The answer rejects the request but also counts successes. Ask partner support what was applied before you resend anything.',
  'figures-differ':
    'A total in the answer differs from ours. The partner may have applied something other than what was sent. Ask partner support before you send more.',
  'errors-do-not-add-up':
    'The number of errors differs from the number of failed transactions. Some transactions shown as funded may not be. Ask partner support which.',
  'errors-without-transaction':
    'Some errors name no transaction of this request. They are listed as received, and the transactions they concern are shown as funded until someone finds out.',
  'wrong-identifiers':
    'The partner rejected most of these transaction IDs as unknown (code 100). They are probably another kind of number, such as invoice numbers. Compare one with the partner’s list before you try again.',
}
