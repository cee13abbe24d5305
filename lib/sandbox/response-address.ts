import { isLoopback } from '@/lib/domain/access/loopback'
import { endpointUrlProblem } from '@/lib/domain/callbacks/endpoint'

/**
 * Why no event may go to this response address, in words; null where it may. Judged as an address to which callbacks
 * are passed on: whoever sets one has this machine post there. Our own receiver is allowed, and so are plain http and
 * this machine to a program that runs on it (`isLocal`).
 */
export function responseAddressProblem(text: string, baseUrl: string, isLocal: boolean): string | null {
  const written = endpointUrlProblem(text, true)
  if (written !== null) return written
  const url = new URL(text)
  if (isOfThisMachine(url, baseUrl, isLocal)) return null
  if (!isLocal && url.protocol === 'http:')
    return 'Use https: over http everyone on the way can read the event.'
  url.protocol = 'https:'
  return endpointUrlProblem(url.href, false) === null
    ? null
    : 'This is an address of an inner network, to which no events are sent.'
}

/** Our own receiver, or a program beside the one that set it: what its name leads to is nobody's business. */
export const isOfThisMachine = (url: URL, baseUrl: string, isLocal: boolean): boolean =>
  url.origin === new URL(baseUrl).origin || (isLocal && isLoopback(url.hostname))
