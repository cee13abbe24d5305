import { once } from 'node:events'
import http from 'node:http'

export type ReceivedCallback = {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}

/** How the receiver answers one callback: a status, or whatever a test does with the response. */
type Answer = number | ((response: http.ServerResponse) => void)

/** For tests: a merchant's server on a free port of the loopback, which keeps what is posted to it. */
export async function startCallbackReceiver() {
  const received: ReceivedCallback[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const script = { answer: (_index: number): Answer => 200 }

  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { method = '', url: path = '', headers } = request
    received.push({ method, path, headers, body: Buffer.concat(parts).toString('utf8') })
    const answer = script.answer(received.length - 1)
    if (typeof answer === 'number') response.writeHead(answer).end('thank you')
    else answer(response)
    for (const { count, resolve } of waiting) if (received.length >= count) resolve()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')

  return {
    url: `http://127.0.0.1:${address.port}/response`,
    received,
    script,
    /** The form fields of every callback so far. */
    events: () => received.map(({ body }) => Object.fromEntries(new URLSearchParams(body))),
    /** Resolves once so many callbacks have come in all. */
    until: (count: number): Promise<void> =>
      new Promise((resolve) => {
        if (received.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type CallbackReceiver = Awaited<ReturnType<typeof startCallbackReceiver>>
