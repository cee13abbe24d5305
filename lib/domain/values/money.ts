/** `5` → `0.05`; by its digits, so that no float comes between. Throws for what is no whole number of cents. */
export function dollarText(amountMinor: number): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw new RangeError('An amount is a whole number of cents.')
  }
  return decimalCents(BigInt(amountMinor))
}

/** Cents as decimal text, `-1234.50`: also more of them than a number holds. */
export function decimalCents(amountMinor: bigint): string {
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor).padStart(3, '0')
  return `${amountMinor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `1234567` → `1,234,567`. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')
