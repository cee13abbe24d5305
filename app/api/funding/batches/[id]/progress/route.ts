import { BATCH_STATUSES } from '@/lib/domain/funding/batch'
import { viewProgress } from '@/lib/server/funding/view'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(
    request,
    'funding:read',
    async (ctx) => {
      const asked = new URL(request.url).searchParams
      const status = BATCH_STATUSES.find((known) => known === asked.get('status'))
      const version = /^\d{1,9}$/.exec(asked.get('version') ?? '')
      const shown = status
        ? { status, contentSha256: asked.get('content'), version: version && Number(version[0]) }
        : null
      return Response.json(await viewProgress(ctx, (await params).id, shown))
    },
    { isPoll: true },
  )
