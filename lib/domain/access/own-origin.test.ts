import { expect, it } from 'vitest'
import { isOwnOrigin } from './own-origin'

const DESK = 'https://desk.test'

it.each([
  ['https://desk.test', 'desk.test', DESK],
  ['http://127.0.0.1:3000', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
  // The desk is reached under another name than APP_URL.
  ['http://10.0.0.7:3000', '10.0.0.7:3000', 'http://127.0.0.1:3000'],
  ['http://10.0.0.7:3000', '10.0.0.7:3000', DESK],
])('%s at %s is of the desk', (origin, host, desk) => expect(isOwnOrigin(origin, host, desk)).toBe(true))

it.each([
  [null, 'desk.test'],
  [undefined, 'desk.test'],
  ['', 'desk.test'],
  ['null', 'desk.test'],
  ['https://evil.example', 'desk.test'],
  ['https://desk.test.evil.example', 'desk.test'],
  ['http://desk.test', 'desk.test'],
  ['https://desk.test:8443', 'desk.test'],
  ['http://desk.test:3000.evil.example', 'desk.test'],
  ['https://desk.test', undefined],
])('%s at %s is not', (origin, host) => expect(isOwnOrigin(origin, host, DESK)).toBe(false))
