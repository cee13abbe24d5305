import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { exportCallbacks } from '@/lib/server/callbacks/log/export'
import { answerRoute } from '@/lib/server/route'
import { todayOf } from '@/lib/server/services'

export const GET = (request: Request) =>
  answerRoute(request, 'callbacks:read', async (ctx) => {
    const query = callbackList.read(new URL(request.url).searchParams)
    const day = todayOf(ctx)
    // Next answers HEAD with this handler and reads no body, so nothing is exported then.
    const body = request.method === 'HEAD' ? null : await exportCallbacks(ctx, query)
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="callbacks-${day}.csv"`,
      },
    })
  })
