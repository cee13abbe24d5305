import { PartnerError } from './errors'

/** One document to send. `open` reads it from the start, and is called again if the request is repeated. */
export type Attachment = {
  /** The opportunity's record id. */
  parentId: string
  /** Letters, digits and underscores; unique within the request. */
  referenceId: string
  name: string
  sizeBytes: number
  open(): AsyncIterable<Uint8Array>
}

/**
 * The request for one attachment (interface, "Attachment record"), as a stream of known length so that the file is
 * never held in memory. Throws before the last byte if the file does not have the announced size.
 */
export function attachmentBody(attachment: Attachment): {
  sizeBytes: number
  open(): AsyncIterable<string | Uint8Array>
} {
  const { parentId, referenceId, name } = attachment
  const record = JSON.stringify({
    attributes: { type: 'Attachment', referenceId },
    ParentId: parentId,
    Name: name,
    body: '',
  })
  const before = Buffer.from(`{"records":[${record.slice(0, -'"}'.length)}`)
  const after = '"}]}'
  return {
    sizeBytes: before.length + 4 * Math.ceil(attachment.sizeBytes / 3) + after.length,
    async *open() {
      yield before
      yield* base64Parts(exactly(attachment.sizeBytes, attachment.open()))
      yield after
    },
  }
}

/** Encodes a stream of bytes as Base64, whatever the chunk sizes: at most two bytes wait for the next chunk. */
export async function* base64Parts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array = Buffer.alloc(0)
  for await (const chunk of chunks) {
    // Join before encoding: encoded text is a third larger to copy.
    const bytes = Buffer.concat([rest, chunk])
    const wholeBytes = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(wholeBytes)
    if (wholeBytes > 0) yield bytes.toString('base64', 0, wholeBytes)
  }
  if (rest.length > 0) yield Buffer.from(rest).toString('base64')
}

async function* exactly(sizeBytes: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let seenBytes = 0
  for await (const chunk of chunks) {
    seenBytes += chunk.byteLength
    if (seenBytes > sizeBytes) throw wrongSize(sizeBytes, 'more')
    yield chunk
  }
  if (seenBytes < sizeBytes) throw wrongSize(sizeBytes, `only ${seenBytes.toLocaleString('en-US')}`)
}

/** We never sent the end of the request, so the partner received no valid JSON to act on. */
const wrongSize = (sizeBytes: number, found: string): PartnerError =>
  new PartnerError({
    kind: 'file',
    outcome: 'not-applied',
    what: `The stored file should have ${sizeBytes.toLocaleString('en-US')} bytes and has ${found}, so sending it was stopped.`,
  })
