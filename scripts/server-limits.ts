import type { IncomingMessage, Server } from 'node:http'

const HEADERS_MS = 20_000
/** A request has come in after so long, or is cut off: nobody holds a connection by sending a byte now and then. */
const REQUEST_MS = 30_000
/** Documents and files of batches may take longer, and so may what the simulated partner takes in. */
const LARGE_MS = 15 * 60_000
const LIMITS: readonly [path: string, ms: number][] = [
  ['/api/uploads', LARGE_MS],
  ['/api/applications/import', LARGE_MS],
  ['/api/funding/batches', LARGE_MS],
  ['/sandbox/', 120_000],
]
/** Of which each takes a file descriptor, and some memory before it has said anything. */
const MAX_CONNECTIONS = 2_000
/** Longer than a proxy or a load balancer keeps one that rests (60 s is usual): else its next request meets a closed one. */
const RESTING_MS = 75_000

/** What connections may cost before anybody knows whose they are. */
export function limitServer(server: Server, limitMs = requestLimitMs): void {
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = LARGE_MS
  server.keepAliveTimeout = RESTING_MS
  server.maxConnections = MAX_CONNECTIONS
  server.prependListener('request', (request: IncomingMessage) => limitRequest(request, limitMs(request.url)))
}

export const requestLimitMs = (url = ''): number =>
  LIMITS.find(([path]) => url.startsWith(path))?.[1] ?? REQUEST_MS

/** Cuts the connection of a request that has not come in whole by then; how long an answer takes is not its matter. */
function limitRequest(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, ms)
  request.once('close', () => clearTimeout(timer))
}
