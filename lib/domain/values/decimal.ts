/**
 * Exact decimals, so that 33.33 × 3 and 25.005 × 4 compare as people expect. A decimal is an integer
 * number of millionths; six places are more than any field of the interface needs.
 */
export type Millionths = bigint

const PLACES = 6

/** Digits, or groups of three with one kind of separator: `2,9` and `12,50` are no numbers, whatever was meant. */
const NUMBER = /^(-?)(\d{0,15}|\d{1,3}(?:,\d{3}){1,4}|\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,4})(?:\.(\d{0,6}))?$/

/** Reads `1,234.50`, `$1,234.5`, `33.33 %`; null when the text is no plain decimal with at most six places. */
export function parseDecimal(text: string): Millionths | null {
  const bare = text
    .trim()
    .replace(/^(-?)\s*\$\s*/, '$1')
    .replace(/\s*%$/, '')
  const [, sign, grouped = '', fraction = ''] = NUMBER.exec(bare) ?? []
  const whole = grouped.replace(/\D/g, '')
  if (sign === undefined || whole + fraction === '') return null
  const units = BigInt(`${whole}${fraction.padEnd(PLACES, '0')}`)
  return sign ? -units : units
}

/** A JSON number as the partner sends it, read by its shortest decimal text; null when it is not finite or too fine. */
export const decimalFromNumber = (value: number): Millionths | null => parseDecimal(String(value))

/** `33330000n` → `33.33`. */
export function decimalText(units: Millionths): string {
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0')
  const fraction = digits.slice(-PLACES).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction ? `.${fraction}` : ''}`
}

/** For the wire, whose fields are doubles. Exact for every value that a form accepts. */
export const decimalNumber = (units: Millionths): number => Number(decimalText(units))
