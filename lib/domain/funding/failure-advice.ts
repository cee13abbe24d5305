/**
 * Error codes of sales that can never be funded, whatever is changed in the line. The interface only documents code
 * 100; these are the simulated partner's own.
 */
export const HOPELESS_CODES: readonly string[] = ['902', '903', '904']

/** Whether another attempt can succeed, with the same or changed values in the line. */
export const canRetryHelp = (errorCode: string): boolean => !HOPELESS_CODES.includes(errorCode)

/** The partner's reason for not funding a transaction. */
export type Refusal = { errorCode: string; errorMessage: string }

/** Why a line failed before, and whether a retry can help. */
export function failedBeforeText({
  batch,
  errorCode,
  errorMessage,
}: Refusal & {
  /** B-1042. */
  batch: string
}): string {
  return `Failed in ${batch}: ${refusalWords({ errorCode, errorMessage })}. ${adviceFor(errorCode)}`
}

/** `code 902, A settled debit transaction cannot be funded`: the partner's reason without a final period. */
export function refusalWords({ errorCode, errorMessage }: Refusal): string {
  const code = errorCode === '' ? 'without a code' : `code ${errorCode}`
  return `${code}${errorMessage === '' ? '' : `, ${errorMessage.replace(/\.$/, '')}`}`
}

function adviceFor(errorCode: string): string {
  if (!canRetryHelp(errorCode)) return 'A retry cannot help: remove the line.'
  return errorCode === '100'
    ? 'Correct the transaction ID, or remove the line.'
    : 'It will probably fail again if sent unchanged.'
}
