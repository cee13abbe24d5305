import 'server-only'
import type { Permission } from '@/lib/domain/access/permissions'
import { DeskError, publicError } from '@/lib/errors'
import { log } from '@/lib/log'
import { currentRequestId, requireContext } from './context'
import type { Ctx } from './world'

const NO_STORE = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

/** A write must come from one of our own pages: its Origin is this host's, and neither absent nor `null`. */
export function isOwnOrigin(headers: Headers): boolean {
  const origin = headers.get('origin')
  return origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get('host')
}

/** Answers a route's request for somebody who may; every refusal is JSON in the shape of `PublicError`. */
export async function answerRoute(
  request: Request,
  permission: Permission,
  run: (ctx: Ctx) => Promise<Response>,
): Promise<Response> {
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnOrigin(request.headers))
      throw new DeskError('forbidden')
    const response = await run(await requireContext(permission))
    for (const [name, value] of Object.entries(NO_STORE)) response.headers.set(name, value)
    return response
  } catch (error) {
    const requestId = await currentRequestId()
    const { status, body } = publicError(error, requestId)
    if (body.code === 'unexpected')
      log.error({ err: error, requestId, path: new URL(request.url).pathname }, 'a route failed')
    return Response.json(body, { status, headers: NO_STORE })
  }
}

/** The JSON of a request, at most `maxBytes` long. Throws `too-large` or `invalid`. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  try {
    const bytes = await readAtMost(request, maxBytes)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    // Broken JSON, or a page that was left while it was sending.
    throw cause instanceof DeskError ? cause : new DeskError('invalid', undefined, { cause })
  }
}

/** The bytes of a request, at most so many. Throws `too-large`. */
export async function readAtMost(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new DeskError('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
