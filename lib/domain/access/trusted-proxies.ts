import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'

/**
 * Where a request came from, and which of its headers to believe. Anyone who connects can write any header, so
 * forwarded values count only from the networks in TRUSTED_PROXIES, and only the hops that a trusted proxy added.
 */

type Address = IPv4 | IPv6
export type Network = readonly [first: Address, length: number]

export type Forwarded = {
  /** The address of the socket. */
  peer: string | undefined
  for?: string | undefined
  host?: string | undefined
  proto?: string | undefined
}

export type Caller = {
  /** Normalized: an IPv4 address mapped to IPv6 is written as IPv4. */
  address: string
  /** Null if no trusted proxy gave one. */
  host: string | null
  proto: 'http' | 'https' | null
  /**
   * The forwarding headers came from an untrusted sender: a proxy missing in TRUSTED_PROXIES, or a caller who forges
   * them.
   */
  isUntrusted: boolean
}

/** Reads `10.0.0.0/8, 2001:db8::1`. `wrong`: the entries that are not a network, or that name an address inside one. */
export function readNetworks(text: string): { networks: Network[]; wrong: string[] } {
  const networks: Network[] = []
  const wrong: string[] = []
  for (const typed of text.split(',').map((one) => one.trim())) {
    if (typed === '') continue
    const network = readNetwork(typed)
    if (network) networks.push(network)
    else wrong.push(typed)
  }
  return { networks, wrong }
}

function readNetwork(typed: string): Network | null {
  const [text = '', length, ...more] = typed.split('/')
  const address = readAddress(text)
  if (!address || more.length > 0) return null
  const bits = address instanceof ipaddr.IPv4 ? 32 : 128
  if (length === undefined) return [address, bits]
  // A mapped address is treated as IPv4 here, so an IPv6 prefix length would count the wrong bits.
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits || text.includes(':') !== (bits === 128)) return null
  const first =
    address instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${length}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${length}`)
  return first.toString() === address.toString() ? [address, Number(length)] : null
}

/**
 * The rightmost hop that is not trusted. If a hop cannot be read, the last readable one, because no trusted proxy
 * vouches for anything beyond it.
 */
export function callerOf(given: Forwarded, trusted: readonly Network[]): Caller {
  const peer = readAddress((given.peer ?? '').replace(/%.*$/s, ''))
  const isForwarded = [given.for, given.host, given.proto].some((header) => header !== undefined)
  if (!peer) return { address: given.peer || 'unknown', host: null, proto: null, isUntrusted: isForwarded }
  if (!isIn(peer, trusted))
    return { address: peer.toString(), host: null, proto: null, isUntrusted: isForwarded }
  let address = peer
  for (const hop of (given.for ?? '').split(',').reverse()) {
    const found = readHop(hop.trim())
    if (!found) break
    address = found
    if (!isIn(found, trusted)) break
  }
  return {
    address: address.toString(),
    // With several values, some may come from the caller, and they cannot be told from a proxy's.
    host: given.host !== undefined && HOST.test(given.host) ? given.host : null,
    proto: given.proto === 'https' || given.proto === 'http' ? given.proto : null,
    isUntrusted: false,
  }
}

const HOST = /^(?:[A-Za-z0-9.-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/**
 * The unit in which attempts are counted. An owner of one IPv6 address has its whole /64, and could use another address
 * for each attempt.
 */
export function countedAs(address: string): string {
  const read = readAddress(address)
  if (!(read instanceof ipaddr.IPv6)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${read}/64`)}/64`
}

/** Reads `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`. */
function readHop(text: string): Address | null {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? []
  if (bracketed !== undefined) return bracketed.includes(':') ? readAddress(bracketed) : null
  const [, four] = /^([\d.]+):\d{1,5}$/.exec(text) ?? []
  return readAddress(four ?? text)
}

/** Null for an unusual notation: programs read `0177.0.0.1` and `1` in different ways. */
function readAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  // Excludes the deprecated `::192.0.2.1`, which the library reads as a mapped address.
  if (text.includes('%') || !ipaddr.IPv6.isValid(text) || /^::\d+\./.test(text)) return null
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

const isIn = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(
    ([first, length]) => address.kind() === first.kind() && address.match([first, length] as never),
  )
