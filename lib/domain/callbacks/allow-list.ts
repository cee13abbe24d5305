import type { SettingProblem } from '@/lib/domain/settings/setting-problem'

/** Many more than a partner posts from. */
export const MAX_NETWORKS = 100

/**
 * An allow-list as people type it: addresses and networks (CIDR), one in a line or with commas between them.
 * `networks` have their length, and none stands there twice; there are none where `problems` stand against it.
 */
export function readAllowList(typed: string): { networks: string[]; problems: SettingProblem[] } {
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

/** As it is typed again: one in a line, an address without the length that makes it a network. */
export const typedAllowList = (networks: readonly string[]): string => networks.map(networkText).join('\n')

/** `203.0.113.7/32` is one address, and is shown as that. */
export const networkText = (network: string): string =>
  network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '')

type Found = { network: string } | { problem: string }
/** `bits`: all 32 or 128 of them, in one number. */
type Address = { bits: bigint; length: 32 | 128 }

function readNetwork(typed: string): Found {
  const [text = '', lengthText, ...more] = typed.split('/')
  const address = readAddress(text)
  if (!address || more.length > 0) {
    return {
      problem: `“${shortened(typed)}” is no address. Write one such as 203.0.113.7, or a network such as 203.0.113.0/24.`,
    }
  }
  if (lengthText !== undefined && !(/^\d{1,3}$/.test(lengthText) && Number(lengthText) <= address.length)) {
    return {
      problem: `“${shortened(typed)}” ends in a length that there is not: of such a network it is a number from 0 to ${address.length}.`,
    }
  }
  return networkOf(typed, address, lengthText === undefined ? address.length : Number(lengthText))
}

function networkOf(typed: string, address: Address, length: number): Found {
  const free = BigInt(address.length - length)
  const network = (address.bits >> free) << free
  if (network === address.bits) return { network: plainNetwork(address, length) }
  const [whole, one] = [network, address.bits].map((bits) => addressText({ ...address, bits }))
  return {
    problem: `“${typed}” is an address inside of a network. Write ${whole}/${length}, or ${one} alone.`,
  }
}

/** IPv4 that is written as IPv6 is IPv4: so the desk sees whoever posts from there. */
function plainNetwork(address: Address, length: number): string {
  const isMapped = address.length === 128 && length >= 96 && address.bits >> 32n === 0xffffn
  return isMapped
    ? plainNetwork({ bits: address.bits & 0xffffffffn, length: 32 }, length - 96)
    : `${addressText(address)}/${length}`
}

function readAddress(text: string): Address | null {
  const bits = text.includes(':') ? readGroups(text) : readBytes(text)
  return bits === null ? null : { bits, length: text.includes(':') ? 128 : 32 }
}

function readBytes(text: string): bigint | null {
  const bytes = text.split('.')
  // A byte that begins with 0 is octal to some.
  const isRight =
    bytes.length === 4 && bytes.every((byte) => /^(?:0|[1-9]\d{0,2})$/.test(byte) && Number(byte) < 256)
  return isRight ? bytes.reduce((bits, byte) => bits * 256n + BigInt(byte), 0n) : null
}

const GROUPS = 8

/** IPv6: eight groups, of which `::` leaves out those that are 0; the last two may be written as IPv4. */
function readGroups(text: string): bigint | null {
  const tail = /(?<=:)[\d.]+$/.exec(text)?.[0] ?? ''
  const ipv4 = tail.includes('.') ? readBytes(tail) : null
  if (tail.includes('.') && ipv4 === null) return null
  const hex = ipv4 === null ? text : text.slice(0, -tail.length) + hexGroups(ipv4, 2).join(':')
  const halves = hex.split('::')
  const [left = [], right] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = GROUPS - left.length - (right?.length ?? 0)
  if (halves.length > 2 || (right === undefined ? missing !== 0 : missing < 1)) return null
  const groups = [...left, ...Array<string>(missing).fill('0'), ...(right ?? [])]
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.reduce((bits, group) => bits * 65_536n + BigInt(`0x${group}`), 0n)
    : null
}

const hexGroups = (bits: bigint, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    ((bits >> BigInt(16 * (count - 1 - index))) & 0xffffn).toString(16),
  )

/** In the one form that each address has: IPv6 with its longest run of zeros left out. */
function addressText({ bits, length }: Address): string {
  if (length === 32) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.')
  const text = hexGroups(bits, GROUPS).join(':')
  const zeros = [...text.matchAll(/(?<![^:])0(?::0)+(?![^:])/g)].reduce(
    (longest, [run]) => (run.length > longest.length ? run : longest),
    '',
  )
  return zeros === '' ? text : text.replace(new RegExp(`(^|:)${zeros}(:|$)`), '::')
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
