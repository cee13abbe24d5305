import { createHash, timingSafeEqual } from 'node:crypto'
import { isLoopback, isLoopbackHostHeader } from '@/lib/domain/access/loopback'
import { type Answer, problemList, refused } from '../call'

/** How the server in front of the sandbox can be reached. Left out: on loopback alone, and by no token. */
export type ControlDoor = {
  /** It listens on an address that others can reach. */
  beyondLoopback: boolean
  /** SANDBOX_CONTROL_TOKEN; empty: there is none. */
  token: string
  /** Who calls, where the server says it: behind a proxy everybody comes from loopback. */
  callerOf?: (request: Request) => string | null
}

/** Whoever is let in by a token from elsewhere sees no identities, and gives no addresses of an inner network. */
export type Admitted = { isLocal: boolean }

const LOOPBACK_ONLY: ControlDoor = { beyondLoopback: false, token: '' }

/**
 * Who may use the controls: programs on this machine, as they come, or whoever has the token. What a browser sends
 * for a foreign page is told by its Origin, and by the Host of a name that was rebound to this machine.
 */
export function admitToControls(request: Request, door: ControlDoor = LOOPBACK_ONLY): Admitted | Answer {
  const host = request.headers.get('host')
  const caller = door.callerOf?.(request) ?? null
  const isFromHere = caller === null ? !door.beyondLoopback : isLoopback(caller)
  if (hasToken(request, door.token)) return { isLocal: isFromHere }
  if (door.beyondLoopback || !isFromHere) return tokenNeeded()
  // Every browser names the host that it was told; only a program of old leaves it out.
  if (host !== null && !isLoopbackHostHeader(host))
    return forbidden(
      `The controls answer to localhost, 127.0.0.1 and [::1]. Under the name ${shown(host)} they need SANDBOX_CONTROL_TOKEN`,
    )
  if (isFromForeignPage(request.headers, host))
    return forbidden('The controls answer to no page of another origin')
  return { isLocal: true }
}

/** `null`, which a page without an origin sends, is foreign; so is another port of this machine. */
function isFromForeignPage(headers: Headers, host: string | null): boolean {
  const origin = headers.get('origin')
  if (origin !== null && (host === null || ![`http://${host}`, `https://${host}`].includes(origin)))
    return true
  // Of a GET that a page of another origin embeds, a browser tells no Origin, but this.
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

function hasToken(request: Request, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return token !== '' && given !== undefined && timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const shown = (host: string): string => host.replace(/[^\w.:[\]-]/g, '').slice(0, 100)

const forbidden = (message: string): Answer => refused(403, problemList('FORBIDDEN', message))

const tokenNeeded = (): Answer =>
  refused(401, problemList('UNAUTHORIZED', 'The controls need Authorization: Bearer SANDBOX_CONTROL_TOKEN'), {
    'www-authenticate': 'Bearer',
  })
