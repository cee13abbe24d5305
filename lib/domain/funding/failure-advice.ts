/**
 * Codes for which no retry helps, whatever is changed in the line: the sale itself cannot be funded. The interface
 * names code 100 alone; these are the simulated partner's own.
 */
const HOPELESS: ReadonlySet<string> = new Set(['902', '903', '904'])

/** Why a line of a retry failed before, and whether trying once more can help. */
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
