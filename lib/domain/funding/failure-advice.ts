/**
 * Error codes of sales that can never be funded, whatever is changed in the line. The interface only documents code
 * 100; these are the simulated partner's own.
 */
const HOPELESS: ReadonlySet<string> = new Set(['902', '903', '904'])

/** Why a line failed before, and whether a retry can help. */
export function failedBeforeText({
  batch,
  errorCode,
  errorMessage,
}: {
  /** B-1042. */
  batch: string
  errorCode: string
  errorMessage: string
}): string {
  const code = errorCode === '' ? 'without a code' : `code ${errorCode}`
  const said = errorMessage === '' ? '' : `, ${errorMessage.replace(/\.$/, '')}`
  return `Failed in ${batch}: ${code}${said}. ${adviceFor(errorCode)}`
}

function adviceFor(errorCode: string): string {
  if (HOPELESS.has(errorCode)) return 'A retry cannot help: remove the line.'
  return errorCode === '100'
    ? 'Correct the transaction ID, or remove the line.'
    : 'It will probably fail again if sent unchanged.'
}
