/**
 * Reads the central directory at the end of a ZIP archive, such as a workbook. Unpacks nothing, so that a file that is
 * too large is rejected before it costs anything.
 */

/** A file in the archive, with the sizes that the archive states. `at`: where its local header begins. */
export type ArchiveEntry = {
  name: string
  isEncrypted: boolean
  isDeflated: boolean
  packedBytes: number
  unpackedBytes: number
  at: number
}

const END = 0x06054b50
const LARGE_LOCATOR = 0x07064b50
const LARGE_LOCATOR_BYTES = 20
const ENTRY = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LONGEST_COMMENT = 65_535
const LOCAL_BYTES = 30

/** The entries of an archive; null if it is broken, truncated, or so large that it uses the ZIP64 directory. */
export function listArchive(bytes: Uint8Array): ArchiveEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end === null || hasOtherSizes(view, end)) return null
  const count = view.getUint16(end + 8, true)
  if (count !== view.getUint16(end + 10, true)) return null
  let at = view.getUint32(end + 16, true)
  const entries: ArchiveEntry[] = []
  for (let n = 0; n < count; n += 1) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY) return null
    const nameLength = view.getUint16(at + 28, true)
    const nameAt = at + ENTRY_BYTES
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(nameAt, nameAt + nameLength)),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      isDeflated: view.getUint16(at + 10, true) === 8,
      packedBytes: view.getUint32(at + 20, true),
      unpackedBytes: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at = nameAt + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** The packed bytes of an entry; null if it points outside the archive. */
export function packedBytesOf(bytes: Uint8Array, { at, packedBytes }: ArchiveEntry): Uint8Array | null {
  if (at + LOCAL_BYTES > bytes.length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = at + LOCAL_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  return start + packedBytes > bytes.length ? null : bytes.subarray(start, start + packedBytes)
}

/** ZIP64 archives have another directory that counts, so this one could say anything. */
const hasOtherSizes = (view: DataView, end: number): boolean =>
  end >= LARGE_LOCATOR_BYTES && view.getUint32(end - LARGE_LOCATOR_BYTES, true) === LARGE_LOCATOR

/** Where the end record begins. Only a comment may follow it. */
function endOf(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT)
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END) return at
  }
  return null
}
