import { listWarnings } from '@/lib/server/funding/warnings'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'funding:read', async (ctx) => {
    const { id: batchId } = await params
    const asked = new URL(request.url).searchParams
    const after = Number(asked.get('after') ?? '0')
    return Response.json(await listWarnings(ctx, { batchId, kind: asked.get('kind') ?? '', after }))
  })
