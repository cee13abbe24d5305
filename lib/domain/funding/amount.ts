import { FREE_LIMITS, type FundingLimits, SANDBOX_LIMITS } from './limits'

/** How a source writes its amounts: `dollars` 12.50, `cents` 1250. The batch itself always holds dollars. */
export type AmountStyle = 'dollars' | 'cents'

/**
 * What the digits sent to the partner count: cents or whole dollars (product.md, "Amounts"). A setting of the funding
 * profile.
 */
export type AmountUnit = 'minor' | 'major'

/** Why a text is not an amount. `thousands`: the separators are misplaced. `too-fine`: fractions of a cent. */
export type AmountProblem =
  | 'missing'
  | 'negative'
  | 'currency'
  | 'thousands'
  | 'decimal-comma'
  | 'too-fine'
  | 'not-whole'
  | 'too-long'
  | 'not-digits'

export type AmountReading = { ok: true; minor: bigint } | { ok: false; code: AmountProblem }

/**
 * Reads dollars and returns cents. Signs and separators around the number are accepted where they can mean only one
 * thing.
 */
export function readAmount(text: string, unit: AmountUnit, limits?: FundingLimits): AmountReading {
  const cents = readCents(text, unit, limits)
  return typeof cents === 'number' ? { ok: true, minor: BigInt(cents) } : { ok: false, code: cents }
}

/** `readAmount` as a plain number: exact for every amount that a request can carry, and faster for a million cells. */
export function readCents(
  text: string,
  unit: AmountUnit,
  { amountDigits }: FundingLimits = SANDBOX_LIMITS,
): number | AmountProblem {
  const cents = centsOf(text)
  if (typeof cents !== 'number') return cents
  if (cents >= tooMuch(unit, amountDigits)) return 'too-long'
  return unit === 'major' && cents % 100 !== 0 ? 'not-whole' : cents
}

/**
 * Converts a source's amount to what a batch holds: dollars with two decimals. A text that is not an amount is
 * returned unchanged, for a person to correct.
 */
export function batchAmountText(text: string, style: AmountStyle): string {
  const cents = style === 'dollars' ? centsOf(text) : centsOfCents(text)
  // A larger amount is too long in either style, and a number no longer holds it exactly.
  if (typeof cents !== 'number' || cents >= LARGEST) return text
  const whole = Math.floor(cents / 100)
  const rest = cents - whole * 100
  return rest < 10 ? `${whole}.0${rest}` : `${whole}.${rest}`
}

/**
 * Whether the text can only be dollars: it has a dollar sign, or cents after the point. `1250.0` does not count,
 * because programs write whole numbers like that.
 */
export function showsDollars(text: string): boolean {
  if (/^\d*\.\d\d$/.test(text)) return true
  if (!/[.$dD]/.test(text)) return false
  const written = peel(text)
  return (
    written !== null &&
    ((written.isDollar && /^[\d.]/.test(written.number)) || /\.(?:\d\d|[1-9])$/.test(written.number))
  )
}

/**
 * Digits only, in the profile's unit (interface, "Funding request", amount). A whole-dollar profile only accepts
 * amounts without cents, so the division is exact.
 */
export const toWireAmount = (minor: bigint, unit: AmountUnit): string =>
  String(unit === 'minor' ? minor : minor / 100n)

/**
 * Whether the text was meant as one amount with thousands separators, even if it cannot be read: `1,234.50`,
 * `$1,234`, `1.234,50`.
 */
export const isThousands = (text: string): boolean =>
  THOUSANDS.test(text.replace(/^\$\s*/, '')) || /^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)

/** One separator throughout, with three digits after each. */
const THOUSANDS = /^\d{1,3}([,\s'’])\d{3}(?:\1\d{3})*(?:\.\d+)?$/

/** Above this, sums of cents are no longer exact. */
const LARGEST = 10 ** FREE_LIMITS.amountDigits

/** The smallest amount in cents that has too many digits to send. */
const tooMuch = (unit: AmountUnit, digits: number): number =>
  POWERS[unit === 'minor' ? digits : digits + 2] ?? LARGEST

/** Powers of ten, computed once because every amount needs one. */
const POWERS = Array.from({ length: FREE_LIMITS.amountDigits + 1 }, (_, digits) => 10 ** digits)

const POINT = 46

/** Dollars as cents. Plain digits with up to two decimals are read here, everything else by `centsOfWritten`. */
function centsOf(text: string): number | AmountProblem {
  let value = 0
  let point = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Inexact above 2^53, but such an amount is refused as too long anyway.
    if (code > 47 && code < 58) value = value * 10 + code - 48
    else if (code === POINT && point === text.length) point = at
    else return centsOfWritten(text)
  }
  const decimals = text.length - point - 1
  if (decimals < 0) return text === '' ? 'missing' : value * 100
  if (decimals === 0) return 'not-digits'
  return decimals > 2 ? 'too-fine' : value * (decimals === 1 ? 10 : 1)
}

function centsOfWritten(text: string): number | AmountProblem {
  const written = peel(text)
  if (!written) return 'not-digits'
  const problem = problemOf(written.number)
  // A negative amount is refused as such, even if it also has a decimal comma.
  if (written.isNegative && (problem === null || problem === 'decimal-comma')) return 'negative'
  if (problem) return problem
  return centsOf(written.number)
}

/** Reads whole cents; null if the text is anything else. Some programs write a whole number as `1250.0`. */
function centsOfCents(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text)
  const written = peel(text)
  if (!written || written.isNegative || written.isDollar) return null
  const digits = /^(\d+)(?:\.0)?$/.exec(written.number)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** A number and the marks that were around it. */
type Written = { number: string; isNegative: boolean; isDollar: boolean }

/** Longer texts cannot be amounts and are not examined. */
const LONGEST_SHOWN = 100

/**
 * The number in `$ 1,250.00`, `(12.50)`, `12.50-` or `USD -5`: each mark at most once, in any order, and well-placed
 * thousands separators removed. Null if the text is too long to be an amount.
 */
function peel(text: string): Written | null {
  if (text.length > LONGEST_SHOWN) return null
  let rest = text.trim()
  let isNegative = false
  let hasSign = false
  let hasCode = false
  for (;;) {
    const inner = peelOnce(rest)
    if (!inner) break
    if (inner.kind === 'negative' ? isNegative : inner.kind === 'sign' ? hasSign : hasCode) break
    rest = inner.rest
    if (inner.kind === 'negative') isNegative = true
    else if (inner.kind === 'sign') hasSign = true
    else hasCode = true
  }
  const number = THOUSANDS.test(rest) ? rest.replace(/[,\s'’]/g, '') : rest
  return { number, isNegative, isDollar: hasSign || hasCode }
}

const PEELS: readonly { kind: 'negative' | 'sign' | 'code'; pattern: RegExp }[] = [
  { kind: 'negative', pattern: /^\(\s*(.*?)\s*\)$/u },
  { kind: 'negative', pattern: /^[-−–]\s*(.*)$/u },
  { kind: 'negative', pattern: /^(.*?)\s*[-−–]$/u },
  { kind: 'sign', pattern: /^(?:US\s?)?\$\s*(.*)$/iu },
  { kind: 'sign', pattern: /^(.*?[\d.)\s])(?:US\s?)?\$$/iu },
  { kind: 'code', pattern: /^USD(?![a-z])\s*(.*)$/iu },
  { kind: 'code', pattern: /^(.*?[^a-z])\s*USD$/iu },
]

function peelOnce(text: string): { kind: 'negative' | 'sign' | 'code'; rest: string } | null {
  for (const { kind, pattern } of PEELS) {
    const rest = pattern.exec(text)?.[1]
    if (rest !== undefined) return { kind, rest: rest.trim() }
  }
  return null
}

/** Why `number` (well-placed separators already removed) cannot be read; null if it is digits and points. */
function problemOf(number: string): AmountProblem | null {
  if (/^(?:\d+\.?\d*|\.\d+)$/.test(number)) return null
  if (/^(?:\d+|\d{1,3}(?:[.\s'’]\d{3})+),\d{1,2}$/.test(number)) return 'decimal-comma'
  if (/^\d[\d.]*[,\s'’][\d.,\s'’]*$/.test(number)) return 'thousands'
  // A currency sign remains if it was written twice.
  if (/^\$|USD|US\$/i.test(number)) return 'not-digits'
  return OTHER_CURRENCY.test(number) ? 'currency' : 'not-digits'
}

/** `€12.50`, `CA$ 12.50`, `EUR 12.50`, `12.50 €`. */
const OTHER_CURRENCY =
  /^(?:\p{Sc}|[A-Z]{1,3}\p{Sc}|[A-Z]{3}(?![A-Z]))\s*[-−–]?\d[\d.,\s'’]*$|^[-−–]?\d[\d.,\s'’]*(?:\p{Sc}|[A-Z]{1,3}\p{Sc}|[A-Z]{3})$/u
