import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isInnerAddress } from '@/lib/domain/callbacks/inner-address'
import { FORM_MEDIA_TYPE } from '@/lib/partner/wire/callback'
import { isOfThisMachine, responseAddressProblem } from './response-address'

/** What became of one attempt. Without a status no answer came, and the problem says why, in words. */
export type PostResult = { status: number; problem: null } | { status: null; problem: string }

/** An answer's body means nothing; this much of it is taken, so that its sender can end in peace. */
const MAX_ANSWER_BYTES = 16 * 1024

/** What an address may be, besides the whole outside: `baseUrl` is the sandbox's own. */
export type PostWays = { baseUrl: string; signal: AbortSignal; lookup?: LookupFunction }

/**
 * Posts a form-encoded body on a connection of its own and follows no redirect. The address is judged once more, as it
 * stands and by what its name leads to now: a name that led outside when it was set may lead inside today. Over
 * node:http, because Next replaces the global fetch. Never throws; ends when `signal` does.
 */
export async function postCallback(
  address: string,
  body: string,
  { baseUrl, signal, lookup = dns.lookup }: PostWays,
): Promise<PostResult> {
  // Who set it was judged then: only a program of this machine can have named this machine.
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

/** The connection goes to what was judged: nobody asks a name server a second time. */
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
    // The status stands, however the body ends.
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
