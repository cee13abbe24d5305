import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitScale, nextZoom, turned } from './picture-size'

describe('a picture', () => {
  test.each([
    [{ width: 4000, height: 2000 }, 0.25],
    [{ width: 2000, height: 4000 }, 0.125],
    [{ width: 100, height: 50 }, 1],
  ])('of %j is seen whole at %d of its size', (picture, scale) => {
    expect(fitScale(picture, { width: 1000, height: 500 })).toBe(scale)
  })

  test('has its sides swapped after a quarter turn in either direction', () => {
    const picture = { width: 300, height: 200 }
    expect([-3, -2, -1, 0, 1, 2, 3].map((quarters) => turned(picture, quarters).width)).toEqual([
      200, 300, 200, 300, 200, 300, 200,
    ])
  })

  test('is never larger than its place while fitted, however it is turned', () => {
    const side = fc.integer({ min: 1, max: 20_000 })
    const box = fc.record({ width: side, height: side })
    fc.assert(
      fc.property(box, box, fc.integer({ min: -9, max: 9 }), (picture, place, quarters) => {
        const shown = turned(picture, quarters)
        const scale = fitScale(shown, place)
        expect(shown.width * scale).toBeLessThanOrEqual(place.width + 1e-6)
        expect(shown.height * scale).toBeLessThanOrEqual(place.height + 1e-6)
      }),
    )
  })

  test('zooms step by step in both directions, and not past the last step', () => {
    expect(nextZoom(1, 1)).toBe(1.5)
    expect(nextZoom(nextZoom(1, 1), -1)).toBe(1)
    expect(nextZoom(8, 1)).toBe(8)
    expect(nextZoom(0.5, -1)).toBe(0.5)
  })
})
