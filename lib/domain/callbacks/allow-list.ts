import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'
import type { Problem } from '@/lib/domain/values/problem'
import { isFourParts, isIPv6 } from './inner-address'

/** Many more than a partner posts from. */
export const MAX_NETWORKS = 100

/**
 * Reads an allow-list as people type it: addresses and networks (CIDR), one per line or separated by commas. `networks`
 * include their prefix length and have no duplicates; the list is empty if there are `problems`.
 */
export function readAllowList(typed: string): { networks: string[]; problems: Problem[] } {
  const read = typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(readNetwork)
  const messages = read.flatMap((found) => ('problem' in found ? [found.problem] : []))
  const networks = [...new Set(read.flatMap((found) => ('network' in found ? [found.network] : [])))]
  if (networks.length > MAX_NETWORKS) {
    messages.push(`These are ${networks.length} networks; at most ${MAX_NETWORKS} can be listed.`)
  }
  return messages.length > 0
    ? { networks: [], problems: [...new Set(messages)].map((message) => ({ path: 'allowed', message })) }
    : { networks, problems: [] }
}

/** The list for the text box: one per line, single addresses without a prefix length. */
export const typedAllowList = (networks: readonly string[]): string => networks.map(networkText).join('\n')

/** Shows `203.0.113.7/32` as the single address that it is. */
export const networkText = (network: string): string =>
  network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '')

/** Whether the outer list allows everything that the inner one does. An empty list allows every address. */
export const isWithin = (inner: readonly string[], outer: readonly string[]): boolean =>
  outer.length === 0 ||
  (inner.length > 0 && inner.every((network) => outer.some((each) => holds(each, network))))

function holds(outer: string, inner: string): boolean {
  const [[around, bits], [address, length]] = [ipaddr.parseCIDR(outer), ipaddr.parseCIDR(inner)]
  return address.kind() === around.kind() && length >= bits && address.match([around, bits] as never)
}

type Found = { network: string } | { problem: string }
type Address = IPv4 | IPv6

function readNetwork(typed: string): Found {
  const [text = '', lengthText, ...more] = typed.split('/')
  const address = readAddress(text)
  if (!address || more.length > 0) {
    return {
      problem: `“${shortened(typed)}” is not an address. Enter one such as 203.0.113.7, or a network such as 203.0.113.0/24.`,
    }
  }
  const bits = bitsOf(address)
  if (lengthText !== undefined && !(/^\d{1,3}$/.test(lengthText) && Number(lengthText) <= bits)) {
    return {
      problem: `“${shortened(typed)}” has an invalid prefix length. Use a number from 0 to ${bits}.`,
    }
  }
  return networkOf(typed, address, lengthText === undefined ? bits : Number(lengthText))
}

function networkOf(typed: string, address: Address, length: number): Found {
  const first = firstOf(address, length)
  if (first.toString() === address.toString()) return { network: plainNetwork(address, length) }
  return {
    problem: `“${typed}” is an address inside a network. Enter ${first}/${length}, or ${address} alone.`,
  }
}

const bitsOf = (address: Address): 32 | 128 => (address instanceof ipaddr.IPv4 ? 32 : 128)

const firstOf = (address: Address, length: number): Address =>
  address instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${length}`)
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${length}`)

/** Writes IPv4 mapped to IPv6 as IPv4, as the desk does with a caller's address. */
const plainNetwork = (address: Address, length: number): string =>
  address instanceof ipaddr.IPv6 && length >= 96 && address.isIPv4MappedAddress()
    ? `${address.toIPv4Address()}/${length - 96}`
    : `${address}/${length}`

/** Null if the text is not an address, or has a zone, which is meaningful on one machine only. */
function readAddress(text: string): Address | null {
  if (isFourParts(text)) return ipaddr.IPv4.parse(text)
  return isIPv6(text) && !text.includes('%') ? ipaddr.IPv6.parse(text) : null
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
