import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { bareHost, endpointUrlProblem } from '@/lib/domain/callbacks/endpoint'
import { isInnerAddress, isIpAddress } from '@/lib/domain/callbacks/inner-address'

/**
 * The result of one try. A status with a problem is an answer that rejects the message; without a status there was no
 * answer. The problem is in words, and contains neither the address nor any of the answer's body.
 */
export type PostResult =
  | { status: number; problem: null }
  | { status: number; problem: string }
  | { status: null; problem: string }

export type ForwardTarget = { url: string; innerAllowed: boolean }

type Resolved = { address: string; family: number }

/** Options of a try. */
export type PostWays = {
  deadlineMs: number
  /** All addresses of a host name. Rejects if there are none. */
  resolve(host: string): Promise<Resolved[]>
}

export const POST_WAYS: PostWays = {
  deadlineMs: 10_000,
  resolve: (host) => lookup(host, { all: true, order: 'verbatim' }),
}

/** We ignore the answer's body, but read this much so that the server can finish sending it. */
const MAX_ANSWER_BYTES = 16 * 1024

/**
 * Posts a JSON text on its own connection, without following redirects, whose targets were never checked. The host name
 * is resolved once, all its addresses are checked, and we connect to one of those, so that a DNS change a moment later
 * has no effect. Uses node:http, because Next replaces the global fetch. Never throws.
 */
export async function postForward(
  target: ForwardTarget,
  headers: Readonly<Record<string, string>>,
  text: string,
  ways: PostWays = POST_WAYS,
): Promise<PostResult> {
  const refused = endpointUrlProblem(target.url, target.innerAllowed)
  if (refused !== null) return { status: null, problem: 'The address is not allowed. Check it in Settings' }
  const deadline = AbortSignal.timeout(ways.deadlineMs)
  try {
    const url = new URL(target.url)
    const addresses = await beforeDeadline(deadline, resolveOf(url, ways))
    if (!target.innerAllowed && addresses.some(({ address }) => isInnerAddress(address)))
      return {
        status: null,
        problem: 'The host name resolves to a private network, which is not allowed',
      }
    return judge(await post(url, addresses, headers, text, deadline))
  } catch (error) {
    return { status: null, problem: describe(error, deadline) }
  }
}

/** An IP address needs no lookup. */
async function resolveOf(url: URL, { resolve }: PostWays): Promise<Resolved[]> {
  const host = bareHost(url)
  return isIpAddress(host) ? [{ address: host, family: host.includes(':') ? 6 : 4 }] : resolve(url.hostname)
}

/** A DNS lookup cannot be aborted, and may take far longer than the deadline. */
function beforeDeadline<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const onAbort = () => reject(deadline.reason)
  deadline.addEventListener('abort', onAbort, { once: true })
  work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', onAbort))
  return promise
}

function post(
  url: URL,
  addresses: readonly Resolved[],
  headers: Readonly<Record<string, string>>,
  text: string,
  signal: AbortSignal,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    agent: false,
    lookup: among(addresses),
    signal,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'user-agent': 'payfac-desk',
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
  request.end(text)
  return promise
}

/** Answers DNS queries from the checked addresses, without asking DNS again. */
const among =
  (addresses: readonly Resolved[]): LookupFunction =>
  (_host, options, answer) => {
    const [first] = addresses
    if (options.all) answer(null, [...addresses])
    else if (first) answer(null, first.address, first.family)
    else answer(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '')
  }

/** The one status that asks for no retry (Standard Webhooks). */
const GONE = 410
export const isGone = ({ status }: PostResult): boolean => status === GONE

function judge(status: number): PostResult {
  if (status >= 200 && status < 300) return { status, problem: null }
  if (status === GONE) return { status, problem: 'It answered HTTP 410, Gone, so it is not retried' }
  return {
    status,
    problem:
      status >= 300 && status < 400
        ? `It answered HTTP ${status}: redirects are not followed`
        : `It answered HTTP ${status}`,
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut before an answer came',
  ENOTFOUND: 'The name of the address was not found',
  EAI_AGAIN: 'The name server did not answer',
  CERT_HAS_EXPIRED: 'Its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is not signed by a trusted authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not signed by a trusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not signed by a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Its certificate is not signed by a trusted authority',
  EPROTO: 'It does not speak TLS',
}

function describe(error: unknown, deadline: AbortSignal): string {
  if (deadline.aborted) return 'No answer came in time'
  const code = codeOf(error)
  if (code.startsWith('HPE_')) return 'The answer was not HTTP'
  return REASONS[code] ?? `The address could not be reached${code && ` (${code})`}`
}

/** The error code; if several addresses were tried, that of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
