const TOTALS =
  /^(?:grand|sub)?[ -]?totals?(?: amounts?| usd)?[ :]*$|^(?:sum|summe|gesamt(?:summe)?|suma|totale|somme)[ :]*$/i

/** Whether a text is a word for a sum. */
export function isTotals(text: string): boolean {
  if (text === '') return false
  const last = text.charCodeAt(text.length - 1)
  // Most identifiers end in a digit and words for a total never do, so that is checked first.
  return (last < 48 || last > 57) && TOTALS.test(text)
}
