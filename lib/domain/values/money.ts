/** `5` → `0.05`; by its digits, so that no float comes between. Throws for what is no whole number of cents. */
export function dollarText(amountMinor: number): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw new RangeError('An amount is a whole number of cents.')
  }
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
