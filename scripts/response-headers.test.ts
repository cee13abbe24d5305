import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { guardResponse } from './response-headers'

async function headersOf(answer: (response: ServerResponse) => void, isHttps = false): Promise<Headers> {
  const server = createServer((_, response) => {
    guardResponse(response, { isHttps })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/`)
    await response.text()
    return response.headers
  } finally {
    server.close()
  }
}

test('every answer says what no browser may do with it, also one without a head of its own', async () => {
  const headers = await headersOf((response) => response.end('x'))
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
})

test('https is kept to where the desk has an https address, and nowhere else', async () => {
  const answer = (response: ServerResponse) => response.writeHead(204).end()
  expect((await headersOf(answer, true)).get('strict-transport-security')).toMatch(/^max-age=\d{8}$/)
  expect((await headersOf(answer)).get('strict-transport-security')).toBeNull()
})

test.each<[how: string, answer: (response: ServerResponse) => void]>([
  [
    'in its head',
    (response) => response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end('<p>'),
  ],
  [
    'before its head',
    (response) => response.setHeader('content-type', 'text/html').writeHead(200).end('<p>'),
  ],
  ['without a head', (response) => response.setHeader('content-type', 'text/html').end('<p>')],
])('HTML without a policy gets a closed one: typed %s', async (_, answer) => {
  const policy = (await headersOf(answer)).get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
})

test('a policy that is there stays, and what is no HTML needs none', async () => {
  const own = { 'content-type': 'text/html', 'content-security-policy': "default-src 'self'" }
  expect((await headersOf((r) => r.writeHead(200, own).end())).get('content-security-policy')).toBe(
    "default-src 'self'",
  )
  const json = { 'content-type': 'application/json' }
  expect((await headersOf((r) => r.writeHead(200, json).end('{}'))).get('content-security-policy')).toBeNull()
})
