import type { IncomingMessage, Server } from 'node:http'

const HEADERS_MS = 20_000
/** The time for a request to arrive completely, so that a client cannot hold a connection by trickling bytes. */
const REQUEST_MS = 30_000
/** Documents, batch files and requests to the simulated partner may take longer. */
const LARGE_MS = 15 * 60_000
const LIMITS: readonly [path: string, ms: number][] = [
  ['/api/uploads', LARGE_MS],
  ['/api/applications/import', LARGE_MS],
  ['/api/funding/batches', LARGE_MS],
  ['/sandbox/', 120_000],
]
/** Each connection takes a file descriptor and some memory even before it sends anything. */
const MAX_CONNECTIONS = 2_000
/** Longer than proxies keep idle connections (usually 60 s), so that they never reuse a closed one. */
const RESTING_MS = 75_000

/** Limits what a connection can cost before its caller is known. */
export function limitServer(server: Server, limitMs = requestLimitMs): void {
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = LARGE_MS
  server.keepAliveTimeout = RESTING_MS
  server.maxConnections = MAX_CONNECTIONS
  server.prependListener('request', (request: IncomingMessage) => limitRequest(request, limitMs(request.url)))
}

export const requestLimitMs = (url = ''): number =>
  LIMITS.find(([path]) => url.startsWith(path))?.[1] ?? REQUEST_MS

/** Closes the connection if the request has not fully arrived in time. The time for the answer is not limited. */
function limitRequest(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, ms)
  request.once('close', () => clearTimeout(timer))
}
