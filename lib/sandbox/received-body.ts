import { createHash } from 'node:crypto'

/** A body as received. `bytes` is null if the body exceeds the limit; then the rest was not read. */
export type ReceivedBody = { bytes: Uint8Array | null; sizeBytes: number; sha256: string }

/** The client disconnected before it had sent the whole body. */
export class BodyCutShort extends Error {
  override readonly name = 'BodyCutShort'
}

/** Reads a body up to `maxBytes`. If its Content-Length exceeds that, nothing is read. Throws BodyCutShort. */
export async function receiveBody(request: Request, maxBytes: number): Promise<ReceivedBody> {
  const hash = createHash('sha256')
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  const received = (bytes: Uint8Array | null) => ({ bytes, sizeBytes, sha256: hash.digest('hex') })

  if (Number(request.headers.get('content-length')) > maxBytes) return received(null)
  // Do not cancel the reader after an early exit: that would close the connection before the refusal is sent.
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
 * Reads and discards the rest of a refused body, because the connection's next request follows these bytes. Bounded,
 * in case the client never stops sending; the answer does not wait for it.
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
    // The client is gone, and so is its connection.
  }
}
