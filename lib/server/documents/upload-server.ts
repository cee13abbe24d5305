import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { MAX_DOCUMENT_BYTES } from '@/lib/domain/documents/document-kinds'
import { log } from '@/lib/log'
import { routes } from '@/lib/routes'

/** An upload that nobody went on with for this long is thrown away. */
const KEEP_UNFINISHED_MS = 7 * 24 * 3_600_000

const fileStore = (uploadsDir: string) =>
  new FileStore({ directory: uploadsDir, expirationPeriodInMilliseconds: KEEP_UNFINISHED_MS })

/** Throws away what was begun and never became a document. Asked at each start and once a day. */
export const deleteExpiredUploads = (uploadsDir: string): Promise<number> =>
  fileStore(uploadsDir).deleteExpired()

const refuse = (status_code: number, body: string) => ({ status_code, body })

/**
 * The tus server: bytes only, resumable, each upload bound to the person who began it. A finished upload
 * becomes a document by a separate request (`registerDocument`), which can answer in words.
 * `ownerOf` gives the id of the person asking, null when nobody who may upload is signed in.
 */
export function createUploadServer(
  uploadsDir: string,
  ownerOf: (request: Request) => Promise<string | null>,
): Server {
  const store = fileStore(uploadsDir)
  return new Server({
    path: routes.api.uploads,
    datastore: store,
    maxSize: MAX_DOCUMENT_BYTES,
    relativeLocation: true,
    respectForwardedHeaders: false,
    namingFunction: () => crypto.randomUUID(),
    async onUploadCreate(request, upload) {
      const owner = await ownerOf(request)
      if (!owner) throw refuse(401, 'Sign in to upload documents.')
      if (upload.size === undefined) throw refuse(411, 'The length of the file must be known.')
      return { metadata: { owner } }
    },
    async onIncomingRequest(request, uploadId) {
      const owner = await ownerOf(request)
      if (!owner) throw refuse(401, 'Sign in to upload documents.')
      if (request.method === 'POST') return
      const upload = await store.getUpload(uploadId)
      if (upload.metadata?.owner !== owner) throw refuse(404, 'There is no such upload.')
    },
    onResponseError(_request, error) {
      if ('status_code' in error) return undefined
      log.error({ err: error }, 'an upload failed')
      // The server would answer with the error's own text, which can be a statement of the database.
      return refuse(500, 'The desk could not take this upload now. What it has of the file is kept.')
    },
  })
}
