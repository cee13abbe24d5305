import { DamagedFileError } from './sealed-file'
import { isMissingFile } from './upload-files'

/** What both stores read of a content, wherever it lies. */

export async function headOf(content: AsyncIterable<Uint8Array>, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let cameBytes = 0
  for await (const part of content) {
    parts.push(Buffer.from(part))
    cameBytes += part.length
    if (cameBytes >= bytes) break
  }
  return Buffer.concat(parts).subarray(0, bytes)
}

export type Condition = 'whole' | 'missing' | 'damaged'

/** Reads it all, and proves every record of it. */
export async function conditionOf(content: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Condition> {
  try {
    let bytes = 0
    for await (const part of content) bytes += part.length
    return bytes === sizeBytes ? 'whole' : 'damaged'
  } catch (error) {
    if (isMissingFile(error)) return 'missing'
    if (error instanceof DamagedFileError) return 'damaged'
    throw error
  }
}
