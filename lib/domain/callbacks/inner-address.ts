/**
 * Whether an IP address is one of an inner network, or of no network at all: nothing that the desk sends on may
 * reach these unless an admin says so, since what answers there trusts whoever is inside. What is no IP address
 * counts as one. Both forms are judged by the registries of special-purpose addresses (RFC 6890 and its followers).
 */
export function isInnerAddress(address: string): boolean {
  const v4 = parseIPv4(address)
  if (v4 !== null) return isInnerIPv4(v4)
  const v6 = parseIPv6(address)
  return v6 === null || isInnerIPv6(v6)
}

/** Whether the text is an IP address, in the usual way of writing. */
export const isIpAddress = (text: string): boolean => parseIPv4(text) !== null || parseIPv6(text) !== null

const INNER_IPV4: readonly [network: string, bits: number][] = [
  // "This network", which reaches the machine itself.
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared by a provider's customers (CGNAT).
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, where clouds serve the credentials of a machine.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  // Documentation: of nobody.
  ['192.0.2.0', 24],
  // Relays of 6to4.
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  // Benchmarks.
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // A public address by its number, and the inside of one cloud by what it serves.
  ['168.63.129.16', 32],
  // Multicast, what is reserved, and the broadcast.
  ['224.0.0.0', 3],
]

const INNER_IPV6: readonly [network: string, bits: number][] = [
  // Protocol assignments: tunnels (Teredo) and what is no place.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
]

/** Those that carry an IPv4 address, and how many bits stand behind it: they reach what it reaches. */
const CARRIERS: readonly [network: string, bits: number, behind: bigint][] = [
  // Mapped.
  ['::ffff:0:0', 96, 0n],
  // NAT64.
  ['64:ff9b::', 96, 0n],
  // 6to4.
  ['2002::', 16, 80n],
]

const GLOBAL_UNICAST = ['2000::', 3] as const

const isInnerIPv4 = (address: bigint): boolean =>
  INNER_IPV4.some(([network, bits]) => isWithin(address, parseIPv4(network), bits, 32))

function isInnerIPv6(address: bigint): boolean {
  for (const [network, bits, behind] of CARRIERS) {
    if (isWithin(address, parseIPv6(network), bits, 128))
      return isInnerIPv4((address >> behind) & 0xffff_ffffn)
  }
  const [global, globalBits] = GLOBAL_UNICAST
  return (
    !isWithin(address, parseIPv6(global), globalBits, 128) ||
    INNER_IPV6.some(([network, bits]) => isWithin(address, parseIPv6(network), bits, 128))
  )
}

const isWithin = (address: bigint, network: bigint | null, bits: number, width: number): boolean =>
  network !== null && address >> BigInt(width - bits) === network >> BigInt(width - bits)

function parseIPv4(text: string): bigint | null {
  if (!/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(text)) return null
  const parts = text.split('.').map(Number)
  return parts.every((part) => part <= 255)
    ? parts.reduce((address, part) => (address << 8n) | BigInt(part), 0n)
    : null
}

function parseIPv6(text: string): bigint | null {
  // Behind the percent sign stands the interface of this machine: no part of the address.
  const [bare = ''] = text.split('%', 1)
  const halves = withoutDots(bare)?.split('::')
  if (!halves || halves.length > 2) return null
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.reduce((address, group) => (address << 16n) | BigInt(`0x${group}`), 0n)
}

/** With an IPv4 address at its end written as the two groups that it is; null where there is none to be read. */
function withoutDots(text: string): string | null {
  if (!text.includes('.')) return text.includes(':') ? text : null
  const at = text.lastIndexOf(':')
  const v4 = parseIPv4(text.slice(at + 1))
  if (at < 0 || v4 === null) return null
  return `${text.slice(0, at + 1)}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`
}
