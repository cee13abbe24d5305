const NAMED = 4

/**
 * `Without 3 documents required by policy: Voided check, Identity: Ana Ruiz and 1 more.`, or '' if none are
 * missing.
 */
export function missingWords(labels: readonly string[]): string {
  if (labels.length === 0) return ''
  const shown = labels.length > NAMED + 1 ? labels.slice(0, NAMED) : labels
  const rest = labels.length - shown.length
  const named = shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  return `Without ${labels.length === 1 ? '1 document' : `${labels.length} documents`} required by policy: ${named}.`
}
