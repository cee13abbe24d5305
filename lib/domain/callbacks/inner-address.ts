import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'

/**
 * Whether an IP address is internal or in no network at all. The desk forwards nothing to such an address unless an
 * admin allows it, because internal systems trust callers inside their network. Text that is not an IP address counts
 * as internal. Based on the registries of special-purpose addresses (RFC 6890 and its updates).
 */
export function isInnerAddress(address: string): boolean {
  if (isFourParts(address)) return isInnerIPv4(ipaddr.IPv4.parse(address))
  return !isIPv6(address) || isInnerIPv6(ipaddr.IPv6.parse(address))
}

/** Whether the text is an IP address in the usual notation. */
export const isIpAddress = (text: string): boolean => isFourParts(text) || isIPv6(text)

/** Requires four decimal parts: some programs read a leading 0 as octal, and shorter forms are ambiguous. */
export const isFourParts = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text)

/** Excludes the deprecated `::192.0.2.1`, which the library confuses with the mapped address. */
export const isIPv6 = (text: string): boolean => ipaddr.IPv6.isValid(text) && !/^::\d+\./.test(text)

/** Not in the registries: its number is public, but it serves only the inside of one cloud. */
const INSIDE_A_CLOUD = ipaddr.IPv4.parse('168.63.129.16')

const isInnerIPv4 = (address: IPv4): boolean =>
  address.range() !== 'unicast' || address.match(INSIDE_A_CLOUD, 32)

/**
 * IPv6 networks that embed an IPv4 address (mapped, NAT64, 6to4), and the position of its first byte. Such an address
 * reaches whatever the IPv4 address reaches.
 */
const CARRIERS = (
  [
    ['::ffff:0:0/96', 12],
    ['64:ff9b::/96', 12],
    ['2002::/16', 2],
  ] as const
).map(([network, first]) => ({ network: ipaddr.IPv6.parseCIDR(network), first }))

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

function isInnerIPv6(address: IPv6): boolean {
  const carrier = CARRIERS.find(({ network }) => address.match(network))
  if (carrier)
    return isInnerIPv4(new ipaddr.IPv4(address.toByteArray().slice(carrier.first, carrier.first + 4)))
  return address.range() !== 'unicast' || !address.match(GLOBAL_UNICAST)
}
