import { once } from 'node:events'
import { createServer } from 'node:http'

/** A trace collector at its own address, which stores what it receives word for word. */
export async function startTraceCollector() {
  const bodies: string[] = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req.setEncoding('utf8')) body += chunk
    bodies.push(body)
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    text: () => bodies.join('\n'),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
