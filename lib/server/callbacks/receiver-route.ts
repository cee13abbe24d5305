import 'server-only'
import { incomingBody } from '@/lib/server/documents/incoming-body'
import { requestAddress } from '@/lib/server/request-address'
import { requireDesk } from '@/lib/server/running-desk'
import type { CallbackOutcome } from './intake'

/** An event of the interface is under 1 KB. */
const MAX_BODY_BYTES = 65_536
/** So long a body may take to come in. */
const BODY_MS = 10_000
const RETRY_AFTER_S = '5'

const STATUS: Readonly<Record<CallbackOutcome, number>> = {
  // Interface, "Response callback": HTTP 200 to acknowledge receipt; no body specified.
  stored: 200,
  'unknown-key': 404,
  'address-refused': 403,
  overloaded: 503,
}

/**
 * Answers a callback: 200 only after it is stored, 503 where it is not or nobody knows. Neither an answer nor the
 * log ever names the key. An empty body is kept like any other: it says nothing, and somebody should see that.
 */
export async function answerCallback(request: Request, key: string): Promise<Response> {
  if (!isForm(request.headers)) return answer(415)
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) return answer(413)
  const body = await inTime(readBody(incomingBody() ?? request.body ?? []))
  if (typeof body === 'number') return answer(body)
  const { callbackIntake } = requireDesk()
  const address = requestAddress((name) => request.headers.get(name))
  try {
    return answer(STATUS[await callbackIntake.receive({ key, address, body })])
  } catch {
    // The intake has written to the log what was wrong.
    return answer(503)
  }
}

export const refuseMethod = (): Response => answer(405)

function answer(status: number): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (status === 503) headers.set('retry-after', RETRY_AFTER_S)
  if (status === 405) headers.set('allow', 'POST')
  // What is still on its way is not waited for.
  if (status === 408 || status === 413) headers.set('connection', 'close')
  return new Response(null, { status, headers })
}

/** Of which every byte below 128 is what it is in ASCII, so that names of fields are found. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii', 'iso-8859-1', 'windows-1252']

/** A form, with a charset or without, and not compressed. */
function isForm(headers: Headers): boolean {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replace(/^"(.*)"$/, '$1')
  return (
    type === 'application/x-www-form-urlencoded' &&
    (charset === undefined || CHARSETS.includes(charset)) &&
    (headers.get('content-encoding') ?? 'identity') === 'identity'
  )
}

/** The bytes, or the status of the answer where they are too many or end before they should. */
async function readBody(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer | number> {
  const kept: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > MAX_BODY_BYTES) return 413
      kept.push(chunk)
    }
  } catch {
    return 400
  }
  return Buffer.concat(kept)
}

/** 408 where it takes too long: what comes later is read by nobody. */
async function inTime<T>(reading: Promise<T>): Promise<T | number> {
  const { promise: tooSlow, resolve } = Promise.withResolvers<number>()
  const timer = setTimeout(() => resolve(408), BODY_MS)
  return Promise.race([reading, tooSlow]).finally(() => clearTimeout(timer))
}
