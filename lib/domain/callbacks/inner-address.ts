import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'

/**
 * Whether an IP address is one of an inner network, or of no network at all: nothing that the desk sends on may
 * reach these unless an admin says so, since what answers there trusts whoever is inside. What is no IP address
 * counts as one. Judged by the registries of special-purpose addresses (RFC 6890 and its followers).
 */
export function isInnerAddress(address: string): boolean {
  if (isFourParts(address)) return isInnerIPv4(ipaddr.IPv4.parse(address))
  return !isIPv6(address) || isInnerIPv6(ipaddr.IPv6.parse(address))
}

/** Whether the text is an IP address, in the usual way of writing. */
export const isIpAddress = (text: string): boolean => isFourParts(text) || isIPv6(text)

/** A part that begins with 0 is octal to some, and an address of one or two parts is many things. */
export const isFourParts = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text)

/** Without the deprecated `::192.0.2.1`: the library takes it for the mapped address, which is another one. */
export const isIPv6 = (text: string): boolean => ipaddr.IPv6.isValid(text) && !/^::\d+\./.test(text)

/** Not in the registries: a public address by its number, and the inside of one cloud by what it serves. */
const INSIDE_A_CLOUD = ipaddr.IPv4.parse('168.63.129.16')

const isInnerIPv4 = (address: IPv4): boolean =>
  address.range() !== 'unicast' || address.match(INSIDE_A_CLOUD, 32)

/** Those that carry an IPv4 address (mapped, NAT64, 6to4), and its first byte: they reach what it reaches. */
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
