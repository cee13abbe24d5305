import { expect, test } from 'vitest'
import { PERMISSIONS, POWERS } from './permissions'
import {
  asksAgain,
  isConfirmed,
  needsFactor,
  readCode,
  readRecoveryCode,
  writeRecoveryCode,
} from './second-factor'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['', null],
])('the code %j is read as %j', (typed, code) => expect(readCode(typed)).toBe(code))

test('a recovery code is read as it was written, and as people copy it by hand', () => {
  const code = writeRecoveryCode(Uint8Array.from({ length: 10 }, (_, i) => i * 25 + 7))
  expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
  expect(readRecoveryCode(code)).toBe(code)
  expect(readRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(code)
  expect(readRecoveryCode(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(code)
  expect(readRecoveryCode('IL1O-0oab-cdef-gh11')).toBe('1110-00ab-cdef-gh11')
  expect(readRecoveryCode(code.slice(1))).toBeNull()
  expect(readRecoveryCode(`${code}a`)).toBeNull()
  expect(readRecoveryCode(code.replace(/^./, 'u'))).toBeNull()
  expect(writeRecoveryCode(new Uint8Array(10))).toBe('0000-0000-0000-0000')
  expect(writeRecoveryCode(new Uint8Array(10).fill(255))).toBe('zzzz-zzzz-zzzz-zzzz')
})

test('what somebody showed counts for ten minutes', () => {
  const at = new Date('2026-07-01T12:00:00Z')
  expect(isConfirmed(at, new Date('2026-07-01T12:10:00Z'))).toBe(true)
  expect(isConfirmed(at, new Date('2026-07-01T12:10:00.001Z'))).toBe(false)
})

test('one role is enough to need a second factor', () => {
  expect(needsFactor(['onboarding', 'finance'], ['finance'])).toBe(true)
  expect(needsFactor(['onboarding'], ['finance'])).toBe(false)
  expect(needsFactor(['admin'], [])).toBe(false)
})

test('these permissions ask again', () => {
  expect(PERMISSIONS.filter(asksAgain)).toEqual([
    'sensitive:reveal',
    'underwriting:decide',
    'merchants:confirm',
    'funding:approve',
    'admin:users',
    'admin:settings',
  ])
  // Every permission to approve other people's work asks again, except in the sandbox, where nothing is real.
  expect(POWERS.filter((power) => !asksAgain(power))).toEqual(['sandbox:control'])
})
