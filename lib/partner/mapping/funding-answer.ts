import { HIDDEN } from './mask'
import { parseJson } from './parse-json'

/** One failed transaction. `others` are members that the interface does not document. */
type FundingError = {
  transactionId: string | null
  retrievalReferenceNumber: string | null
  errorCode: string | null
  errorMessage: string | null
  others: Readonly<Record<string, unknown>>
}

/**
 * An answer of the funding endpoint. `amountsSum` is a string of digits and not money: it may mix currencies. Codes
 * are kept as given, even undocumented ones. `errorMessage` is for people and decides nothing.
 */
export type FundingResult = {
  transactionCount: number
  successfulTransactionCount: number
  merchantFundingAmountCount: number | null
  amountsSum: string | null
  /** Request-level error; null if there is none. */
  errorCode: string | null
  errorMessage: string | null
  transactionErrors: FundingError[]
}

/**
 * Reads an answer (interface, "Funding response"). Returns null if the answer does not say what was done: it is not
 * JSON, or lacks one of the two mandatory counts. `mask` is applied to messages and undocumented members.
 */
export function readFundingAnswer(
  text: string,
  mask: (text: string) => string = (shown) => shown,
): FundingResult | null {
  const body = parseWithNumbersAsText(text)
  if (!isRecord(body)) return null
  const transactionCount = countOf(body.transactionCount)
  const successfulTransactionCount = countOf(body.successfulTransactionCount)
  if (transactionCount === null || successfulTransactionCount === null) return null
  const errors = body.transactionLevelErrors ?? []
  return {
    transactionCount,
    successfulTransactionCount,
    merchantFundingAmountCount: countOf(body.merchantFundingAmountCount),
    amountsSum: digitsOf(body.amountsSum),
    errorCode: textOf(body.errorCode),
    errorMessage: messageOf(body.errorMessage, mask),
    transactionErrors: (Array.isArray(errors) ? errors : [errors]).map((error) => readError(error, mask)),
  }
}

function readError(error: unknown, mask: (text: string) => string): FundingError {
  const item: Record<string, unknown> = isRecord(error) ? error : { errorMessage: error }
  const { transactionId, retrievalReferenceNumber, errorCode, errorMessage, ...others } = item
  return {
    transactionId: textOf(transactionId),
    retrievalReferenceNumber: textOf(retrievalReferenceNumber),
    errorCode: textOf(errorCode),
    errorMessage: messageOf(errorMessage, mask),
    others: Object(maskMembers(others, mask)),
  }
}

/**
 * The interface sends every figure as a string of digits. A figure that comes as a JSON number is read as written: a
 * sum of amounts must not become a float, and an identifier must not lose digits.
 */
function parseWithNumbersAsText(text: string): unknown {
  const body = parseJson(text)
  return body === undefined || !/"\s*:\s*-?\d/.test(text) ? body : parseJson(numbersAsText(text))
}

/** Puts the numbers of valid JSON in quotes. Scans by hand: a regex over a long text runs out of stack. */
function numbersAsText(json: string): string {
  const parts: string[] = []
  const number = /-?\d[\d.eE+-]*/y
  let copied = 0
  let at = 0
  while (at < json.length) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = afterText(json, at)
    else if (code === MINUS || (code > 47 && code < 58)) {
      number.lastIndex = at
      const token = number.exec(json)?.[0] ?? ''
      parts.push(json.slice(copied, at), `"${token}"`)
      at += token.length
      copied = at
    } else at += 1
  }
  return parts.join('') + json.slice(copied)
}

const QUOTE = 34
const BACKSLASH = 92
const MINUS = 45

/** The index after the closing quote of the string that opens at `opening`. */
function afterText(json: string, opening: number): number {
  for (let end = json.indexOf('"', opening + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return end + 1
  }
  return json.length
}

const MAX_DEPTH = 64

/** Masks every string in undocumented members, and hides what is nested too deep. */
function maskMembers(value: unknown, mask: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return mask(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) return HIDDEN
  if (Array.isArray(value)) return value.map((item) => maskMembers(item, mask, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [mask(name), maskMembers(member, mask, depth + 1)]),
  )
}

const digitsOf = (value: unknown): string | null =>
  typeof value === 'string' && /^\d+$/.test(value) ? value : null

/** At most 15 digits, which a number holds exactly; the interface sends up to 7. */
const countOf = (value: unknown): number | null => {
  const digits = digitsOf(value)
  return digits === null || digits.length > 15 ? null : Number(digits)
}

/** An empty string counts as missing. */
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const messageOf = (value: unknown, mask: (text: string) => string): string | null => {
  const message = textOf(value)
  return message === null ? null : mask(message)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
