import { expect, test } from 'vitest'
import { NO_OWNER_TEXT, ownerAgainst } from './principal-share'

const person = (percentageOwned: string, ...roles: string[]) => ({ percentageOwned, roles })

test.each<[what: string, people: ReturnType<typeof person>[], against: ReturnType<typeof ownerAgainst>]>([
  ['nobody at all', [], null],
  ['nobody who owns enough', [person(''), person('24.999999', 'Controlling Authority')], null],
  ['whoever owns as much as a principal', [person('10'), person('25')], { index: 1, isPrincipal: false }],
  ['a principal, whatever they own', [person('', 'Signer', ' Principal ')], { index: 0, isPrincipal: true }],
  ['the first of several', [person('30'), person('40', 'Principal')], { index: 0, isPrincipal: false }],
])('against the word that no one owns 25 % stands: %s', (_what, people, against) => {
  expect(ownerAgainst(people)).toEqual(against)
})

test('the attestation names the share', () => {
  expect(NO_OWNER_TEXT).toBe('No one owns 25% or more')
})
