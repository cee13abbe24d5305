import { viewProgress } from '@/lib/server/funding/view'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(
    request,
    'funding:read',
    async (ctx) => Response.json(await viewProgress(ctx, (await params).id)),
    { isPoll: true },
  )
