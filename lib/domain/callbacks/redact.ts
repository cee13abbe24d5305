import { truncateCardNumbers } from './card-number'
import type { Redaction } from './event'

/**
 * The body of a callback as it may be kept: full card numbers in `acct_number` are cut to their last four digits
 * (interface, "Events": it is a truncated number), and a `profile_key` keeps its name and loses its value. All
 * else stays byte for byte. A body that needs nothing is given back as it is.
 */
export function redactBody(body: Uint8Array): { body: Uint8Array; redactions: Redaction[] } {
  const redactions = new Set<Redaction>()
  const pairs = latin1Text(body)
    .split('&')
    .map((pair) => redactPair(pair, (redaction) => redactions.add(redaction)))
  return redactions.size === 0
    ? { body, redactions: [] }
    : { body: latin1Bytes(pairs.join('&')), redactions: [...redactions] }
}

function redactPair(pair: string, note: (redaction: Redaction) => void): string {
  const equals = pair.indexOf('=')
  const value = pair.slice(equals + 1)
  switch (fieldName(pair.slice(0, Math.max(equals, 0)))) {
    case 'profile_key':
      if (value === '') return pair
      note('profile-key')
      return pair.slice(0, equals + 1)
    case 'acct_number': {
      const cut = redactAccount(value)
      if (cut === null) return pair
      note('card-number')
      return pair.slice(0, equals + 1) + cut
    }
    default: {
      const cut = NAMES_ACCOUNT.test(pair) ? redactAccount(pair) : null
      if (cut === null) return pair
      note('card-number')
      return cut
    }
  }
}

/** Further in than a field's name: a form that was encoded as a whole, or JSON that is called a form. */
const NAMES_ACCOUNT = /acct(?:_|%(?:25)*5f)number/i

/** As it is meant, however it was written: decoded, in lower case, without blanks and control characters. */
const fieldName = (encoded: string): string =>
  decodeText(encoded)
    .replace(/[^!-~]/g, '')
    .toLowerCase()

/** Some encode what is encoded already. */
const DECODED_AT_MOST = 4

/** The value with its card numbers cut, encoded again; null where there is none in it. */
function redactAccount(encoded: string): string | null {
  let text = encoded
  for (let round = 0; round < DECODED_AT_MOST; round += 1) {
    const decoded = decodeText(text)
    const cut = truncateCardNumbers(decoded)
    if (cut !== decoded) return encodeText(cut)
    if (decoded === text) return null
    text = decoded
  }
  return null
}

/** Form encoding undone: UTF-8 where it is that, else a character for each byte. */
export function decodeText(encoded: string): string {
  if (!/[%+\x80-\xff]/.test(encoded)) return encoded
  const bytes = encoded
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  // Decoded a second time it may hold characters that are no bytes.
  if (!/^[\0-\xff]*$/.test(bytes)) return bytes
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(latin1Bytes(bytes))
  } catch {
    return bytes
  }
}

const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

/** So many arguments a call takes on every engine. */
const PIECE = 8_192

/** A character for each byte, so that every byte comes back. `TextDecoder` has no such encoding. */
export function latin1Text(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  }
  return text
}

const latin1Bytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0))
