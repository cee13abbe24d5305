import { Readable } from 'node:stream'
import { requireDocument } from '@/lib/server/documents/data'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

/** What a browser may show in the page; everything else is only handed over as a file. */
const SHOWN = /^(application\/pdf|image\/(jpeg|png|gif|webp|bmp)|text\/(plain|csv))$/

export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'documents:read', async (ctx) => {
    const document = await requireDocument(ctx.db, (await params).id)
    const shown = SHOWN.test(document.mediaType)
    // Next answers HEAD from here and reads no body: a file opened for it would never be closed.
    const body =
      request.method === 'HEAD'
        ? null
        : (Readable.toWeb(ctx.documentStore.read(document.id)) as ReadableStream<Uint8Array>)
    return new Response(body, {
      headers: {
        'content-type': document.mediaType.startsWith('text/')
          ? 'text/plain; charset=utf-8'
          : document.mediaType,
        'content-length': String(document.sizeBytes),
        'content-disposition': `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(document.name)}`,
        // Whatever the file tries, it runs nothing and reaches nothing.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox",
      },
    })
  })
