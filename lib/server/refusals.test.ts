import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { noteAllowed, wasAllowed } from './refusals'

const INCOMING = Symbol.for('payfac-desk/incoming-request')
const answering = (request?: IncomingMessage) =>
  Reflect.set(globalThis, INCOMING, { getStore: () => request })
afterEach(() => Reflect.deleteProperty(globalThis, INCOMING))

test('what an action was allowed is remembered for its own request, and for that permission alone', () => {
  const request = new IncomingMessage(new Socket())
  answering(request)
  expect(wasAllowed('admin:users')).toBe(false)
  noteAllowed('admin:users')
  expect(wasAllowed('admin:users')).toBe(true)
  expect(wasAllowed('admin:settings')).toBe(false)
  answering(new IncomingMessage(new Socket()))
  expect(wasAllowed('admin:users')).toBe(false)
})

test('outside of a request nothing is', () => {
  answering()
  noteAllowed('admin:users')
  expect(wasAllowed('admin:users')).toBe(false)
})
