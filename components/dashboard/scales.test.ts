import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { barsOf, heightsOf } from './scales'

describe('the scale of amounts', () => {
  test.each([
    [7, [0, 2, 4, 6, 8], 88],
    [100, [0, 50, 100], 79],
    [101, [0, 50, 100, 150], 102],
    [750, [0, 200, 400, 600, 800], 83],
    [999, [0, 500, 1_000], 79],
    [1_500, [0, 500, 1_000, 1_500], 79],
    [12_345, [0, 5_000, 10_000, 15_000], 92],
    [1_402_950, [0, 500_000, 1_000_000, 1_500_000], 84],
    [99_999_999, [0, 50_000_000, 100_000_000], 79],
  ])('up to %i have round ticks, and half of it stands at its pixel', (most, ticks, half) => {
    const y = heightsOf(most, [150, 8])
    expect(y.ticks).toEqual(ticks)
    expect(y(most / 2)).toBe(half)
  })

  it('ends at a tick that no amount exceeds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 15 }), (most) => {
        const y = heightsOf(most, [150, 8])
        expect(y.ticks.length).toBeGreaterThan(1)
        expect(y.ticks.length).toBeLessThan(8)
        expect(y.ticks.at(-1)).toBeGreaterThanOrEqual(most)
        expect([y(0), y(y.ticks.at(-1) ?? 0)]).toEqual([150, 8])
      }),
    )
  })
})

describe('bars', () => {
  it('have a quarter step of space between them and at both ends', () => {
    const x = barsOf(['a', 'b', 'c'])
    expect(x.at('a')).toBeCloseTo(7.6923)
    expect(x.at('b')).toBeCloseTo(38.4615)
    expect(x.width).toBeCloseTo(23.0769)
  })

  it('fill the whole width', () => {
    const names = Array.from({ length: 24 }, (_, index) => String(index))
    const x = barsOf(names)
    expect(x.at('23') + x.width + x.at('0')).toBeCloseTo(100)
  })
})
