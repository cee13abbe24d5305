import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'

/**
 * From where a request came, and what of its headers may be believed. Whoever connects can write any header: what was
 * forwarded counts only from the networks of TRUSTED_PROXIES, and of their list only what a trusted one added.
 */

type Address = IPv4 | IPv6
export type Network = readonly [first: Address, length: number]

export type Forwarded = {
  /** As the socket says. */
  peer: string | undefined
  for?: string | undefined
  host?: string | undefined
  proto?: string | undefined
}

export type Caller = {
  /** In one spelling: IPv4 that came as IPv6 is IPv4. */
  address: string
  /** Null where no trusted proxy said so. */
  host: string | null
  proto: 'http' | 'https' | null
  /** Somebody forwards who is not trusted: a proxy that TRUSTED_PROXIES lacks, or a caller who makes it up. */
  isUntrusted: boolean
}

/** `10.0.0.0/8, 2001:db8::1`; `wrong` are those that are no network, or an address inside of one. */
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
  // Of a mapped address, which is IPv4 here, the length would count other bits.
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits || text.includes(':') !== (bits === 128)) return null
  const first =
    address instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${length}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${length}`)
  return first.toString() === address.toString() ? [address, Number(length)] : null
}

/** The rightmost hop that is not trusted. Where a hop cannot be read, the last one that could: nobody vouches for more. */
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
    // Several would be what callers wrote, with what proxies added: nobody knows which is which.
    host: given.host !== undefined && HOST.test(given.host) ? given.host : null,
    proto: given.proto === 'https' || given.proto === 'http' ? given.proto : null,
    isUntrusted: false,
  }
}

const HOST = /^(?:[A-Za-z0-9.-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/**
 * As what an address counts where tries are counted: whoever has one IPv6 address has the whole /64 that it stands in,
 * and would try each time from another one.
 */
export function countedAs(address: string): string {
  const read = readAddress(address)
  if (!(read instanceof ipaddr.IPv6)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${read}/64`)}/64`
}

/** `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`. */
function readHop(text: string): Address | null {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? []
  if (bracketed !== undefined) return bracketed.includes(':') ? readAddress(bracketed) : null
  const [, four] = /^([\d.]+):\d{1,5}$/.exec(text) ?? []
  return readAddress(four ?? text)
}

/** Null for what is no address in its usual way of writing: `0177.0.0.1` and `1` are many things to many readers. */
function readAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  // Without the deprecated `::192.0.2.1`, which the library takes for a mapped address.
  if (text.includes('%') || !ipaddr.IPv6.isValid(text) || /^::\d+\./.test(text)) return null
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

const isIn = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(
    ([first, length]) => address.kind() === first.kind() && address.match([first, length] as never),
  )
