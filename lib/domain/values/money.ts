/**
 * Money as text. Cents are whole numbers, of any size as `bigint`, and never become floats.
 * For people: `dollarWords` for cents, `moneyText` for decimal text, `groupedCents` if the currency is shown elsewhere.
 * For files, forms and the wire: `decimalCents`, and `exactCents` to reject anything else.
 */

/** `1234.50`, `-0.05`. */
export function decimalCents(amountMinor: bigint): string {
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor).padStart(3, '0')
  return `${amountMinor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The same for an amount of type number. Throws unless it is a whole number of cents, zero or more. */
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

/** `$1,234.50`, `−$1,234.50`; accepts cents as a number or digits too. Throws if they are not a whole number. */
export const dollarWords = (amountMinor: bigint | number | string): string =>
  moneyText(decimalCents(BigInt(amountMinor)))

/** Canonical decimal text (`1234.5`) as `$1,234.50`, keeping every digit. Returns other text unchanged. */
export function moneyText(dollars: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(dollars)
  if (!match) return dollars
  const [, sign, whole = '', cents = ''] = match
  return `${sign ? '−' : ''}$${grouped(whole)}.${cents.padEnd(2, '0')}`
}

/** `1234567` → `1,234,567`. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * `$900,555.00 or $900.56` for `900.555`: in half of the world a point before three digits separates thousands, and
 * no one writes cents with three digits. Null if the text has one reading, or none.
 */
export function twoReadings(text: string): string | null {
  const [, whole = '', three] = /^\$?\s*([1-9]\d{0,2})\.(\d{3})$/.exec(text.trim()) ?? []
  return three === undefined
    ? null
    : `${dollarWords(`${whole}${three}00`)} or ${dollarWords((BigInt(whole + three) + 5n) / 10n)}`
}
