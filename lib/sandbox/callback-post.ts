import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isInnerAddress } from '@/lib/domain/callbacks/inner-address'
import { FORM_MEDIA_TYPE } from '@/lib/partner/wire/callback'
import { isOfThisMachine, responseAddressProblem } from './response-address'

/** The result of one attempt. If `status` is null there was no answer, and `problem` says why. */
export type PostResult = { status: number; problem: null } | { status: null; problem: string }

/** We ignore the answer's body, but read this much so that the server can finish sending it. */
const MAX_ANSWER_BYTES = 16 * 1024

/** `baseUrl` is the sandbox's own: besides outside addresses, events may go to its origin. */
export type PostWays = { baseUrl: string; signal: AbortSignal; lookup?: LookupFunction }

/**
 * Posts a form-encoded body on its own connection, without following redirects. Checks the address again, including
 * what its name resolves to now: a name that was external when it was set may point to an internal network today. Uses
 * node:http, because Next replaces the global fetch. Never throws; stops when `signal` aborts.
 */
export async function postCallback(
  address: string,
  body: string,
  { baseUrl, signal, lookup = dns.lookup }: PostWays,
): Promise<PostResult> {
  // `true`: whether the caller could use a loopback address was checked when the address was set.
  if (responseAddressProblem(address, baseUrl, true) !== null)
    return { status: null, problem: 'The response address is not allowed' }
  const url = new URL(address)
  const judged = isOfThisMachine(url, baseUrl, true) ? lookup : outside(lookup)
  try {
    return { status: await post(url, body, { signal, lookup: judged }), problem: null }
  } catch (error) {
    return { status: null, problem: describe(error, signal) }
  }
}

const LEADS_INSIDE = 'ERR_LEADS_INSIDE'

/** Connects to the addresses that were checked, without a second DNS lookup that might differ. */
const outside =
  (lookup: LookupFunction): LookupFunction =>
  (host, options, answer) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : []
      const [first] = addresses
      if (error || !first) return answer(error ?? leadsNowhere('ENOTFOUND'), '')
      if (addresses.some(({ address }) => isInnerAddress(address)))
        return answer(leadsNowhere(LEADS_INSIDE), '')
      if (options.all) return answer(null, addresses)
      answer(null, first.address, first.family)
    })

const leadsNowhere = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })

function post(
  url: URL,
  body: string,
  { signal, lookup }: { signal: AbortSignal; lookup: LookupFunction },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    agent: false,
    lookup,
    signal,
    headers: {
      'content-type': FORM_MEDIA_TYPE,
      'content-length': Buffer.byteLength(body),
    },
  })
  let status: number | null = null
  let problem = new Error('closed')
  request.once('response', (response) => {
    status = response.statusCode ?? 0
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES) request.destroy()
    })
    // The status counts, however the body ends.
    response.on('error', () => {})
  })
  request.on('error', (error) => {
    problem = error
  })
  request.once('close', () => (status === null ? reject(problem) : resolve(status)))
  request.end(body)
  return promise
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut before an answer came',
  ENOTFOUND: 'The name of the address was not found',
  EAI_AGAIN: 'The name server did not answer',
  [LEADS_INSIDE]: 'The name of the address leads into an inner network, to which no events are sent',
}

function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'No answer came in time'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('HPE_')) return 'The answer was not HTTP'
  return REASONS[code] ?? `The address could not be reached${code && ` (${code})`}`
}
