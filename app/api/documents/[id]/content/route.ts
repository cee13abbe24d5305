import { answerContent } from '@/lib/server/documents/content'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'documents:read', async (ctx) =>
    // Next answers HEAD from here and reads no body: a file opened for it would never be closed.
    answerContent(ctx, (await params).id, { withBody: request.method !== 'HEAD' }),
  )
