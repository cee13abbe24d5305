import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWithin, MAX_NETWORKS, networkText, readAllowList, typedAllowList } from './allow-list'

/** IPv4 after a bare `::`, a notation that RFC 4291 deprecates. */
const isDeprecated = (text: string): boolean => /^::\d+\./.test(text)

describe('an allow-list', () => {
  test.each([
    ['203.0.113.7', ['203.0.113.7/32']],
    ['203.0.113.0/24', ['203.0.113.0/24']],
    ['0.0.0.0/0', ['0.0.0.0/0']],
    ['2001:db8::/32', ['2001:db8::/32']],
    ['2001:0DB8:0:0:0:0:0:1', ['2001:db8::1/128']],
    ['::', ['::/128']],
    ['::1', ['::1/128']],
    ['1:0:0:2:0:0:0:3', ['1:0:0:2::3/128']],
    ['::ffff:203.0.113.7', ['203.0.113.7/32']],
    ['::ffff:203.0.113.0/120', ['203.0.113.0/24']],
    ['64:ff9b::203.0.113.7', ['64:ff9b::cb00:7107/128']],
    ['', []],
    [' 203.0.113.7,198.51.100.0/24;\r\n203.0.113.7/32 ', ['203.0.113.7/32', '198.51.100.0/24']],
  ])('is read from “%s”', (typed, networks) => {
    expect(readAllowList(typed)).toEqual({ networks, problems: [] })
  })

  test.each([
    ['203.0.113', 'is not an address'],
    ['203.0.113.256', 'is not an address'],
    ['203.0.113.07', 'is not an address'],
    ['partner.example', 'is not an address'],
    ['1:2:3', 'is not an address'],
    ['1::2::3', 'is not an address'],
    ['1:2:3:4:5:6:7:8::', 'is not an address'],
    ['::203.0.113', 'is not an address'],
    ['fe80::1%eth0', 'is not an address'],
    ['::203.0.113.7', 'is not an address'],
    [':', 'is not an address'],
    ['203.0.113.7/24/24', 'is not an address'],
    ['<b>İ’</b>', 'is not an address'],
    ['203.0.113.0/33', 'from 0 to 32'],
    ['2001:db8::/129', 'from 0 to 128'],
    ['203.0.113.0/', 'from 0 to 32'],
    ['203.0.113.0/-1', 'from 0 to 32'],
    ['203.0.113.7/24', 'Enter 203.0.113.0/24, or 203.0.113.7 alone.'],
    ['2001:db8::1/32', 'Enter 2001:db8::/32, or 2001:db8::1 alone.'],
  ])('reports what is wrong with “%s”', (typed, words) => {
    const { networks, problems } = readAllowList(`198.51.100.1 ${typed}`)
    expect(networks).toEqual([])
    expect(problems).toEqual([{ path: 'allowed', message: expect.stringContaining(words) }])
  })

  test('has a maximum length', () => {
    const lines = Array.from({ length: MAX_NETWORKS + 1 }, (_, n) => `10.0.${n}.1`)
    expect(readAllowList(lines.slice(1).join('\n')).networks).toHaveLength(MAX_NETWORKS)
    expect(readAllowList(lines.join('\n')).problems[0]?.message).toContain(`at most ${MAX_NETWORKS}`)
  })

  test('a problem quotes only the beginning of a text of 32,000 characters', () => {
    expect(readAllowList('x'.repeat(32_000)).problems[0]?.message.length).toBeLessThan(200)
  })

  test('is shown as it was typed', () => {
    expect(typedAllowList(['203.0.113.7/32', '203.0.113.0/24', '::1/128'])).toBe(
      '203.0.113.7\n203.0.113.0/24\n::1',
    )
  })

  test('every valid address can be listed, and has one form', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(readAllowList(address).networks.map(networkText)).toEqual([address])
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        fc.pre(!isDeprecated(address))
        const { networks } = readAllowList(address)
        const [text = ''] = networks.map(networkText)
        fc.pre(
          !/^::ffff:[\da-f]{1,4}:[\da-f]{1,4}$/.test(new URL(`http://[${address}]`).hostname.slice(1, -1)),
        )
        expect(`[${text}]`).toBe(new URL(`http://[${address}]`).hostname)
        expect(isIP(text)).toBe(6)
      }),
    )
  })

  test('a text that is not an address is never read as one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f:.]{1,24}$/), (text) => {
        const { networks } = readAllowList(text)
        expect(networks.length > 0).toBe(isIP(text) !== 0 && !isDeprecated(text))
      }),
      { numRuns: 2_000 },
    )
  })
})

test.each([
  [['203.0.113.7/32'], ['203.0.113.0/24'], true],
  [['203.0.113.0/24'], ['203.0.113.7/32'], false],
  [['203.0.113.7/32', '198.51.100.7/32'], ['203.0.113.0/24'], false],
  [['203.0.113.7/32', '2001:db8::1/128'], ['2001:db8::/32', '203.0.113.7/32'], true],
  [['2001:db8::1/128'], ['0.0.0.0/0'], false],
  [[], ['203.0.113.0/24'], false],
  [['203.0.113.7/32'], [], true],
  [[], [], true],
])('%j allows no more than %j: %s', (inner, outer, expected) => {
  expect(isWithin(inner, outer)).toBe(expected)
})
