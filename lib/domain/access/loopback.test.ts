import { expect, it } from 'vitest'
import { isLoopback, isLoopbackHostHeader } from './loopback'

it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.0.1', '::1', '[::1]'])('%s is loopback', (host) => {
  expect(isLoopback(host)).toBe(true)
})

it.each([
  '',
  '0.0.0.0',
  '::',
  '10.0.0.1',
  'localhost.evil.test',
  '127.0.0.1.nip.test',
  'evil.test',
  'x127.0.0.1',
])('"%s" is not', (host) => {
  expect(isLoopback(host)).toBe(false)
  expect(isLoopbackHostHeader(`${host}:3000`)).toBe(false)
})

it.each(['localhost', 'localhost:1', '127.0.0.1:65535', '[::1]', '[::1]:3000'])('Host: %s', (header) => {
  expect(isLoopbackHostHeader(header)).toBe(true)
})

it.each(['localhost:3000@evil.test', 'evil.test#localhost', '127.0.0.1, evil.test', 'localhost:'])(
  'Host: %s is none of ours',
  (header) => {
    expect(isLoopbackHostHeader(header)).toBe(false)
  },
)
