const TOTALS =
  /^(?:grand|sub)?[ -]?totals?(?: amounts?| usd)?[ :]*$|^(?:sum|summe|gesamt(?:summe)?|suma|totale|somme)[ :]*$/i

/** Whether a text is a word for a sum. */
export function isTotals(text: string): boolean {
  if (text === '') return false
  const last = text.charCodeAt(text.length - 1)
  // An identifier ends in a digit most often, and no word for a sum does.
  return (last < 48 || last > 57) && TOTALS.test(text)
}
