import { IncomingMessage } from 'node:http'

// Put there by scripts/serve.ts, which stands outside of Next's bundles.
const INCOMING = Symbol.for('payfac-desk/incoming-request')

type Incoming = { getStore(): unknown }

const isIncoming = (value: unknown): value is Incoming =>
  typeof value === 'object' && value !== null && 'getStore' in value && typeof value.getStore === 'function'

/** The present request as Node has it; undefined in a job, and where another server than ours answers. */
export function incomingRequest(): IncomingMessage | undefined {
  const incoming: unknown = Reflect.get(globalThis, INCOMING)
  const request = isIncoming(incoming) ? incoming.getStore() : undefined
  return request instanceof IncomingMessage ? request : undefined
}
