import { can } from '@/lib/domain/access/permissions'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { listLiveRows } from '@/lib/server/callbacks/log/live-rows'
import { answerRoute } from '@/lib/server/route'

/** Polled by open pages every few seconds. Unchanged rows are not sent again. */
export const GET = (request: Request) =>
  answerRoute(
    request,
    'callbacks:read',
    async (ctx) => {
      const query = callbackList.read(new URL(request.url).searchParams)
      const { live, tag } = await listLiveRows(ctx, query, can(ctx.actor.roles, 'funding:read'))
      const headers = { etag: tag }
      return request.headers.get('if-none-match') === tag
        ? new Response(null, { status: 304, headers })
        : Response.json(live, { headers })
    },
    { isPoll: true },
  )
