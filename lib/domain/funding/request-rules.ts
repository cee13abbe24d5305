import { finish, type Steps } from '@/lib/domain/values/steps'

/**
 * What makes the partner refuse a funding request as a whole (interface, "Funding endpoint: request-level error
 * codes"). Its answer names no transaction: these name each, by its place. The cost grows with the number of
 * transactions and no faster, so that browser and server can judge a batch of any size.
 */

/** How a transaction is named. An identifier that is empty or absent is not given. */
export type TransactionIdentifiers = {
  id?: string | undefined
  retrievalReferenceNumber?: string | undefined
}

/** `index` is the transaction's place; a duplicate also has the place of the first one that names the same. */
export type RequestProblem = { code: 1 | 2; index: number } | { code: 3; index: number; firstIndex: number }

/** The id of the transaction that a reference number leads to; null where that is not known. */
export type FindTransactionId = (retrievalReferenceNumber: string) => string | null

type Rule = (
  transactions: readonly TransactionIdentifiers[],
  findTransactionId: FindTransactionId,
) => RequestProblem[]

/** Every problem: the lowest code first, and those of one code in the order of the transactions. */
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

/** The code that the answer gives: where several apply, the lowest (contract.md, "The sandbox"). */
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
 * Code 3: duplicate transactions in the request, also one that is named by its id here and by its reference
 * number there. Where both are given at once, which is code 1, the id counts.
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
  // Nearly no request has one: which it is, is looked for where there is one.
  return ids.size + references.size === named ? [] : duplicatesOf(transactions, findTransactionId)
}

/**
 * All named by their ids, and each id after the one before it, as reports write them: then none is there twice, and
 * comparing neighbors costs a fifth of keeping them all.
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
