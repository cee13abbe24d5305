import { hasCardNumber, truncateAccountNumbers, truncateCardNumbers } from '@/lib/domain/values/card-number'
import type { Redaction } from './event'
import { isCallbackField } from './fields'
import { emptySecrets, isSecretName } from './secret-name'

type RedactOptions = {
  /**
   * Stands for a transaction id that looks like a card number: the same for the same id, and nobody can make it
   * without our key. Two sales stay two sales, and a repeat a repeat. Without it the id is cut as everything else.
   */
  fingerprint?: (tranId: string) => string
  /** The transaction id stays: a batch names it, so that the partner knows it as one. */
  keepsTranId?: boolean
}

/**
 * The body of a callback as it may be kept. In every field a full card number is cut to its last four digits; in
 * `acct_number`, which is to hold a truncated number (interface, "Events"), also one of no network that is known. What
 * is named as a security code, a PIN or the data of a stripe keeps its name and loses its value, and so does a
 * `profile_key`. All else stays byte for byte. A body that needs nothing is given back as it is.
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
  // Most fields of most callbacks: the interface names no secret.
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
  // A stripe's data as it is, without a name: the number, `=`, and all that may not be kept.
  const keptName = redactText(encodedName, truncateCardNumbers, note)
  if (keptName !== encodedName && /^\d{4}/.test(value)) {
    note('security-code')
    return `${keptName}=`
  }
  const cut = name === 'acct_number' ? truncateAccountNumbers : cutAnyIfNamed(value)
  return `${keptName}=${redactText(value, cut, note)}`
}

/** Further in than a field's name: a form that was encoded as a whole, or JSON that is called a form. */
const NAMES_ACCOUNT = /acct(?:_|%(?:25)*5f)number/i

const cutAnyIfNamed = (encoded: string) =>
  NAMES_ACCOUNT.test(encoded) ? truncateAccountNumbers : truncateCardNumbers

/** A name that holds names and values itself: the first `=` is only one of the text's. */
const isNested = (encodedName: string): boolean => {
  if (NAMES_ACCOUNT.test(encodedName) && fieldName(decodeWhole(encodedName)) !== 'acct_number') return true
  const name = decodeWhole(encodedName)
  return /^\s*[{["<]/.test(name) || emptySecrets(name) !== name
}

/** As it is meant, however it was written: in lower case, without blanks and control characters. */
const fieldName = (decoded: string): string => decoded.replace(/[^!-~]/g, '').toLowerCase()

const MASKED_TRAN_ID = /^CARD-\d{4}-[a-z]{20}$/

/** Whether a transaction id is none of the partner's, but what stands for one that looked like a card number. */
export const isMaskedTranId = (tranId: string): boolean => MASKED_TRAN_ID.test(tranId)

/** Letters, so that no digits of it could look like a card number again. */
function maskedTranId(tranId: string, fingerprint: (tranId: string) => string): string {
  const letters = fingerprint(tranId).replace(/[^A-Za-z]/g, '')
  const lastFour = tranId.replace(/\D/g, '').slice(-4)
  return `CARD-${lastFour}-${letters.toLowerCase().slice(0, 20).padEnd(20, 'x')}`
}

/** Some encode what is encoded already. */
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
/** Stand between a name and a value, or for another character; a plus stands for a blank, which changes nothing. */
const NOT_PLAIN = /[%:=<\\]/

/** Nothing to decode or to name a value, and too few digits for a card: most values, so that these cost one look. */
const isPlain = (encoded: string): boolean =>
  !NOT_PLAIN.test(encoded) &&
  (encoded.length < LEAST_CARD_DIGITS || encoded.replace(/\D/g, '').length < LEAST_CARD_DIGITS)

/** Digits as JSON may write them. */
const ESCAPED_DIGIT = /\\u00(3\d|20|2d)/gi

/** The text with its card numbers cut and its secrets emptied, encoded again; as it is where there is nothing in it. */
function redactText(encoded: string, cutNumbers: (text: string) => string, note: Note): string {
  if (isPlain(encoded)) return encoded
  let text = encoded
  let kept: string | null = null
  for (let round = 0; round < DECODED_AT_MOST; round += 1) {
    const decoded = decodeText(text).replace(ESCAPED_DIGIT, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    // The round before has read it, and found nothing.
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

/** Form encoding undone: UTF-8 where it is that, else a character for each byte. */
export function decodeText(encoded: string): string {
  if (!/[%+\x80-\xff]/.test(encoded)) return encoded
  const bytes = encoded
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  // ASCII is UTF-8 as it is; and decoded a second time it may hold characters that are no bytes.
  if (ASCII.test(bytes) || !/^[\0-\xff]*$/.test(bytes)) return bytes
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(latin1Bytes(bytes))
  } catch {
    return bytes
  }
}

const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

/** So many arguments a call takes on every engine. */
const PIECE = 8_192

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** A character for each byte, so that every byte comes back. `TextDecoder` has no such encoding, but for ASCII. */
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
