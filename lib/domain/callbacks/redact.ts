import { hasCardNumber, truncateAccountNumbers, truncateCardNumbers } from '@/lib/domain/values/card-number'
import type { Redaction } from './event'
import { isCallbackField } from './fields'
import { emptySecrets, isSecretName } from './secret-name'

type RedactOptions = {
  /**
   * Replaces a transaction ID that looks like a card number. Equal IDs get equal fingerprints, and no one can compute
   * one without our key, so different sales stay different and a repeat stays a repeat. Without it, the ID is truncated
   * like any other text.
   */
  fingerprint?: (tranId: string) => string
  /** Keeps the transaction ID unchanged, because the partner needs it to identify the sale in a batch. */
  keepsTranId?: boolean
}

/**
 * The body of a callback as it may be stored. In every field, a full card number is cut to its last four digits; in
 * `acct_number`, which should be truncated already (interface, "Events"), even a number of no known network. Fields
 * named like a security code, PIN or magnetic-stripe data keep their name and lose their value, and so does
 * `profile_key`. Everything else stays byte for byte. A body with nothing to remove is returned unchanged.
 */
export function redactBody(
  body: Uint8Array,
  options: RedactOptions = {},
): { body: Uint8Array; redactions: Redaction[] } {
  const redactions = new Set<Redaction>()
  const pairs = latin1Text(body)
    .split('&')
    .map((pair) => redactPair(pair, options, (redaction) => redactions.add(redaction)))
  return redactions.size === 0
    ? { body, redactions: [] }
    : { body: latin1Bytes(pairs.join('&')), redactions: [...redactions] }
}

type Note = (redaction: Redaction) => void

function redactPair(pair: string, options: RedactOptions, note: Note): string {
  const equals = pair.indexOf('=')
  if (equals < 0) return redactText(pair, cutAnyIfNamed(pair), note)
  const encodedName = pair.slice(0, equals)
  const value = pair.slice(equals + 1)
  // The fast path for most fields: the interface's own fields are never secret.
  if (isCallbackField(encodedName) && isPlain(value)) return pair
  if (isNested(encodedName)) return redactText(pair, cutAnyIfNamed(pair), note)
  const decodedName = decodeWhole(encodedName)
  const name = fieldName(decodedName)
  if (name === 'profile_key' || isSecretName(decodedName)) {
    if (value === '') return pair
    note(name === 'profile_key' ? 'profile-key' : 'security-code')
    return `${encodedName}=`
  }
  if (name === 'tran_id' && options.keepsTranId) return pair
  if (name === 'tran_id' && options.fingerprint && hasCardNumber(decodeWhole(value))) {
    note('card-number')
    return `${encodedName}=${maskedTranId(decodeWhole(value).trim(), options.fingerprint)}`
  }
  // Magnetic-stripe data without a field name: the card number, `=`, and data that may not be stored.
  const keptName = redactText(encodedName, truncateCardNumbers, note)
  if (keptName !== encodedName && /^\d{4}/.test(value)) {
    note('security-code')
    return `${keptName}=`
  }
  const cut = name === 'acct_number' ? truncateAccountNumbers : cutAnyIfNamed(value)
  return `${keptName}=${redactText(value, cut, note)}`
}

/** Matches deeper inside a text than its field name: a whole form encoded once more, or JSON sent as a form. */
const NAMES_ACCOUNT = /acct(?:_|%(?:25)*5f)number/i

const cutAnyIfNamed = (encoded: string) =>
  NAMES_ACCOUNT.test(encoded) ? truncateAccountNumbers : truncateCardNumbers

/** The name itself contains names and values, so the first `=` does not separate the field's name from its value. */
const isNested = (encodedName: string): boolean => {
  if (NAMES_ACCOUNT.test(encodedName) && fieldName(decodeWhole(encodedName)) !== 'acct_number') return true
  const name = decodeWhole(encodedName)
  return /^\s*[{["<]/.test(name) || emptySecrets(name) !== name
}

/** The normalized name: lower case, without blanks and control characters. */
const fieldName = (decoded: string): string => decoded.replace(/[^!-~]/g, '').toLowerCase()

const MASKED_TRAN_ID = /^CARD-\d{4}-[a-z]{20}$/

/** Whether a transaction ID is not the partner's, but our replacement for one that looked like a card number. */
export const isMaskedTranId = (tranId: string): boolean => MASKED_TRAN_ID.test(tranId)

/** Only letters after the last four digits, so that the result cannot look like a card number again. */
function maskedTranId(tranId: string, fingerprint: (tranId: string) => string): string {
  const letters = fingerprint(tranId).replace(/[^A-Za-z]/g, '')
  const lastFour = tranId.replace(/\D/g, '').slice(-4)
  return `CARD-${lastFour}-${letters.toLowerCase().slice(0, 20).padEnd(20, 'x')}`
}

/** Some senders encode a value that is encoded already. */
const DECODED_AT_MOST = 4

function decodeWhole(encoded: string): string {
  let text = encoded
  for (let round = 0; round < DECODED_AT_MOST; round += 1) {
    const decoded = decodeText(text)
    if (decoded === text) return text
    text = decoded
  }
  return text
}

const LEAST_CARD_DIGITS = 13
/** Characters that separate names from values, or encode others. A plus only encodes a blank, which changes nothing. */
const NOT_PLAIN = /[%:=<\\]/

/** The fast path for most values: nothing to decode, no name inside, and too few digits for a card. */
const isPlain = (encoded: string): boolean =>
  !NOT_PLAIN.test(encoded) &&
  (encoded.length < LEAST_CARD_DIGITS || encoded.replace(/\D/g, '').length < LEAST_CARD_DIGITS)

/** A digit, dash or blank written as a JSON escape. */
const ESCAPED_DIGIT = /\\u00(3\d|20|2d)/gi

/**
 * Truncates card numbers, empties secrets, and encodes the result again. Returns the text unchanged if there are none.
 */
function redactText(encoded: string, cutNumbers: (text: string) => string, note: Note): string {
  if (isPlain(encoded)) return encoded
  let text = encoded
  let kept: string | null = null
  for (let round = 0; round < DECODED_AT_MOST; round += 1) {
    const decoded = decodeText(text).replace(ESCAPED_DIGIT, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    // The previous round read the same text and found nothing.
    if (round > 0 && decoded === text && kept === null) break
    const emptied = emptySecrets(decoded)
    if (emptied !== decoded) note('security-code')
    const cut = cutNumbers(emptied)
    if (cut !== emptied) note('card-number')
    if (cut !== decoded) kept = cut
    else if (decoded === text) break
    text = cut
  }
  return kept === null ? encoded : encodeText(kept)
}

const ASCII = /^[\0-\x7f]*$/

/** Decodes form encoding: as UTF-8 if it is valid, else one character per byte. */
export function decodeText(encoded: string): string {
  if (!/[%+\x80-\xff]/.test(encoded)) return encoded
  const bytes = encoded
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  // ASCII needs no decoding. Text decoded a second time may hold characters that are not bytes.
  if (ASCII.test(bytes) || !/^[\0-\xff]*$/.test(bytes)) return bytes
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(latin1Bytes(bytes))
  } catch {
    return bytes
  }
}

const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

/** The number of arguments that every engine accepts in one call. */
const PIECE = 8_192

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * One character per byte, so that every byte survives the round trip. `TextDecoder` has no such encoding except ASCII.
 */
export function latin1Text(bytes: Uint8Array): string {
  const ascii = UTF_8.decode(bytes)
  if (ASCII.test(ascii)) return ascii
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  }
  return text
}

const latin1Bytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0))
