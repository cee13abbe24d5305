import { finish, type Steps } from '@/lib/domain/values/steps'

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

type Rule = (
  transactions: readonly TransactionIdentifiers[],
  findTransactionId: FindTransactionId,
) => RequestProblem[]

/** All problems, by code and then in the order of the transactions. */
export const checkRequest: Rule = (transactions, findTransactionId) =>
  finish(checkRequestInSteps(transactions, findTransactionId))

export function* checkRequestInSteps(...given: Parameters<Rule>): Steps<RequestProblem[]> {
  const problems: RequestProblem[][] = []
  for (const rule of RULES) {
    problems.push(rule(...given))
    yield
  }
  return problems.flat()
}

/** The code that the answer gives: the lowest one that applies (contract.md, "The sandbox"). */
export const requestErrorCode = (problems: readonly RequestProblem[]): RequestProblem['code'] | null =>
  problems.reduce<RequestProblem['code'] | null>(
    (lowest, { code }) => (lowest === null || code < lowest ? code : lowest),
    null,
  )

/** Code 1: both retrievalReferenceNumber and transactionId given for one transaction. */
const oneIdentifierAtMost: Rule = (transactions) =>
  problemsWhere(transactions, 1, ({ id, retrievalReferenceNumber }) => !!id && !!retrievalReferenceNumber)

/** Code 2: neither retrievalReferenceNumber nor transactionId given for one transaction. */
const oneIdentifierAtLeast: Rule = (transactions) =>
  problemsWhere(transactions, 2, ({ id, retrievalReferenceNumber }) => !id && !retrievalReferenceNumber)

/**
 * Code 3: a transaction that occurs twice, also once by ID and once by reference number. If a transaction has both
 * (code 1), its ID counts.
 */
const noDuplicates: Rule = (transactions, findTransactionId) => {
  if (areInOrder(transactions)) return []
  const ids = new Set<string>()
  const references = new Set<string>()
  let named = 0
  for (const transaction of transactions) {
    const id = knownId(transaction, findTransactionId)
    const name = id || transaction.retrievalReferenceNumber
    if (!name) continue
    named += 1
    const names = id ? ids : references
    names.add(name)
  }
  // Duplicates are rare, so the slower search for them only runs if there is one.
  return ids.size + references.size === named ? [] : duplicatesOf(transactions, findTransactionId)
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

const duplicatesOf: Rule = (transactions, findTransactionId) => {
  const firstById = new Map<string, number>()
  const firstByReference = new Map<string, number>()
  const problems: RequestProblem[] = []
  for (const [index, transaction] of transactions.entries()) {
    const id = knownId(transaction, findTransactionId)
    const name = id || transaction.retrievalReferenceNumber
    if (!name) continue
    const first = id ? firstById : firstByReference
    const firstIndex = first.get(name)
    if (firstIndex === undefined) first.set(name, index)
    else problems.push({ code: 3, index, firstIndex })
  }
  return problems
}

const knownId = (
  { id, retrievalReferenceNumber }: TransactionIdentifiers,
  findTransactionId: FindTransactionId,
): string | null | undefined =>
  id || (retrievalReferenceNumber && findTransactionId(retrievalReferenceNumber))

const RULES: readonly Rule[] = [oneIdentifierAtMost, oneIdentifierAtLeast, noDuplicates]

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
