import { Readable } from 'node:stream'
import { isShownInPage } from '@/lib/domain/documents/document-kinds'
import { isQuarantined } from '@/lib/domain/documents/scan-state'
import { DeskError } from '@/lib/errors'
import { log } from '@/lib/log'
import { recordBy } from '@/lib/server/audit'
import { requireApplication } from '@/lib/server/drafts/data'
import { recordRefusal } from '@/lib/server/refusals'
import type { Ctx } from '@/lib/server/services'
import { whyClosed } from './closed'
import { requireDocument } from './data'
import type { DocumentStore, StoredDocument } from './document-store'
import { HEAD_BYTES, textCharset } from './text-charset'

/** A document's content, in a frame where it can do nothing; what a browser does not show is handed over as a file. */
export async function answerContent(
  ctx: Ctx,
  id: string,
  { withBody, isPreview = false }: { withBody: boolean; isPreview?: boolean },
): Promise<Response> {
  const document = await requireShown(ctx, id)
  // Before the first byte: what was handed out is known, whatever becomes of the answer.
  if (withBody) await record(ctx, document, isPreview ? 'document-previewed' : 'document-read')
  const body = withBody
    ? (Readable.toWeb(ctx.documentStore.read(document)) as ReadableStream<Uint8Array>)
    : null
  const { mediaType, name } = document
  return new Response(body, {
    headers: {
      'content-type': mediaType.startsWith('text/')
        ? `text/plain; charset=${textCharset(await readHead(ctx.documentStore, document)) ?? 'utf-8'}`
        : mediaType,
      'content-length': String(document.sizeBytes),
      'content-disposition': contentDisposition(isShownInPage(mediaType) ? 'inline' : 'attachment', name),
      // Whatever the file tries, it runs nothing and reaches nothing, and no other site can show or embed it.
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    },
  })
}

/** Someone looked at what a page had shown them by itself: from here on they have opened it. */
export const recordOpened = async (ctx: Ctx, id: string): Promise<void> =>
  record(ctx, await requireShown(ctx, id), 'document-read')

async function requireShown(ctx: Ctx, id: string) {
  const document = await requireDocument(ctx.db, id)
  const closed = await whyClosed(ctx, ctx.db, await requireApplication(ctx.db, document.applicationId))
  if (closed !== null) {
    await recordRefusal(ctx, ctx.actor, 'sensitive:reveal', ctx.requestId)
    throw new DeskError('forbidden', closed)
  }
  if (isQuarantined(document.scan))
    throw new DeskError(
      'not-found',
      document.scan === 'infected'
        ? 'Malware was found in this document, so it is not shown. Remove it, and ask for a clean file.'
        : 'This document is being scanned for malware. Try again in a minute.',
    )
  const found = await ctx.documentStore.check(document)
  if (found === 'whole') return document
  log.error({ document: id, found }, 'the content of a document is not what was stored')
  throw new DeskError(
    'not-found',
    found === 'missing'
      ? 'The content of this document is missing from the desk’s disk. Tell an administrator: a backup may have it.'
      : 'The content of this document was changed or cut on the desk’s disk, so it is not shown. Tell an administrator: a backup may have it as it was.',
  )
}

const record = (
  ctx: Ctx,
  { id, applicationId, name, sha256 }: Awaited<ReturnType<typeof requireDocument>>,
  action: 'document-read' | 'document-previewed',
): Promise<void> =>
  recordBy(ctx, ctx.db, {
    action,
    subject: ['document', id],
    detail: { application: applicationId, name, sha256 },
  })

/** The first bytes of a document, as many as were looked at when it came. */
async function readHead(store: DocumentStore, document: StoredDocument): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of store.read(document)) {
    parts.push(part)
    bytes += part.length
    if (bytes >= HEAD_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, HEAD_BYTES)
}

/** The name twice (RFC 6266): in ASCII for whoever reads no more, and whole. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${whole}`
}
