import { z } from 'zod'
import { amountsSum } from '@/lib/domain/funding/amounts-sum'
import { MAX_TRANSACTIONS } from '@/lib/domain/funding/limits'
import {
  checkRequest,
  type RequestProblem,
  requestErrorCode,
  type TransactionIdentifiers,
} from '@/lib/domain/funding/request-rules'
import {
  type WireFundingAnswer,
  type WireTransactionError,
  wireFundingAmountSchema,
  wireTransactionSchema,
} from '@/lib/partner/wire/funding'
import { type Admission, type Answer, type Call, mediaTypeOf, refused } from './call'
import { readJson } from './json'
import { authenticateProfile, type Profile } from './profiles'
import {
  type FundingAmount,
  findTransactions,
  type GivenAmounts,
  type KnownTransaction,
  storeAmounts,
} from './transactions'

/**
 * Interface, "Create or modify funding amounts", "Status evaluation order": the body is checked before the
 * credentials, and only a 200 has a body.
 */
export async function admitFunding({ tx, headers, body }: Admission) {
  const transactions = mediaTypeOf(headers) === 'application/json' ? readTransactions(body) : null
  if (!transactions) return refused(400, null)
  const profile = await authenticateProfile(tx, headers)
  if (!profile) return refused(401, null)
  if (profile.status !== 'active') return refused(403, null)
  return (call: Call) => fund(call, profile, transactions)
}

/** An amount takes at least 32 bytes and 3 values, so no body within the size limit has more values than this. */
const MAX_VALUES = 15_000_000

type Transaction = TransactionIdentifiers & { amounts: FundingAmount[] }

const requestSchema = z.object({ transactions: z.array(z.unknown()).min(1).max(MAX_TRANSACTIONS) })
const transactionSchema = wireTransactionSchema
  .extend({ merchantFundingAmounts: z.array(z.unknown()).min(1) })
  .strip()
const amountSchema = wireFundingAmountSchema.strip()

/**
 * The transactions of a body, or null if anything in it is wrong (interface, "Funding endpoint: status codes", 400).
 * Parses item by item and stops at the first bad one: a list schema would collect an issue for each of millions.
 */
function readTransactions(body: Uint8Array): Transaction[] | null {
  const reading = readJson(body, { maxValues: MAX_VALUES })
  const request = reading.ok ? requestSchema.safeParse(reading.value).data : undefined
  if (!request) return null
  const transactions: Transaction[] = []
  for (const item of request.transactions) {
    const transaction = transactionSchema.safeParse(item).data
    if (!transaction) return null
    const { id, retrievalReferenceNumber, merchantFundingAmounts } = transaction
    const amounts: FundingAmount[] = []
    for (const item of merchantFundingAmounts) {
      const amount = amountSchema.safeParse(item).data
      if (!amount) return null
      amounts.push(amount)
    }
    transactions.push({ id, retrievalReferenceNumber, amounts })
  }
  return transactions
}

/** Interface, "Funding endpoint: request-level error codes"; the wording is the sandbox's own. */
const REQUEST_ERRORS: Readonly<Record<RequestProblem['code'], string>> = {
  1: 'A transaction is named by both transaction id and retrieval reference number',
  2: 'A transaction is named by neither transaction id nor retrieval reference number',
  3: 'The request holds duplicate transactions',
}

/** Checks and stores each transaction on its own, unless the whole request is refused. */
async function fund(
  { tx, now, someFail }: Call,
  { profileId }: Profile,
  transactions: readonly Transaction[],
): Promise<Answer> {
  const amounts = transactions.flatMap(({ amounts }) => amounts)
  const figures = {
    transactionCount: String(transactions.length),
    successfulTransactionCount: '0',
    merchantFundingAmountCount: String(amounts.length),
    amountsSum: amountsSum(amounts.map(({ amount }) => amount)),
  }
  const find = await findTransactions(tx, transactions, profileId)
  const problems = checkRequest(
    transactions,
    (retrievalReferenceNumber) => find({ retrievalReferenceNumber })?.id ?? null,
  )
  const requestError = requestErrorCode(problems)
  if (requestError !== null) {
    const errorMessage = REQUEST_ERRORS[requestError]
    return answered({ ...figures, errorCode: String(requestError), errorMessage, transactionLevelErrors: [] })
  }

  const succeeded: GivenAmounts[] = []
  const transactionLevelErrors: WireTransactionError[] = []
  for (const [index, transaction] of transactions.entries()) {
    const known = find(transaction)
    const code = transactionError(known, transaction)
    if (known && code === null && !(someFail && index % 2 === 0)) {
      succeeded.push({ transactionId: known.id, amounts: transaction.amounts })
    } else transactionLevelErrors.push(toWireError(transaction, code ?? CAUSED))
  }
  if (succeeded.length > 0) await storeAmounts(tx, succeeded, now)
  const successfulTransactionCount = String(succeeded.length)
  return answered({ ...figures, successfulTransactionCount, transactionLevelErrors })
}

/** A 200 counts as applied only if something was stored. */
const answered = (body: WireFundingAnswer): Answer => ({
  status: 200,
  body,
  applied: body.successfulTransactionCount !== '0',
})

/** contract.md, "The sandbox": 100 is the interface's, the others are the sandbox's own; 999 is not documented. */
const TRANSACTION_ERRORS = {
  100: 'The transaction id is unknown',
  901: 'The retrieval reference number is unknown',
  902: 'A settled debit transaction cannot be funded',
  903: 'A PIN debit transaction cannot be funded',
  904: 'The transaction was not approved',
  905: 'A merchant id is unknown to the profile',
  999: 'This failure was caused through the sandbox controls',
}
type TransactionErrorCode = keyof typeof TRANSACTION_ERRORS
const CAUSED = 999

/** Interface, "What the service does", 1: only approved credits and unsettled debits without PIN can be funded. */
function transactionError(
  known: KnownTransaction | null,
  { id, amounts }: Transaction,
): TransactionErrorCode | null {
  if (!known) return id ? 100 : 901
  if (known.kind === 'declined') return 904
  if (known.kind === 'pin-debit') return 903
  if (known.kind === 'debit' && known.settled) return 902
  return amounts.some(({ merchantId }) => merchantId.startsWith('UNKNOWN')) ? 905 : null
}

const toWireError = (
  { id, retrievalReferenceNumber }: Transaction,
  code: TransactionErrorCode,
): WireTransactionError => ({
  transactionId: id ?? '',
  retrievalReferenceNumber: retrievalReferenceNumber ?? '',
  errorCode: String(code),
  errorMessage: TRANSACTION_ERRORS[code],
})
