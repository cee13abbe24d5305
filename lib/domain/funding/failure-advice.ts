/**
 * Error codes of sales that can never be funded, whatever is changed in the line. The interface only documents code
 * 100; these are the simulated partner's own.
 */
export const HOPELESS_CODES: readonly string[] = ['902', '903', '904']

/** Whether sending it once more can help, as it is or with other values in its line. */
export const canRetryHelp = (errorCode: string): boolean => !HOPELESS_CODES.includes(errorCode)

/** What the partner said of a transaction that it did not fund. */
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

/** `code 902, A settled debit transaction cannot be funded`: what the partner said, without a point. */
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
