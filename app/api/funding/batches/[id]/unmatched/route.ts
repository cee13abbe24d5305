import { listUnmatched } from '@/lib/server/funding/unmatched'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'funding:read', async (ctx) => {
    const { id: batchId } = await params
    const asked = new URL(request.url).searchParams
    const after = Number(asked.get('after') ?? '0')
    return Response.json(await listUnmatched(ctx, { batchId, attemptId: asked.get('attempt') ?? '', after }))
  })
