import 'server-only'
import { z } from 'zod'
import { isOwnOrigin } from '@/lib/domain/access/own-origin'
import type { Permission } from '@/lib/domain/access/permissions'
import { DeskError, publicError } from '@/lib/errors'
import { log } from '@/lib/log'
import { currentAsking, currentRequestId, requireContext, requireSignedIn } from './context'
import { requireDesk } from './running-desk'
import type { Ctx } from './services'
import type { Asking } from './sign-in/confirm'
import type { SignedIn } from './sign-in/sessions'

const NO_STORE = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

/** A write must come from one of our own pages. */
export const isOwnWrite = (headers: Headers): boolean =>
  isOwnOrigin(headers.get('origin'), headers.get('host'), requireDesk().env.APP_URL)

/**
 * Answers a route's request if the person has the permission. Every refusal is JSON in the shape of `PublicError`.
 * `isPoll`: the page sends it on a timer, so it must not keep anyone signed in.
 */
export const answerRoute = (
  request: Request,
  permission: Permission,
  run: (ctx: Ctx) => Promise<Response>,
  { isPoll = false }: { isPoll?: boolean } = {},
): Promise<Response> => answerPage(request, async () => run(await requireContext(permission, isPoll)))

/** For people who are setting up or showing a second factor: signed in, or past their password. */
export const answerStage = (
  request: Request,
  run: (asking: Asking, signedIn: SignedIn) => Promise<Response>,
): Promise<Response> => answerPage(request, async () => run(await currentAsking(), await requireSignedIn()))

/** For people who are not signed in; `run` checks what they send. */
export const answerOpen = (request: Request, run: (asking: Asking) => Promise<Response>): Promise<Response> =>
  answerPage(request, async () => run(await currentAsking()))

async function answerPage(request: Request, run: () => Promise<Response>): Promise<Response> {
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnWrite(request.headers))
      throw new DeskError('forbidden')
    const response = await run()
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
    // Broken JSON, or the person left the page while it was sending.
    throw cause instanceof DeskError ? cause : new DeskError('invalid', undefined, { cause })
  }
}

/** What a page sent, parsed by its schema. Throws `invalid`. */
export function parseSent<T>(schema: z.core.$ZodType<T>, body: unknown): T {
  const parsed = z.safeParse(schema, body)
  if (!parsed.success) throw new DeskError('invalid', undefined, { cause: parsed.error })
  return parsed.data
}

/** The bytes of a request. Throws `too-large` above `maxBytes`. */
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
