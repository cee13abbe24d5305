import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Caller, callerOf, type Network } from '@/lib/domain/access/trusted-proxies'
import { log } from '@/lib/log'
import { ADDRESS_HEADER } from './request-address'

/** A peer that forwards requests and is not one of TRUSTED_PROXIES, as it was first seen. */
export type UntrustedProxy = { peer: string; at: string }

/** Who calls, for all that ask: pages and their throttles, the receiver and its allow-lists, the audit log. */
export type Callers = {
  addressOf(request: IncomingMessage): string
  /** Puts what is known of the caller into the headers, over whatever was sent, and takes out what proves nothing. */
  identify(request: IncomingMessage): void
  untrustedProxy(): UntrustedProxy | null
}

export function createCallers(trusted: readonly Network[], now: () => Date): Callers {
  let untrusted: UntrustedProxy | null = null
  // Next fetches the page to which an action redirects from this server, with the headers of the action and with
  // forwarding headers of its own. That is no proxy, and only this mark tells: no one else knows it.
  const mark = randomUUID()

  function read({ headers, socket }: IncomingMessage): Caller {
    const caller = callerOf(
      {
        peer: socket.remoteAddress,
        for: oneText(headers['x-forwarded-for']),
        host: oneText(headers['x-forwarded-host']),
        proto: oneText(headers['x-forwarded-proto']),
      },
      trusted,
    )
    if (caller.isUntrusted && untrusted === null && headers[OWN_HEADER] !== mark) {
      untrusted = { peer: caller.address, at: now().toISOString() }
      log.warn(
        { peer: caller.address },
        'requests are forwarded by a peer that is not in TRUSTED_PROXIES: its address counts as that of every caller',
      )
    }
    return caller
  }

  return {
    addressOf: (request) => read(request).address,
    identify(request) {
      const { address, host, proto } = read(request)
      const { headers } = request
      for (const name of FORWARDING) delete headers[name]
      headers[ADDRESS_HEADER] = address
      headers[OWN_HEADER] = mark
      if (host !== null) headers.host = host
      if (proto !== null) headers['x-forwarded-proto'] = proto
    },
    untrustedProxy: () => untrusted,
  }
}

/** On each request that was settled here, and so on what Next makes of one. */
const OWN_HEADER = 'x-desk-settled'

/** Next and next-auth would believe some of them. */
const FORWARDING = [
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-forwarded-server'],
  ...['forwarded', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'],
]

const oneText = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header
