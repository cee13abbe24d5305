import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { routes } from '../lib/routes'
import { limitServer, requestLimitMs } from './server-limits'

test.each([
  [routes.signIn, 30_000],
  [`${routes.api.auth}/callback/credentials`, 30_000],
  [routes.api.draft('x', 'merchant'), 30_000],
  [routes.receiver, 30_000],
  [routes.api.uploads, 900_000],
  [routes.api.imports, 900_000],
  [routes.api.fundingBatches, 900_000],
  [`${routes.sandbox}/funding-amounts`, 120_000],
])('%s has %i ms to come in', (url, ms) => {
  expect(requestLimitMs(url)).toBe(ms)
})

test('a request that drips is cut off, and one that has come in may wait for its answer', async () => {
  const server = createServer((request, response) => {
    request.resume()
    setTimeout(() => response.end('done'), 150)
  })
  limitServer(server, () => 50)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const heard = async (text: string) => {
    const socket = connect(port, '127.0.0.1')
    let all = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      all += chunk
    })
    socket.on('error', () => {}).write(text)
    await once(socket, 'close')
    return all
  }
  const head = 'POST / HTTP/1.1\r\nHost: desk\r\nConnection: close\r\nContent-Length: 4\r\n\r\n'
  expect(await heard(`${head}a`)).toBe('')
  expect(await heard(`${head}a=12`)).toContain('done')
  server.close()
})

test('a connection rests longer than the minute that a load balancer keeps it', () => {
  const server = createServer()
  limitServer(server)
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000)
})
