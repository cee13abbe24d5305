import { getReceived } from '@/lib/server/documents/unfinished'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string; upload: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'documents:write', async (ctx) => {
    const { id, upload } = await params
    return Response.json(await getReceived(ctx, id, upload))
  })
