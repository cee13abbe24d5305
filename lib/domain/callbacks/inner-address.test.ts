import { describe, expect, it } from 'vitest'
import { isInnerAddress, isIpAddress } from './inner-address'

const INNER = [
  ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
  ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1']],
  ['link-local', ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1']],
  [
    'metadata of clouds',
    ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
  ],
  ['CGNAT', ['100.64.0.1', '100.127.255.255']],
  ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1']],
  ['reserved and broadcast', ['240.0.0.1', '255.255.255.255', '4000::1', 'fec0::1', '100::1']],
  [
    'documentation and benchmarks',
    ['192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '198.19.9.9', '2001:db8::1', '3fff::1'],
  ],
  ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:a9fe:a9fe']],
  ['IPv4-compatible', ['::127.0.0.1', '::7f00:1']],
  ['6to4 of an inner address', ['2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::']],
  ['NAT64 of an inner address', ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1.1.1.1']],
  ['Teredo', ['2001:0:4136:e378:8000:63bf:3fff:fdd2']],
  [
    'what is no IP address',
    [
      '',
      'localhost',
      '127.1',
      '0177.0.0.1',
      '2130706433',
      '1.2.3.256',
      '1:2:3',
      '1::2::3',
      ':::',
      'g::',
      '1:2:3:4:5:6:7:8:9',
      '12345::',
    ],
  ],
] as const

const OUTER = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '168.63.129.17',
  '2606:4700::1111',
  '2a00:1450:4001:830::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
  '2001:4860:4860::8888',
  '3ffe::1',
]

describe('inner addresses', () => {
  for (const [kind, addresses] of INNER) {
    it.each(addresses)(`${kind}: %s is inner`, (address) => expect(isInnerAddress(address)).toBe(true))
  }

  it.each(OUTER)('%s is not inner', (address) => expect(isInnerAddress(address)).toBe(false))

  it('an IP address is recognized only in the usual notation', () => {
    expect(['1.2.3.4', '::1', '2002:808:808::1', '::ffff:1.2.3.4'].every(isIpAddress)).toBe(true)
    expect(['1.2.3', '01.2.3.4', '1.2.3.4.5', 'example.test', '', '1.2.3.4:80'].some(isIpAddress)).toBe(false)
  })
})
