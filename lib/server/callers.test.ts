import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { readNetworks } from '@/lib/domain/access/trusted-proxies'
import { createCallers } from './callers'

const now = () => new Date('2026-07-01T12:00:00Z')
const behind = (text: string) => createCallers(readNetworks(text).networks, now)

function request(peer: string, headers: IncomingMessage['headers']): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const made = new IncomingMessage(socket)
  Object.assign(made.headers, headers)
  return made
}

describe('a request', () => {
  test('of a stranger keeps its host, and nothing of what it claims', () => {
    const sent = request('::ffff:203.0.113.7', {
      host: 'desk.test',
      'x-desk-address': '10.0.0.1',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'for=10.0.0.1',
      'x-real-ip': '10.0.0.1',
    })
    behind('10.0.0.0/8').identify(sent)
    expect(sent.headers).toEqual({
      host: 'desk.test',
      'x-desk-address': '203.0.113.7',
      'x-desk-settled': expect.any(String),
    })
  })

  test('of a trusted proxy has what the proxy says', () => {
    const sent = request('10.0.0.1', {
      host: 'desk:3000',
      'x-forwarded-for': '198.51.100.1',
      'x-forwarded-host': 'desk.example',
      'x-forwarded-proto': 'https',
    })
    behind('10.0.0.0/8').identify(sent)
    expect(sent.headers).toEqual({
      host: 'desk.example',
      'x-desk-address': '198.51.100.1',
      'x-forwarded-proto': 'https',
      'x-desk-settled': expect.any(String),
    })
  })
})

test('what Next fetches from this server itself, with the headers of an action, is not told as a proxy', () => {
  const callers = behind('')
  const action = request('127.0.0.1', { host: 'desk.test' })
  callers.identify(action)
  const forwarded = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'desk.test' }
  callers.identify(request('127.0.0.1', { ...action.headers, ...forwarded }))
  expect(callers.untrustedProxy()).toBeNull()
  callers.identify(request('127.0.0.1', { 'x-desk-settled': 'made up', ...forwarded }))
  expect(callers.untrustedProxy()).toMatchObject({ peer: '127.0.0.1' })
})

test('the first peer that forwards without being trusted is told, others are not', () => {
  const callers = behind('10.0.0.0/8')
  callers.addressOf(request('203.0.113.7', {}))
  callers.addressOf(request('10.0.0.1', { 'x-forwarded-for': '1.1.1.1' }))
  expect(callers.untrustedProxy()).toBeNull()
  for (const peer of ['192.0.2.1', '192.0.2.2'])
    callers.addressOf(request(peer, { 'x-forwarded-for': '1.1.1.1' }))
  expect(callers.untrustedProxy()).toEqual({ peer: '192.0.2.1', at: '2026-07-01T12:00:00.000Z' })
})
