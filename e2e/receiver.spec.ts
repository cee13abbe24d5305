import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from './desk-test'

/** contract.md, "The receiver": the demonstration's key. */
const RECEIVER = '/webhooks/response-credit-card'
const KEY = 'demo-callback-key-0000000000000001'
const FORM = 'application/x-www-form-urlencoded'
const MAX_BYTES = 65_536

test('a callback is acknowledged with 200 and nothing else', async ({ request }) => {
  const answer = await request.post(`${RECEIVER}/${KEY}`, {
    form: { resp_code: '000', tran_id: 'RECEIVER-1', tran_amount: '1.00' },
  })
  expect(answer.status()).toBe(200)
  expect((await answer.body()).length).toBe(0)
  expect(answer.headers()['set-cookie']).toBeUndefined()
  expect(answer.headers()['cache-control']).toContain('no-store')
})

test('only a POST can be a callback', async ({ request }) => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await request.fetch(`${RECEIVER}/${KEY}`, { method })
    expect(answer.status(), method).toBe(405)
    expect(answer.headers().allow, method).toBe('POST')
  }
})

test('only a form can be a callback, with a charset or without', async ({ request }) => {
  const status = async (headers: Record<string, string>) =>
    (await request.post(`${RECEIVER}/${KEY}`, { data: 'tran_id=RECEIVER-2', headers })).status()
  for (const type of [FORM, `${FORM}; charset=UTF-8`, `${FORM.toUpperCase()};charset="iso-8859-1"`]) {
    expect(await status({ 'content-type': type }), type).toBe(200)
  }
  for (const type of [
    'application/json',
    'multipart/form-data; boundary=x',
    'text/plain',
    `${FORM}x`,
    `${FORM}; charset=utf-16`,
    `text/html, ${FORM}`,
  ]) {
    expect(await status({ 'content-type': type }), type).toBe(415)
  }
  expect(await status({ 'content-type': FORM, 'content-encoding': 'gzip' })).toBe(415)
})

test('a body has at most 64 KB, whatever it says of its length', async ({ baseURL }) => {
  // A body that is too large is refused while it is being sent. A client library would report only the broken pipe.
  const status = (bytes: number) =>
    speak(baseURL, [head(`Content-Length: ${bytes}\r\nConnection: close`), Buffer.alloc(bytes, 'x')])
  expect(await status(0), 'an empty one is kept').toEqual(['200'])
  expect(await status(MAX_BYTES)).toEqual(['200'])
  expect(await status(MAX_BYTES + 1)).toEqual(['413'])
  expect(await status(10_000_000)).toEqual(['413'])
})

test('a key that is none is unknown, whatever it tries', async ({ request }) => {
  for (const key of [
    'demo-callback-key-0000000000000002',
    'DEMO-callback-key-0000000000000001',
    `${KEY}%00`,
    `${KEY}%20`,
    `${KEY}%2F`,
    '%2e%2e%2f%2e%2e%2fapi%2fhealth%2flive',
    '..%5c..%5capi',
    `x%2f${KEY}`,
    `'%20or%20'1'='1`,
    '__proto__',
    'k'.repeat(4_000),
  ]) {
    const answer = await request.post(`${RECEIVER}/${key}`, { form: { tran_id: 'RECEIVER-3' } })
    expect(answer.status(), key).toBe(404)
    expect(await answer.text(), key).not.toContain('demo-callback-key')
  }
  expect((await request.post(RECEIVER, { form: { tran_id: 'RECEIVER-3' } })).status()).toBe(404)
  expect((await request.post(`${RECEIVER}/${KEY}/more`, { form: { tran_id: 'RECEIVER-3' } })).status()).toBe(
    404,
  )
  // Next rejects an address that cannot be decoded.
  const broken = await request.post(`${RECEIVER}/%zz`, { form: { tran_id: 'RECEIVER-3' } })
  expect(broken.ok()).toBe(false)
})

test('fields that attack are kept as they came, and the desk goes on', async ({ request }) => {
  const many = Array.from({ length: 10_000 }, (_, n) => `f${n}=1`)
    .join('&')
    .slice(0, MAX_BYTES)
  for (const body of [
    many,
    '__proto__=1&constructor[prototype]=2&tran_id=RECEIVER-4&tran_id=RECEIVER-5',
    'tran_id=RECEIVER-6&note=%00%ff%c3%28&x=\u0000',
    "tran_id='); drop table callback_deliveries; --",
  ]) {
    const answer = await request.post(`${RECEIVER}/${KEY}`, { data: body, headers: { 'content-type': FORM } })
    expect(answer.status(), body.slice(0, 40)).toBe(200)
  }
  expect((await request.get('/api/health/ready')).status()).toBe(200)
})

/** Uses a bare socket to send what no client library would. Returns the status lines received. */
async function speak(baseURL: string | undefined, parts: readonly (string | Buffer)[]): Promise<string[]> {
  const { hostname, port } = new URL(baseURL ?? '')
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let heard = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text
  })
  // A cut connection has already delivered its answer.
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  for (const part of parts) {
    if (socket.writable) socket.write(part)
  }
  await closed
  return [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = '']) => status)
}

const head = (headers: string) =>
  `POST ${RECEIVER}/${KEY} HTTP/1.1\r\nHost: desk\r\nContent-Type: ${FORM}\r\n${headers}\r\n\r\n`

test('a body without a length is counted as it comes', async ({ baseURL }) => {
  const chunk = Buffer.concat([Buffer.from('4000\r\n'), Buffer.alloc(0x4000, 'x'), Buffer.from('\r\n')])
  const chunked = head('Transfer-Encoding: chunked\r\nConnection: close')
  expect(await speak(baseURL, [chunked, ...Array(4).fill(chunk), '0\r\n\r\n'])).toEqual(['200'])
  expect(await speak(baseURL, [chunked, ...Array(5).fill(chunk), '0\r\n\r\n'])).toEqual(['413'])
})

test('a length that lies is refused before anything is read, or ends the connection', async ({ baseURL }) => {
  expect(await speak(baseURL, [head('Content-Length: 10000000'), 'tran_id=RECEIVER-7'])).toEqual(['413'])
  // What follows the four bytes is an unreadable request, which ends the connection.
  const statuses = await speak(baseURL, [
    head('Content-Length: 4'),
    `a=1&tran_id=RECEIVER-8${'x'.repeat(70_000)}`,
  ])
  expect(statuses.at(-1)).toBe('400')
})

test('a body that does not come is not waited for', async ({ baseURL }) => {
  expect(await speak(baseURL, [head('Content-Length: 100'), 'tran_id=REC'])).toEqual(['408'])
})
