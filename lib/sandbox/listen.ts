import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

type Handler = (request: Request) => Promise<Response>
export type Listening = { origin: string; close: () => Promise<void> }

/** How long running requests may take to finish after the server is closed. */
const DRAIN_MS = 2_000

/** For idle connections. With Node's default of five seconds, busy clients often write to a socket just closed. */
const KEEP_ALIVE_MS = 60_000

/**
 * Serves a Request → Response handler over HTTP, streaming both ways. `handlerAt` receives the origin, because with
 * port 0 it is known only after listening. Rejects if the address is in use.
 */
export async function listen(
  { host, port }: { host: string; port: number },
  handlerAt: (origin: string) => Handler,
): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
  const handler = handlerAt(origin)
  server.on('request', (incoming, outgoing) => void serve(origin, handler, incoming, outgoing))
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

async function serve(origin: string, handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse) {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const request = toRequest(origin, incoming, gone.signal)
  if (!request) {
    outgoing.writeHead(400).end()
    return
  }
  try {
    const response = await handler(request)
    // Closing a socket with unread request bytes can lose the answer, so leave the close to the client.
    if (!incoming.complete) outgoing.shouldKeepAlive = true
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (incoming.method !== 'HEAD') {
      for await (const chunk of response.body ?? []) {
        if (!outgoing.write(chunk)) await once(outgoing, 'drain', { signal: gone.signal })
      }
    }
    outgoing.end()
  } catch {
    // The client is gone, or the answer was cut on purpose. The head is sent only with the first byte of the body.
    outgoing.destroy()
  }
}

/** Null if it cannot be a Request: the constructor rejects some methods and URLs. */
function toRequest(origin: string, incoming: IncomingMessage, signal: AbortSignal): Request | null {
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  try {
    return new Request(`${origin}${incoming.url}`, {
      method,
      headers,
      signal,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}),
    })
  } catch {
    return null
  }
}
