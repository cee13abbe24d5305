import { type ArchiveEntry, packedBytesOf } from './archive'

/**
 * Far more bytes than the 32,767 letters that a cell can hold. The library that reads workbooks takes a sheet in
 * pieces, makes them smaller while they are slow, and starts a text over with each: on a text of several megabytes
 * the pieces become so small that it never finishes.
 */
const LONGEST_TEXT = 1024 * 1024

/** The bytes of an entry; null if there are not as many as the archive says. Stops at more than `mostRows` rows. */
export async function unpackedOf(
  bytes: Uint8Array,
  entry: ArchiveEntry,
  mostRows = Number.POSITIVE_INFINITY,
): Promise<Uint8Array | 'too-many-rows' | 'too-long' | null> {
  const packed = packedBytesOf(bytes, entry)
  if (!packed) return null
  const isLong = longTextFinder()
  if (!entry.isDeflated) {
    if (packed.length !== entry.unpackedBytes) return null
    return isLong(packed) ? 'too-long' : packed
  }
  const content = new Uint8Array(entry.unpackedBytes)
  const unpacked = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = unpacked.getReader()
  let length = 0
  let rows = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return length === content.length ? content : null
      if (length + value.length > content.length) return null
      content.set(value, length)
      length += value.length
      rows += countRowTags(value)
      if (rows > mostRows) return 'too-many-rows'
      if (isLong(value)) return 'too-long'
    }
  } catch {
    return null
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Takes an entry piece by piece, and answers true once no element has begun for `LONGEST_TEXT` bytes. */
function longTextFinder(): (bytes: Uint8Array) => boolean {
  let since = 0
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += LOOKED_AT) {
      const piece = bytes.subarray(at, at + LOOKED_AT)
      const first = piece.indexOf(LESS)
      since += first === -1 ? piece.length : first
      if (since > LONGEST_TEXT) return true
      if (first !== -1) since = piece.length - piece.lastIndexOf(LESS)
    }
    return false
  }
}

/** Small enough that no text within it is too long: only its first and last elements matter. */
const LOOKED_AT = 65_536

const [LESS, R, O, W] = [60, 114, 111, 119]

/** Counts `<row`, as nearly all programs write it. It misses those few that are split between two pieces. */
function countRowTags(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(R); at >= 0; at = bytes.indexOf(R, at + 1)) {
    if (bytes[at - 1] === LESS && bytes[at + 1] === O && bytes[at + 2] === W) count += 1
  }
  return count
}

/** Comments and the like, whose text can look like elements. No spreadsheet writes long ones. */
const MARKS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

export const hasLongMark = (text: string): boolean =>
  MARKS.some(([start, end]) => {
    let closed = -1
    for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1)) {
      if (closed < at) closed = text.indexOf(end, at)
      if (closed === -1 || closed - at > LONGEST_TEXT) return true
    }
    return false
  })
