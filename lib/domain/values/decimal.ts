/**
 * Exact decimals, so that 33.33 × 3 and 25.005 × 4 compare as people expect. A decimal is an integer
 * number of millionths; six places are more than any field of the interface needs.
 */
export type Millionths = bigint

const PLACES = 6

/** Digits, or groups of three with one kind of separator. `2,9` and `12,50` are rejected, whatever was meant. */
const NUMBER = /^(-?)(\d{0,15}|\d{1,3}(?:,\d{3}){1,4}|\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,4})(?:\.(\d{0,40}))?$/

function readNumber(text: string): { sign: string; whole: string; fraction: string } | null {
  const bare = text
    .trim()
    .replace(/^(-?)\s*\$\s*/, '$1')
    .replace(/\s*%$/, '')
  const [, sign, grouped = '', fraction = ''] = NUMBER.exec(bare) ?? []
  const whole = grouped.replace(/\D/g, '')
  return sign === undefined || whole + fraction === '' ? null : { sign, whole, fraction }
}

/** Reads `1,234.50`, `$1,234.5`, `33.33 %`; null if the text is not a plain decimal with at most six places. */
export function parseDecimal(text: string): Millionths | null {
  const read = readNumber(text)
  if (!read || read.fraction.length > PLACES) return null
  const units = BigInt(`${read.whole}${read.fraction.padEnd(PLACES, '0')}`)
  return read.sign ? -units : units
}

/**
 * A plain decimal with any number of places, in the forms that `parseDecimal` reads, written in its shortest form; null
 * if the text is none. For values that are passed on as given.
 */
export function plainDecimal(text: string): string | null {
  const read = readNumber(text)
  if (!read) return null
  const short = `${read.whole.replace(/^0+(?=\d)/, '') || '0'}.${read.fraction}`.replace(/\.?0*$/, '')
  return short === '0' ? '0' : `${read.sign}${short}`
}

/**
 * Cuts off after six places: three thirds of a hundred are not more than a hundred, and anything below 25 stays below.
 * Null if the text is not a plain decimal.
 */
export function parseDecimalCut(text: string): Millionths | null {
  const plain = plainDecimal(text)
  return plain === null ? null : parseDecimal(plain.replace(/(\.\d{6})\d+$/, '$1'))
}

/** A JSON number to six places, by its shortest decimal text; null if it is not one. */
export function decimalFromNumber(value: number): Millionths | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const places = Number(exponent) + PLACES
  const digits = whole + fraction
  // The position of the point after the shift: beyond the digits come zeros, before them nothing.
  const end = whole.length + places
  const units = BigInt((end <= 0 ? '' : digits.slice(0, end).padEnd(end, '0')) || '0')
  return sign ? -units : units
}

/** `33330000n` → `33.33`. */
export function decimalText(units: Millionths): string {
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0')
  const fraction = digits.slice(-PLACES).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction ? `.${fraction}` : ''}`
}

const millionths = (whole: number): Millionths => BigInt(whole) * 10n ** BigInt(PLACES)

/** Whole dollars or whole percent, for rules to compare with. */
export const dollars = millionths
export const percent = millionths
