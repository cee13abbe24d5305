import type { Problem } from '@/lib/domain/values/problem'
import { isInnerAddress, isIpAddress } from './inner-address'

/** An address of our own systems, as an admin enters it. */
export type EndpointText = { label: string; url: string; innerAllowed: boolean }

export const MAX_ENDPOINT_LABEL = 100
export const MAX_ENDPOINT_URL = 2_000

/** The problems of an endpoint, by field. Nothing is sent to an endpoint with a problem. */
export function checkEndpoint({ label, url, innerAllowed }: EndpointText): Problem[] {
  const problems: Problem[] = []
  if (label.trim() === '') problems.push({ path: 'label', message: 'Enter a name.' })
  else if (label.trim().length > MAX_ENDPOINT_LABEL)
    problems.push({ path: 'label', message: `Use at most ${MAX_ENDPOINT_LABEL} characters.` })
  const problem = endpointUrlProblem(url.trim(), innerAllowed)
  if (problem !== null) problems.push({ path: 'url', message: problem })
  return problems
}

/**
 * Why nothing may be sent to this address; null if it is allowed. This checks only the name; the addresses that it
 * resolves to are checked when sending.
 */
export function endpointUrlProblem(text: string, innerAllowed: boolean): string | null {
  if (text === '') return 'Enter the address, such as https://erp.example.com/callbacks.'
  if (text.length > MAX_ENDPOINT_URL)
    return `Use at most ${MAX_ENDPOINT_URL.toLocaleString('en-US')} characters.`
  if (!URL.canParse(text)) return 'Enter an address that starts with https:// and a host name.'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'Enter an address that starts with https://.'
  if (hostOf(text).includes('@')) return 'Remove the user name and password from the address.'
  if (url.hash !== '') return 'Remove the part after #. It is never sent.'
  const host = bareHost(url)
  if (isIpAddress(host) && !isWrittenPlainly(text, url)) return `Write the IP address as ${host}.`
  if (innerAllowed) return null
  if (url.protocol === 'http:') return 'Use https. For a private address, check the box below.'
  return isInnerName(host) ? 'This is a private address. To use it, check the box below.' : null
}

/** The host without the brackets of IPv6 and without a trailing dot. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** Names that only an internal network or this machine itself resolves. */
const INNER_NAMES = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'localdomain']

const isInnerName = (host: string): boolean =>
  isIpAddress(host)
    ? isInnerAddress(host)
    : !host.includes('.') || INNER_NAMES.some((name) => host === name || host.endsWith(`.${name}`))

/** `0x7f.1`, `2130706433` and `0177.0.0.1` all mean 127.0.0.1. Such a notation serves only to hide the address. */
const isWrittenPlainly = (text: string, url: URL): boolean =>
  url.hostname.startsWith('[') || hostOf(text).replace(/:\d*$/, '').replace(/\.$/, '') === bareHost(url)

const hostOf = (text: string): string => /^[a-z]+:[/\\]*([^/\\?#]*)/i.exec(text)?.[1] ?? ''
