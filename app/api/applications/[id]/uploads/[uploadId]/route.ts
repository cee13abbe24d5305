import { getReceived } from '@/lib/server/documents/unfinished'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string; uploadId: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'documents:write', async (ctx) => {
    const { id, uploadId } = await params
    return Response.json(await getReceived(ctx, id, uploadId))
  })
