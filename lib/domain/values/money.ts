/**
 * Money as text. Cents are whole numbers, of any size as a `bigint`, and never go through a float.
 *
 * For people: `dollarWords` of cents, `moneyText` of decimal text, `groupedCents` where the currency stands elsewhere.
 * For files, forms and the wire: `decimalCents`, and `exactCents` where nothing else may pass.
 */

/** `1234.50`, `-0.05`. */
export function decimalCents(amountMinor: bigint): string {
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor).padStart(3, '0')
  return `${amountMinor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The same of an amount that is a number. Throws for what is no whole number of cents, or below zero. */
export function exactCents(amountMinor: number): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw new RangeError('An amount is a whole number of cents.')
  }
  return decimalCents(BigInt(amountMinor))
}

/** `1,234.50`, `-1,234.50`. */
export function groupedCents(amountMinor: bigint): string {
  const [whole = '', cents = ''] = decimalCents(amountMinor).split('.')
  return `${grouped(whole)}.${cents}`
}

/** `$1,234.50`, `−$1,234.50`; of cents as a number or as digits too. Throws for what is no whole number. */
export const dollarWords = (amountMinor: bigint | number | string): string =>
  moneyText(decimalCents(BigInt(amountMinor)))

/** Canonical decimal text (`1234.5`) as `$1,234.50`, with every digit. Text that is no number stays as it is. */
export function moneyText(dollars: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(dollars)
  if (!match) return dollars
  const [, sign, whole = '', cents = ''] = match
  return `${sign ? '−' : ''}$${grouped(whole)}.${cents.padEnd(2, '0')}`
}

/** `1234567` → `1,234,567`. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * `$900,555.00 or $900.56` of `900.555`: a point before three digits ends the thousands in half of the world, and
 * nobody writes cents with three digits. Null where an amount can be read in one way, or in none.
 */
export function twoReadings(text: string): string | null {
  const [, whole = '', three] = /^\$?\s*([1-9]\d{0,2})\.(\d{3})$/.exec(text.trim()) ?? []
  return three === undefined
    ? null
    : `${dollarWords(`${whole}${three}00`)} or ${dollarWords((BigInt(whole + three) + 5n) / 10n)}`
}
