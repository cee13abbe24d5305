import { decimalCents, grouped } from '@/lib/domain/values/money'
import { MAX_AMOUNT_DIGITS } from './limits'

/** How amounts are written in what came in: `digits` 1250, `decimal` 12.50. */
export type AmountStyle = 'digits' | 'decimal'

/** What the digits on the wire count (product.md, "Amounts"): cents or whole dollars. A setting of the profile. */
export type AmountUnit = 'minor' | 'major'

/** What stands where an amount should be. `decimal-point`: dollars and cents in a batch that counts digits. */
export type AmountProblem =
  | 'missing'
  | 'negative'
  | 'currency'
  | 'thousands'
  | 'decimal-comma'
  | 'decimal-point'
  | 'too-fine'
  | 'not-whole'
  | 'too-long'
  | 'not-digits'

export type AmountReading = { ok: true; minor: bigint } | { ok: false; code: AmountProblem }

/** Reads an amount in cents. Nothing is guessed: a sign or a separator is named, and not read past. */
export function readAmount(text: string, style: AmountStyle, unit: AmountUnit): AmountReading {
  const cents = readCents(text, style, unit)
  return typeof cents === 'number' ? { ok: true, minor: BigInt(cents) } : { ok: false, code: cents }
}

/**
 * The same as a whole number, which holds every amount that the wire can carry exactly, and costs less where
 * there are a million. `digits` count the profile's unit; `decimal` are dollars, with one or two digits after
 * the point or none.
 */
export function readCents(text: string, style: AmountStyle, unit: AmountUnit): number | AmountProblem {
  let value = 0
  let point = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Where this stops to be exact, it is too long by far.
    if (code > 47 && code < 58) value = value * 10 + code - 48
    else if (code === POINT && point === text.length && style === 'decimal') point = at
    else return amountProblem(text, style)
  }
  const decimals = Math.max(0, text.length - point - 1)
  if (text === '' || (point < text.length && decimals === 0)) return amountProblem(text, style)
  if (decimals > 2) return 'too-fine'
  const cents =
    style === 'digits' && unit === 'minor' ? value : value * (decimals === 0 ? 100 : decimals === 1 ? 10 : 1)
  if (cents >= TOO_MUCH[unit]) return 'too-long'
  return unit === 'major' && cents % 100 !== 0 ? 'not-whole' : cents
}

/** Digits only, in the profile's unit (interface, "Funding request", amount). Of a whole-dollar profile the cents are 0. */
export const toWireAmount = (minor: bigint, unit: AmountUnit): string =>
  String(unit === 'minor' ? minor : minor / 100n)

/** `123450n` → `1,234.50`. */
export function moneyText(minor: bigint): string {
  const [dollars = '', cents = ''] = decimalCents(minor).split('.')
  return `${grouped(dollars)}.${cents}`
}

/** How these amounts are most likely written: where one of them has cents after a point, all of them are dollars. */
export function likelyAmountStyle(amounts: Iterable<string>): AmountStyle {
  for (const amount of amounts) if (/^[^\d.]?\s?[\d,]*\.\d{1,2}$/.test(amount)) return 'decimal'
  return 'digits'
}

/** `1,234.50`, `1 234.50`, `1'234`, `1.234,50`. */
export const isThousands = (text: string): boolean =>
  /^\d{1,3}(?:[,\s'’]\d{3})+(?:\.\d+)?$|^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)

/** The first amount, in cents, that has too many digits on the wire. */
const TOO_MUCH: Readonly<Record<AmountUnit, number>> = {
  minor: 10 ** MAX_AMOUNT_DIGITS,
  major: 10 ** (MAX_AMOUNT_DIGITS + 2),
}

const POINT = 46

/** Longer texts are no amounts, and are not looked at any closer. */
const LONGEST_SHOWN = 100

function amountProblem(text: string, style: AmountStyle): AmountProblem {
  if (text === '') return 'missing'
  if (text.length > LONGEST_SHOWN) return 'not-digits'
  const amount = withoutCurrency(text)
  if (/^[-−–].*\d|^\(.*\d.*\)$|\d\s*[-−–]$/.test(amount) && /^[-−–(\d.,\s)$€£]+$/.test(amount))
    return 'negative'
  if (amount !== text) return /^[\d.,\s'’]+$/.test(amount) ? 'currency' : 'not-digits'
  if (isThousands(text)) return 'thousands'
  if (/^\d+,\d{1,2}$/.test(text)) return 'decimal-comma'
  return style === 'digits' && /^\d*\.\d+$/.test(text) ? 'decimal-point' : 'not-digits'
}

/** `$12.50`, `USD 12.50`, `12.50 €`. */
const withoutCurrency = (text: string): string =>
  text.replace(
    /^(?:\p{Sc}|[A-Z]{2,3}\p{Sc}|[A-Z]{3}(?![A-Z]))\s*(?=[-−–\d.(])|(?<=[\d.)])\s*(?:\p{Sc}|[A-Z]{3})$/gu,
    '',
  )
