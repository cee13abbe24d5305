import { expect, test } from 'vitest'
import { createRefusalLimit } from './refusal-limit'

test('each address has its own number of refusals, which refills over time', () => {
  let ms = 0
  const limit = createRefusalLimit(() => ms)
  const refused = (count: number, address = '203.0.113.7') =>
    Array.from({ length: count }, () => limit.isSpent(address)).filter(Boolean).length
  expect(refused(200)).toBe(0)
  expect(refused(10)).toBe(10)
  expect(refused(1, '203.0.113.8')).toBe(0)
  expect(refused(200, '2001:db8:1:2::1')).toBe(0)
  expect(refused(10, '2001:db8:1:2:ffff::9'), 'another address of the same network').toBe(10)
  expect(refused(1, '2001:db8:1:3::1')).toBe(0)
  ms += 1_000
  expect(refused(51)).toBe(1)
  ms += 3_600_000
  expect(refused(201), 'never more than the first share').toBe(1)
})

test('the number of remembered addresses is bounded', () => {
  const limit = createRefusalLimit(() => 0)
  for (let n = 0; n < 200; n += 1) limit.isSpent('first')
  expect(limit.isSpent('first')).toBe(true)
  for (let n = 0; n < 10_000; n += 1) limit.isSpent(`address ${n}`)
  expect(limit.isSpent('first'), 'forgotten as the oldest').toBe(false)
})
