import http from 'node:http'
import https from 'node:https'
import { FORM_MEDIA_TYPE } from '@/lib/partner/wire/callback'

/** What became of one attempt. Without a status no answer came, and the problem says why, in words. */
export type PostOutcome = { status: number; problem: null } | { status: null; problem: string }

/** An answer's body means nothing; this much of it is taken, so that its sender can end in peace. */
const MAX_ANSWER_BYTES = 16 * 1024

/**
 * Posts a form-encoded body on a connection of its own and follows no redirect. Over node:http, because Next
 * replaces the global fetch. Never throws; ends when `signal` does.
 */
export async function postCallback(address: string, body: string, signal: AbortSignal): Promise<PostOutcome> {
  try {
    return { status: await post(new URL(address), body, signal), problem: null }
  } catch (error) {
    return { status: null, problem: describe(error, signal) }
  }
}

function post(url: URL, body: string, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    agent: false,
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
  ERR_INVALID_URL: 'The address cannot be read',
}

function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'No answer came in time'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('HPE_')) return 'The answer was not HTTP'
  return REASONS[code] ?? `The address could not be reached${code && ` (${code})`}`
}
