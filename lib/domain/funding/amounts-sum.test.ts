import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { amountsSum } from './amounts-sum'

test.each([
  ['of no amounts is 0', [], '0'],
  ['adds the amounts', ['100', '250'], '350'],
  ['ignores leading zeros', ['0010', '000'], '10'],
  ['is exact where a floating-point number is not', Array(10_001).fill('999999999999'), '999999989999'],
  ['has 15 digits at most', ['999999999999999'], '999999999999999'],
  ['keeps the lowest 15 digits of a longer sum', ['999999999999999', '2'], '1'],
])('the hash total %s', (_, amounts, sum) => {
  expect(amountsSum(amounts)).toBe(sum)
})

describe('for any amounts', () => {
  const amount = fc.bigInt(0n, 999_999_999_999n).map(String)

  it('their order does not matter, and the sum of two lists is the sum of their sums', () => {
    fc.assert(
      fc.property(fc.array(amount), fc.array(amount), (some, others) => {
        const together = amountsSum([...some, ...others])
        expect(amountsSum([...others, ...some].toReversed())).toBe(together)
        expect(amountsSum([amountsSum(some), amountsSum(others)])).toBe(together)
        expect(together).toMatch(/^\d{1,15}$/)
      }),
    )
  })
})
