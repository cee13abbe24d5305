import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callbackDeliveries } from '@/lib/db/schema/callbacks'
import { readNetworks } from '@/lib/domain/access/trusted-proxies'
import { routes } from '@/lib/routes'
import { createCallers } from '@/lib/server/callers'
import { listDeliveries, type SeededReceiver, seedReceiver } from '@/lib/testing/callbacks'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { createCallbackDoor } from './door'
import { createCallbackIntake } from './intake'
import { type KnownKeys, watchKeys } from './known-keys'

const FORM = 'application/x-www-form-urlencoded'

let desk: TestDesk
let receiver: SeededReceiver
let keys: KnownKeys
let server: http.Server
let port: number
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:9' })
  receiver = await seedReceiver(await desk.as('Ada', ['admin']))
  keys = await watchKeys(desk.services)
})
afterAll(async () => {
  keys.stop()
  await desk.close()
})
beforeEach(async () => {
  await desk.services.db.delete(callbackDeliveries)
  const door = createCallbackDoor(
    createCallbackIntake(desk.services, keys, { onStored: () => {} }),
    createCallers(readNetworks('127.0.0.1').networks, () => new Date()),
  )
  server = http.createServer((request, response) => {
    if (!door(request, response)) response.writeHead(418).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
  return () => {
    server.closeAllConnections()
    server.close()
  }
})

const at = (path: string) => `http://127.0.0.1:${port}${path}`
const post = (body: string | Uint8Array<ArrayBuffer>, { key = receiver.key, headers = {} } = {}) =>
  fetch(at(`${routes.receiver}/${key}`), {
    method: 'POST',
    body,
    headers: { 'content-type': FORM, ...headers },
  })
const kept = async () =>
  (await listDeliveries(desk.services)).map(({ body }) => Buffer.from(body).toString('latin1'))

/**
 * Uses a raw socket for requests that no client library sends; returns everything received until the connection
 * closed.
 */
async function speak(...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text
  })
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  await once(socket, 'connect')
  for (const part of parts) if (socket.writable) socket.write(part)
  await closed
  return heard
}
const statuses = (heard: string) =>
  [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
const head = (headers: string, key = receiver.key) =>
  `POST ${routes.receiver}/${key} HTTP/1.1\r\nHost: desk\r\nContent-Type: ${FORM}\r\n${headers}\r\n\r\n`

test('a callback is acknowledged with 200 and no body, and is stored', async () => {
  const answer = await post('tran_id=T-1')
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await kept()).toEqual(['tran_id=T-1'])
})

test('a callback’s address comes from a trusted proxy, not from its sender', async () => {
  await post('tran_id=T-1', { headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' } })
  await post('tran_id=T-2')
  expect((await listDeliveries(desk.services)).map(({ address }) => address).sort()).toEqual([
    '127.0.0.1',
    '203.0.113.7',
  ])
})

test('every other URL is left to the next handler', async () => {
  for (const path of [
    '/',
    '/webhooks',
    '/webhooks/response-credit-cards/x',
    '/api/webhooks/response-credit-card/x',
  ])
    expect((await fetch(at(path))).status, path).toBe(418)
})

test.each([
  ['another method', 405, () => fetch(at(`${routes.receiver}/${receiver.key}`))],
  ['no key', 404, () => fetch(at(routes.receiver), { method: 'POST' })],
  ['an invalid key', 404, () => post('a=1', { key: 'A'.repeat(32) })],
  ['something after the key', 404, () => post('a=1', { key: `${receiver.key}/more` })],
  ['a URL that cannot be decoded', 404, () => post('a=1', { key: '%zz' })],
  ['JSON', 415, () => post('{}', { headers: { 'content-type': 'application/json' } })],
  ['a compressed body', 415, () => post('a=1', { headers: { 'content-encoding': 'gzip' } })],
  ['64 KB and a byte', 413, () => post('x'.repeat(65_537))],
  ['10 MB', 413, () => post('x'.repeat(10_000_000))],
  ['10 MB with an invalid key', 404, () => post('x'.repeat(10_000_000), { key: 'A'.repeat(32) })],
])('%s is answered with %i, and nothing is stored', async (_what, status, send) => {
  const answer = await send()
  expect([answer.status, await answer.text()]).toEqual([status, ''])
  expect(await kept()).toEqual([])
})

test('64 KB are accepted, and so is an empty body', async () => {
  expect((await post('x'.repeat(65_536))).status).toBe(200)
  expect((await post('')).status).toBe(200)
  expect((await kept()).map(({ length }) => length)).toEqual([65_536, 0])
})

test('several callbacks on one connection are answered in order', async () => {
  const one = (text: string, more = '') => `${head(`Content-Length: ${text.length}${more}`)}${text}`
  const heard = await speak(one('tran_id=A') + one('tran_id=B') + one('tran_id=C', '\r\nConnection: close'))
  expect(statuses(heard)).toEqual([200, 200, 200])
  expect(await kept()).toEqual(['tran_id=A', 'tran_id=B', 'tran_id=C'])
})

test('a body without a length is measured as it arrives', async () => {
  const chunk = Buffer.concat([Buffer.from('4000\r\n'), Buffer.alloc(0x4000, 'x'), Buffer.from('\r\n')])
  const chunked = head('Transfer-Encoding: chunked\r\nConnection: close')
  expect(statuses(await speak(chunked, ...Array(4).fill(chunk), '0\r\n\r\n'))).toEqual([200])
  expect(statuses(await speak(chunked, ...Array(5).fill(chunk), '0\r\n\r\n'))).toEqual([413])
})

test('a body that ends before its length is refused', async () => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(`${head('Content-Length: 100')}tran_id=T-1`)
  await once(socket.resume(), 'close')
  expect(await kept()).toEqual([])
})

test('Expect: 100-continue is honored only with a valid key', async () => {
  const ask = 'Content-Length: 3\r\nExpect: 100-continue\r\nConnection: close'
  expect(statuses(await speak(head(ask), 'a=1'))).toEqual([100, 200])
})

test('thousands of invalid keys are told to wait, and a valid callback is not', async () => {
  const tried: number[] = []
  const answered = (status: number) => tried.filter((each) => each === status).length
  // A blocked address may try again after a while: a slow machine needs more requests at once.
  for (let round = 0; round < 20 && answered(429) === 0; round++) {
    const key = 'A'.repeat(32)
    tried.push(
      ...(await Promise.all(Array.from({ length: 300 }, async () => (await post('a=1', { key })).status))),
    )
  }
  expect(answered(404)).toBeGreaterThanOrEqual(200)
  expect(answered(429)).toBeGreaterThan(0)
  expect(answered(404) + answered(429)).toBe(tried.length)
  expect((await post('tran_id=T-1')).status).toBe(200)
})

/** Like a sender that reads no answer before its last byte is sent; if it cannot send that, it hears nothing. */
async function hearAfter(text: string, body: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').pause()
  let heard = ''
  socket.setEncoding('latin1').on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(text)
  socket.write(body, (error) => {
    if (error) return
    socket.on('data', (more: string) => {
      heard += more
    })
    socket.resume()
  })
  await closed
  return heard
}

test('a sender of too much data still receives the reason', async () => {
  for (const bytes of [65_537, 1_000_000, 15_000_000]) {
    const heard = await hearAfter(
      head(`Content-Length: ${bytes}\r\nConnection: close`),
      Buffer.alloc(bytes, 'x'),
    )
    expect(statuses(heard), String(bytes)).toEqual([413])
  }
})
