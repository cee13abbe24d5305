import { isLoopback } from '@/lib/domain/access/loopback'
import { endpointUrlProblem } from '@/lib/domain/callbacks/endpoint'

/**
 * Why events may not go to this response address, or null if they may. The same rules apply as for forwarding
 * endpoints, because setting an address makes this machine post there. The desk's own receiver is allowed; programs on
 * this machine (`isLocal`) may also use plain http and loopback addresses.
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

/** The desk's own receiver, or a loopback address set by a local program: what the name resolves to is not checked. */
export const isOfThisMachine = (url: URL, baseUrl: string, isLocal: boolean): boolean =>
  url.origin === new URL(baseUrl).origin || (isLocal && isLoopback(url.hostname))
