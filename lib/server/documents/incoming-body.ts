import { incomingRequest } from '@/lib/server/incoming-request'

/**
 * The body of the present request as Node reads it: no chunk is copied, and none is read before it is asked
 * for. Undefined where another server than ours answers.
 */
export function incomingBody(): AsyncIterable<Uint8Array> | undefined {
  // Not destroyed when the reading stops: the answer goes out by the same socket.
  return incomingRequest()?.iterator({ destroyOnReturn: false })
}
