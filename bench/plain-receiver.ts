import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

/**
 * A process with an HTTP server and nothing else, on a free port that it tells its parent. `PUT /disk` pipes
 * the body into the file named by its argument; anything else is read to its end, thrown away, and answered
 * as the partner would.
 */
const [file = ''] = process.argv.slice(2)

const server = createServer(async (request, response) => {
  if (request.url === '/disk') {
    await pipeline(request, createWriteStream(file))
    response.writeHead(204).end()
    return
  }
  for await (const chunk of request) void chunk
  const answer = request.url?.endsWith('/oauth2/token')
    ? { access_token: 'bench', instance_url: `http://${request.headers.host}`, token_type: 'Bearer' }
    : { hasErrors: false, results: [{ referenceId: 'bench', id: '00P000000000001AAA' }] }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.(`http://127.0.0.1:${address.port}`)
})
process.on('disconnect', () => process.exit(0))
