import { finish, STEP, type Steps } from '@/lib/domain/values/steps'

/**
 * The rules by which the partner refuses a whole funding request (interface, "Funding endpoint: request-level error
 * codes"). Its answer does not say which transaction is at fault; these rules do, by index. Linear in the number of
 * transactions.
 */

/** A transaction's identifiers. An empty one counts as missing. */
export type TransactionIdentifiers = {
  id?: string | undefined
  retrievalReferenceNumber?: string | undefined
}

/**
 * `index` is the transaction's index; `firstIndex`, for a duplicate, that of the first one with the same identifier.
 */
export type RequestProblem = { code: 1 | 2; index: number } | { code: 3; index: number; firstIndex: number }

/** The transaction ID for a reference number; null if unknown. */
export type FindTransactionId = (retrievalReferenceNumber: string) => string | null

type Given = [transactions: readonly TransactionIdentifiers[], findTransactionId: FindTransactionId]

/** All problems, by code and then in the order of the transactions. */
export const checkRequest = (...given: Given): RequestProblem[] => finish(checkRequestInSteps(...given))

export function* checkRequestInSteps(...given: Given): Steps<RequestProblem[]> {
  const [transactions] = given
  const problems = [...bothIdentifiers(transactions), ...noIdentifier(transactions)]
  yield
  return [...problems, ...(yield* duplicates(...given))]
}

/** The code that the answer gives: the lowest one that applies (contract.md, "The sandbox"). */
export const requestErrorCode = (problems: readonly RequestProblem[]): RequestProblem['code'] | null =>
  problems.reduce<RequestProblem['code'] | null>(
    (lowest, { code }) => (lowest === null || code < lowest ? code : lowest),
    null,
  )

/** Code 1: both retrievalReferenceNumber and transactionId given for one transaction. */
const bothIdentifiers = (transactions: readonly TransactionIdentifiers[]) =>
  problemsWhere(transactions, 1, ({ id, retrievalReferenceNumber }) => !!id && !!retrievalReferenceNumber)

/** Code 2: neither retrievalReferenceNumber nor transactionId given for one transaction. */
const noIdentifier = (transactions: readonly TransactionIdentifiers[]) =>
  problemsWhere(transactions, 2, ({ id, retrievalReferenceNumber }) => !id && !retrievalReferenceNumber)

/**
 * Code 3: a transaction that occurs twice, also once by ID and once by reference number. If a transaction has both
 * (code 1), its ID counts.
 */
function* duplicates(transactions: Given[0], findTransactionId: Given[1]): Steps<RequestProblem[]> {
  if (areInOrder(transactions)) return []
  yield
  const firstById = new Map<string, number>()
  const firstByReference = new Map<string, number>()
  const problems: RequestProblem[] = []
  for (let index = 0; index < transactions.length; index += 1) {
    if (index % STEP === 0) yield
    const { id: given, retrievalReferenceNumber: reference } = transactions[index] ?? {}
    const id = given || (reference && findTransactionId(reference))
    const name = id || reference
    if (!name) continue
    const first = id ? firstById : firstByReference
    const firstIndex = first.get(name)
    if (firstIndex === undefined) first.set(name, index)
    else problems.push({ code: 3, index, firstIndex })
  }
  return problems
}

/**
 * Whether all transactions have IDs in strictly ascending order, as reports write them. Then there are no duplicates,
 * and comparing neighbors takes a fifth of the time of a set.
 */
function areInOrder(transactions: readonly TransactionIdentifiers[]): boolean {
  let before = ''
  for (let index = 0; index < transactions.length; index += 1) {
    const id = transactions[index]?.id
    if (!id || id <= before) return false
    before = id
  }
  return true
}

function problemsWhere(
  transactions: readonly TransactionIdentifiers[],
  code: 1 | 2,
  isWrong: (transaction: TransactionIdentifiers) => boolean,
): RequestProblem[] {
  const problems: RequestProblem[] = []
  for (let index = 0; index < transactions.length; index += 1) {
    const transaction = transactions[index]
    if (transaction && isWrong(transaction)) problems.push({ code, index })
  }
  return problems
}
