import { isUtf8 } from 'node:buffer'

/** What the bytes of a text document mean; the names are those of the web (Encoding Standard). */
type TextCharset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1' | 'windows-1252'

/** As many first bytes as the look at a file needs. */
export const HEAD_BYTES = 4_100

/**
 * The charset of a text by its first bytes; null where they are no text. UTF-16 by its mark, or by the zeros that
 * Western text has in every second byte; what is no UTF-8 is a Western text where few letters are beyond ASCII.
 */
export function textCharset(head: Buffer): TextCharset | null {
  const marked =
    head[0] === 0xff && head[1] === 0xfe
      ? 'utf-16le'
      : head[0] === 0xfe && head[1] === 0xff
        ? 'utf-16be'
        : null
  const wide = marked ?? wideCharset(head)
  if (wide !== null) return isPlain(decodeText(head, wide)) ? wide : null
  // Of a longer file the last character may have been cut in the middle: up to three bytes of it are left out.
  const cuts = head.length < HEAD_BYTES ? [0] : [0, 1, 2, 3]
  const isWhole = cuts.some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))))
  if (isWhole) return head.every((byte) => byte >= 0x20 || TEXT_CONTROLS.has(byte)) ? 'utf-8' : null
  return narrowCharset(head)
}

/** The text that these first bytes are; what is cut off at their end is left out. */
export const decodeText = (head: Buffer, charset: TextCharset): string =>
  // The web reads ISO 8859-1 as windows-1252, which has all of it.
  new TextDecoder(charset).decode(
    head.subarray(0, charset.startsWith('utf-16') ? head.length & ~1 : undefined),
    {
      stream: true,
    },
  )

/** Tab, the line ends, form feed, and the escape of terminal output. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b])

const isPlain = (text: string): boolean =>
  !text.includes('\uFFFD') &&
  [...text].every((letter) => !/\p{Cc}/u.test(letter) || TEXT_CONTROLS.has(letter.charCodeAt(0)))

/** Western text in UTF-16 without its mark: at least so much of every second byte is zero, and none of the others. */
const MOST = 0.8

function wideCharset(head: Buffer): TextCharset | null {
  if (head.length < 4) return null
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const half = head.length / 2
  if (odd >= half * MOST && even === 0) return 'utf-16le'
  return even >= half * MOST && odd === 0 ? 'utf-16be' : null
}

/** More bytes beyond ASCII than this are no Western text. */
const MOST_BEYOND = 0.3
/** Those that windows-1252 has no letter for. */
const UNASSIGNED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

function narrowCharset(head: Buffer): TextCharset | null {
  let beyond = 0
  let isWindows = false
  for (const byte of head) {
    if ((byte < 0x20 && !TEXT_CONTROLS.has(byte)) || byte === 0x7f || UNASSIGNED.has(byte)) return null
    if (byte < 0x80) continue
    beyond += 1
    if (byte < 0xa0) isWindows = true
  }
  if (beyond > head.length * MOST_BEYOND) return null
  return isWindows ? 'windows-1252' : 'iso-8859-1'
}
