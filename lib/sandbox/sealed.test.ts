import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createBox } from './sealed'

const box = createBox(randomBytes(32))

test('what is sealed opens at its place, with its key, and only whole', () => {
  const sealed = box.seal('record 1', { SSN__c: '734295816' })
  expect(sealed).not.toContain('734295816')
  expect(box.open('record 1', sealed)).toEqual({ SSN__c: '734295816' })
  expect(() => box.open('record 2', sealed)).toThrow()
  expect(() => createBox(randomBytes(32)).open('record 1', sealed)).toThrow()
  const other = sealed.at(-4) === 'A' ? 'Q' : 'A'
  expect(() => box.open('record 1', sealed.slice(0, -4) + other + sealed.slice(-3))).toThrow()
})

test('what is sealed is told from what an earlier version left in the clear', () => {
  expect(box.open('record 1', { Name: 'Shop' })).toEqual({ Name: 'Shop' })
  expect(box.open('record 1', '{"Opp":{}}')).toBe('{"Opp":{}}')
})
