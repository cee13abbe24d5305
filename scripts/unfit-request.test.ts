import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { unfitRequest } from './unfit-request'

const asked = (method: string, url: string, headers: Record<string, string> = {}) =>
  unfitRequest({ method, url, headers } as IncomingMessage)?.status ?? null
const form = { 'content-type': 'Multipart/Form-Data; boundary=x' }

test.each<[method: string, url: string, headers: Record<string, string>, status: number]>([
  ['TRACE', '/', {}, 405],
  ['OPTIONS', '*', {}, 400],
  ['GET', 'http://evil.example/applications', {}, 400],
  ['GET', '/applications/%c0%ae', {}, 400],
  ['POST', '/sign-in', form, 415],
  ['GET', '/api/auth/callback/credentials?a=1', {}, 405],
  ['POST', '/apis', form, 415],
])('%s %s %j is turned away with %i', (method, url, headers, status) => {
  expect(asked(method, url, headers)).toBe(status)
})

test.each<[method: string, url: string, headers: Record<string, string>]>([
  ['GET', '/applications?search=%c0', {}],
  ['HEAD', '/', {}],
  ['POST', '/sign-in', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['POST', '/api/auth/callback/credentials', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['GET', '/api/auth/csrf', {}],
  ['POST', '/applications', { ...form, 'next-action': 'a' }],
  ['POST', '/api/uploads', form],
  ['POST', '/sandbox/hpp', form],
  ['PATCH', '/api/uploads/x', {}],
])('%s %s goes on', (method, url, headers) => {
  expect(asked(method, url, headers)).toBeNull()
})
