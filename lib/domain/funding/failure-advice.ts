/** Interface, "Funding endpoint: transaction-level errors": the only code that it documents. Another ID may be known. */
export const UNKNOWN_TRANSACTION = '100'

/**
 * The error codes of sales that a profile's partner never funds, whatever is changed in the line. The interface names
 * none, so a live profile has none unless its configuration says so: no sale is then given up by mistake.
 */
export type FinalCodes = { finalCodes?: readonly string[] }

/** The simulated partner's (contract.md, "The sandbox"). */
export const SANDBOX_FINAL_CODES: readonly string[] = ['902', '903', '904']

/** Whether the partner refused a transaction for good, so that no retry can help. */
export const isFinalRefusal = ({ finalCodes = [] }: FinalCodes, errorCode: string): boolean =>
  finalCodes.includes(errorCode)

/** The partner's reason for not funding a transaction. */
export type Refusal = { errorCode: string; errorMessage: string }

/** Why a line failed before, and whether a retry can help. */
export function failedBeforeText({
  batch,
  errorCode,
  errorMessage,
  isFinal,
}: Refusal & {
  /** B-1042. */
  batch: string
  /** Whether the partner refused it for good. */
  isFinal: boolean
}): string {
  return `Failed in ${batch}: ${refusalWords({ errorCode, errorMessage })}. ${adviceFor(errorCode, isFinal)}`
}

/** `code 902, A settled debit transaction cannot be funded`: the partner's reason without a final period. */
export function refusalWords({ errorCode, errorMessage }: Refusal): string {
  const code = errorCode === '' ? 'without a code' : `code ${errorCode}`
  return `${code}${errorMessage === '' ? '' : `, ${errorMessage.replace(/\.$/, '')}`}`
}

function adviceFor(errorCode: string, isFinal: boolean): string {
  if (isFinal) return 'A retry cannot help: remove the line.'
  return errorCode === UNKNOWN_TRANSACTION
    ? 'Correct the transaction ID, or remove the line.'
    : 'It will probably fail again if sent unchanged.'
}
