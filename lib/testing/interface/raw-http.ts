import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** HTTP without the manners of `fetch`: any method, body, header and request line, over node's own sockets. */

export type RawRequest = {
  method: string
  /** Below the sandbox's address, percent-encoded as it stands. */
  path: string
  headers: OutgoingHttpHeaders
  body: Buffer
}
export type RawAnswer = { status: number; contentType: string; location: string; text: string }

const ANSWER_MS = 10_000

/** Requests to the sandbox at `url`, on at most so many connections, each used again and again. */
export function rawHttp(url: string, maxSockets = 8) {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const { hostname, port, pathname } = new URL(url)

  return {
    /** Rejects when there is no answer within ten seconds. */
    exchange: ({ method, path, headers, body }: RawRequest): Promise<RawAnswer> =>
      new Promise((resolve, reject) => {
        const outgoing = request(
          {
            agent,
            hostname,
            port,
            method,
            path: pathname + path,
            headers: { ...headers, 'content-length': body.length },
          },
          (response) => {
            const { 'content-type': contentType = '', location = '' } = response.headers
            const status = response.statusCode ?? 0
            text(response).then((body) => resolve({ status, contentType, location, text: body }), reject)
          },
        )
        outgoing.setTimeout(ANSWER_MS, () => outgoing.destroy(new Error(`No answer to ${method} ${path}`)))
        outgoing.on('error', reject)
        outgoing.end(body)
      }),

    /** Sends the bytes as they are, and gives what comes until the sandbox closes or has answered once. */
    speak: (bytes: string | Buffer): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(bytes))
        let heard = ''
        socket.setTimeout(ANSWER_MS, () =>
          socket.destroy(new Error(`No answer to ${String(bytes).slice(0, 99)}`)),
        )
        socket.on('data', (data) => {
          heard += data
          if (/\r\n\r\n/.test(heard)) socket.destroy()
        })
        socket.on('error', reject)
        socket.on('close', () => resolve(heard))
      }),

    close: () => agent.destroy(),
  }
}

/** Whether an answer shows what only the sandbox's makers should see: a stack, a path of a file, a query. */
export const leaksInnards = (answer: string) =>
  /\n\s+at |node:internal|node_modules|\.ts:\d|\/lib\/|file:\/\/|insert into|select ["*]|pglite|drizzle|ZodError|TypeError|RangeError|SyntaxError/i.test(
    answer,
  )
