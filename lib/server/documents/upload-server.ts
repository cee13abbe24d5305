import { z } from 'zod'
import { checkDocumentSize, DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import { isUuid } from '@/lib/domain/values/uuid'
import { isBlocking } from '@/lib/domain/values/violation'
import { log } from '@/lib/log'
import { routes } from '@/lib/routes'
import {
  appendToUpload,
  createUpload,
  findUpload,
  removeUpload,
  TooManyBytesError,
  type UploadPlace,
  type UploadRecord,
  WrongOffsetError,
} from './upload-files'
import type { NoRoom } from './upload-room'

/** `body` is the request's, where there is a shorter way to it than the web stream of `request`. */
export type UploadServer = (request: Request, body?: AsyncIterable<Uint8Array>) => Promise<Response>

/**
 * The server of the resumable upload protocol (tus 1.0.0: creation, termination): bytes only, resumable, each
 * upload bound to the person who began it and to one application. A finished upload becomes a document by a
 * separate request (`registerDocument`), which can answer in words. Nothing is ever read back from here.
 * `ownerOf` gives the id of the person asking, null when no one who may upload is signed in; `inRoom` begins a file, or
 * says why it is not begun.
 */
export function createUploadServer(
  uploads: UploadPlace,
  ownerOf: (request: Request) => Promise<string | null>,
  inRoom: (
    file: UploadRecord,
    begin: () => Promise<string>,
  ) => Promise<{ started: string } | NoRoom> = async (_, begin) => ({ started: await begin() }),
): UploadServer {
  const alone = createTurns()

  const answers: Readonly<Record<string, Answer>> = {
    async POST(request, owner) {
      const sizeBytes = digitsOf(request, 'upload-length')
      if (sizeBytes === null) throw new Refusal(411, 'The length of the file must be known.')
      const refused = checkDocumentSize(sizeBytes).find(isBlocking)
      if (refused) throw new Refusal(sizeBytes === 0 ? 400 : 413, refused.message)
      const about = aboutSchema.safeParse(metadataOf(request))
      if (!about.success) throw new Refusal(400, 'An upload names its application, its file and a category.')
      const { application, modified, ...file } = about.data
      const record = { ...file, sizeBytes, ownerId: owner, applicationId: application, modifiedMs: modified }
      const result = await inRoom(record, () => createUpload(uploads, record))
      if ('status' in result) throw new Refusal(result.status, result.message)
      return reply(201, { location: `${routes.api.uploads}/${result.started}` })
    },

    HEAD: (request, owner) =>
      alone(idOf(request), async () => {
        const { receivedBytes, sizeBytes } = await requireUpload(idOf(request), owner)
        return reply(200, { 'upload-offset': String(receivedBytes), 'upload-length': String(sizeBytes) })
      }),

    PATCH: (request, owner, body) =>
      alone(idOf(request), async (signal) => {
        const id = idOf(request)
        const { receivedBytes, sizeBytes } = await requireUpload(id, owner)
        if (request.headers.get('content-type') !== 'application/offset+octet-stream')
          throw new Refusal(415, 'Bytes of a file come as application/offset+octet-stream.')
        if (digitsOf(request, 'upload-offset') !== receivedBytes)
          throw new Refusal(409, 'The upload is at another offset.')
        const roomBytes = sizeBytes - receivedBytes
        if ((digitsOf(request, 'content-length') ?? 0) > roomBytes) throw new Refusal(413, TOO_MANY)
        const source = body ?? request.body ?? NOTHING
        const offset = await appendToUpload(uploads, id, receivedBytes, source, signal)
        return reply(204, { 'upload-offset': String(offset) })
      }),

    DELETE: (request, owner) =>
      alone(idOf(request), async () => {
        await requireUpload(idOf(request), owner)
        await removeUpload(uploads, idOf(request))
        return reply(204)
      }),
  }

  async function requireUpload(id: string, owner: string) {
    const upload = await findUpload(uploads, id)
    if (!upload || upload.record?.ownerId !== owner) throw new Refusal(404, 'There is no such upload.')
    return upload
  }

  return async (request, body) => {
    try {
      const answer = Object.hasOwn(answers, request.method) ? answers[request.method] : undefined
      if (!answer) throw new Refusal(405, 'An upload is begun, asked after, gone on with or ended.')
      if (request.headers.get('tus-resumable') !== VERSION) throw new Refusal(412, 'Tus-Resumable Required')
      const owner = await ownerOf(request)
      if (!owner) throw new Refusal(401, 'Sign in to upload documents.')
      return await answer(request, owner, body)
    } catch (error) {
      return refusalOf(error)
    }
  }
}

const VERSION = '1.0.0'

type Answer = (request: Request, owner: string, body?: AsyncIterable<Uint8Array>) => Promise<Response>

const aboutSchema = z.object({
  application: z.uuid(),
  name: z.string().min(1).max(1_000),
  category: z.enum(DOCUMENT_CATEGORIES.map(({ slug }) => slug)),
  slot: z.string().max(100).optional(),
  replaces: z.uuid().optional(),
  modified: z.coerce.number().int().min(0).catch(0),
})

/** The header's pairs of a key and a text in Base64; a key that comes twice is the last. */
function metadataOf(request: Request): Record<string, string> {
  const pairs = (request.headers.get('upload-metadata') ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '))
  return Object.fromEntries(
    pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]),
  )
}

function digitsOf(request: Request, header: string): number | null {
  const text = request.headers.get(header)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

function idOf(request: Request): string {
  const [id = '', ...more] = new URL(request.url).pathname.slice(routes.api.uploads.length + 1).split('/')
  if (more.length > 0 || !isUuid(id)) throw new Refusal(404, 'There is no such upload.')
  return id
}

const reply = (status: number, headers: Record<string, string> = {}, body: string | null = null) =>
  new Response(body, {
    status,
    headers: { 'tus-resumable': VERSION, 'cache-control': 'no-store', ...headers },
  })

class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Why a request ends that another one has overtaken: its line was dead, and its client has come back. */
const OVERTAKEN = new Refusal(409, 'Another request is continuing this upload.')

const TOO_MANY = 'More bytes came than the file has.'

/** What is unread of the body stays unread: the connection ends with the answer. */
function refusalOf(error: unknown): Response {
  const { status, message } = error instanceof Refusal ? error : meaningOf(error)
  return reply(status, { connection: 'close', 'content-type': 'text/plain; charset=utf-8' }, message)
}

function meaningOf(error: unknown): Refusal {
  if (error instanceof TooManyBytesError) return new Refusal(413, TOO_MANY)
  if (error instanceof WrongOffsetError) return new Refusal(409, error.message)
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ECONNRESET' || code === 'ABORT_ERR' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new Refusal(400, 'The connection was lost. The part received is kept.')
  log.error({ err: error }, 'an upload failed')
  return code === 'ENOSPC'
    ? new Refusal(507, 'The desk’s disk is full. The part received is kept.')
    : new Refusal(500, 'The desk could not accept this upload now. The part received is kept.')
}

/** One request at a time for each upload. A new one does not wait for the old one's end: it ends it. */
function createTurns() {
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()
  return async (id: string, run: (signal: AbortSignal) => Promise<Response>): Promise<Response> => {
    for (let other = running.get(id); other; other = running.get(id)) {
      other.stop.abort(OVERTAKEN)
      await other.ended
    }
    const stop = new AbortController()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    running.set(id, { stop, ended })
    try {
      return await run(stop.signal)
    } finally {
      running.delete(id)
      resolve()
    }
  }
}

const NOTHING: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} }
