import { Readable } from 'node:stream'

// Put there by scripts/serve.ts, which stands outside of Next's bundles.
const INCOMING = Symbol.for('payfac-desk/incoming-request')

type Incoming = { getStore(): unknown }

const isIncoming = (value: unknown): value is Incoming =>
  typeof value === 'object' && value !== null && 'getStore' in value && typeof value.getStore === 'function'

/**
 * The body of the present request as Node reads it: no chunk is copied, and none is read before it is asked
 * for. Undefined where another server than ours answers.
 */
export function incomingBody(): AsyncIterable<Uint8Array> | undefined {
  const incoming: unknown = Reflect.get(globalThis, INCOMING)
  const request = isIncoming(incoming) ? incoming.getStore() : undefined
  // Not destroyed when the reading stops: the answer goes out by the same socket.
  return request instanceof Readable ? request.iterator({ destroyOnReturn: false }) : undefined
}
