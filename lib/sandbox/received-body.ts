import { createHash } from 'node:crypto'

/** A body as received; `bytes` is null when it is longer than it may be, and the rest of it was not read. */
export type ReceivedBody = { bytes: Uint8Array | null; sizeBytes: number; sha256: string }

/** The client went away before it had sent the whole body. */
export class BodyCutShort extends Error {
  override readonly name = 'BodyCutShort'
}

/** Reads a body up to `maxBytes`; one whose Content-Length says more is not read at all. Throws BodyCutShort. */
export async function receiveBody(request: Request, maxBytes: number): Promise<ReceivedBody> {
  const hash = createHash('sha256')
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  const received = (bytes: Uint8Array | null) => ({ bytes, sizeBytes, sha256: hash.digest('hex') })

  if (Number(request.headers.get('content-length')) > maxBytes) return received(null)
  // Not canceled when left early: that would close the connection before the refusal is sent.
  const reader = request.body?.getReader()
  const read = () =>
    reader?.read().catch((cause: unknown) => {
      throw new BodyCutShort('The body ended early', { cause })
    })
  try {
    for (let part = await read(); part && !part.done; part = await read()) {
      sizeBytes += part.value.byteLength
      hash.update(part.value)
      if (sizeBytes > maxBytes) return received(null)
      chunks.push(part.value)
    }
    return received(Buffer.concat(chunks))
  } finally {
    reader?.releaseLock()
  }
}

const DROP_BYTES = 256 * 1024 * 1024
const DROP_MS = 30_000

/**
 * Takes and drops what of a refused body was left unread, so that the connection can carry its next request:
 * it comes behind these bytes. Bounded, for a sender who never ends; the answer does not wait for it.
 */
export async function dropRest({ body }: Request): Promise<void> {
  if (!body || body.locked) return
  const reader = body.getReader()
  const endsAt = performance.now() + DROP_MS
  try {
    for (let dropped = 0; dropped < DROP_BYTES && performance.now() < endsAt; ) {
      const part = await reader.read()
      if (part.done) return
      dropped += part.value.byteLength
    }
  } catch {
    // The sender has gone, and its connection with it.
  }
}
