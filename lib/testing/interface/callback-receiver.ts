import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** A merchant's receiver of callbacks: keeps each delivery, and answers the status that the test gives. */

export type Delivery = {
  method: string | undefined
  path: string | undefined
  contentType: string | undefined
  /** As sent, in order; a name may come twice. */
  fields: [string, string][]
}

/** The deliveries so far, of this one too, decide the answer; `null` cuts the connection. */
export type AnswerOf = (delivery: Delivery, earlierAlike: number) => number | null

const WAIT_MS = 30_000

export async function startReceiver() {
  const deliveries: Delivery[] = []
  const waiting = new Set<() => void>()
  let answerOf: AnswerOf = () => 200

  const server = createServer(async (request, response) => {
    const delivery = await readDelivery(request)
    const earlierAlike = deliveries.filter((earlier) => sameFields(earlier, delivery)).length
    deliveries.push(delivery)
    const status = answerOf(delivery, earlierAlike)
    if (status === null) request.socket.destroy()
    else response.writeHead(status).end()
    for (const look of waiting) look()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  return {
    url: `http://127.0.0.1:${port}/receiver?merchant=1`,
    deliveries,
    /** Forgets what was received, and answers 200 again unless told otherwise. */
    begin(next: AnswerOf = () => 200) {
      deliveries.length = 0
      answerOf = next
    },
    /** The first `count` deliveries, as soon as they are there. */
    received(count: number): Promise<Delivery[]> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`${deliveries.length} of ${count} deliveries came.`))
        }, WAIT_MS)
        const look = () => {
          if (deliveries.length < count) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(deliveries.slice(0, count))
        }
        waiting.add(look)
        look()
      })
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** An event by its field names; a field given twice would be lost here, so tests of that read `fields`. */
export const eventOf = ({ fields }: Delivery): Record<string, string> => Object.fromEntries(fields)

async function readDelivery(request: IncomingMessage): Promise<Delivery> {
  const form = new URLSearchParams(await text(request))
  return {
    method: request.method,
    path: request.url,
    contentType: request.headers['content-type'],
    fields: [...form],
  }
}

const sameFields = (one: Delivery, other: Delivery) =>
  JSON.stringify(one.fields) === JSON.stringify(other.fields)
