/** Parses a flag as a number above 0: an integer, unless fractions are allowed, as for hours. */
export function positiveNumber(flag: string, text: string, { whole = true } = {}): number {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isFinite(value) && value > 0 && (!whole || Number.isSafeInteger(value))) return value
  throw new Error(`--${flag} has to be a ${whole ? 'whole ' : ''}number above 0, and is “${text}”.`)
}
