import { createServer } from 'node:http'
import { createUploadServer } from '@/lib/server/documents/upload-server'
import { createSealer } from '@/lib/server/sealing/sealer'

/**
 * Started by the upload tests: the upload server alone in a process, behind Node's own HTTP server as the desk's is,
 * so that it can be killed. People sign their requests with their name.
 */
const [directory = '', key = ''] = process.argv.slice(2)
const sealer = createSealer([{ version: 1, key: Buffer.from(key, 'base64') }])
const answer = createUploadServer({ directory, sealer }, async (request) => request.headers.get('x-name'))

const server = createServer(async (incoming, outgoing) => {
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method,
    headers,
  })
  const response = await answer(request, incoming.iterator({ destroyOnReturn: false }))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(await response.text())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(`listening on ${address.port}`)
})
process.on('disconnect', () => process.exit(0))
