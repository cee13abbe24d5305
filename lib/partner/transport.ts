import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { type DecodedBody, decodeBody } from './content-encoding'
import { PartnerError } from './errors'

/**
 * Sends each request on its own connection: if the partner had just closed a kept-alive socket, we could not know
 * whether it received a write. Uses node:http, because Next replaces the global fetch.
 */

export type PartnerRequest = {
  url: URL
  headers: Record<string, string>
  /**
   * The body of a POST; null sends a GET. A stream is opened after connecting and must yield exactly `sizeBytes`.
   * Text parts are ASCII.
   */
  body: string | { sizeBytes: number; open(): AsyncIterable<string | Uint8Array> } | null
  /** The request (for a token or a stage) changes nothing at the partner, so no failure leaves its outcome unknown. */
  changesNothing?: boolean
  /** For the whole exchange, including connection retries. */
  deadlineMs: number
  /** Longest time without a byte in either direction; no limit if missing. */
  idleMs?: number
  /** Defaults to 5 MB. */
  maxAnswerBytes?: number
}

/**
 * `ending`: how the body ended. The status is valid even if the body is incomplete or could not be decompressed.
 */
export type PartnerAnswer = {
  status: number
  text: string
  ending: 'complete' | 'cut' | 'timeout' | 'too-long' | 'packed'
}

/** Joins a path to a base URL, with or without a slash at its end. */
export function addressBelow(base: URL | string, path: string): URL {
  const { origin, pathname } = new URL(base)
  return new URL(`${origin}${pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`)
}

const DEFAULT_MAX_ANSWER_BYTES = 5_000_000
const CONNECT_MS = 10_000
const CONNECT_RETRIES = 2
const RETRY_BASE_MS = 250

/**
 * Throws a PartnerError if no status line arrives. Its outcome is `not-applied` if we never connected, or never handed
 * over the last byte of the body: a body shorter than its Content-Length is incomplete (RFC 9112, 8) and not valid
 * JSON, so the partner cannot have acted on it.
 */
export async function exchange(request: PartnerRequest): Promise<PartnerAnswer> {
  const endsAt = performance.now() + request.deadlineMs
  for (let attempt = 0; ; attempt++) {
    try {
      return await exchangeOnce(request, endsAt)
    } catch (error) {
      // Jitter keeps many callers from retrying at once.
      const pauseMs = RETRY_BASE_MS * 2 ** attempt * (0.5 + Math.random())
      const retry =
        error instanceof NotConnected && attempt < CONNECT_RETRIES && performance.now() + pauseMs < endsAt
      if (!retry) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** We never connected, so a retry is safe. */
class NotConnected extends PartnerError {}

function exchangeOnce(request: PartnerRequest, endsAt: number): Promise<PartnerAnswer> {
  const { url, body } = request
  const { maxAnswerBytes = DEFAULT_MAX_ANSWER_BYTES } = request
  const { promise, resolve, reject } = Promise.withResolvers<PartnerAnswer>()
  const client = (url.protocol === 'https:' ? https : http).request(url, {
    method: body === null ? 'GET' : 'POST',
    agent: false,
    headers: {
      ...request.headers,
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...lengthHeader(body),
    },
  })

  let connected = false
  let handedOver = false
  let answer: { status: number; encoding: string; chunks: Buffer[]; bytes: number } | null = null
  let settled = false
  const stopped = new AbortController()

  const stop = () => {
    settled = true
    stopped.abort()
    clearTimeout(connectTimer)
    clearTimeout(deadlineTimer)
    clearTimeout(idleTimer)
    // Also stops an upload that was answered early.
    client.destroy()
  }
  const finish = (ending: PartnerAnswer['ending']) => {
    if (settled || !answer) return
    stop()
    const { status, encoding, chunks } = answer
    void decodeBody(Buffer.concat(chunks), encoding, { isWhole: ending === 'complete', maxAnswerBytes }).then(
      (body) => {
        // An answer before the request is complete cannot be trusted as an answer to it.
        resolve({ status, text: body.text, ending: handedOver ? endingOf(ending, body) : 'cut' })
      },
    )
  }
  const fail = (error: PartnerError) => {
    if (settled) return
    stop()
    reject(error)
  }
  const outcome = () => (handedOver && !request.changesNothing ? 'unknown' : 'not-applied')

  const expire = (what: string) => {
    if (answer) finish('timeout')
    else if (connected) fail(new PartnerError({ kind: 'timeout', outcome: outcome(), what }))
    else fail(new NotConnected({ kind: 'timeout', outcome: 'not-applied', what }))
  }
  const connectTimer = setTimeout(() => {
    expire(
      `The partner's server at ${url.host} did not take the connection within ${CONNECT_MS / 1000} seconds.`,
    )
  }, CONNECT_MS)
  const deadlineTimer = setTimeout(
    () => {
      expire(`The partner did not answer within ${Math.round(request.deadlineMs / 1000)} seconds.`)
    },
    Math.max(0, endsAt - performance.now()),
  )
  let idleTimer: NodeJS.Timeout | undefined
  const moved = () => {
    if (request.idleMs === undefined || settled) return
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      expire(`The transfer to the partner stalled for ${Math.round((request.idleMs ?? 0) / 1000)} seconds.`)
    }, request.idleMs)
  }

  const send = async () => {
    connected = true
    clearTimeout(connectTimer)
    moved()
    if (body === null || typeof body === 'string') {
      handedOver = true
      client.end(body ?? undefined)
      return
    }
    let sentBytes = 0
    try {
      for await (const part of body.open()) {
        if (settled) return
        sentBytes += part.length
        handedOver = sentBytes >= body.sizeBytes
        const flushed = typeof part === 'string' ? client.write(part, 'latin1') : client.write(part)
        if (!flushed) await once(client, 'drain', { signal: stopped.signal })
        moved()
      }
      client.end()
    } catch (cause) {
      // After a broken connection or a timeout, `fail` has already reported it and aborted the wait for 'drain'.
      if (cause instanceof PartnerError) return fail(cause)
      const what = 'The file could not be read to its end while it was being sent.'
      fail(new PartnerError({ kind: 'file', outcome: outcome(), what }))
    }
  }

  client.once('socket', (socket) => {
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => void send())
  })
  client.once('response', (response) => {
    const encoding = response.headers['content-encoding'] ?? ''
    answer = { status: response.statusCode ?? 0, encoding, chunks: [], bytes: 0 }
    response.on('data', (chunk: Buffer) => {
      if (!answer) return
      moved()
      answer.bytes += chunk.length
      answer.chunks.push(chunk)
      if (answer.bytes > maxAnswerBytes) finish('too-long')
    })
    response.once('end', () => finish('complete'))
    response.on('error', () => finish('cut'))
    response.once('close', () => finish('cut'))
  })
  client.on('error', (error: NodeJS.ErrnoException) => {
    if (answer) return finish('cut')
    if (!connected) return fail(notConnected(url, error))
    if (error.code?.startsWith('HPE_')) {
      return fail(
        new PartnerError({
          kind: 'unreadable',
          outcome: outcome(),
          what: `The server at ${url.host} answered with something that is not HTTP.`,
        }),
      )
    }
    fail(
      new PartnerError({
        kind: 'connection',
        outcome: outcome(),
        what: 'The connection to the partner was cut.',
      }),
    )
  })
  return promise
}

const endingOf = (ending: PartnerAnswer['ending'], body: DecodedBody): PartnerAnswer['ending'] =>
  body.problem === 'too-long' ? 'too-long' : ending === 'complete' && body.problem ? 'packed' : ending

function lengthHeader(body: PartnerRequest['body']): { 'content-length'?: number } {
  if (body === null) return {}
  return { 'content-length': typeof body === 'string' ? Buffer.byteLength(body) : body.sizeBytes }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name server did not answer',
}

const notConnected = (url: URL, error: NodeJS.ErrnoException): PartnerError =>
  new NotConnected({
    kind: 'connection',
    outcome: 'not-applied',
    what: `The partner's server at ${url.host} could not be reached (${REASONS[error.code ?? ''] ?? error.code ?? 'no connection'}).`,
  })
