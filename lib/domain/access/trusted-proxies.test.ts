import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callerOf, countedAs, readNetworks } from './trusted-proxies'

const TRUSTED = readNetworks('10.0.0.0/8, 127.0.0.1, 2001:db8:aaaa::/48').networks
const addressOf = (peer: string | undefined, list?: string) => callerOf({ peer, for: list }, TRUSTED).address

describe('the caller is', () => {
  it.each<[rule: string, peer: string | undefined, list: string | undefined, address: string]>([
    ['whoever connects, without a list', '203.0.113.7', undefined, '203.0.113.7'],
    ['whoever connects, whatever list a stranger writes', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['whom a trusted proxy names', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['the rightmost one that is not trusted', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.2.2', '198.51.100.1'],
    ['not what a caller put before it', '10.0.0.1', '127.0.0.1, 10.0.0.9, 198.51.100.1', '198.51.100.1'],
    ['the first of all where all are trusted', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['the proxy where it names no one', '10.0.0.1', undefined, '10.0.0.1'],
    ['the proxy where its list is empty', '10.0.0.1', '', '10.0.0.1'],
    ['the proxy where its word cannot be read', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['the last that can be read', '10.0.0.1', '198.51.100.1, _hidden, 10.0.0.2', '10.0.0.2'],
    ['not an octal number', '10.0.0.1', '0177.0.0.1', '10.0.0.1'],
    ['not a single number', '10.0.0.1', '2130706433', '10.0.0.1'],
    ['not beyond an empty place', '10.0.0.1', '198.51.100.1,,10.0.0.2', '10.0.0.2'],
    ['without its port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['not what surrounds an address with a port', '10.0.0.1', 'x198.51.100.1:4711', '10.0.0.1'],
    ['not what follows a port', '10.0.0.1', '198.51.100.1:4711x', '10.0.0.1'],
    ['IPv6', '10.0.0.1', '2001:DB8:0:0::1', '2001:db8::1'],
    ['IPv6 with its end in decimal numbers', '10.0.0.1', '64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['not the deprecated IPv4 within IPv6', '10.0.0.1', '::192.0.2.1', '10.0.0.1'],
    ['IPv6 in brackets', '10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['IPv6 without its port', '10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['not what precedes a bracket', '10.0.0.1', 'x[2001:db8::1]', '10.0.0.1'],
    ['not what follows a bracket', '10.0.0.1', '[2001:db8::1]x', '10.0.0.1'],
    ['no IPv4 in brackets', '10.0.0.1', '[198.51.100.1]', '10.0.0.1'],
    ['IPv4 that came as IPv6', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['named by a proxy that came as IPv6', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['named by a trusted IPv6 network', '2001:db8:aaaa::5', '198.51.100.1', '198.51.100.1'],
    ['not by its neighbor', '2001:db8:aaab::5', '198.51.100.1', '2001:db8:aaab::5'],
    ['whoever connects, without the zone of this machine', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['not a zone of somebody else’s machine', '10.0.0.1', 'fe80::1%eth0', '10.0.0.1'],
    ['no one known on a socket without an address', undefined, '198.51.100.1', 'unknown'],
  ])('%s', (_, peer, list, address) => {
    expect(addressOf(peer, list)).toBe(address)
  })

  it('never what a caller makes up: what stands left of an untrusted hop changes nothing', () => {
    const text = fc.string({ maxLength: 60 })
    fc.assert(
      fc.property(text, fc.ipV4(), fc.constantFrom('10.0.0.1', '127.0.0.1'), (forged, caller, proxy) => {
        fc.pre(addressOf(caller, '192.0.2.1') === caller)
        expect(addressOf(caller, forged)).toBe(caller)
        expect(addressOf(proxy, `${forged},${caller}`)).toBe(caller)
        expect(addressOf(proxy, `${forged},${caller}, 10.9.9.9`)).toBe(caller)
      }),
    )
  })

  it('always an address, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string(), (list) => {
        expect(addressOf('10.0.0.1', list)).toMatch(/^[\d.]+$|^[\da-f:]+$/)
      }),
    )
  })
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::6', '2001:db8:1:3::/64'],
  ['::1', '::/64'],
  ['unknown', 'unknown'],
])('tries from %s count for %s', (address, counted) => {
  expect(countedAs(address)).toBe(counted)
})

describe('host and protocol', () => {
  const told = (peer: string, host: string, proto: string) => callerOf({ peer, host, proto }, TRUSTED)
  it.each<[peer: string, host: string, proto: string, expected: [string | null, string | null, boolean]]>([
    ['10.0.0.1', 'desk.example', 'https', ['desk.example', 'https', false]],
    ['10.0.0.1', 'desk.example:8443', 'http', ['desk.example:8443', 'http', false]],
    ['10.0.0.1', '[2001:db8::1]:443', 'https', ['[2001:db8::1]:443', 'https', false]],
    ['10.0.0.1', 'evil.example, desk.example', 'https, http', [null, null, false]],
    ['10.0.0.1', 'evil.example/x', 'gopher', [null, null, false]],
    ['203.0.113.7', 'evil.example', 'https', [null, null, true]],
  ])('from %s: %s, %s', (peer, host, proto, expected) => {
    const caller = told(peer, host, proto)
    expect([caller.host, caller.proto, caller.isUntrusted]).toEqual(expected)
  })
})

it.each<[string, Omit<Parameters<typeof callerOf>[0], 'peer'>, boolean]>([
  ['no header', {}, false],
  ['an address', { for: '198.51.100.1' }, true],
  ['a host', { host: 'desk.example' }, true],
  ['a protocol', { proto: 'https' }, true],
])('a stranger who sends %s: only a forwarding header is untrusted', (_, headers, isUntrusted) => {
  expect(callerOf({ peer: '203.0.113.7', ...headers }, TRUSTED).isUntrusted).toBe(isUntrusted)
  expect(callerOf({ peer: undefined, ...headers }, TRUSTED).isUntrusted).toBe(isUntrusted)
  expect(callerOf({ peer: '10.0.0.1', ...headers }, TRUSTED)).toMatchObject({
    host: headers.host ?? null,
    proto: headers.proto ?? null,
    isUntrusted: false,
  })
})

describe('TRUSTED_PROXIES', () => {
  it('is empty by default, and believes nobody', () => {
    expect(readNetworks('')).toEqual({ networks: [], wrong: [] })
    expect(callerOf({ peer: '127.0.0.1', for: '198.51.100.1' }, [])).toEqual({
      address: '127.0.0.1',
      host: null,
      proto: null,
      isUntrusted: true,
    })
  })

  it('takes addresses and networks of both kinds', () => {
    const { networks, wrong } = readNetworks(
      '192.0.2.1, 10.0.0.0/8,2001:db8::/32 , ::1,0.0.0.0/0,192.0.2.9/32',
    )
    expect(networks.map(([first, length]) => `${first}/${length}`)).toEqual([
      '192.0.2.1/32',
      '10.0.0.0/8',
      '2001:db8::/32',
      '::1/128',
      '0.0.0.0/0',
      '192.0.2.9/32',
    ])
    expect(wrong).toEqual([])
  })

  it.each([
    '10.0.0.1/8',
    '10.0.0.0/33',
    '10.0.0.0/x8',
    '10.0.0.0/8x',
    '10.0.0.0/',
    'proxy.example',
    '10.0.0',
    '::ffff:10.0.0.0/104',
    '::ffff:10.0.0.0/8',
    '1.2.3.4/8/9',
    '1.2.3.4/32/9',
    '/8',
  ])('does not take %s', (text) => {
    expect(readNetworks(text).wrong).toEqual([text])
  })
})
