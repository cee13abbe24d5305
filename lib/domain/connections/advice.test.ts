import { describe, expect, it, test } from 'vitest'
import { PartnerError } from '@/lib/partner/errors'
import { splitAtCheckAdvice } from './advice'
import { fundingTarget, placeOf, profileOfTarget } from './connections'

describe('advice to have the connections checked', () => {
  it.each<[string, { before: string; after: string } | null]>([
    ['It failed. Ask an admin to run the connection check.', { before: 'It failed. ', after: '.' }],
    [
      'If it fails again, ask an admin to run the connection check.',
      { before: 'If it fails again, ', after: '.' },
    ],
    ['Ask an admin.', null],
    ['', null],
  ])('%s', (text, parts) => {
    expect(splitAtCheckAdvice(text)).toEqual(parts)
  })
})

it.each(['connection', 'timeout', 'authentication', 'server', 'unreadable'] as const)(
  'is given where nothing was applied and the cause is %s',
  (kind) => {
    const { message } = new PartnerError({ kind, outcome: 'not-applied', what: 'It failed.' })
    expect(splitAtCheckAdvice(message)).not.toBeNull()
  },
)

test.each([
  ['https://api.example.test/', 'https://api.example.test'],
  ['https://api.example.test:8443/v1?key=secret#x', 'https://api.example.test:8443/v1'],
  ['https://user:word@api.example.test/v1', 'https://api.example.test/v1'],
])('of the address %s a page shows %s', (address, place) => {
  expect(placeOf(address)).toBe(place)
})

test('only the check of a funding profile names the profile', () => {
  expect(profileOfTarget(fundingTarget('p-1'))).toBe('p-1')
  expect(profileOfTarget('token')).toBeNull()
})
