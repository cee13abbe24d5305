import { answerContent, recordOpened } from '@/lib/server/documents/content'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'documents:read', async (ctx) =>
    // Next answers HEAD with this handler and reads no body; a file opened for it would never be closed.
    answerContent(ctx, (await params).id, {
      withBody: request.method !== 'HEAD',
      isPreview: new URL(request.url).searchParams.has('preview'),
    }),
  )

/** Records that someone opened a document that the page had shown by itself. */
export const POST = (request: Request, { params }: Context) =>
  answerRoute(request, 'documents:read', async (ctx) => {
    await recordOpened(ctx, (await params).id)
    return new Response(null, { status: 204 })
  })
