import { createHash, timingSafeEqual } from 'node:crypto'
import { isLoopback, isLoopbackHostHeader } from '@/lib/domain/access/loopback'
import { type Answer, problemList, refused } from '../call'

/** How the server in front of the sandbox can be reached. Default: loopback only, without a token. */
export type ControlDoor = {
  /** The server listens on an address that other machines can reach. */
  beyondLoopback: boolean
  /** SANDBOX_CONTROL_TOKEN; empty if not set. */
  token: string
  /** The caller's address, if the server knows it: behind a proxy every connection comes from loopback. */
  callerOf?: (request: Request) => string | null
}

/** A remote caller with a token sees no identities and may not set internal network addresses. */
export type Admitted = { isLocal: boolean }

const LOOPBACK_ONLY: ControlDoor = { beyondLoopback: false, token: '' }

/**
 * Admits programs on this machine, and any caller with the token. Requests that a browser sends for a foreign page are
 * rejected: by their Origin, or, after DNS rebinding, by a Host that is not a loopback name.
 */
export function admitToControls(request: Request, door: ControlDoor = LOOPBACK_ONLY): Admitted | Answer {
  const host = request.headers.get('host')
  const caller = door.callerOf?.(request) ?? null
  const isFromHere = caller === null ? !door.beyondLoopback : isLoopback(caller)
  if (hasToken(request, door.token)) return { isLocal: isFromHere }
  if (door.beyondLoopback || !isFromHere) return tokenNeeded()
  // Every browser sends a Host header; only very old programs omit it.
  if (host !== null && !isLoopbackHostHeader(host))
    return forbidden(
      `The controls answer to localhost, 127.0.0.1 and [::1]. Under the name ${shown(host)} they need SANDBOX_CONTROL_TOKEN`,
    )
  if (isFromForeignPage(request.headers, host))
    return forbidden('The controls answer to no page of another origin')
  return { isLocal: true }
}

/** The Origin `null` (a page without an origin) is foreign, and so is another port of this machine. */
function isFromForeignPage(headers: Headers, host: string | null): boolean {
  const origin = headers.get('origin')
  if (origin !== null && (host === null || ![`http://${host}`, `https://${host}`].includes(origin)))
    return true
  // For a GET embedded in a foreign page, browsers send no Origin, but they send this header.
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
