import { FREE_LIMITS, type FundingLimits, SANDBOX_LIMITS } from './limits'

/** How a source writes its amounts: `dollars` 12.50, `cents` 1250. A batch that was made of it holds dollars. */
export type AmountStyle = 'dollars' | 'cents'

/** What the digits on the wire count (product.md, "Amounts"): cents or whole dollars. A setting of the profile. */
export type AmountUnit = 'minor' | 'major'

/** What stands where an amount should be. `thousands`: separators where none belong. */
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

/** Reads dollars, in cents. What a spreadsheet writes around a number is read past; nothing is guessed. */
export function readAmount(text: string, unit: AmountUnit, limits?: FundingLimits): AmountReading {
  const cents = readCents(text, unit, limits)
  return typeof cents === 'number' ? { ok: true, minor: BigInt(cents) } : { ok: false, code: cents }
}

/**
 * The same as a whole number, which holds every amount that the wire can carry exactly, and costs less where
 * there are a million.
 */
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
 * The amount of a source as a batch holds it: dollars with two digits after the point. What is no amount stays as
 * it is, for a person to mend.
 */
export function batchAmountText(text: string, style: AmountStyle): string {
  const cents = style === 'dollars' ? centsOf(text) : centsOfCents(text)
  // Beyond that it is too long however it is read, and no longer exact.
  if (typeof cents !== 'number' || cents >= LARGEST) return text
  const whole = Math.floor(cents / 100)
  const rest = cents - whole * 100
  return rest < 10 ? `${whole}.0${rest}` : `${whole}.${rest}`
}

/**
 * Whether an amount itself says that it is dollars: by its sign, or by cents after a point. A single zero after it
 * says nothing: programs write whole numbers like that.
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

/** Digits only, in the profile's unit (interface, "Funding request", amount). Of a whole-dollar profile the cents are 0. */
export const toWireAmount = (minor: bigint, unit: AmountUnit): string =>
  String(unit === 'minor' ? minor : minor / 100n)

/** `1,234.50`, `$1,234`, `1.234,50`: what was meant as one amount, whether or not it can be read. */
export const isThousands = (text: string): boolean =>
  THOUSANDS.test(text.replace(/^\$\s*/, '')) || /^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)

/** The same separator, always before three digits. */
const THOUSANDS = /^\d{1,3}([,\s'’])\d{3}(?:\1\d{3})*(?:\.\d+)?$/

/** Cents of more digits are not added up exactly. */
const LARGEST = 10 ** FREE_LIMITS.amountDigits

/** The first amount, in cents, that has too many digits on the wire. */
const tooMuch = (unit: AmountUnit, digits: number): number =>
  POWERS[unit === 'minor' ? digits : digits + 2] ?? LARGEST

/** Of ten, up to the largest: asked for with each amount. */
const POWERS = Array.from({ length: FREE_LIMITS.amountDigits + 1 }, (_, digits) => 10 ** digits)

const POINT = 46

/** Dollars in cents: digits, with one or two after the point or none, or what can be read of anything else. */
function centsOf(text: string): number | AmountProblem {
  let value = 0
  let point = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Where this stops to be exact, it is too long by far.
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
  // A sign before it is no slip in how the amount is written.
  if (written.isNegative && (problem === null || problem === 'decimal-comma')) return 'negative'
  if (problem) return problem
  return centsOf(written.number)
}

/** Cents as they are counted; null for what is none. `1250.0` is a whole number as some programs write it. */
function centsOfCents(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text)
  const written = peel(text)
  if (!written || written.isNegative || written.isDollar) return null
  const digits = /^(\d+)(?:\.0)?$/.exec(written.number)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** A number, and what stood around it. */
type Written = { number: string; isNegative: boolean; isDollar: boolean }

/** Longer texts are no amounts, and are not looked at any closer. */
const LONGEST_SHOWN = 100

/**
 * The number in `$ 1,250.00`, `(12.50)`, `12.50-`, `USD -5`: each sign once and in any order, its separators of
 * thousands left out where they stand right. Null for what is too long to be one.
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

/** What is wrong with a number that has its separators left out where they stand right; null for digits and points. */
function problemOf(number: string): AmountProblem | null {
  if (/^(?:\d+\.?\d*|\.\d+)$/.test(number)) return null
  if (/^(?:\d+|\d{1,3}(?:[.\s'’]\d{3})+),\d{1,2}$/.test(number)) return 'decimal-comma'
  if (/^\d[\d.]*[,\s'’][\d.,\s'’]*$/.test(number)) return 'thousands'
  // A sign that was there twice.
  if (/^\$|USD|US\$/i.test(number)) return 'not-digits'
  return OTHER_CURRENCY.test(number) ? 'currency' : 'not-digits'
}

/** `€12.50`, `CA$ 12.50`, `EUR 12.50`, `12.50 €`. */
const OTHER_CURRENCY =
  /^(?:\p{Sc}|[A-Z]{1,3}\p{Sc}|[A-Z]{3}(?![A-Z]))\s*[-−–]?\d[\d.,\s'’]*$|^[-−–]?\d[\d.,\s'’]*(?:\p{Sc}|[A-Z]{1,3}\p{Sc}|[A-Z]{3})$/u
