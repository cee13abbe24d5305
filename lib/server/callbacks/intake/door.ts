import type { IncomingMessage, ServerResponse } from 'node:http'
import { routes } from '@/lib/routes'
import type { Callers } from '@/lib/server/callers'
import { countAnswer } from '@/lib/server/measures'
import type { CallbackIntake, IntakeResult } from './intake'
import { createRefusalLimit } from './refusal-limit'

/** An event of the interface is under 1 KB. */
const MAX_BODY_BYTES = 65_536
/** How long a body may take to arrive. */
const BODY_MS = 10_000
const RETRY_AFTER_S = '5'
/** After a refusal, the rest of the body is read and dropped: closing the connection at once could lose the answer. */
const MAX_DROPPED_BYTES = 16_000_000
const DROPPING_MS = 2_000

const STATUS: Readonly<Record<IntakeResult, number>> = {
  // Interface, "Response callback": HTTP 200 to acknowledge receipt; no body specified.
  stored: 200,
  'unknown-key': 404,
  'address-refused': 403,
  unsure: 503,
  overloaded: 503,
}

/**
 * Answers `POST /webhooks/response-credit-card/{key}` and returns true; leaves every other request alone and returns
 * false. It does not need Next, so it can run ahead of it, or in a process without it.
 */
export type CallbackDoor = (request: IncomingMessage, response: ServerResponse) => boolean

export function createCallbackDoor(
  intake: CallbackIntake,
  { addressOf }: Pick<Callers, 'addressOf'>,
): CallbackDoor {
  const refusals = createRefusalLimit()
  return (request, response) => {
    const key = keyOf(request.url ?? '')
    if (key === null) return false
    const address = addressOf(request)
    const beganAt = performance.now()
    statusOf(intake, request, { key, address })
      // The intake has logged the reason.
      .catch(() => 503)
      .then((status) => (status === 404 && refusals.isSpent(address) ? 429 : status))
      .then((status) => {
        answer(request, response, status)
        countAnswer(status, performance.now() - beganAt)
      })
    return true
  }
}

/**
 * 200 only once the callback is stored; 503 if it is not, or if that is unknown. No answer and no log line contains the
 * key. An empty body is stored too: it reports nothing, and people should see that.
 */
async function statusOf(
  intake: CallbackIntake,
  request: IncomingMessage,
  sender: { key: string; address: string },
): Promise<number> {
  if (request.method !== 'POST') return 405
  const refusal = intake.refusal(sender)
  if (refusal) return STATUS[refusal]
  if (!isForm(request.headers)) return 415
  if (Number(request.headers['content-length']) > MAX_BODY_BYTES) return 413
  const body = await readBody(request)
  return typeof body === 'number' ? body : STATUS[await intake.receive({ ...sender, body })]
}

/** The key in a receiver's address; '' if it is missing or cannot be decoded. Null for any other address. */
function keyOf(url: string): string | null {
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  if (path !== routes.receiver && !path.startsWith(`${routes.receiver}/`)) return null
  try {
    return decodeURIComponent(path.slice(routes.receiver.length + 1))
  } catch {
    return ''
  }
}

function answer(request: IncomingMessage, response: ServerResponse, status: number): void {
  if (request.complete || status === 200) {
    response.writeHead(status, headersOf(status)).end()
    return
  }
  // Ends only after the rest has arrived: Node then closes the connection, and unread bytes would reset it.
  response.writeHead(status, { ...headersOf(status), connection: 'close' }).flushHeaders()
  const end = () => response.end()
  const timer = setTimeout(end, DROPPING_MS)
  let dropped = 0
  request
    .on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > MAX_DROPPED_BYTES) end()
    })
    .once('end', end)
    .once('close', () => clearTimeout(timer))
    .on('error', () => {})
    .resume()
}

function headersOf(status: number): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-length': '0',
    ...((status === 503 || status === 429) && { 'retry-after': RETRY_AFTER_S }),
    ...(status === 405 && { allow: 'POST' }),
  }
}

/** Charsets that agree with ASCII below 128, so that field names can be read. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii', 'iso-8859-1', 'windows-1252']

/** A form, uncompressed, with one of these charsets or none. */
function isForm(headers: IncomingMessage['headers']): boolean {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replace(/^"(.*)"$/, '$1')
  return (
    type === 'application/x-www-form-urlencoded' &&
    (charset === undefined || CHARSETS.includes(charset)) &&
    (headers['content-encoding'] ?? 'identity') === 'identity'
  )
}

/** The bytes; or the status to answer if there are too many, they come too slowly, or they break off. */
function readBody(request: IncomingMessage): Promise<Buffer | number> {
  const { promise, resolve } = Promise.withResolvers<Buffer | number>()
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => resolve(408), BODY_MS)
  const take = (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_BODY_BYTES) resolve(413)
    else chunks.push(chunk)
  }
  request
    .on('data', take)
    // Most arrive in one chunk and need no copy.
    .once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    .once('close', () => resolve(400))
    .once('error', () => resolve(400))
  return promise.finally(() => {
    clearTimeout(timer)
    request.off('data', take)
  })
}
