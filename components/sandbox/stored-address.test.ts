import { expect, test } from 'vitest'
import { olderThan, readBefore } from './stored-address'

test('the address of another page is read as it was written', () => {
  const id = '006ISRueUZFptpmYZB'
  const address = new URL(olderThan(id), 'https://desk.example')
  expect(readBefore(address.searchParams.get('before') ?? undefined)).toBe(id)
})

test.each([undefined, '', '../secrets', '006\u0000', "006' or 1=1", ['006ISRueUZFptpmYZB', 'x']])(
  '%j is no record id, and left out',
  (value) => {
    expect(readBefore(value)).toBeNull()
  },
)
