import { listUnfinished } from '@/lib/server/documents/unfinished'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'documents:write', async (ctx) =>
    Response.json(await listUnfinished(ctx, (await params).id)),
  )
