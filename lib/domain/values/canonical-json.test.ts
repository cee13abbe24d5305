import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json'

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    // RFC 8785, 3.2.2 and 3.2.3.
    [
      { numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27], string: '\u20ac$\u000f\nA\'B"\\"/' },
      '{"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\"/"}',
    ],
    [
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 },
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
    ],
    [{ gone: undefined, zero: -0 }, '{"zero":0}'],
    [{}, '{}'],
  ])('of %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it('is the same whatever the order of the members, and says the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(turned(value))).toBe(text)
      }),
    )
  })

  it('refuses what JSON does not have', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1])
      expect(() => canonicalJson([value])).toThrow('JSON has no such')
  })
})

const turned = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(turned)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, member]) => [name, turned(member)]),
        )
      : value
